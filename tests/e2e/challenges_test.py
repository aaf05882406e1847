"""Owners start matches at a server: of whom against whom, how many, below all tournaments, and in a pool of their own."""

import unittest

from schedule_test import after
from server import ServerTest

GAME = ("--ruleset", "barrage", "--tc", "60+1")


class Challenges(ServerTest):
    def challenge(self, token, mine, other, *arguments):
        """Starts one and returns it at once."""
        made, = self.asked(token, "challenge", mine, other, *GAME, "--no-watch", *arguments)
        return made

    def refuses(self, token, *arguments, saying):
        self.denied(token, "challenge", *arguments, *GAME, "--no-watch", saying=saying)

    def shown(self, tournament):
        shown, = self.asked("", "tournament", "show", str(tournament["id"]))
        return shown

    def wait_until_finished(self, tournament):
        self.wait_for(lambda: self.shown(tournament)["state"] == "STATE_FINISHED", f"the end of {tournament['id']}")

    def setUp(self):
        super().setUp()
        self.add_sample("sergeant", "scout")

    def test_who_may_challenge_whom(self):
        self.serve()
        ann, ben = self.owner("ann"), self.owner("ben")
        self.remote_bot(ann, "amys")
        self.remote_bot(ben, "bens")
        self.refuses("", "amys", "bens", saying="needs a token")
        self.refuses(ann, "bens", "amys", saying="bot bens is not ann's; the first bot of a challenge has to be your own")
        self.refuses(ann, "amys", "bens", saying="bot bens takes no challenges; its owner, ben, can allow them with "
                                                 "`flagfall bot challenges bens on`")
        self.refuses(ann, "amys", "sergeant", saying="bot sergeant takes no challenges; a host can allow them")
        self.denied(ann, "bot", "challenges", "bens", "on", saying="this is not ann's")
        self.assertEqual(self.ask(ben, "bot", "challenges", "bens", "on").stdout, "bens takes challenges.\n")
        self.assertEqual(self.ask(self.zoe, "bot", "challenges", "sergeant", "on").stdout, "sergeant takes challenges.\n")
        self.refuses(ann, "amys", "sergeant", "--bot-option", "sergeant:depth=1", saying="bot sergeant is not ann's; it plays as it is")
        # It is watched to its end.
        told = self.ask(ann, "challenge", "amys", "sergeant", *GAME, "--games", 4).stdout
        self.assertIn("sergeant", told)
        self.assertEqual(self.shown({"id": 1})["spec"]["name"], "barrage, challenge by ann")
        # Where there is a server, a match means it for whoever may make no tournament.
        self.ask(ann, "match", "amys", "bens", *GAME)
        self.ask(ben, "bot", "challenges", "bens", "off")
        self.refuses(ann, "amys", "bens", saying="takes no challenges")
        # A host's match stays a tournament.
        made, = [line for line in self.asked(self.zoe, "tournament", "create", "--bots", "sergeant,scout", *GAME)]
        self.assertEqual(made["spec"]["challenger"], "")
        shown = [self.shown({"id": number}) for number in (1, 2)]
        self.assertEqual([(one["spec"]["challenger"], one["games_stored"]) for one in shown], [("ann", 4), ("ann", 2)])
        games = self.asked("", "game", "list")
        self.assertFalse([game for game in games if game["tournament_id"] < 3 and "rating" in game], "unrated")
        for game in games:
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED"), game)
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()
        self.flagfall("db", "check")

    def test_what_a_challenge_may_not_say(self):
        self.serve()
        ann = self.owner("ann")
        self.remote_bot(ann, "one")
        self.remote_bot(ann, "two")
        offered = self.flagfall("challenge", "--help").stdout
        for flags, saying in [
                (("--rated",), "this host does not rate challenges"),
                (("--priority", 3), "priority: is not for a challenge to set"),
                (("--seed", 3), "seed: is not for a challenge to set"),
                (("--format", "ladder"), "format: is not for a challenge to set"),
                (("--concurrency", 3), "concurrency: 3 given; at most 2"),
                (("--tc", "121+1"), "'121+1' is too long for a challenge; at most 120+1 or st=1"),
                (("--name", "Spring Championship"), "name: is not for a challenge to set"),
                (("--max-plies", 100), "policy: is not for a challenge to set")]:
            # Of what a match may say the command has no more flags than the server takes.
            is_flag = flags[0] in ("--rated", "--concurrency", "--tc")
            with self.subTest(flags):
                self.assertEqual(f" {flags[0]} " in offered, is_flag)
                command = ("challenge", "one", "two", "--no-watch") if is_flag else ("match", "one", "two")
                self.denied(ann, *command, "--ruleset", "barrage", *flags, saying=saying)
        self.denied(self.zoe, "tournament", "create", "--spec", self.spec_with_challenger(), saying="challenger: is set by the server")
        self.assertEqual(self.asked("", "tournament", "list"), [])

    def spec_with_challenger(self):
        path = self.folder / "spec.json"
        path.write_text('{"bots": ["sergeant", "scout"], "ruleset": {"id": "barrage"}, "challenger": "ann"}')
        return path

    def test_an_owner_has_limits_and_may_cancel(self):
        self.serve("--challenge-games-a-day", 20, "--challenges-open", 2, "--challenge-games-at-once", 1)
        ann, ben = self.owner("ann"), self.owner("ben")
        # Nobody dials in for it, so that its games wait.
        for owner, name in ((ann, "one"), (ben, "other")):
            self.ask(owner, "bot", "remote", name, "--rulesets", "barrage")
            self.ask(self.zoe, "bot", "challenges", "scout", "on")
        first = self.challenge(ann, "one", "scout", "--games", 6)
        self.assertEqual(first["spec"]["concurrency"], 1)
        second = self.challenge(ann, "one", "scout", "--games", 4)
        self.refuses(ann, "one", "scout", saying="ann has 2 challenges that are not over; at most 2")
        self.denied(ben, "tournament", "cancel", str(first["id"]), saying="this is not ben's")
        self.denied(ann, "tournament", "pause", str(first["id"]), saying="is not for the role owner")
        for made in (first, second):
            self.ask(ann, "tournament", "cancel", str(made["id"]))
        self.refuses(ann, "one", "scout", "--games", 12,
                     saying="ann has asked for 10 games of challenges in the last 24 hours, and 12 more would be above the 20")
        self.challenge(ann, "one", "scout", "--games", 10)
        # Another owner's are counted by themselves, and a host's not at all.
        self.challenge(ben, "other", "scout", "--games", 20)
        self.challenge(self.zoe, "sergeant", "scout", "--games", 40)
        created = self.asked(self.zoe, "tournament", "create", "--bots", "sergeant,scout", *GAME)[0]
        self.denied(ann, "tournament", "cancel", str(created["id"]), saying="this is not ann's")

    def test_what_a_bot_does_in_a_challenge_is_no_fault_of_it(self):
        self.flagfall("bot", "add", self.write_bot("crasher", command=["/bin/false"]))
        self.serve()
        ann = self.owner("ann")
        self.remote_bot(ann, "amys")
        self.ask(self.zoe, "bot", "challenges", "crasher", "on")
        made = self.challenge(ann, "amys", "crasher", "--games", 6)
        self.wait_until_finished(made)
        self.assertIn("crasher is suspended after 3 faults; its remaining games are forfeited", self.log_path.read_text())
        crasher, = self.asked("", "bot", "show", "crasher")
        self.assertEqual((crasher["state"], crasher["faults"]), ("STATE_READY", 0))

    def test_the_owner_of_either_bot_may_cancel(self):
        self.serve()
        ann, ben, cid = self.owner("ann"), self.owner("ben"), self.owner("cid")
        for owner, name in ((ann, "amys"), (ben, "bens")):
            self.ask(owner, "bot", "remote", name, "--rulesets", "barrage")
        self.ask(ben, "bot", "challenges", "bens", "on")
        made = self.challenge(ann, "amys", "bens")
        self.denied(cid, "tournament", "cancel", str(made["id"]), saying="this is not cid's")
        self.ask(ben, "tournament", "cancel", str(made["id"]))
        self.assertEqual(self.shown(made)["state"], "STATE_CANCELLED")

    def test_one_may_begin_at_a_time(self):
        self.serve("--challenges-open", 3)
        ann, ben, cid = self.owner("ann"), self.owner("ben"), self.owner("cid")
        self.remote_bot(ann, "amys")
        self.remote_bot(ben, "bens")
        self.refuses(ann, "amys", "bens", "--start", after(days=1), saying="bot bens takes no challenges")
        self.ask(ben, "bot", "challenges", "bens", "on")
        self.ask(self.zoe, "bot", "challenges", "scout", "on")
        self.refuses(ann, "amys", "bens", "--start", after(seconds=-5), saying="has passed; it is")
        # They count among those that are not over, and whose bot plays may cancel them.
        far = [self.challenge(ann, "amys", "bens", "--start", after(days=1)) for _ in range(3)]
        self.refuses(ann, "amys", "bens", "--start", after(days=1), saying="ann has 3 challenges that are not over; at most 3")
        self.denied(cid, "tournament", "cancel", str(far[0]["id"]), saying="this is not cid's")
        for made in far:
            self.ask(ben, "tournament", "cancel", str(made["id"]))
            self.assertEqual(self.shown(made)["state"], "STATE_CANCELLED")
        start = after(seconds=20)
        # A match means a challenge for whoever may make no tournament, and neither is watched then.
        told = self.ask(ann, "match", "amys", "bens", *GAME, "--start", start).stdout
        self.assertIn(f"Start: {start[:10]} {start[11:19]} UTC", told)
        soon = self.shown({"id": 4})
        self.assertEqual((soon["state"], soon["spec"]["name"], soon["spec"]["challenger"], soon["spec"]["entrants"]),
                         ("STATE_SCHEDULED", "barrage, challenge by ann", "ann", ["amys", "bens"]))
        # What its owner has taken back by then is not played.
        refused = self.challenge(ann, "amys", "scout", "--start", start)
        self.ask(self.zoe, "bot", "challenges", "scout", "off")
        self.wait_until_finished(soon)
        for game in self.asked("", "game", "list"):
            self.assertGreaterEqual(game["start_time"][:19], start[:19])
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED"), game)
            self.assertNotIn("rating", game)
        self.wait_for(lambda: self.shown(refused)["state"] == "STATE_STOPPED", "the refusal")
        stopped, = self.asked(ann, "tournament", "show", str(refused["id"]))
        self.assertIn("bot scout takes no challenges", stopped["error"])
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()
        self.flagfall("db", "check")

    def test_tournaments_come_first_and_keep_no_challenge_out(self):
        self.serve("--challenges", "rated")
        ann = self.owner("ann")
        self.remote_bot(ann, "amys")
        self.ask(self.zoe, "bot", "challenges", "sergeant", "on")
        ladder = self.asked(self.zoe, "tournament", "create", "--format", "ladder", "--bots", "sergeant,scout", *GAME)[0]
        self.wait_for(lambda: self.shown(ladder).get("games_stored", 0) > 5, "games of the ladder")
        before = self.shown(ladder)["games_stored"]
        made = self.challenge(ann, "amys", "sergeant", "--games", 4, "--rated")
        self.wait_until_finished(made)
        self.assertGreater(self.shown(ladder)["games_stored"] - before, 4)
        pools = {row["pool"] for row in self.asked("", "leaderboard") if "pool" in row}
        self.assertEqual(pools, {"barrage", "barrage[open]"})
        rated, = self.asked("", "bot", "show", "amys")
        self.assertEqual([(row["pool"], row["games"]) for row in rated["ratings"]], [("barrage[open]", 4)])
        self.ask(self.zoe, "tournament", "cancel", str(ladder["id"]))
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()
        self.flagfall("db", "check")

    def test_whoever_challenges_may_choose_a_side(self):
        self.serve()
        ann = self.owner("ann")
        self.remote_bot(ann, "amys")
        self.ask(self.zoe, "bot", "challenges", "scout", "on")
        for side, red in (("blue", "scout"), ("red", "amys"), ("blue", "scout"), ("blue", "scout"), ("red", "amys")):
            made = self.challenge(ann, "amys", "scout", "--games", 1, "--side", side)
            self.wait_until_finished(made)
            game, = self.asked("", "game", "list", "--tournament", str(made["id"]))
            self.assertEqual(game["red"], red, side)
        # Of several games the first.
        made = self.challenge(ann, "amys", "scout", "--games", 2, "--side", "blue")
        self.wait_until_finished(made)
        reds = {game["game_id"]: game["red"] for game in self.asked("", "game", "list", "--tournament", str(made["id"]))}
        self.assertEqual(reds, {f"{made['id']}-1": "scout", f"{made['id']}-2": "amys"})
        self.refuses(ann, "amys", "scout", "--side", "red", "--start", after(days=1), saying="leave out side or start_time")
        wrong = self.ask(ann, "challenge", "amys", "scout", *GAME, "--side", "green", code=2).stderr
        for word in ("--side", "green", "red", "blue"):
            self.assertIn(word, wrong)

    def test_a_host_may_allow_none(self):
        self.serve("--challenges", "off")
        ann = self.owner("ann")
        self.remote_bot(ann, "one")
        self.remote_bot(ann, "two")
        self.refuses(ann, "one", "two", saying="this host allows no challenges")


if __name__ == "__main__":
    unittest.main()
