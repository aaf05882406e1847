"""`flagfall serve` plays tournaments side by side: in shares by weight, none behind an endless one, each sound by itself."""

import unittest

from server import ServerTest


class SideBySide(ServerTest):
    def create(self, *arguments):
        made, = self.asked(self.zoe, "tournament", "create", "--ruleset", "barrage", "--tc", "60+1", *arguments)
        return made["id"]

    def stored(self, tournament):
        shown, = self.asked("", "tournament", "show", str(tournament))
        return shown.get("games_stored", 0)

    def is_finished(self, tournament):
        shown, = self.asked("", "tournament", "show", str(tournament))
        return shown["state"] == "STATE_FINISHED"

    def test_an_endless_ladder_keeps_nobody_waiting(self):
        self.add_sample("random", "scout", "sergeant")
        self.serve()
        ladder = self.create("--format", "ladder", "--bots", "random,scout,sergeant", "--concurrency", 4)
        self.wait_for(lambda: self.stored(ladder) >= 3, "games of the ladder")
        # The same bots, which have a process in each of the two.
        short = self.create("--bots", "random,sergeant", "--rounds", 3, "--seed", 7)
        self.wait_for(lambda: self.is_finished(short), "the end of the short one")
        before = self.stored(ladder)
        self.wait_for(lambda: self.stored(ladder) > before, "more games of the ladder")
        self.ask(self.zoe, "tournament", "cancel", str(ladder))
        games = self.asked("", "game", "list", "--tournament", str(short))
        self.assertEqual(len(games), 6)
        for game in self.asked("", "game", "list"):
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED"), game)
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()

    def test_shares_follow_priorities(self):
        self.add_sample("random", "sergeant")
        self.serve()
        light = self.create("--bots", "random,sergeant", "--rounds", 2000, "--concurrency", 4)
        heavy = self.create("--bots", "random,sergeant", "--rounds", 2000, "--concurrency", 4, "--priority", 3)
        self.wait_for(lambda: self.stored(heavy) >= 20, "games of the heavier one")
        before = [self.stored(light), self.stored(heavy)]
        self.wait_for(lambda: self.stored(light) + self.stored(heavy) >= sum(before) + 120, "games of both")
        played = [self.stored(light) - before[0], self.stored(heavy) - before[1]]
        # Three times as many games of the same length, but for those that are under way, and for chance.
        self.assertGreater(played[1], 1.7 * played[0], played)
        self.assertLess(played[1], 5 * played[0], played)

    def test_a_bot_that_dials_in_plays_in_two_at_once(self):
        self.add_sample("sergeant", "random")
        self.serve()
        far = self.owner("ann")
        self.remote_bot(far, "far", sample="scout")
        first = self.create("--bots", "far,sergeant", "--rounds", 2000, "--concurrency", 2)
        second = self.create("--bots", "far,random", "--rounds", 2000, "--concurrency", 2)
        for tournament in (first, second):
            self.wait_for(lambda tournament=tournament: self.stored(tournament) >= 5, f"games of {tournament}")
        for game in self.asked("", "game", "list"):
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED"), game)
        self.end_server()
        # A server that is killed continues both.
        self.serve()
        before = [self.stored(first), self.stored(second)]
        self.wait_for(lambda: self.stored(first) > before[0] and self.stored(second) > before[1], "more games of both")
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()


if __name__ == "__main__":
    unittest.main()
