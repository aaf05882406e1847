"""`flagfall tournament pause` at a server: the games of that moment are played out, none begins, and it outlives the server."""

import unittest

from server import ServerTest


class Pause(ServerTest):
    def state(self, tournament):
        shown, = self.asked("", "tournament", "show", tournament)
        return shown["state"]

    def stored(self, tournament):
        return len(self.asked("", "game", "list", "--tournament", tournament, "--count", 100000))

    def test_a_paused_tournament_rests_until_it_is_resumed(self):
        self.add_sample("random", "sergeant")
        self.serve()
        self.ask(self.zoe, "tournament", "create", "--bots", "random,sergeant", "--ruleset", "barrage", "--tc", "60+1",
                 "--rounds", 5000, "--concurrency", 2)
        self.wait_for(lambda: self.stored(1) >= 2, "games")
        self.denied(self.owner("ann"), "tournament", "pause", 1, saying="not for the role owner")
        told = self.ask(self.zoe, "tournament", "pause", 1).stdout
        self.assertIn("Paused tournament 1", told)
        self.assertEqual(self.state(1), "STATE_PAUSED")
        self.wait_for(lambda: "tournament 1 is paused" in self.log_path.read_text(), "the end of its last games")
        played = self.stored(1)
        self.assertIn("paused since", self.ask("", "tournament", "show", 1).stdout)
        # Another is played meanwhile, from its beginning to its end.
        self.ask(self.zoe, "tournament", "create", "--bots", "random,sergeant", "--ruleset", "barrage", "--tc", "60+1",
                 "--games", 4, "--watch")
        self.assertEqual(self.state(2), "STATE_FINISHED")
        self.denied(self.zoe, "tournament", "pause", 2, saying="is finished")
        self.assertEqual(self.stored(1), played)
        self.assertEqual(self.end_server(), 0)
        self.serve()
        self.ask(self.zoe, "tournament", "create", "--bots", "random,sergeant", "--ruleset", "barrage", "--tc", "60+1",
                 "--games", 2, "--watch")
        self.assertEqual(self.state(1), "STATE_PAUSED")
        self.assertEqual(self.stored(1), played)
        self.ask(self.zoe, "tournament", "resume", 1)
        self.wait_for(lambda: self.stored(1) > played, "a game after the pause")
        self.assertEqual(self.state(1), "STATE_RUNNING")
        self.ask(self.zoe, "tournament", "cancel", 1)
        self.assertEqual(self.state(1), "STATE_CANCELLED")
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()


if __name__ == "__main__":
    unittest.main()
