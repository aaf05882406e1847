"""The bots in Go and Java, which are written from proto/ alone: built by their scripts, where their tools are installed, they
dial in to `flagfall serve` and play every ruleset."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from arena import BUILD, PATIENCE_S  # noqa: E402
from server import ServerTest  # noqa: E402

FOLDER = HERE.parents[1] / "sample-bots"
RULESETS = ("classic", "battle", "duel", "barrage", "bluffing", "cards", "gogo")
# Each ruleset, and options that change what a bot has to make up itself (proto/README.md, "What is not listed").
GAMES = (*((ruleset,) for ruleset in RULESETS), ("duel", "army=2-1-9-1-0-0-0-0-0-0-1-1", "zone_rows=2"),
         ("gogo", "bases=chosen", "rounds=3", "team_size=5"), ("gogo", "rounds=2", "overstep=moved_back"))
GO_ENVIRONMENT = dict(os.environ, GOCACHE=str(BUILD / "tests/interop/go-cache"), GOFLAGS="-p=2")
# Both compile gRPC's library or a hundred files of messages.
BUILD_PATIENCE_S = 540


class OtherLanguages(ServerTest):
    def build(self, language):
        """The folder that the language's script makes; skips the test when it names a tool that is missing."""
        folder = self.folder / language
        done = subprocess.run([FOLDER / language / "build.sh", folder], env=GO_ENVIRONMENT, capture_output=True, text=True,
                              timeout=BUILD_PATIENCE_S)
        if done.returncode != 0 and re.match(r"there is no \S+", done.stderr):
            self.skipTest(done.stderr.strip())
        self.assertEqual(done.returncode, 0, done.stderr)
        return folder

    def play(self, program, name):
        """Plays two games of each of GAMES against the sample bot, and goes when it is told to."""
        self.serve()
        made, = self.asked(self.zoe, "bot", "remote", name, "--rulesets", ",".join(RULESETS))
        self.remote_bot(self.zoe, "other", rulesets=",".join(RULESETS))
        log = self.folder / f"{name}.log"
        environment = dict(self.environment, FLAGFALL_ADDRESS=self.reach, FLAGFALL_TOKEN=made["token"]["secret"])
        with open(log, "w") as output:
            bot = subprocess.Popen([program], cwd=program.parent, env=environment, stdout=output, stderr=output)
        self.bots.append(bot)
        for ruleset, *options in GAMES:
            flags = [word for option in options for word in ("--option", option)]
            self.ask(self.zoe, "tournament", "create", "--bots", f"{name},other", "--ruleset", ruleset, *flags, "--games", 2,
                     "--tc", "60+1", "--max-plies", 200, "--watch")
        games = self.asked(self.zoe, "game", "list", "--count", 100)
        self.assertEqual(len(games), 2 * len(GAMES))
        for game in games:
            self.assertNotIn(game["outcome"]["reason"], ("REASON_ILLEGAL_ACTION", "REASON_FORFEIT_NO_SHOW", "REASON_RESIGNED",
                                                         "REASON_DISCONNECTED", "REASON_OUT_OF_TIME"), log.read_text())
        bot.send_signal(signal.SIGTERM)
        self.assertEqual(bot.wait(PATIENCE_S), 0)
        self.end_server()
        self.refuse(program, environment)

    def refuse(self, program, environment):
        """A token that nobody knows is no reason to dial again."""
        self.serve()
        done = subprocess.run([program], env=dict(environment, FLAGFALL_ADDRESS=self.reach, FLAGFALL_TOKEN="x"),
                              capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual(done.returncode, 78, done.stderr)
        self.assertIn("UNAUTHENTICATED", done.stderr.upper())
        self.end_server()

    def test_go(self):
        self.play(self.build("go") / "gopher", "gopher")

    def test_go_as_the_page_of_the_protocol_builds_it(self):
        """The commands of proto/README.md, but for what they install."""
        self.build("go")
        page = (FOLDER.parent / "proto/README.md").read_text()
        commands = re.search(r"\n +apt-get install golang-go.*\n((?: {6}.*\n)+)", page)[1]
        folder = self.folder / "page"
        shutil.copytree(FOLDER / "go/gopher", folder / "mybot")
        (folder / "proto").symlink_to(FOLDER.parent / "proto")
        commands = commands.replace("/usr/share/gocode", os.environ.get("FLAGFALL_GO_LIBRARIES", "/usr/share/gocode"))
        subprocess.run(["/bin/bash", "-ec", commands], cwd=folder, env=GO_ENVIRONMENT, check=True, timeout=BUILD_PATIENCE_S)
        self.assertTrue(os.access(folder / "mybot/mybot", os.X_OK))

    def test_java(self):
        self.play(self.build("java") / "duke", "duke")

    def test_go_as_a_launched_bot(self):
        self.flagfall("bot", "add", self.build("go"))
        self.add_sample("random")
        self.flagfall("match", "gopher", "random", "--ruleset", "duel", "--games", 2, "--tc", "60+1")
        self.assertEqual([game["outcome"]["reason"] for game in self.games() if "FORFEIT" in game["outcome"]["reason"]], [])
        self.assert_sound()


if __name__ == "__main__":
    unittest.main()
