"""Games between bots in a strict sandbox, and what is left after them."""

import collections
import json
import os
import pathlib
import subprocess
import unittest

from arena import PATIENCE_S, ArenaTest, why_no_strict_sandbox


class SandboxTest(ArenaTest):
    def setUp(self):
        super().setUp()
        # A sandboxed bot's HOME is its own; what marks it here is its language.
        self.environment["LANG"] = f"C.{self.folder.name}"
        self.folder.chmod(0o755)

    def processes(self):
        mark = f"LANG=C.{self.folder.name}".encode()
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:
                continue
        return found

    def test_is_had_wherever_bubblewrap_can_make_one(self):
        # All other tests of it are skipped where the program refuses one: it may not do so without need.
        self.need_bubblewrap("--unshare-all")
        self.assertEqual(why_no_strict_sandbox(), "")

    def test_bots_in_two_languages_play_in_it(self):
        self.need_strict_sandbox()
        self.add_sample("random", "scout")
        done = self.flagfall("match", "random", "scout", "--ruleset", "barrage", "--sandbox=strict")
        self.assertIn("sandbox strict", done.stderr)
        self.assertEqual(len(self.games()), 2)
        for game in self.games():
            self.assertNotIn("FORFEIT", game["outcome"]["reason"])
        self.assert_sound()

    def test_says_what_the_bots_have_used(self):
        self.need_strict_sandbox()
        self.add_sample("random", "scout")
        lines = self.flagfall("match", "random", "scout", "--ruleset", "barrage", "--sandbox=strict", "--json").stdout
        uses = [use for use in map(json.loads, lines.splitlines()) if "cpu_seconds" in use]
        self.assertEqual([use["bot"] for use in uses], ["random", "scout"])
        for use in uses:
            self.assertGreater(use["cpu_seconds"], 0)
        shown, record = self.flagfall("game", "show", "1-1").stdout, self.record("1-1")
        for side in ("red", "blue"):
            use = collections.Counter({name: int(amount) for name, amount in record[f"{side}_use"].items()})
            said = (f"\n{side}'s bot: {use['bytes_from_bot']} bytes of messages from it, {use['bytes_to_bot']} to it; "
                    f"CPU {use['cpu_micros'] / 1e6:.2f} s, off its turns {use['off_turn_cpu_micros'] / 1e6:.2f} s; "
                    f"memory {use['memory_bytes_peak'] // 2**20} MiB at most; processes {use['processes']}\n")
            self.assertIn(said, shown)

    def test_who_may_not_ponder_rests_while_others_think_and_stays_in_the_game(self):
        self.add_bad("ponders", "dreams")
        run = ["match", "ponders", "dreams", "--ruleset", "barrage", "--games", 1, "--tc", "60+1", "--max-plies", 40,
               "--sandbox=basic", "--no-pondering"]
        done = subprocess.run(self.command(*run), env=self.environment, cwd=self.folder, capture_output=True, text=True,
                              timeout=PATIENCE_S)
        if "cannot be kept from pondering" in done.stderr:
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)
        game, = self.games()
        self.assertNotIn(game["outcome"]["reason"], ("REASON_DISCONNECTED", "REASON_FORFEIT_NO_SHOW"), game)
        record = self.record(game["game_id"])
        use = record["red_use" if game["red"] == "ponders" else "blue_use"]
        # It would have used the whole of 18 s.
        self.assertLess(int(use.get("off_turn_cpu_micros", 0)), 4_000_000)
        self.assertGreater(int(use["cpu_micros"]), 0)

    def test_a_bot_that_bites_is_at_fault_and_harms_nobody(self):
        self.need_strict_sandbox()
        self.add_sample("random")
        bomb = "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass\n"
        folder = self.write_bot("bomb", command=["/usr/bin/python3", "bomb.py"])
        (folder / "bomb.py").write_text(bomb)
        self.flagfall("bot", "add", folder)
        done = self.flagfall("match", "random", "bomb", "--ruleset", "barrage", "--games", "1", "--sandbox=strict",
                             "--faults-max", "1", "--startup-time", "10")
        self.assertIn("processes", done.stderr)
        game, = self.games()
        self.assertEqual(game["outcome"]["reason"], "REASON_FORFEIT_NO_SHOW")
        self.assertEqual(game["outcome"]["result"],
                         "RESULT_RED_WINS" if game["red"] == "random" else "RESULT_BLUE_WINS")

    def test_a_strict_build_needs_bubblewrap(self):
        folder = self.write_bot("anna")
        self.environment["PATH"] = "/nowhere"
        self.refused("bot", "add", folder, "--sandbox=strict", saying="there is no program bwrap")

    def test_another_mode_is_wrong_usage(self):
        self.refused("bot", "add", self.write_bot("anna"), "--sandbox=tight", saying="strict, basic and none", code=2)


if __name__ == "__main__":
    os.umask(0o022)
    unittest.main()
