"""What the program says to wrong words and wrong files: exit code 1 or 2, on standard error, with what would be right."""

import datetime
import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "e2e"))

from arena import BUILD, SAMPLE_BOTS, ArenaTest  # noqa: E402
from server import ServerTest  # noqa: E402

# In the order in which their examples run: each finds what those before it have made.
COMMANDS = ["bot", "bot add", "bot list", "bot show", "bot check", "bot submit", "bot submissions", "bot log", "bot challenges", "bot tag", "bot suspend",
            "bot resume", "bot retire", "user", "user add", "user list", "user invite", "user invitations", "user uninvite", "token", "token create", "token list",
            "token link", "token revoke", "webhook", "webhook add", "webhook list", "webhook test", "webhook deliveries", "webhook remove",
            "user remove", "tournament", "tournament run", "tournament resume", "tournament list", "tournament show",
            "tournament pairings", "tournament init", "tournament series", "tournament series list", "match", "tune", "leaderboard", "game", "game list", "game show", "game receipt", "game analyse", "game bits", "game export",
            "game import", "verify", "audit", "exam", "copies", "rules", "rules list", "rules show", "rules clause", "rules replay", "book", "book generate", "book check", "db", "db check", "db head", "db key", "db backup", "db restore",
            "report", "cluster", "cluster workers", "cluster workers list"]
AT_A_SERVER = ["bot remote", "tournament create", "tournament pause", "tournament cancel", "tournament watch", "tournament series stop",
               "challenge", "status"]
# Their examples run in tests/cluster, where there is Slurm, in e2e_workers, e2e_registration, e2e_webhooks and e2e_luck.
ELSEWHERE = ["value", "value fit", "value list", "value show", "register", "webhook redeliver", "serve", "worker", "cluster workers trust", "cluster slurm", "cluster slurm up", "cluster slurm status", "cluster slurm down"]
RUN = ["tournament", "run", "--bots", "random,sergeant", "--ruleset", "barrage"]


class HelpTest(ServerTest):
    def help_of(self, *path):
        return self.flagfall(*path, "--help").stdout

    def all_commands(self, *path):
        listed = self.help_of(*path).partition("Subcommands:\n")[2].partition("\n\n")[0]
        for word in re.findall(r"^  (\w+)", listed, re.MULTILINE):
            yield " ".join([*path, word])
            yield from self.all_commands(*path, word)

    def example_of(self, command):
        found = re.search(r"\nExample: (flagfall .*)", self.help_of(*command.split()))
        self.assertTrue(found, f"`{command} --help` has no example")
        return found[1]

    def run_example(self, example, *before):
        """`before` are words that go first. What stands behind && goes on without end, or is another command."""
        words, *piped = [part.split()[1:] for part in example.split(" && ")[0].split(" | ")]
        done = self.flagfall(*before, *words)
        for words in piped:
            self.flagfall(*words, stdin=done.stdout)


