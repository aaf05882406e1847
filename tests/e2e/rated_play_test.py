"""People who play rated games on the site, where the host keeps a pool for them and for bots that are challenged."""

import unittest
import urllib.parse

from account_site import AccountTest
from site_play_test import Stream

POOL = "barrage[open]"


class RatedPlay(AccountTest):
    flags = ("--challenges", "rated")

    def setUp(self):
        super().setUp()
        self.cookie = self.sign_in(self.ann)
        self.call(self.cookie, "CreateRemoteBot", manifest={"name": "ann", "version": "1", "rulesets": ["barrage"]})

    def add_bots(self):
        super().add_bots()
        self.flagfall("bot", "challenges", "random", "on")

    def challenge(self, status=200, **spec):
        return self.call(self.cookie, "CreateChallenge", status, spec={"bots": ["ann", "random"], "ruleset": {"id": "barrage"}, "games": 1,
                                                                       "time_control": "600+10 setup=300", "rated": True, **spec})

    def begin(self, events):
        """The id of a game that has begun on the page."""
        return next(message["game_started"]["game_id"] for _, message in events if "game_started" in message)

    def resign(self, game, events):
        self.post("play/ann", {"resign": {"game_id": game}}, cookie=self.cookie)
        return next(message["game_over"] for _, message in events if "game_over" in message)

    def state_of(self, tournament):
        return self.asked("", "tournament", "show", str(tournament["id"]))[0]["state"]

    def await_state(self, tournament, state):
        self.wait_for(lambda: self.state_of(tournament) == state, f"{tournament['id']} is {state}")

    def ratings_of(self, bot):
        shown, = self.asked("", "bot", "show", bot)
        return {one["pool"]: one for one in shown["ratings"]}

    def end(self):
        self.assertEqual(self.end_server(), 0)
        self.assertIn("all equal", self.flagfall("verify", "--all").stdout)
        self.flagfall("db", "check")


class WhereThereIsAPool(RatedPlay):
    def test_people_and_bots_are_rated_in_one_pool_and_tournaments_in_another(self):
        self.assertTrue(self.api("site")["rates_challenges"])
        stream = Stream(self, "ann", self.cookie)
        events = stream.events()
        rated = self.challenge()
        self.assertTrue(rated["spec"]["rated"])
        self.resign(self.begin(events), events)
        self.await_state(rated, "STATE_FINISHED")
        unrated = self.challenge(rated=False)
        self.resign(self.begin(events), events)
        self.await_state(unrated, "STATE_FINISHED")
        # A bot's challenge counts in the same pool, and a tournament elsewhere.
        self.remote_bot(self.ben, "bens")
        self.ask(self.ben, "challenge", "bens", "random", "--ruleset", "barrage", "--tc", "60+1", "--games", 2, "--rated")
        self.ask(self.zoe, "match", "random", "scout", "--ruleset", "barrage", "--tc", "60+1")
        games = {game["game_id"]: game for game in self.asked("", "game", "list")}
        self.assertEqual({id: game.get("rating", {}).get("pool") for id, game in games.items()},
                         {"1-1": POOL, "2-1": None, "3-1": POOL, "3-2": POOL, "4-1": "barrage", "4-2": "barrage"})
        board = self.api(f"leaderboards/{urllib.parse.quote(POOL)}")
        rows = {row["rated"]["bot"]: row["rated"] for row in board["rows"]}
        self.assertEqual({bot: row["games"] for bot, row in rows.items()}, {"ann": 1, "bens": 2, "random": 3})
        self.assertEqual(rows["ann"]["losses"], 1)
        self.assertEqual(rows["ann"]["elo"], 1484)
        self.assertEqual(set(self.ratings_of("ann")), {POOL})
        self.assertEqual(set(self.ratings_of("random")), {POOL, "barrage"})
        stream.close()
        self.end()

    def test_whoever_loses_cannot_take_the_game_back(self):
        stream = Stream(self, "ann", self.cookie)
        events = stream.events()
        made = self.challenge(games=2, time_control="120+1 setup=60")
        game = self.begin(events)
        stopped = self.call(self.cookie, "CancelTournament", id=made["id"])
        self.assertEqual(stopped["state"], "STATE_PAUSED")
        self.assertIn("is rated: its games that are being played are played to their end and count",
                      self.ask(self.ann, "tournament", "cancel", str(made["id"])).stdout)
        self.assertIn(game, [one["game_id"] for one in self.api("status")["games"]])
        # It counts among those that are not over meanwhile.
        self.denied(self.zoe, "tournament", "resume", str(made["id"]), saying="are still being played")
        self.resign(game, events)
        # The other game does not begin any more.
        self.await_state(made, "STATE_CANCELLED")
        stored, = self.asked("", "game", "list")
        self.assertEqual((stored["game_id"], stored["rating"]["pool"]), (game, POOL))
        self.assertEqual(self.ratings_of("ann")[POOL]["losses"], 1)
        # One that is not rated is nobody else's business, and one that has not begun nobody's.
        self.cancel_at_once(self.challenge(rated=False), events)
        # A host may drop what is rated too.
        made = self.challenge()
        self.begin(events)
        self.ask(self.zoe, "tournament", "cancel", str(made["id"]))
        self.assertEqual(self.state_of(made), "STATE_CANCELLED")
        self.assertEqual(len(self.asked("", "game", "list")), 1)
        stream.close()
        self.end()

    def cancel_at_once(self, made, events):
        self.begin(events)
        self.assertEqual(self.call(self.cookie, "CancelTournament", id=made["id"])["state"], "STATE_CANCELLED")

    def test_the_owner_of_the_opponent_cannot_take_the_game_back_either(self):
        self.remote_bot(self.ben, "bens")
        self.ask(self.ben, "bot", "challenges", "bens", "on")
        stream = Stream(self, "ann", self.cookie)
        events = stream.events()
        made = self.challenge(bots=["ann", "bens"])
        game = self.begin(events)
        self.ask(self.ben, "tournament", "cancel", str(made["id"]))
        self.resign(game, events)
        self.await_state(made, "STATE_FINISHED")
        self.assertEqual(self.ratings_of("bens")[POOL]["wins"], 1)
        stream.close()
        self.end()


class WithLimits(RatedPlay):
    flags = (*RatedPlay.flags, "--challenges-open", "1", "--challenge-games-a-day", "2")

    def test_limits_hold_for_rated_games_too(self):
        stream = Stream(self, "ann", self.cookie)
        events = stream.events()
        made = self.challenge()
        game = self.begin(events)
        self.call(self.cookie, "CancelTournament", id=made["id"])
        self.assertIn("1 challenge that is not over", self.challenge(429)["message"])
        self.resign(game, events)
        self.await_state(made, "STATE_FINISHED")
        made = self.challenge()
        self.resign(self.begin(events), events)
        self.await_state(made, "STATE_FINISHED")
        self.assertIn("above the 2 that this host allows", self.challenge(429)["message"])
        stream.close()


class WhereThereIsNoPool(RatedPlay):
    flags = ()

    def test_a_rated_game_is_refused_and_an_unrated_one_is_not(self):
        self.assertNotIn("rates_challenges", self.api("site"))
        refused = self.challenge(409)
        self.assertEqual((refused["code"], refused["message"]),
                         ("FAILED_PRECONDITION", "this host does not rate challenges; leave out rated (on the command line --rated)"))
        self.assertFalse(self.challenge(rated=False)["spec"].get("rated", False))


if __name__ == "__main__":
    unittest.main()
