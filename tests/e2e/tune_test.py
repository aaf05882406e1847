"""A bot is tuned: from a wrong start to the best value that is known, stopped and killed on the way, at a server and on workers."""

import json
import random
import re
import shutil
import signal
import unittest
import urllib.request

from arena import BOTS, SAMPLE_BOTS
from server import ServerTest
from workers import WorkersTest

PLAY = ("--ruleset", "barrage", "--tc", "60+1", "--max-plies", 200, "--seed", 5)
# Large steps, so that few games tell much.
AIM = ("--option", "aim=0..10@1:2", "--gains", "rate=0.12")


def add_peak(test, name="peak", kind="TYPE_INTEGER", **manifest):
    """Adds a bot that plays best where its option `aim` is 7; see bots/peak.py."""
    folder = test.write_bot(name, command=["/usr/bin/python3", "peak.py"], options=[
        {"name": "aim", "type": kind, "default_value": "1"},
        {"name": "seed", "type": "TYPE_INTEGER", "default_value": "5"},
        {"name": "title", "type": "TYPE_STRING", "default_value": ""}], **manifest)
    shutil.copy(BOTS / "peak.py", folder)
    for module in ("scout.py", "bluffer.py", "worth.py"):
        shutil.copy(SAMPLE_BOTS / "scout" / module, folder)
    for package in ("flagfall_bot", "flagfall"):
        shutil.copytree(SAMPLE_BOTS / "template" / package, folder / package)
    test.flagfall("bot", "add", folder)