class Help(HelpTest):
    def test_each_command_is_known_here(self):
        self.assertEqual(sorted(self.all_commands()), sorted([*COMMANDS, *AT_A_SERVER, *ELSEWHERE]))

    def test_each_command_says_how_to_ask_for_help(self):
        for command in ["", *COMMANDS, *AT_A_SERVER, *ELSEWHERE]:
            self.assertIn("--help", self.help_of(*command.split()))
            self.assertTrue(self.example_of(command))

    def test_the_examples_run(self):
        # That of `bot submit` is among them.
        self.need_strict_sandbox()
        folder = self.folder / "build/release/sample-bots"
        folder.parent.mkdir(parents=True)
        folder.symlink_to(SAMPLE_BOTS)
        self.home = self.folder / "another"
        self.add_sample("random", "sergeant", "marshal")
        for command in ["tournament run", *COMMANDS]:
            if command == "tournament resume":
                self.interrupt_a_tournament()
            if command == "game import":
                self.flagfall("game", "export", "--all", "--format", "text", "-o", self.folder / "games.txt")
            if command == "db restore":
                self.flagfall("db", "backup", "backups/")
            self.run_example(self.example_of(command))

    def add_a_and_b(self, command=("./random",)):
        for name in "ab":
            folder = self.folder / "bots" / name
            shutil.copytree(SAMPLE_BOTS / "random", folder)
            manifest = json.loads((folder / "bot.json").read_text())
            (folder / "bot.json").write_text(json.dumps(dict(manifest, name=name, command=command)))
            self.flagfall("bot", "add", folder)

    def test_the_first_example_runs(self):
        self.add_a_and_b()
        add, run = self.example_of("").split(" && ")
        self.run_example(add.replace("DIR", str(SAMPLE_BOTS / "random")))
        self.run_example(run + " --games 1")

    def test_the_example_of_serve_runs(self):
        self.need_strict_sandbox()
        words = self.example_of("serve").replace("127.0.0.1:8080", "127.0.0.1:0").split()
        process = self.start(*words[1:])
        said = [process.stdout.readline() for _ in range(2)]
        if "the pages of the web report were not built" in said[0]:
            said = [said[1], process.stdout.readline()]
        process.terminate()
        self.assertRegex(said[0], "^Serving on ")
        self.assertRegex(said[1], "^Web report at http://")
        self.assertEqual(process.wait(), 0)

    def test_the_examples_run_at_a_server(self):
        # Bots that wait: a tournament of theirs is not over before it is stopped.
        self.add_a_and_b(["/bin/sh", "-c", "while [ ! -e begin ]; do sleep 0.01; done; exec ./random"])
        self.serve()
        for command in AT_A_SERVER:
            example = self.example_of(command)
            self.assertIn("--server 127.0.0.1:7443", example)
            if command == "tournament watch":
                for name in "ab":
                    (self.folder / "bots" / name / "begin").touch()
                self.ask(self.zoe, "tournament", "resume", 1)
            if command == "tournament series stop":
                start = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)).strftime("%Y-%m-%dT%H:%MZ")
                self.ask(self.zoe, "tournament", "create", "--bots", "a,b", "--ruleset", "barrage", "--start", start, "--every", "7d")
            self.run_example(example.replace("127.0.0.1:7443", self.reach), "--token", self.zoe)

    def test_json_is_offered_where_there_is_some(self):
        without = {"bot log", "tournament init", "book generate", "book check", "db check", "db head", "db key", "db backup", "db restore", "serve", "worker", "cluster slurm up",
                   "cluster slurm down"}
        for command in [*COMMANDS, *AT_A_SERVER, *ELSEWHERE]:
            is_group = any(other.startswith(command + " ") for other in [*COMMANDS, *ELSEWHERE])
            is_offered = "--json" in self.help_of(*command.split())
            self.assertEqual(is_offered, not is_group and command not in without, command)

    def interrupt_a_tournament(self):
        process = self.start(*RUN, "--rounds", 50)
        process.stdout.readline()
        process.stdout.readline()
        process.kill()
        process.communicate()

    def test_version(self):
        self.assertRegex(self.flagfall("--version").stdout, r"^flagfall \d+\.\d+\.\d+\n$")


