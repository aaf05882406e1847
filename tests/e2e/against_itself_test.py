"""A bot plays against itself: two processes of one entry, here, at a server and on workers, told apart everywhere, and never rated."""

import json
import re
import shutil
import unittest

from arena import BOTS, SAMPLE_BOTS
from server import ServerTest
from workers import WorkersTest

PLAY = ("--ruleset", "barrage", "--tc", "60+1")


def talker(test):
    """Adds a bot that prints at each decision."""
    folder = test.write_bot("talker", command=["/usr/bin/python3", "talker.py"])
    shutil.copy(BOTS / "talker.py", folder)
    for package in ("flagfall_bot", "flagfall"):
        shutil.copytree(SAMPLE_BOTS / "template" / package, folder / package)
    test.flagfall("bot", "add", folder)


class AtHome(ServerTest):
    def test_both_players_have_processes_logs_and_results_of_their_own(self):
        talker(self)
        told = self.flagfall("match", "talker", "talker", "--ruleset", "classic", "--tc", "60+1", "--max-plies", 20, "--games", 4,
                             "--concurrency", 1).stdout
        self.assertIn("Results of talker vs talker#2:", told)
        games = self.games()
        # Who has Red first is drawn.
        red, blue = games[-1]["red"], games[-1]["blue"]
        self.assertEqual({red, blue}, {"talker", "talker#2"})
        self.assertEqual([(game["red"], game["blue"]) for game in reversed(games)], [(red, blue), (blue, red)] * 2)
        self.assertFalse([game for game in games if "rating" in game])
        for game in games:
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED"), game)
            record = self.record(game["game_id"])
            self.assertEqual((record["red"]["name"], record["blue"]["name"]), (game["red"], game["blue"]))
            for side in ("red", "blue"):
                # What each has printed is what it has decided.
                text = self.flagfall("bot", "log", game[side], "--game", game["game_id"]).stdout
                decided = [one for one in record["entries"] if "acted" in one and one["side"] == f"SIDE_{side.upper()}"]
                self.assertEqual(len(re.findall(r"(?m)^(?:set-up|decision \d+) of ", text)), len(decided), text)
        for name in ("talker", "talker#2"):
            whole = self.flagfall("bot", "log", name, "--tournament", 1).stdout
            self.assertEqual(re.findall(r"(?m)^== game (.*)$", whole), [f"1-{number}" for number in range(1, 5)])
        self.assertIn("4 games refereed again, all equal", self.flagfall("verify", "--all").stdout)
        self.flagfall("db", "check")
        self.assertEqual([bot["manifest"]["name"] for bot in self.json("bot", "list")], ["talker"])
        self.assertEqual(len(self.json("game", "list", "--bot", "talker#2", "--opponent", "talker")), 4)
        self.assertIn(f"# Blue: {blue} 1", self.flagfall("game", "export", "1-1", "--format", "text").stdout)
        self.assertIn(f"red {red} 1, blue {blue} 1", self.flagfall("game", "show", "1-1").stdout)
        self.assertIn(f"1-2,1,1,classic,{blue},{red},", self.flagfall("game", "export", "--tournament", 1, "--format", "csv").stdout)
        # How it sets up itself it may know.
        self.assertEqual(self.json("audit", "talker", "--ruleset", "classic")[0]["games"], 0)
        shown, = self.json("tournament", "show", 1)
        self.assertEqual({row["bot"]: row["games"] for row in shown["standings"]}, {"talker": 4, "talker#2": 4})
        self.assertEqual(shown["spec"]["name"], "classic, talker against itself")

    def test_each_has_options_of_its_own_and_games_side_by_side(self):
        self.add_sample("sergeant")
        self.flagfall("match", "sergeant", "sergeant", *PLAY, "--games", 6, "--concurrency", 3, "--seed", 5, "--duplicate",
                      "--bot-option", "sergeant:seed=3", "--bot-option", "sergeant#2:seed=4")
        self.assertEqual(len(self.games()), 6)
        self.assert_sound()
        # The sergeant's set-ups follow from its seed: with the same one on both sides they are the same.
        shown, = self.json("tournament", "show", 1)
        self.assertEqual(shown["spec"]["bot_options"]["sergeant#2"]["values"], {"seed": "4"})

    def test_a_limit_of_the_sandbox_holds_for_both(self):
        self.add_sample("random")
        limit = ("--bot-memory-max", "8G")
        self.refused("match", "random", "random", *PLAY, *limit, saying="--bot-memory-max limits bots in a sandbox")
        self.flagfall("match", "random", "random", *PLAY, "--games", 2, *limit, "--sandbox", "basic")
        self.assertEqual(len(self.games()), 2)

    def test_a_fault_is_that_of_the_bot(self):
        self.flagfall("bot", "add", self.write_bot("crasher", command=["/bin/false"]))
        self.flagfall("match", "crasher", "crasher", *PLAY, "--games", 4)
        crasher, = self.json("bot", "show", "crasher")
        self.assertEqual(crasher["state"], "STATE_SUSPENDED")
        self.refused("match", "crasher", "crasher", *PLAY, saying="bot crasher is suspended")

    def test_what_is_refused(self):
        self.add_sample("random", "sergeant")
        spec = self.folder / "spec.json"
        spec.write_text(json.dumps({"rated": True}))
        for arguments, saying in [
                (("match", "random", "random", "--spec", spec), "rated: games of a bot against itself are never rated"),
                (("match", "random", "random", "--format", "sprt"), "format: of a bot against itself there is a match alone"),
                (("tournament", "run", "--bots", "random,random"), "'random' comes twice; a bot plays against itself in a match alone"),
                (("tournament", "run", "--bots", "random,sergeant,random"), "'random' comes twice"),
                (("tournament", "run", "--bots", "random,sergeant#2"), "'sergeant#2' is the second player of 'sergeant'"),
                (("match", "nobody", "nobody"), "there is no bot 'nobody'"),
                (("bot", "add", self.write_bot("a#2")), "field name: must be 1 to 40 letters")]:
            with self.subTest(arguments):
                ruleset = () if arguments[0] == "bot" else ("--ruleset", "barrage")
                self.refused(*arguments, *ruleset, saying=saying)
        for change in ("suspend", "retire"):
            self.refused("bot", change, "random#2", saying="there is no bot 'random#2'")
        self.assertEqual(self.json("tournament", "list"), [])


