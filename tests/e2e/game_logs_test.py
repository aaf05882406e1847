"""What bots print: a log for each game, for hosts and the bot's owner."""

import json
import re
import shutil
import unittest

from arena import BOTS, SAMPLE_BOTS
from server import ServerTest

PLAY = ["--ruleset", "barrage", "--tc", "60+1", "--max-plies", 40]


class GameLogs(ServerTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random")

    def talker(self, name="talker"):
        """The folder of a bot that prints at each decision."""
        folder = self.write_bot(name, command=["/usr/bin/python3", "talker.py"])
        shutil.copy(BOTS / "talker.py", folder)
        for package in ("flagfall_bot", "flagfall"):
            shutil.copytree(SAMPLE_BOTS / "template" / package, folder / package)
        return folder

    def said_in(self, text):
        """The games in which these lines were printed, while they were on. A bot may say that a game has ended when the next
        one has begun."""
        return set(re.findall(r"^(?:set-up|decision \d+) of (\d+-\d+)$", text, re.M))

    def test_a_game_that_is_played_alone_has_a_log_of_its_own(self):
        self.flagfall("bot", "add", self.talker())
        self.flagfall("match", "talker", "random", *PLAY, "--games", 6, "--concurrency", 1)
        for game in self.games():
            text = self.flagfall("bot", "log", "talker", "--game", game["game_id"]).stdout
            self.assertEqual(text, self.game_log(game["game_id"], "talker"))
            own = [line for line in text.splitlines() if re.match("(set-up|decision)", line)]
            side = "red" if game["red"] == "talker" else "blue"
            decided = [entry for entry in self.record(game["game_id"])["entries"]
                       if "acted" in entry and entry["side"] == f"SIDE_{side.upper()}"]
            self.assertEqual(len(own), len(decided), text)
            self.assertTrue(all(line.endswith(f" of {game['game_id']}") for line in own), text)
        whole = self.flagfall("bot", "log", "talker", "--tournament", 1).stdout
        self.assertEqual(re.findall(r"^== game (.*)$", whole, re.M), [f"1-{number}" for number in range(1, 7)])
        self.refused("bot", "log", "random", "--game", "1-1", saying="bot random has no log for game 1-1 alone: it printed nothing")
        self.refused("bot", "log", "talker", "--game", "1-7", saying="there is no game '1-7'")
        self.refused("bot", "log", "talker", "--game", "7-1", saying="there is no tournament 7")
        self.refused("bot", "log", "talker", "--game", "1", saying="its id would be like 1-3")
        self.refused("bot", "log", "talker", "--game", "1-1", "--tournament", 1, saying="either a tournament or a game")

    def test_games_that_are_played_at_once_are_told_to_be_so(self):
        self.flagfall("bot", "add", self.talker())
        self.flagfall("match", "talker", "random", *PLAY, "--games", 6, "--concurrency", 3)
        text = (self.home / "logs" / "1" / "talker.log").read_text()
        self.assertIn("were played at the same time, and may be about any of them]", text)
        said = self.said_in(self.log(1, "talker"))
        self.assertEqual(said, {f"1-{number}" for number in range(1, 7)}, "nothing is lost")
        # A log of a game has no line of another.
        for path in (self.home / "logs" / "1" / "games" / "talker").glob("*.log"):
            self.assertLessEqual(self.said_in(path.read_text()), {path.stem})

    def test_the_oldest_are_removed(self):
        self.flagfall("bot", "add", self.talker())
        self.flagfall("match", "talker", "random", *PLAY, "--games", 120, "--concurrency", 1, "--bot-log-max", "1M")
        kept = sorted((self.home / "logs" / "1" / "games" / "talker").glob("*.log"),
                      key=lambda path: int(path.stem.split("-")[1]))
        self.assertLess(len(kept), 120)
        self.assertEqual([path.stem for path in kept], [f"1-{number}" for number in range(121 - len(kept), 121)])
        self.refused("bot", "log", "talker", "--game", "1-1", saying="removed as one of the oldest (--bot-log-max, --owner-logs-max)")
        self.refused("match", "talker", "random", "--bot-log-max", "1K", saying="--bot-log-max", code=2)

    def test_at_a_server_hosts_and_the_owner_read_them(self):
        self.serve()
        ann = self.owner("ann")
        self.ask(ann, "bot", "submit", self.talker("mine"))
        self.ask(self.zoe, "match", "mine", "random", *PLAY, "--games", 2, "--concurrency", 1)
        for token in (ann, self.zoe):
            text = self.ask(token, "bot", "log", "mine", "--game", "1-2").stdout
            self.assertIn("set-up of 1-2\n", text)
            self.assertEqual(self.said_in(text), {"1-2"})
        self.denied(self.owner("bob"), "bot", "log", "mine", "--game", "1-2", saying="this is not bob's")
        self.denied("", "bot", "log", "mine", "--game", "1-2", saying="needs a token")
        self.denied(ann, "bot", "log", "random", "--game", "1-2", saying="this is not ann's")

    def test_what_an_owner_has_in_all_tournaments_is_bounded(self):
        self.flagfall("bot", "add", self.talker())
        self.serve("--owner-logs-max", "32M")
        ann = self.owner("ann")
        self.ask(ann, "bot", "submit", self.talker("mine"))
        match = ["match", "mine", "talker", *PLAY, "--games", 1, "--concurrency", 1]
        logs = self.home / "logs"
        for tournament in (1, 2, 3):
            self.ask(self.zoe, *match)
            self.assertTrue((logs / str(tournament) / "games" / "mine@1").exists())
            # As if it had printed as much.
            with (logs / str(tournament) / "mine@1.log").open("a") as log:
                log.truncate(14 << 20)
        self.assertTrue((logs / "1" / "mine@1.log").exists(), "28 MiB when the third began")
        self.ask(self.zoe, *match)
        self.assertFalse((logs / "1" / "mine@1.log").exists())
        self.assertFalse((logs / "1" / "games" / "mine@1").exists())
        self.assertTrue((logs / "1" / "games" / "talker").exists(), "the host's own")
        self.assertTrue((logs / "2" / "games" / "mine@1").exists())
        self.denied(ann, "bot", "log", "mine", "--tournament", 1, saying="one of the owner's oldest (--owner-logs-max)")
        self.assertIn("set-up of 4-1", self.ask(ann, "bot", "log", "mine", "--game", "4-1").stdout)


class Match(ServerTest):
    def test_is_played_by_a_server_and_shown_as_at_home(self):
        self.add_sample("random", "sergeant")
        match = ["match", "random", "sergeant", *PLAY, "--games", 4, "--seed", 7, "--concurrency", 1]
        at_home = self.flagfall(*match).stdout
        self.serve()
        shown = self.ask(self.zoe, *match).stdout
        for part in ("Tournament {}, ", "Leaderboard barrage", "DrawRatio", "rank"):
            self.assertEqual(part.format(1) in at_home, part.format(2) in shown, part)
        self.assertIn("Tournament 2, ", shown)
        spec = self.asked("", "tournament", "show", 2)[0]["spec"]
        self.assertEqual((spec["bots"], spec["games"], spec["seed"]), (["random", "sergeant"], 4, "7"))
        self.assertEqual(len(self.asked("", "game", "list", "--tournament", 2)), 4)
        as_lines = [json.loads(line) for line in self.ask(self.zoe, *match, "--json").stdout.splitlines()]
        self.assertIn("STATE_FINISHED", [line.get("state") for line in as_lines])
        # For an owner it is a challenge.
        self.denied(self.owner("ann"), *match, saying="seed: is not for a challenge to set")
        self.denied("", *match, saying="needs a token")
        self.denied(self.zoe, "match", "random", "nobody", "--ruleset", "barrage", saying="there is no bot 'nobody'")
        self.denied(self.zoe, *match, "--sandbox", "none", saying="--sandbox is for bots that run here")
        self.denied(self.zoe, *match, "--bot-log-max", "2M", saying="--bot-log-max is for bots that run here")


if __name__ == "__main__":
    unittest.main()
