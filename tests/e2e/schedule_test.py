"""Tournaments at a server that begin at a time, with the bots of a tag or an owner, and series of them."""

import datetime
import json
import time
import unittest
import urllib.request

from server import ServerTest

GAME = ("--ruleset", "barrage", "--tc", "60+1", "--games", 1)


def after(**time):
    """So much after now, as --start takes it."""
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**time)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Schedule(ServerTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "scout", "sergeant")

    def create(self, *arguments):
        made, = self.asked(self.zoe, "tournament", "create", *GAME, *arguments)
        return made

    def shown(self, tournament):
        shown, = self.asked("", "tournament", "show", str(tournament))
        return shown

    def state(self, tournament):
        return self.shown(tournament)["state"]

    def wait_until_finished(self, tournament):
        self.wait_for(lambda: self.state(tournament) == "STATE_FINISHED", f"the end of {tournament}")

    def room_for(self, commands):
        """Seconds in which the machine, as busy as it is, surely gets through so many commands."""
        begin = time.monotonic()
        self.asked("", "bot", "list")
        return 2 + 4 * commands * (time.monotonic() - begin)

    def refuses(self, *arguments, saying):
        self.denied(self.zoe, "tournament", "create", *GAME, *arguments, saying=saying)

    def test_it_begins_at_its_time_with_the_bots_that_are_there(self):
        self.serve()
        self.ask(self.zoe, "bot", "tag", "random", "add", "course")
        made = self.create("--bots", "sergeant,@course", "--start", after(seconds=self.room_for(6)))
        self.assertEqual((made["state"], made["spec"]["bots"], made["spec"]["entrants"]),
                         ("STATE_SCHEDULED", [], ["sergeant", "@tag:course"]))
        # It came after the tournament was created.
        ann = self.owner("ann")
        self.remote_bot(ann, "amys")
        self.assertEqual(self.ask(ann, "bot", "tag", "amys", "add", "course").stdout, "amys has the tag course.\n")
        self.denied(ann, "bot", "tag", "scout", "add", "course", saying="this is not ann's")
        self.wait_until_finished(made["id"])
        shown = self.shown(made["id"])
        self.assertEqual(shown["spec"]["bots"], ["sergeant", "amys", "random"])
        for game in self.asked("", "game", "list"):
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED"), game)
            self.assertGreaterEqual(game["start_time"][:19], shown["spec"]["start_time"][:19])
        self.assertEqual(self.end_server(), 0)
        self.assertIn(f"tournament {made['id']}: entries are closed: 3 bots", self.log_path.read_text())
        self.assert_sound()
        self.flagfall("db", "check")

    def test_a_server_that_was_away_begins_it_late_and_a_series_once(self):
        self.serve("--http", "127.0.0.1:0")
        room = self.room_for(4)
        start = after(seconds=room + 1)
        once = self.create("--bots", "random,sergeant", "--start", start, "--entries-until", after(seconds=room))
        every = self.create("--bots", "random,scout", "--start", start, "--every", "1h", "--name", "hourly")
        self.end_server()
        self.refused("tournament", "resume", str(once["id"]), saying="begins at a time, for which a server waits")
        self.wait_for(lambda: after() > every["spec"]["start_time"], "the start")
        self.serve("--http", "127.0.0.1:0")
        for tournament in (once, every):
            self.wait_until_finished(tournament["id"])
        series, = self.asked("", "tournament", "series", "list")
        self.assertEqual((series["name"], series["every_seconds"], series["tournaments"]), ("hourly", 3600, 2))
        following = self.shown(series["newest_tournament_id"])
        self.assertEqual(following["spec"]["name"], "hourly #2")
        self.assertEqual(self.ask(self.zoe, "tournament", "series", "stop", "1").stdout,
                         "Stopped series 1 after 2 tournaments; what has begun is played on.\n")
        self.assertEqual(self.state(following["id"]), "STATE_CANCELLED")
        self.denied("", "tournament", "series", "stop", "1", saying="needs a token")
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()
        self.flagfall("db", "check")

    def test_who_enters_has_beaten_a_bot(self):
        # It loses whatever it can: it does not start.
        self.flagfall("bot", "add", self.write_bot("broken", command=["/bin/false"]))
        self.serve()
        made = self.create("--bots", "scout,broken,sergeant,random", "--must-beat", "random:1/4", "--faults-max", 99)
        self.assertEqual(made["state"], "STATE_SCHEDULED")
        self.wait_until_finished(made["id"])
        shown = self.shown(made["id"])
        by_bot = {one["bot"]: one for one in shown["qualifications"]}
        self.assertEqual(list(by_bot), ["scout", "broken", "sergeant", "random"])
        self.assertEqual((by_bot["broken"]["points"], by_bot["broken"]["has_passed"]), (0, False))
        self.assertTrue(by_bot["random"]["has_passed"] and "points" not in by_bot["random"])
        entered = [bot for bot in by_bot if by_bot[bot]["has_passed"]]
        self.assertEqual(shown["spec"]["bots"], entered)
        qualifier = self.shown(by_bot["broken"]["tournament_id"])
        self.assertEqual((qualifier["spec"]["name"], qualifier["spec"]["qualifies_for"], qualifier["games_stored"]),
                         (f"qualifying for tournament {made['id']}", made["id"], 12))
        self.assertFalse([game for game in self.asked("", "game", "list", "--tournament", str(qualifier["id"])) if "rating" in game])
        told = self.ask("", "tournament", "show", str(made["id"])).stdout
        self.assertIn("To enter, a bot scores 1 of 4 against random.\n", told)
        self.assertRegex(told, r"broken +0 +%d +no\n" % qualifier["id"])
        # Those who have passed need not do so again.
        again = self.create("--bots", ",".join(entered), "--must-beat", "random:1/4")
        self.wait_until_finished(again["id"])
        self.assertEqual(again["id"], qualifier["id"] + 1)
        self.assertEqual(len(self.asked("", "tournament", "list")), 3)
        self.refuses("--bots", "scout,sergeant", "--must-beat", "random:5/4", saying="must_beat.points: 5 given; 1 to 4, of 4 games")
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()
        self.flagfall("db", "check")

    def test_a_cancel_reaches_the_qualifying_tournament(self):
        self.serve()
        ann = self.owner("ann")
        # Nobody dials in for it, so that its games wait.
        self.ask(ann, "bot", "remote", "far", "--rulesets", "barrage")
        made = self.create("--bots", "far,random,sergeant", "--must-beat", "random:1/1000")
        self.wait_for(lambda: self.shown(made["id"]).get("qualifications"), "the close of entries")
        qualifier = self.shown(made["id"])["qualifications"][0]["tournament_id"]
        self.ask(self.zoe, "tournament", "cancel", str(made["id"]))
        self.assertEqual((self.state(made["id"]), self.state(qualifier)), ("STATE_CANCELLED", "STATE_CANCELLED"))
        self.ask(self.zoe, "tournament", "resume", str(made["id"]))
        self.assertEqual(self.state(made["id"]), "STATE_SCHEDULED")
        self.assertIn(self.state(qualifier), ("STATE_QUEUED", "STATE_RUNNING"))

    def test_what_is_told_of_it(self):
        self.serve("--http", "127.0.0.1:0")
        start, until = after(days=2), after(days=1)
        told = self.ask(self.zoe, "tournament", "create", *GAME, "--bots", "@owner:ann,random", "--start", start,
                        "--entries-until", until, "--format", "swiss").stdout
        shown = (start.replace("T", " ").replace("Z", " UTC"), until.replace("T", " ").replace("Z", " UTC"))
        line = f"Start: {shown[0]}, with the bots that are there at {shown[1]} of: @owner:ann, random\n"
        self.assertIn(line, told)
        told = self.ask("", "tournament", "show", "1").stdout
        self.assertIn(line, told)
        self.assertIn("scheduled since", told)
        self.assertIn(f"scheduled for {shown[0][:-4]}", self.ask("", "tournament", "list").stdout)
        # The web report and its files know it, though nobody knows its bots.
        page = self.fetch("/api/v1/tournaments/1")
        self.assertEqual((page["tournament"]["state"], page["tournament"]["spec"]["entrants"]),
                         ("STATE_SCHEDULED", ["@owner:ann", "random"]))
        self.ask(self.zoe, "tournament", "cancel", "1")
        self.assertEqual(self.state(1), "STATE_CANCELLED")
        self.assertEqual(self.ask(self.zoe, "tournament", "resume", "1").stdout,
                         "Scheduled tournament 1; watch it with `tournament watch 1`.\n")
        self.assertEqual(self.state(1), "STATE_SCHEDULED")
        self.assertEqual(self.end_server(), 0)
        self.flagfall("report", "--out", self.folder / "site")
        self.flagfall("db", "check")

    def fetch(self, path):
        with urllib.request.urlopen(self.site + path) as answer:
            return json.load(answer)

    def test_what_cannot_be_is_refused(self):
        self.serve()
        two = ("--bots", "random,sergeant")
        self.refuses(*two, "--start", after(seconds=-5), saying="has passed; it is")
        self.refuses(*two, "--start", after(days=2000), saying="days ahead")
        self.refuses(*two, "--start", after(days=1), "--entries-until", after(days=2), saying="is after the start")
        self.refuses(*two, "--entries-until", after(days=2), saying="entries_until: is for a tournament with a start_time (--start)")
        self.refuses(*two, "--every", "7d", saying="every_seconds: is for a tournament with a start_time (--start)")
        self.refuses("--bots", "random,nobody", "--start", after(days=1), saying="there is no bot 'nobody'")
        self.refuses("--bots", "random,@nobody", saying="no bot has this tag, or an owner of this name; there are no tags")
        self.refuses("--bots", "random", "--start", after(days=1), saying="1 given; 2 to 256 are needed")
        self.assertEqual(self.asked("", "tournament", "list"), [])

    def test_a_match_may_begin_at_a_time(self):
        self.serve()
        match = ("match", "random", "sergeant", *GAME)
        self.denied(self.zoe, *match, "--start", after(seconds=-5), saying="has passed; it is")
        self.assertIn("'tomorrow' is no time: write it as in 2026-12-01T18:00Z", self.ask(self.zoe, *match, "--start", "tomorrow", code=2).stderr)
        self.denied(self.zoe, "match", "random", "random", *GAME, "--start", after(days=1),
                    saying="cannot enter a tournament that begins at a time")
        start = after(seconds=8)
        # It is not watched, and says when it begins.
        told = self.ask(self.zoe, *match, "--start", start).stdout
        self.assertIn(f"Start: {start[:10]} {start[11:19]} UTC, with the bots that are there then of: random, sergeant\n", told)
        self.assertEqual(self.state(1), "STATE_SCHEDULED")
        self.assertIn(f"scheduled for {start[:10]} {start[11:19]}", self.ask("", "tournament", "list").stdout)
        self.wait_until_finished(1)
        game, = self.asked("", "game", "list")
        self.assertGreaterEqual(game["start_time"][:19], start[:19])
        self.refused(*match, "--start", after(days=1), saying="start_time: is for a server, which waits for the time")

    def test_bots_by_tag_and_owner(self):
        self.serve()
        ann = self.owner("ann")
        for name in ("one", "two"):
            self.ask(ann, "bot", "remote", name, "--rulesets", "barrage")
        self.ask(ann, "bot", "tag", "one", "add", "spring")
        self.ask(self.zoe, "bot", "tag", "scout", "add", "spring")
        self.assertEqual([bot["manifest"]["name"] for bot in self.asked("", "bot", "list", "--tag", "spring")], ["one", "scout"])
        self.assertIn("No bot has this tag", self.ask("", "bot", "list", "--tag", "autumn").stdout)
        self.assertIn("tags         spring\n", self.ask("", "bot", "show", "one").stdout)
        for asked, bots in (("@spring,random", ["one", "scout", "random"]), ("random,@ann", ["random", "one", "two"]),
                            ("@owner:ann,@tag:spring", ["one", "two", "scout"]),
                            ("@spring,all", ["one", "scout", "random", "sergeant", "two"])):
            made = self.create("--bots", asked)
            self.assertEqual(made["spec"]["bots"], bots)
            self.ask(self.zoe, "tournament", "cancel", str(made["id"]))
        # An owner may name a tag as another owner is named; then the host says which is meant.
        self.ask(ann, "bot", "tag", "two", "add", "ann")
        self.refuses("--bots", "random,@ann", saying="'@ann' is both a tag and an owner: write @tag:ann")
        self.assertEqual(self.create("--bots", "random,@tag:ann")["spec"]["bots"], ["random", "two"])
        self.assertEqual(self.ask(ann, "bot", "tag", "two", "remove", "ann").stdout, "two has no tags.\n")
        self.denied(ann, "bot", "tag", "two", "add", "a b", saying="'a b' is no tag: give 1 to 40 letters")

    def test_a_home_waits_for_nothing(self):
        run = ("tournament", "run", *GAME)
        self.refused(*run, "--bots", "random,sergeant", "--start", after(days=1),
                     saying="start_time: is for a server, which waits for the time")
        self.refused(*run, "--bots", "random,sergeant", "--must-beat", "scout:1/2", saying="must_beat: is for a server")
        self.flagfall("bot", "tag", "scout", "add", "course")
        self.flagfall("bot", "tag", "random", "add", "course")
        self.flagfall(*run, "--bots", "@course")
        tournament, = self.json("tournament", "list")
        self.assertEqual(tournament["spec"]["bots"], ["random", "scout"])
        self.refused("tournament", "series", "stop", "1", saying="give --server")
        self.assertIn("No series yet", self.flagfall("tournament", "series", "list").stdout)

    def test_all_bots_are_those_that_are_ready_and_play_the_ruleset(self):
        self.refused("tournament", "run", "--bots", "all", saying="name the ruleset")
        self.flagfall("bot", "add", self.write_bot("duellist", rulesets=["duel"]))
        self.refused("tournament", "run", "--bots", "all", "--ruleset", "cards",
                     saying="1 of 4 bots can enter, for which it has to be ready and to play cards")
        self.flagfall("tournament", "run", "--bots", "all", *GAME)
        tournament, = self.json("tournament", "list")
        self.assertEqual(tournament["spec"]["bots"], ["random", "scout", "sergeant"])


if __name__ == "__main__":
    unittest.main()