class AtHome(ServerTest):
    def shown(self, number=1):
        shown, = self.json("tournament", "show", number)
        return shown

    def assert_pairs(self, games, at_once):
        """Two players of an iteration play its games with one value each, which the players' logs tell, and with sides swapped."""
        values = {}
        for game in self.games():
            number = int(game["game_id"].partition("-")[2])
            iteration = (number - 1) // 2
            first = 2 * (iteration % at_once) + 1
            players = {"peak" if player == 1 else f"peak#{player}" for player in (first, first + 1)}
            self.assertEqual({game["red"], game["blue"]}, players, number)
            self.assertEqual(game["round"], iteration + 1)
            for player in players:
                values.setdefault((iteration, player), set()).update(
                    re.findall(r"plays with the aim (\S+)", self.flagfall("bot", "log", player, "--game", game["game_id"]).stdout))
        self.assertEqual(len(values), games)
        for (iteration, player), aims in values.items():
            self.assertEqual(len(aims), 1, (iteration, player))

    def test_from_a_wrong_start_to_the_known_best(self):
        add_peak(self)
        told = self.flagfall("tune", "peak", *PLAY, *AIM, "--games", 160, "--concurrency", 3).stdout
        self.assertIn("Tournament 1, barrage, peak is tuned: barrage", told)
        self.assertGreater(len(re.findall(r"Options of peak after \d+ of 80 iterations:", told)), 5, "it is shown on the way")
        self.assertIn("Options of peak after 80 of 80 iterations:", told)
        self.assertIn("1-160", told)
        shown = self.shown()
        self.assertEqual(shown["state"], "STATE_FINISHED")
        aim, = shown["tuned"]["options"]
        self.assertEqual(aim["start"], 1)
        self.assertLess(abs(aim["value"] - 7), 2, told)
        use = shown["tuned"]["values"]["aim"]
        self.assertIn(int(use), (5, 6, 7, 8, 9), told)
        self.assertEqual(shown["tuned"]["bot"], "peak")
        self.assertIn(f"To use: --bot-option peak:aim={use}\n", told)
        self.assertEqual(json.loads(re.findall(r"(?m)^or in a spec: (.*)$", told)[-1]), {"bot_options": {"peak": {"values": {"aim": use}}}})
        csv = self.flagfall("tournament", "show", 1, "--csv").stdout.splitlines()
        self.assertEqual((csv[0], csv[1], len(csv)), ("iteration,aim", "0,1", 82))
        self.assertAlmostEqual(float(csv[-1].removeprefix("80,")), aim["value"], 6)
        # It is one bot, which was never rated.
        self.assertEqual([bot["manifest"]["name"] for bot in self.json("bot", "list")], ["peak"])
        self.assertEqual(self.json("leaderboard"), [])
        self.assertIn("160 games refereed again, all equal", self.flagfall("verify", "--all").stdout)
        self.flagfall("db", "check")
        # And the values can be used as they are told.
        self.flagfall("match", "peak", "peak", *PLAY, "--games", 2, "--bot-option", f"peak:aim={use}")

    def test_each_process_has_the_values_of_its_iteration(self):
        add_peak(self)
        # Each game has a log of its own then.
        spec = self.folder / "spec.json"
        spec.write_text(json.dumps({"concurrency_per_bot": 1}))
        self.flagfall("tune", "peak", "--spec", spec, *PLAY, *AIM, "--games", 12, "--concurrency", 2)
        self.assert_pairs(games=12, at_once=2)

    def finals(self):
        """What came of it, and of each game."""
        games = {game["game_id"]: (game["red"], game["outcome"], game["plies"]) for game in self.games()}
        return self.shown()["tuned"], games

    def read_games(self, process, count):
        for line in process.stdout:
            count -= bool(re.match(r"\d+/\d+  1-", line))
            if count <= 0:
                return

    def test_stops_and_kills_change_nothing(self):
        add_peak(self)
        tune = ("tune", "peak", *PLAY, *AIM, "--games", 48, "--concurrency", 3)
        self.flagfall(*tune)
        undisturbed = self.finals()
        self.assertEqual(undisturbed[0]["iterations"], 24)
        self.home = self.folder / "another"
        self.flagfall("bot", "add", self.folder / "bots" / "peak")
        chance = random.Random(3)
        process = self.start(*tune)
        for how in (signal.SIGINT, signal.SIGKILL, signal.SIGKILL, signal.SIGINT):
            self.read_games(process, chance.randrange(3, 9))
            process.send_signal(how)
            output, _ = process.communicate()
            self.assertEqual(process.returncode, 130 if how == signal.SIGINT else -9, output)
            self.wait_until_nobody_is_left()
            self.assertLess(self.shown()["tuned"]["iterations"], 24)
            process = self.start("tournament", "resume")
        output, _ = process.communicate()
        self.assertEqual(process.returncode, 0, output)
        self.assertIn("Options of peak after 24 of 24 iterations:", output)
        self.assertEqual(self.finals(), undisturbed)
        self.assert_sound()
        self.flagfall("db", "check")

    def test_reals_and_the_options_that_stay(self):
        add_peak(self, kind="TYPE_NUMBER")
        self.flagfall("tune", "peak", *PLAY, "--option", "aim=6.5..7.5", "--games", 6, "--pairs", 3, "--concurrency", 1,
                      "--bot-option", "peak:title=x", "--ruleset-option", "two_squares=2", "--book", "standard", "--duplicate")
        shown = self.shown()
        self.assertEqual((shown["spec"]["rounds"], shown["spec"]["games"]), (1, 6))
        self.assertEqual(shown["spec"]["bots"], ["peak", "peak#2"])
        option, = shown["spec"]["tuning"]["options"]
        self.assertEqual((option["type"], option["start"]), ("TYPE_NUMBER", 7), "its default is not in the range")
        self.assertAlmostEqual(option["step"], 0.1)
        lead = (shown["tuned"]["options"][0]["value"] - 7) / 0.1 / 0.25
        self.assertAlmostEqual(lead, round(lead))
        self.flagfall("db", "check")

    def test_a_bot_that_does_not_come_ends_it(self):
        self.flagfall("bot", "add", self.write_bot("crasher", command=["/bin/false"], options=[
            {"name": "aim", "type": "TYPE_INTEGER", "default_value": "1"}]))
        told = self.flagfall("tune", "crasher", *PLAY, *AIM, "--games", 1000, "--concurrency", 2)
        self.assertIn("the tuning ends before its last iteration, after 10 in a row of the same players", told.stderr)
        self.assertIn("The tuning has ended early: the bot did not come any more.", told.stdout)
        self.assertLess(self.shown()["games_stored"], 100)

    def test_what_is_refused(self):
        add_peak(self)
        self.add_sample("random")
        for arguments, saying in [
                (["peak", "--option", "aim=3"], "--option aim=3: must be NAME=LOW..HIGH[@START][:STEP], as in depth=1..10@3:0.5"),
                (["peak", "--option", "aim=9..3"], "tuning.options: 'aim': 9 to 3 is no range; low must be below high"),
                (["peak", "--option", "aim=0..3@4"], "'aim': start 4 is not in its range, 0 to 3"),
                (["peak", "--option", "aim=0..3:0.1"], "'aim': step 0.1 given; from 0.5 for an integer, and at most 3"),
                (["peak"], "tuning.options: 0 given; 1 to 64"),
                (["peak", "--option", "depth=0..3"], "bot peak has no option 'depth'; its options that are numbers: aim, seed"),
                (["peak", "--option", "title=0..3"], "bot peak has option title of type TYPE_STRING; TYPE_INTEGER and TYPE_NUMBER alone"),
                (["nobody", "--option", "aim=0..3"], "there is no bot 'nobody'"),
                (["peak", "--option", "aim=0..3", "--gains", "speed=1"], "--gains speed=1: must be alpha=NUMBER"),
                (["peak", "--option", "aim=0..3", "--gains", "rate=0"], "tuning.rate: 0 given"),
                (["peak", "--option", "aim=0..3", "--bot-option", "peak:aim=1"], "bot_options: 'aim' is tuned"),
                (["peak", "--option", "aim=0..3", "--no-watch"], "--no-watch is for a server"),
                (["peak", "--option", "aim=0..3", "--ruleset-option", "x"], "--ruleset-option x: must be NAME=VALUE")]:
            with self.subTest(arguments):
                self.refused("tune", *arguments, "--ruleset", "barrage", saying=saying)
        self.assertEqual(self.json("tournament", "list"), [])


