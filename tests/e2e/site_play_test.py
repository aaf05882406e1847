"""People who play on the site: by the referee and the clocks of all others."""

import json
import random
import unittest

from site_player import SitePlayerTest, Stream


class SitePlay(SitePlayerTest):
    def test_a_whole_game_against_a_bot(self):
        self.play_whole("barrage")

    def test_a_whole_game_of_claims(self):
        self.play_whole("bluffing")

    def test_a_whole_game_of_cards(self):
        self.play_whole("cards")

    def test_a_whole_game_of_two_teams(self):
        self.play_whole("gogo")

    def test_a_side_that_is_asked_for(self):
        stream = Stream(self, "ann", self.cookie)
        events = stream.events()
        for side in ("SIDE_RED", "SIDE_BLUE", "SIDE_BLUE", "SIDE_RED", "SIDE_RED"):
            game = self.challenge_as(side)
            started = next(message["game_started"] for _, message in events if "game_started" in message)
            self.assertEqual((started["game_id"], started["side"]), (game, side))
            self.act(resign={"game_id": game})
            next(message for _, message in events if "game_over" in message)
        stream.close()
        spec = {"bots": ["ann", "random"], "ruleset": {"id": "barrage"}, "start_time": "2999-01-01T00:00:00Z"}
        _, error = self.post("call/CreateChallenge", {"side": "SIDE_RED", "spec": spec}, 400, self.cookie)
        self.assertIn("leave out side or start_time", json.dumps(error))

    def play_whole(self, ruleset):
        stream = Stream(self, "ann", self.cookie)
        tournament = self.challenge(ruleset={"id": ruleset})
        over = self.play(stream, random.Random(1))["game_over"]
        self.wait_for(lambda: self.asked("", "tournament", "show", str(tournament))[0]["state"] == "STATE_FINISHED", "the end")
        game, = self.asked("", "game", "list")
        self.assertEqual({game["red"], game["blue"]}, {"ann", "random"})
        self.assertEqual(game["outcome"]["result"], over["outcome"]["result"])
        self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED", "REASON_OUT_OF_TIME", "REASON_ILLEGAL_ACTION"))
        self.assertNotIn("rating", game)
        stream.close()
        self.assertEqual(self.end_server(), 0)
        self.assertIn("1 game refereed again, all equal", self.flagfall("verify", "--all").stdout)

    def test_a_page_that_is_loaded_again_has_everything(self):
        chance = random.Random(2)
        first = Stream(self, "ann", self.cookie)
        # A Flag of barrage may fall within few plies, before the page is loaded again.
        self.challenge(ruleset={"id": "bluffing"})
        plies = lambda message: message.get("decision_required", {}).get("decision") == 4
        self.play(first, chance, until=plies)
        # The same page after its stream broke, and another one from the beginning.
        seen = first.seen
        first.close()
        again = Stream(self, "ann", self.cookie, seen=seen - 1)
        self.assertTrue(plies(next(again.events())[1]))
        whole = Stream(self, "ann", self.cookie)
        events = whole.events()
        # From the beginning of the game, which was told behind the welcome.
        told = [next(events)[1] for _ in range(seen - 1)]
        self.assertIn("game_started", told[0])
        self.assertTrue(plies(told[-1]))
        self.act(resign={"game_id": "1-1"})
        for stream in (again, whole):
            self.assertEqual(self.play(stream, chance)["game_over"]["outcome"]["reason"], "REASON_RESIGNED")
            stream.close()

    def test_what_the_referee_refuses_is_told_and_changes_nothing(self):
        stream = Stream(self, "ann", self.cookie)
        self.challenge()
        events = stream.events()
        for _, message in events:
            if "decision_required" in message:
                break
        self.act(act={"game_id": "9-9", "decision": 1, "action": {}})
        self.act(accept_draw={"game_id": "1-1"})
        self.act(ping={"nonce": "1"})
        self.act(act={"game_id": "1-1", "decision": 7, "action": {"ply": {"from": 1, "to": 2}}})
        errors = []
        for _, message in events:
            self.assertIn("game_error", message)
            errors.append(message["game_error"]["code"])
            if len(errors) == 3:
                break
        self.assertEqual(errors, ["CODE_UNKNOWN_GAME", "CODE_NO_DRAW_OFFER", "CODE_DECISION_NOT_OPEN"])
        self.post("play/ann", {"nothing": 1}, 400, self.cookie)
        # A set-up that is none costs the game, as it costs any bot's.
        self.act(act={"game_id": "1-1", "decision": 1, "action": {"set_up": {}}})
        name, message = next(events)
        self.assertEqual(message["game_over"]["outcome"]["reason"], "REASON_ILLEGAL_ACTION")
        stream.close()

    def test_nobody_plays_as_anothers_bot(self):
        ben = self.sign_in(self.ben)
        for cookie, status in ((ben, 403), ("", 401)):
            self.post("play/ann", {"resign": {"game_id": "1-1"}}, status, cookie)
            self.get("/account/play/ann/events", status, Cookie=cookie)
        self.get("/account/play/nobody/events", 404, Cookie=ben)
        # A bot that the host starts, also for a host.
        self.get("/account/play/random/events", 409, Cookie=self.sign_in(self.zoe))
        # Nobody has opened a page.
        self.post("play/ann", {"resign": {"game_id": "1-1"}}, 409, self.cookie)

    def test_another_program_of_the_bot_ends_the_page(self):
        stream = Stream(self, "ann", self.cookie)
        events = stream.events()
        self.assertIn("welcome", next(events)[1])
        secret = self.call(self.cookie, "CreateBotToken", bot="ann")["secret"]
        name, why = next(events)
        self.assertEqual(name, "end", why)
        stream.close()
        self.start_remote(secret)
        self.wait_for(lambda: self.api("status").get("bots_connected", 0) == 1, "the program")

    def test_too_many_pages_of_one_game(self):
        streams = [Stream(self, "ann", self.cookie) for _ in range(4)]
        for stream in streams:
            self.assertIn("welcome", next(stream.events())[1])
        fifth = Stream(self, "ann", self.cookie)
        name, why = next(fifth.events())
        self.assertEqual((name, why["code"]), ("end", "RESOURCE_EXHAUSTED"))
        for stream in (*streams, fifth):
            stream.close()


if __name__ == "__main__":
    unittest.main()