class WrongUsage(ArenaTest):
    def test_without_any_bots(self):
        for words, saying in [
            ([], "a command is required here; there are bot, "),
            (["boot"], "boot"),
            (["bot"], "a command is required here; there are add, list, "),
            (["bot", "add"], "DIR is required"),
            (["bot", "add", "--fast", "."], "--fast"),
            (["tournament", "run", "--rounds", "0"], "--rounds: '0' is not above 0\n"),
            (["tournament", "run", "--rounds", "-1"], "--rounds"),
            (["tournament", "run", "--rounds", "many"], "--rounds: 'many' is no whole number from 0 to 4294967295\n"),
            (["tournament", "run", "--rounds", "99999999999"], "--rounds: '99999999999' is no whole number from 0 to 4294967295\n"),
            (["tournament", "run", "--rounds", "1.5"], "--rounds: '1.5' is no whole number"),
            (["tournament", "run", "--concurrency", "0"], "--concurrency"),
            (["tournament", "run", "--seed", "0"], "--seed"),
            (["tournament", "run", "--disconnect-grace", "0"], "--disconnect-grace: '0' is not from 0.001 to 86400\n"),
            (["tournament", "run", "--disconnect-grace", "soon"], "--disconnect-grace: 'soon' is no number\n"),
            (["--home", "x", "--home", "y", "bot", "list"], "--home is given more than once; give it once"),
            (["tournament", "show"], "ID is required"),
            (["tournament", "show", "x"], "ID: 'x' is no whole number"),
            (["tournament", "resume", "4294967297"], "ID"),
            (["match", "a"], "B is required: "),
            (["game", "show"], "ID is required"),
            (["game", "receipt"], "ID is required"),
            (["game", "analyse"], "ID is required"),
            (["audit"], "BOT is required"),
            (["audit", "random", "--ruleset", "cards"], "--ruleset"),
            (["exam"], "BOT is required"),
            (["exam", "random", "--side", "green"], "--side"),
            (["exam", "random", "--repeat", "0"], "--repeat"),
            (["copies", "--repeat", "1"], "--repeat"),
            (["copies", "--allow", "1"], "--allow"),
            (["audit", "random", "--ruleset", "duel", "--games", "0"], "--games"),
            (["audit", "random", "--ruleset", "duel", "--ask", "0"], "--ask"),
            (["game", "bits", "--count", "0"], "--count"),
            (["game", "export", "--all", "--count", "0"], "--count"),
            (["game", "bits", "1-1"], "there is no command or flag 1-1 here"),
            (["game", "show", "1-1", "--view", "green"], "--view"),
            (["game", "show", "1-1", "--color", "blue"], "--color"),
            (["game", "export", "1-1", "--format", "pgn"], "--format"),
            (["game", "list", "--count", "0"], "--count"),
            # A word that is no command names the one that is meant.
            (["bot", "remove", "random"], "there is no command or flag remove here; did you mean `flagfall bot retire`?"),
            (["tournament", "start"], "did you mean `flagfall tournament run`?"),
            (["tournamnet"], "did you mean `flagfall tournament`?"),
            (["bot", "lsit"], "did you mean `flagfall bot list`?"),
            (["bot", "photosynthesize"], "there is no command or flag photosynthesize here; there are add, list, check, "),
            (["bot", "list", "x"], "there is no command or flag x here"),
            (["--server", "127.0.0.1:1", "--home", "x", "bot", "list"], "give one of them"),
        ]:
            self.assertIn("--help`", self.refused(*words, saying=saying, code=2))

    def test_help_is_asked_for_by_its_name_too(self):
        for words, command in [(["help"], []), (["bot", "help"], ["bot"]), (["help", "bot", "add"], ["bot", "add"])]:
            self.assertEqual(self.flagfall_alone(*words), self.flagfall_alone(*command, "--help"))
        for words in (["--home", "bot", "bot", "help"], ["--home=x", "help", "bot"], ["--server", "127.0.0.1:1", "bot", "help"]):
            self.assertEqual(self.flagfall_alone(*words), self.flagfall_alone("bot", "--help"))

    def flagfall_alone(self, *words):
        done = subprocess.run([str(BUILD / "flagfall"), *words], capture_output=True, text=True, check=True)
        return done.stdout

    def test_a_home_on_the_command_line_counts_before_a_server_of_the_environment(self):
        self.add_sample("random")
        self.environment = dict(self.environment, FLAGFALL_SERVER="127.0.0.1:1")
        bot, = self.json("bot", "list")
        self.assertEqual(bot["manifest"]["name"], "random")

    def test_a_bot_that_is_added_with_other_files_is_another_entry(self):
        folder = self.folder / "mybot"
        shutil.copytree(SAMPLE_BOTS / "random", folder)
        self.add_sample("sergeant")
        manifest = json.loads((folder / "bot.json").read_text())
        (folder / "bot.json").write_text(json.dumps(dict(manifest, name="mybot")))
        self.assertIn("Added mybot ", self.flagfall("bot", "add", folder).stdout)
        (folder / "notes.txt").write_text("not played yet")
        self.assertIn("Updated mybot ", self.flagfall("bot", "add", folder).stdout)
        play = ["tournament", "run", "--bots", "mybot,sergeant", "--ruleset", "barrage", "--games", 1]
        self.flagfall(*play)
        self.assertIn("Updated mybot ", self.flagfall("bot", "add", folder).stdout)
        (folder / "notes.txt").write_text("stronger now")
        self.assertIn("Added mybot@2 ", self.flagfall("bot", "add", folder).stdout)
        self.flagfall(*play)
        self.assertEqual({row["bot"]: row["games"] for row in self.json("leaderboard")},
                         {"mybot": 1, "mybot@2": 1, "sergeant": 2})
        self.assertEqual(self.json("bot", "show", "mybot")[0]["manifest"]["name"], "mybot@2")
        self.assertEqual([bot["state"] for bot in self.json("bot", "list", "--all") if "my" in bot["manifest"]["name"]],
                         ["STATE_RETIRED", "STATE_READY"])
        self.flagfall("db", "check")
        self.flagfall("verify", "--all")

    def test_with_bots(self):
        self.add_sample("random", "sergeant")
        self.flagfall("bot", "add", self.write_bot("duellist", rulesets=["duel"]))
        for words, saying in [
            (["tournament", "run", "--bots", "random,sergeant", "--ruleset", "chess"], "chess"),
            ([*RUN, "--option", "two_squares=900"], "two_squares"),
            ([*RUN, "--option", "colour=red"], "colour"),
            ([*RUN, "--tc", "fast"], "time_control"),
            ([*RUN, "--concurrency", "99999"], "at most 1024"),
            ([*RUN, "--rounds", "9999999"], "at most"),
            (["tournament", "run", "--ruleset", "barrage"], "bots"),
            (["tournament", "run", "--bots", "random", "--ruleset", "barrage"], "2 to 256 are needed"),
            (["tournament", "run", "--bots", "random,random", "--ruleset", "barrage"], "twice"),
            (["tournament", "run", "--bots", "random,nobody", "--ruleset", "barrage"], "nobody"),
            (["tournament", "run", "--bots", "random,duellist", "--ruleset", "barrage"], "duellist does not play barrage"),
            (["tournament", "run", "--bots", "random,sergeant"], "ruleset"),
            (["tournament", "run", "--spec", "none.json"], "none.json: there is no such file; expected a tournament's spec"),
            (["--server", "tls:127.0.0.1:1", "--tls-ca", "none.pem", "bot", "list"],
             "--tls-ca none.pem: there is no such file; expected certificates in PEM"),
            (["book", "check", "/"], "/: is a folder; expected a book of set-ups"),
            (["tournament", "resume"], "no tournament is left unfinished"),
            (["--server", "127.0.0.1:1", "tournament", "resume", "1", "--sandbox", "none"], "is for bots that run here"),
            (["--server", "127.0.0.1:1", "tournament", "resume", "1", "--table-every", "3"], "--table-every is for"),
            (["tournament", "show", "3"], "3"),
            (["bot", "show", "nobody"], "the home has duellist, random, sergeant"),
            (["game", "show", "1-1"], "1-1"),
            (["game", "export", "1-1"], "1-1"),
            (["game", "receipt", "1-1"], "1-1"),
            (["game", "analyse", "1-1"], "1-1"),
            (["audit", "nobody", "--ruleset", "duel"], "the home has duellist, random, sergeant"),
            (["exam", "nobody"], "nobody"),
            (["exam", "random"], "there is no such imported game; `flagfall game import` reads games"),
            (["copies", "random", "sergeant", "nobody"], "nobody"),
            (["copies", "random"], "there is no such game"),
            (["game", "bits", "--bot", "nobody"], "there is no bot 'nobody'"),
            (["audit", "random", "--ruleset", "duel"], "random has played no game of duel"),
            (["audit", "random", "--ruleset", "duel", "--allow", "luck=1"], "--allow is 'luck=1'; it takes HINT=SKILL"),
            (["game", "list", "--result", "won"], "red_wins"),
            (["game", "list", "--reason", "tired"], "flag_captured"),
            (["verify"], "--all"),
            (["verify", "1-1"], "1 of 1 game refereed"),
            (["verify", "--file", "none.json"], "none.json"),
            (["leaderboard", "--ruleset", "chess"], "no ruleset `chess`"),
            (["leaderboard", "--alpha", "2"], "--alpha is for --rank alpha"),
            (["leaderboard", "--rank", "nash", "--alpha", "2"], "--alpha is for --rank alpha"),
            (["leaderboard", "--rank", "alpha", "--alpha", "0"], "alpha is 0; it must be above 0 and at most 1e+06"),
            (["leaderboard", "--rank", "alpha", "--los"], "leave it or --rank out"),
            (["leaderboard", "--residuals", "--anchor", "random=1"], "without anchors"),
            (["rules", "show", "chess"], "there are classic"),
            (["rules", "replay", "none.txt"], "none.txt"),
        ]:
            self.refused(*words, saying=saying)
        self.assertEqual(self.games(), [])

    def test_a_home_that_is_none(self):
        for words in (["bot", "list"], ["leaderboard"], ["game", "list"], ["verify", "--all"], RUN):
            self.refused(*words, saying=f"{self.home} is not a home")
        # A relative one is told with the folder in which it was looked for.
        done = subprocess.run([self.command("bot", "list")[0], "bot", "list"], env=self.environment, cwd=self.folder,
                              capture_output=True, text=True)
        self.assertIn(f"{self.folder}/flagfall-home is not a home", done.stderr)
        self.assertFalse(self.home.exists())


