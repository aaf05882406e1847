"""A tournament that is stopped or killed goes on where it stopped: nothing lost, nothing counted twice."""

import os
import random
import signal
import time
import unittest

from arena import ArenaTest

BOTS = ["random", "sergeant", "scout"]
ROUNDS = 20
TOTAL = 3 * ROUNDS * 2
KILLS = int(os.environ.get("FLAGFALL_KILLS", "6"))


class Resume(ArenaTest):
    def setUp(self):
        super().setUp()
        self.add_sample(*BOTS)

    def begin(self):
        return self.start("tournament", "run", "--bots", ",".join(BOTS), "--ruleset", "barrage", "--rounds", ROUNDS,
                          "--games", 2, "--tc", "60+1", "--concurrency", 3, "--seed", 11)

    def assert_complete(self):
        games = self.games()
        self.assertEqual(sorted(game["game_id"] for game in games), sorted(f"1-{n}" for n in range(1, TOTAL + 1)))
        self.assertEqual({game["attempt"] for game in games}, {1})
        tournament, = self.json("tournament", "show", 1)
        self.assertEqual((tournament["state"], tournament["games_stored"]), ("STATE_FINISHED", TOTAL))
        self.assertEqual(sum(row["games"] for row in self.json("leaderboard")), 2 * TOTAL)
        self.assert_sound()
        self.wait_until_nobody_is_left()

    def read_games(self, process, count):
        """Reads its output until so many games are stored; their ids."""
        ids = []
        while len(ids) < count:
            line = process.stdout.readline()
            if not line:
                break
            if line[0].isdigit():
                ids.append(line.split()[1])
        return ids

    def test_kill_at_random_moments(self):
        chance = random.Random(5)
        acknowledged = set()
        process = self.begin()
        for kill in range(KILLS):
            acknowledged.update(self.read_games(process, chance.randrange(0, 2 * TOTAL // (3 * KILLS))))
            # Nothing is waited for here: the moment of the kill is drawn at random.
            time.sleep(chance.random() * 0.05)
            process.kill()
            acknowledged.update(line.split()[1] for line in process.stdout if line[0].isdigit() and line.endswith("\n"))
            process.wait()
            # The supervisors see to the bots; nobody else is there to do it.
            self.wait_until_nobody_is_left()
            stored = {game["game_id"] for game in self.games()}
            self.assertLessEqual(acknowledged, stored, "acknowledged games are lost")
            process = self.start("tournament", "resume")
        process.communicate()
        self.assertEqual(process.returncode, 0)
        self.assert_complete()

    def test_interrupt_and_resume(self):
        process = self.begin()
        self.read_games(process, 5)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate()
        self.assertEqual(process.returncode, 130, output)
        self.assertRegex(output, rf"stopped with \d+ of {TOTAL} games stored; go on with `flagfall --home .* resume 1`")
        self.assertEqual(self.processes(), [])
        tournament, = self.json("tournament", "list")
        self.assertEqual(tournament["state"], "STATE_STOPPED")
        self.assertLess(tournament["games_stored"], TOTAL)
        self.assertIn("Leaderboard", self.flagfall("tournament", "resume").stdout)
        self.assert_complete()

    def test_a_second_interrupt_ends_at_once(self):
        process = self.begin()
        self.read_games(process, 1)
        # Stopped, it gets both as soon as it goes on.
        process.send_signal(signal.SIGSTOP)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGCONT)
        process.communicate()
        self.assertEqual(process.returncode, 130)
        self.wait_until_nobody_is_left()
        self.flagfall("tournament", "resume", 1)
        self.assert_complete()

    def test_what_is_finished_is_not_played_again(self):
        self.flagfall("match", "random", "sergeant", "--ruleset", "barrage")
        before = self.games()
        self.flagfall("tournament", "resume", 1)
        self.assertEqual(self.games(), before)
        self.refused("tournament", "resume", saying="no tournament is left unfinished")
        self.refused("tournament", "resume", 77, saying="77")

    def test_one_process_at_a_time_writes(self):
        process = self.begin()
        self.read_games(process, 1)
        self.assertGreater(len(self.games()), 0, "others may read meanwhile")
        self.refused("match", "random", "scout", "--ruleset", "barrage", saying="another flagfall")
        process.kill()
        process.communicate()
        self.flagfall("tournament", "resume")
        self.assert_complete()


if __name__ == "__main__":
    unittest.main()