class AtAServer(WorkersTest):
    def test_it_is_the_same_at_home_at_a_server_and_on_workers(self):
        add_peak(self)
        tune = ("tune", "peak", *PLAY, *AIM, "--games", 40, "--concurrency", 4)
        self.serve("--http", "127.0.0.1:0", heartbeat=60)
        made, = self.asked(self.zoe, *tune, "--no-watch")
        self.assertEqual(made["state"], "STATE_QUEUED")
        self.assertEqual(len(made["spec"]["bots"]), 8)
        for name in ("one", "two"):
            self.start_worker(name, "--games-at-once", 2)
        self.wait_for(lambda: self.stored(1) >= 8, "some games")
        # The server is killed, a worker is lost, and the tuning is paused.
        self.kill_worker("one")
        self.end_server(signal.SIGKILL)
        self.serve("--http", "127.0.0.1:0", heartbeat=1)
        self.start_worker("one", "--games-at-once", 2)
        self.wait_for(lambda: self.stored(1) >= 16, "more games")
        self.ask(self.zoe, "tournament", "pause", 1)
        self.wait_for(lambda: self.resumed(1), "the pause")
        self.assertNotIn("tuned", self.page("tournaments/1")["tournament"])
        self.assertFalse("tuned" in self.shown(1) or "tuning" in self.shown(1)["spec"], "only hosts are told")
        self.assertIn("What the options have become is told when the tuning is finished.", self.ask("", "tournament", "show", "1").stdout)
        self.assertIn(" of 20 iterations:", self.ask(self.zoe, "tournament", "show", "1").stdout)
        self.wait_until_finished(1)
        self.assert_played_once(1, 40)
        at_server = self.shown(1)["tuned"]
        self.assertEqual(self.page("tournaments/1")["tournament"]["tuned"]["options"], at_server["options"])
        results = {game["game_id"]: game["outcome"] for game in self.games_of(1)}
        self.assertFalse(any((self.home / "logs" / "1").rglob("*.log")), "no bot has run at the server")
        self.assertEqual([self.stop_worker("one"), self.stop_worker("two")], [0, 0])
        self.assertEqual(self.end_server(), 0)
        self.flagfall("db", "check")
        self.home = self.folder / "another"
        self.flagfall("bot", "add", self.folder / "bots" / "peak")
        self.flagfall(*tune)
        shown, = self.json("tournament", "show", 1)
        self.assertEqual({game["game_id"]: game["outcome"] for game in self.games()}, results)
        self.assertEqual(shown["tuned"], at_server)

    def page(self, path):
        with urllib.request.urlopen(f"{self.site.rstrip('/')}/api/v1/{path}") as answer:
            return json.load(answer)

    def resumed(self, tournament):
        """Whether it could be played on: its last games before the pause are over."""
        return self.ask(self.zoe, "tournament", "resume", str(tournament), code=None).returncode == 0

    def test_an_owner_cannot_tune(self):
        add_peak(self)
        self.serve()
        ann = self.owner("ann")
        self.denied(ann, "tune", "peak", *PLAY, *AIM, saying="not for the role owner")


if __name__ == "__main__":
    unittest.main()
