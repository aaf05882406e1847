"""What is the host's fault or the host's limit: it is told, and no bot is charged with it."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import unittest

from arena import SAMPLE_BOTS
from server import ServerTest

# For each of them a process, should they ever play.
MANY = 30


class KilledSupervisor(ServerTest):
    def supervisor_of(self, bot):
        """The newest supervisor of the bot's processes."""
        for pid in sorted(self.processes(), reverse=True):
            try:
                command = pathlib.Path(f"/proc/{pid}/cmdline").read_text().split("\0")
            except OSError:
                continue
            if not command[0].endswith("flagfall-bot-supervisor"):
                continue
            if any(word.rstrip("/.") == f"folder={self.folder / 'bots' / bot}" for word in command):
                return pid
        return None

    def faults(self):
        return {bot["manifest"]["name"]: bot.get("faults", 0) for bot in self.json("bot", "list")}

    def test_voids_the_game_in_play_which_is_played_again_and_no_bot_has_a_fault(self):
        play_on = self.add_stroller()
        self.add_sample("random")
        match = self.start("match", "stroller", "random", "--ruleset", "barrage", "--games", 1, "--tc", "60+1")
        self.wait_for(play_on.with_suffix(".begun").exists, "a ply is asked for")
        os.kill(self.supervisor_of("stroller"), signal.SIGKILL)
        play_on.touch()
        output, _ = match.communicate(timeout=120)
        self.assertEqual(match.returncode, 0, output)
        self.assertIn("stroller: its supervisor was killed by SIGKILL, which is no fault of the bot", output)
        self.assertEqual(self.faults(), {"stroller": 0, "random": 0})
        game, = self.games()
        self.assertEqual(game["attempt"], 2)
        # Two bots that play at random come to any end that the rules know.
        self.assertNotIn(game["outcome"]["reason"], ("REASON_OUT_OF_TIME", "REASON_DISCONNECTED", "REASON_FORFEIT_NO_SHOW",
                                                     "REASON_SUPERVISOR_KILLED", "REASON_HOST_LATE", "REASON_ABORTED_BY_HOST"))
        tournament, = self.json("tournament", "show", 1)
        void = [{"reason": "REASON_SUPERVISOR_KILLED", "games": 1}]
        self.assertEqual(tournament["voids"], void)
        self.assertEqual([(times["bot"], times["games"], times["voids"]) for times in tournament["times"]],
                         [("stroller", 1, void), ("random", 1, void)])
        self.assertIn("Void attempts in all: 1 (supervisor_killed 1)", self.flagfall("tournament", "show", 1).stdout)
        self.assert_sound()
        self.flagfall("db", "check")

    def test_again_and_again_leaves_the_bots_games_to_a_later_run_and_plays_the_others(self):
        # It has no game in play to save by that.
        self.flagfall("bot", "add", self.write_bot("killer", command=["/bin/sh", "-c", "kill -KILL $PPID; sleep 1000"]))
        self.add_sample("random", "sergeant")
        done = self.flagfall("tournament", "run", "--bots", "killer,random,sergeant", "--ruleset", "barrage", "--games", 1,
                             "--tc", "60+1", code=1)
        self.assertIn("2 games left, the first 1-", done.stderr)
        self.assertIn("bots' supervisors died (killer's 5 times, the last: its supervisor was killed by SIGKILL)", done.stderr)
        self.assertEqual(self.faults(), {"killer": 0, "random": 0, "sergeant": 0})
        game, = self.games()
        self.assertEqual({game["red"], game["blue"]}, {"random", "sergeant"})
        # The host has seen to it.
        self.flagfall("bot", "suspend", "killer", "--reason", "it kills its supervisor")
        self.flagfall("tournament", "resume", 1)
        self.assertEqual(len(self.games()), 3)
        self.wait_until_nobody_is_left()


class Descriptors(ServerTest):
    def setUp(self):
        super().setUp()
        # A bot that is a user of its own may not be let into a checkout.
        command = [str(shutil.copytree(SAMPLE_BOTS / "random", self.folder / "program") / "random")]
        self.many = [f"bot{i}" for i in range(MANY)]
        for name in self.many:
            self.flagfall("bot", "add", self.write_bot(name, command=command))

    def limited(self, limit, *arguments):
        """Runs the program with other limits of descriptors, as `ulimit` sets them."""
        return subprocess.Popen(["/bin/bash", "-c", f'ulimit {limit}; exec "$@"', "bash", *self.command(*arguments)],
                                env=self.environment, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True)

    def round_of(self, bots):
        return ["tournament", "run", "--bots", ",".join(bots), "--ruleset", "barrage", "--format", "swiss", "--rounds", 1,
                "--games", 1, "--tc", "60+1", "--concurrency", 4]

    def needed(self, bots):
        refused = self.limited("-n 64", *self.round_of(self.many[:bots]))
        output, _ = refused.communicate(timeout=120)
        self.assertEqual(refused.returncode, 1, output)
        needed = re.search(rf"{bots} bots may need (\d+) file descriptors, and this process may have 64", output)
        self.assertIsNotNone(needed, output)
        return int(needed[1])

    def test_that_are_too_few_are_refused_before_play_with_the_word_ulimit(self):
        refused = self.limited("-n 256", *self.round_of(self.many))
        output, _ = refused.communicate(timeout=120)
        self.assertEqual(refused.returncode, 1, output)
        self.assertRegex(output, r"30 bots may need (\d+) file descriptors, and this process may have 256: raise the hard "
                                 r"limit \(`ulimit -n \1`")
        self.assertEqual(self.json("tournament", "list"), [], "nothing is made that cannot be played")

    def test_of_the_hard_limit_are_used_where_the_soft_one_is_too_low(self):
        played = self.limited("-Sn 64", *self.round_of(self.many))
        output, _ = played.communicate(timeout=300)
        self.assertEqual(played.returncode, 0, output)
        self.assertEqual(len(self.games()), MANY // 2)

    def test_that_are_open_are_never_more_than_was_reckoned(self):
        # A bot in a sandbox, which has a file more, may be a user of its own.
        self.folder.chmod(0o755)
        for bots in (8, MANY):
            run = self.start(*self.round_of(self.many[:bots]), "--sandbox", "basic")
            most = 0
            while run.poll() is None:
                try:
                    most = max(most, len(os.listdir(f"/proc/{run.pid}/fd")))
                except OSError:
                    pass
            output = run.stdout.read()
            self.assertEqual(run.returncode, 0, output)
            self.assertNotIn("suspended", output)
            print(f"{bots} bots: {most} descriptors at most, {self.needed(bots)} reckoned")
            self.assertGreater(most, 2 * bots)
            self.assertLessEqual(most, self.needed(bots))

    def test_of_a_servers_clients_are_kept_free(self):
        self.need_strict_sandbox()
        server = self.limited("-n 512", "serve", "--listen", "127.0.0.1:0", "--http", "off")
        self.addCleanup(server.stdout.close)
        try:
            line = server.stdout.readline()
            self.assertIn("Serving on ", line)
            self.reach = line.removeprefix("Serving on ").strip()
            self.denied(self.zoe, "tournament", "create", "--bots", ",".join(self.many), "--ruleset", "barrage",
                        saying="file descriptors, of which the server's clients may hold 256, and this process may have 512")
            self.ask(self.zoe, "tournament", "create", "--bots", ",".join(self.many[:4]), "--ruleset", "barrage")
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=60)


if __name__ == "__main__":
    unittest.main(verbosity=2)
