"""`flagfall serve` plays tournaments side by side: in shares by weight, none behind an endless one, each sound by itself."""

import collections
import contextlib
import sqlite3
import unittest

from server import ServerTest


class SideBySide(ServerTest):
    def create(self, *arguments):
        made, = self.asked(self.zoe, "tournament", "create", "--tc", "60+1", *arguments)
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
        ladder = self.create("--ruleset", "barrage", "--format", "ladder", "--bots", "random,scout,sergeant", "--concurrency", 4)
        self.wait_for(lambda: self.stored(ladder) >= 3, "games of the ladder")
        # The same bots, which have a process in each of the two.
        short = self.create("--ruleset", "barrage", "--bots", "random,sergeant", "--rounds", 3, "--seed", 7)
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
        games = ("--ruleset", "classic", "--bots", "random,sergeant", "--rounds", 2000, "--concurrency", 4)
        light = self.create(*games)
        heavy = self.create(*games, "--priority", 3)
        self.wait_for(lambda: self.stored(light) >= 60 and self.stored(heavy) >= 60, "games of both")
        self.assertEqual(self.end_server(), 0)
        # In the order in which they ended, from when both were under way. What is shared is slots by their time, not games:
        # on a busy machine those of one tournament may take longer than those of the other.
        with contextlib.closing(sqlite3.connect(self.home / "flagfall.db")) as ledger:
            rows = ledger.execute("SELECT tournament_id, duration_us FROM games ORDER BY sequence").fetchall()
        begin = next(place for place, (tournament, _) in enumerate(rows) if tournament == heavy)
        played = collections.Counter()
        for tournament, duration_us in rows[begin:]:
            played[tournament] += duration_us
        # Three times as much, but for the games that are under way, and for what a slot's time has beside its game.
        self.assertGreater(played[heavy], 2.3 * played[light], played)
        self.assertLess(played[heavy], 4 * played[light], played)

    def test_a_bot_that_dials_in_plays_in_two_at_once(self):
        self.add_sample("sergeant", "random")
        self.serve()
        far = self.owner("ann")
        self.remote_bot(far, "far", sample="scout")
        first = self.create("--ruleset", "barrage", "--bots", "far,sergeant", "--rounds", 2000, "--concurrency", 2)
        second = self.create("--ruleset", "barrage", "--bots", "far,random", "--rounds", 2000, "--concurrency", 2)
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