class AtAServer(ServerTest):
    def shown(self, tournament):
        shown, = self.asked("", "tournament", "show", str(tournament))
        return shown

    def test_an_owner_has_a_bot_of_its_own_play_against_itself(self):
        self.serve("--challenges", "rated")
        ann, ben = self.owner("ann"), self.owner("ben")
        self.ask(ann, "bot", "submit", shutil.copytree(SAMPLE_BOTS / "scout", self.folder / "scout"))
        self.ask(self.zoe, "bot", "challenges", "scout", "off")
        told = self.ask(ann, "challenge", "scout", "scout", *PLAY, "--games", 20).stdout
        self.assertIn("Results of scout@1 vs scout@1#2:", told)
        games = self.asked("", "game", "list", "--bot", "scout", "--opponent", "scout")
        self.assertEqual(len(games), 20)
        self.assertEqual({frozenset((game["red"], game["blue"])) for game in games}, {frozenset(("scout@1", "scout@1#2"))})
        self.denied(ann, "challenge", "scout", "scout", *PLAY, "--rated", saying="games of a bot against itself are never rated")
        self.denied(ben, "challenge", "scout", "scout", *PLAY, saying="bot scout@1 is not ben's")
        # For owners a match is a challenge, and for hosts a tournament.
        self.ask(ann, "match", "scout", "scout", *PLAY)
        self.ask(self.zoe, "match", "scout", "scout", *PLAY)
        self.assertEqual([self.shown(number)["spec"]["challenger"] for number in (1, 2, 3)], ["ann", "ann", ""])
        # Logs are the owner's and the hosts'.
        for token in (ann, self.zoe):
            self.ask(token, "bot", "log", "scout@1#2", "--tournament", 1)
            self.ask(token, "bot", "log", "scout#2", "--tournament", 1)
        self.denied(ben, "bot", "log", "scout#2", "--tournament", 1, saying="this is not ben's")
        self.assertEqual(self.asked("", "leaderboard"), [])
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()
        self.flagfall("db", "check")

    def test_a_remote_bot_cannot(self):
        self.serve()
        ann = self.owner("ann")
        self.remote_bot(ann, "amys")
        for token, command in ((ann, "challenge"), (ann, "match"), (self.zoe, "match")):
            self.denied(token, command, "amys", "amys", *PLAY,
                        saying="bot amys is remote, and cannot play against itself: it dials in once, with one token")
        self.assertEqual(self.asked("", "tournament", "list"), [])

    def test_an_owner_is_told_why_a_challenge_was_stopped(self):
        # Nobody may have a sandbox without it.
        self.serve("--no-games-here")
        ann, ben = self.owner("ann"), self.owner("ben")
        self.ask(ann, "bot", "submit", shutil.copytree(SAMPLE_BOTS / "scout", self.folder / "scout"))
        made, = self.asked(ann, "challenge", "scout", "scout", *PLAY, "--no-watch")
        # Its logs cannot be made.
        self.ask(ann, "tournament", "cancel", str(made["id"]))
        logs = self.home / "logs" / "2"
        logs.parent.mkdir(exist_ok=True)
        logs.write_text("")
        told = self.ask(ann, "challenge", "scout", "scout", *PLAY)
        self.assertIn("Tournament 2 was stopped: logs have no folder: cannot make the folder ...", told.stderr)
        self.assertIn("Why: logs have no folder: cannot make the folder ...", self.ask(ann, "tournament", "show", "2").stdout)
        self.assertIn(f"Why: logs have no folder: cannot make the folder {self.home}/logs/2", self.ask(self.zoe, "tournament", "show", "2").stdout)
        self.assertNotIn("Why:", self.ask(ben, "tournament", "show", "2").stdout)


class OnWorkers(WorkersTest):
    def test_a_lease_has_both_players(self):
        self.add_sample("random")
        self.serve(heartbeat=60)
        made, = self.asked(self.zoe, "challenge", "random", "random", *PLAY, "--games", 8, "--no-watch")
        self.start_worker("one", "--games-at-once", 2)
        self.wait_until_finished(made["id"])
        self.assert_played_once(made["id"], 8)
        self.assertEqual({game["red"] for game in self.games_of(made["id"])}, {"random", "random#2"})
        self.assertEqual(len(list((self.folder / "one" / "bots").iterdir())), 1, "its files are fetched once")
        self.assertEqual(self.stop_worker("one"), 0)
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()
        self.flagfall("db", "check")


if __name__ == "__main__":
    unittest.main()