class OrderOfErrors(ArenaTest):
    """Where several things are wrong, the one is named that a person would mend first."""

    def test_of_a_tournament(self):
        wrong = ["--option", "colour=red", "--concurrency", "0"]
        bad_option = ["--ruleset", "barrage", "--option", "colour=red"]
        self.refused("tournament", "run", "--bots", "nobody,no-one", *bad_option, "--spec", "none.json", saying="is not a home")
        self.refused("tournament", "run", "--bots", "nobody,no-one", *wrong, code=2, saying="--concurrency")
        self.add_sample("random", "cardsharp")
        self.refused("tournament", "run", "--bots", "nobody,random,no-one,noone", *bad_option,
                     saying="there are no bots 'nobody', 'no-one' and 'noone'; `flagfall bot list` shows those that there are")
        self.refused("match", "nobody", "random", *bad_option, saying="there is no bot 'nobody'; the home has cardsharp, random")
        self.refused("match", "cardsharp", "random", *bad_option, saying="colour")
        # A bot that does not play the ruleset is left out; its options need not be mended.
        self.refused("match", "cardsharp", "random", "--ruleset", "barrage", "--bot-option", "random:depth=3",
                     saying="bot cardsharp does not play barrage")

    def test_of_games_that_there_cannot_be(self):
        self.add_sample("random")
        for words in (["game", "list"], ["game", "export"]):
            self.refused(*words, "--bot", "nobody", saying="there is no bot 'nobody'")
            self.refused(*words, "--bot", "random", "--opponent", "nobody", saying="there is no bot 'nobody'")
            self.refused(*words, "--tournament", 9, saying="there is no tournament 9")
            self.refused(*words, "--ruleset", "chess", saying="no ruleset `chess`")
        self.refused("bot", "log", "random", "--tournament", 9, saying="there is no tournament 9")
        self.assertEqual(self.flagfall("game", "list", "--bot", "random").stdout, "No such games.\n")

    def test_of_a_server(self):
        # Flags with which nothing can be served make no home.
        self.refused("serve", "--tls-cert", "none.pem", saying="--tls-cert and --tls-key go together")
        self.refused("serve", "--bot-file-max", "64M", "--bot-unpacked-max", "32M", saying="is more than --bot-unpacked-max 32M")
        self.assertFalse(self.home.exists())

    def test_of_a_check(self):
        # What is asked for is looked at before the bot is built.
        folder = self.write_bot("unbuilt", build_command=["false"])
        self.refused("bot", "check", folder, "--ruleset", "duel", saying="does not list the ruleset 'duel'")
        self.refused("bot", "check", folder, "--only", 1000, saying="no step 1000")
        self.refused("bot", "check", folder, saying="`false` exited with code 1")


if __name__ == "__main__":
    unittest.main()
