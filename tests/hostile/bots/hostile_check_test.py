#!/usr/bin/python3
"""Programs that attack the transport, played through `bot check` in a strict sandbox."""

import os
import sys
import unittest

sys.dont_write_bytecode = True

from hostile_test import PATIENCE_S, REFEREE_BYTES_MAX, Arena, try_strict
from attacks_on_the_transport import BESIDE
from referee_watch import RefereeWatch

# The descriptors of a program that checks one bot: some 30, and those of the bot's four connections.
DESCRIPTORS_MAX = 64


class HostileChecks(unittest.TestCase):
    """A checked bot talks to the checker's own server, which may run in the same process as a referee."""

    # These programs report themselves whether they succeeded.
    ATTEMPTS = ["ten_thousand_calls_at_a_stroke", "more_connections_than_it_may"]
    STEPS = ["sets up and plays", "plays whole games of barrage as Red and as Blue"]

    def test_the_checker_holds_out(self):
        arena = Arena()
        self.addCleanup(arena.close)
        why_not, _ = try_strict(arena)
        if why_not:
            self.skipTest(why_not)
        steps = {step["title"]: step["number"] for step in arena.json(arena.template, "bot", "check", "--list")}
        only = ",".join(str(steps[title]) for title in self.STEPS)
        for name in [*self.ATTEMPTS, *BESIDE]:
            with self.subTest(name):
                arena.add(name)
                output = arena.folder / f"{name}.out"
                checker = RefereeWatch(
                    arena.command(arena.template, "bot", "check", arena.folder / "bots" / name, "--json", "--only", only,
                                  "--sandbox=strict"), arena.environment, output)
                code = checker.wait(PATIENCE_S)
                # Some open a second stream, which ends their first.
                self.assertIn(code, [0] if name in self.ATTEMPTS else [0, 1], output.read_text(errors="replace"))
                self.assertLess(checker.bytes_peak, REFEREE_BYTES_MAX)
                self.assertLess(checker.descriptors_peak, DESCRIPTORS_MAX)
                self.assertEqual(checker.left_over(PATIENCE_S), [])
                log = arena.template / "logs" / "check" / f"{name}.log"
                self.assertNotIn("got at", log.read_text(errors="replace"))


if __name__ == "__main__":
    os.umask(0o022)
    unittest.main()
