"""A remote bot of each SDK stays while its host is away, and plays on when the host is back; and it stops at what does not
mend, with a line that says why."""

import json
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from arena import PATIENCE_S, SAMPLE_BOTS, write_manifest  # noqa: E402
from server import ServerTest  # noqa: E402

BOTS = [bot for bot in ("sergeant", "scout", "rover") if (SAMPLE_BOTS / bot).exists()]

# Crashes at its third ply of the second game.
CRASHER = """
from flagfall_bot import Player, run

class Crasher(Player):
    def choose_ply(self, game, time):
        if game.started.game_id.endswith("-2"):
            raise ValueError("no such square")
        return self.random.choice(game.legal_plies)

run(Crasher)
"""
# Returns there what is no action.
NONSENSE = """
import { Player, run } from "flagfall-bot";

run(class extends Player {
  choosePly(game) {
    if (game.started.gameId.endsWith("-2")) return { action: 5 };
    return this.random.choice(game.legalPlies);
  }
});
"""


class StaysTest(ServerTest):
    def said_by(self, number):
        return (self.folder / f"remote-{number}.log").read_text()

    def test_through_a_host_that_is_away(self):
        self.serve()
        for bot in BOTS:
            self.remote_bot(self.zoe, f"far-{bot}", bot)
        self.play_once()
        self.end_server(signal.SIGKILL)
        for number in range(len(BOTS)):
            self.wait_for(lambda: "waiting for it" in self.said_by(number), f"{BOTS[number]} says that it waits")
        self.serve()
        self.play_once()
        for number, bot in enumerate(BOTS):
            said = self.said_by(number)
            self.assertEqual((said.count("waiting for it"), said.count(f"back at {self.reach} after")), (1, 1), said)
        for bot in self.bots:
            bot.terminate()
            self.assertEqual(bot.wait(PATIENCE_S), 0)

    def play_once(self):
        names = [f"far-{bot}" for bot in BOTS]
        self.ask(self.zoe, "tournament", "create", "--bots", ",".join(names), "--ruleset", "barrage", "--games", 2, "--tc",
                 "60+1", "--max-plies", 200, "--watch")
        for game in self.asked(self.zoe, "game", "list", "--count", 100):
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED"), game)

    def end_of(self, bot, **environment):
        """The exit code of a bot, and the one line that it prints."""
        command = json.loads((SAMPLE_BOTS / bot / "bot.json").read_text())["command"]
        given = dict(self.environment, FLAGFALL_ADDRESS=self.reach, FLAGFALL_TOKEN="nobody")
        done = subprocess.run(command, cwd=SAMPLE_BOTS / bot, env=dict(given, **environment), capture_output=True, text=True,
                              timeout=PATIENCE_S)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.returncode, done.stderr

    def each_ends(self, saying, code=78, **environment):
        for bot in BOTS:
            with self.subTest(bot=bot, saying=saying):
                ended, said = self.end_of(bot, **environment)
                self.assertEqual(ended, code, said)
                self.assertIn(saying, said)

    def test_stops_at_what_does_not_mend(self):
        self.serve()
        # By name, since Node warns of a server's name that is a number.
        by_name = self.address.replace("127.0.0.1", "localhost")
        self.each_ends("does not take the token in FLAGFALL_TOKEN")
        self.each_ends("it speaks no TLS there; write insecure: in place of tls:", FLAGFALL_ADDRESS=f"tls:{by_name}")
        self.end_server()
        self.make_certificate()
        self.address = "127.0.0.1:0"
        self.serve()
        self.each_ends("no root that is trusted here has signed its certificate for that name; name the file of the host's",
                       FLAGFALL_ADDRESS=self.reach.replace("127.0.0.1", "localhost"))

    def test_a_player_that_crashes_loses_its_own_game(self):
        """In one game of four, all of which are played at once; also where nobody may resign."""
        self.add_crasher("template", "/usr/bin/python3", "crasher.py", CRASHER)
        self.assert_one_of_four_is_lost(1, "RESIGNED")
        self.assert_one_of_four_is_lost(2, "ILLEGAL_ACTION", "--no-resignation")
        acted = [entry["acted"].get("comment", "") for entry in self.record("2-2")["entries"] if "acted" in entry]
        self.assertIn("the player has crashed: ValueError: no such square", acted)
        self.assert_sound()

    @unittest.skipUnless("rover" in BOTS, "there is no Node, or ./dev setup has not run")
    def test_a_player_in_javascript_whose_answer_is_none_loses_its_own_game(self):
        """gRPC ends the whole stream at a message that it cannot write."""
        self.add_crasher("rover", "node", "crasher.js", NONSENSE)
        self.assert_one_of_four_is_lost(1, "RESIGNED")
        self.assertIn("Act.action: object expected", self.log(1, "crasher"))

    def add_crasher(self, sample, interpreter, program, text):
        """A bot with the SDK of that sample bot, which crashes at its first ply of classic."""
        folder = self.folder / "bots" / "crasher"
        shutil.copytree(SAMPLE_BOTS / sample, folder)
        write_manifest(folder, "crasher", command=[interpreter, program], rulesets=["classic"])
        (folder / program).write_text(text)
        self.flagfall("bot", "add", folder)
        self.add_sample("random")

    def assert_one_of_four_is_lost(self, tournament, reason, *flags):
        self.flagfall("match", "crasher", "random", "--ruleset", "classic", "--games", 4, "--concurrency", 4, "--tc", "60+1",
                      "--max-plies", 100, *flags)
        reasons = {game["game_id"]: game["outcome"]["reason"] for game in self.games()
                   if game["game_id"].startswith(f"{tournament}-")}
        self.assertEqual(reasons.pop(f"{tournament}-2"), f"REASON_{reason}", reasons)
        self.assertEqual(len(reasons), 3)
        self.assertFalse({"REASON_RESIGNED", "REASON_DISCONNECTED", "REASON_ILLEGAL_ACTION"} & set(reasons.values()), reasons)
        self.assertIn(f"{tournament}-2: the player has crashed, and its game is given up", self.log(tournament, "crasher"))

    def test_ends_when_it_is_told_how_long_to_wait(self):
        self.reach = f"unix:{self.folder}/nowhere"
        self.each_ends("not reached for 0 s (FLAGFALL_DIAL_FOR), and so the bot ends", code=1, FLAGFALL_DIAL_FOR="0")


if __name__ == "__main__":
    unittest.main()
