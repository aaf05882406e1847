"""Bots that speak the line protocol, through the adapter, supervisors and a real referee: two that check every line, and
many that misbehave. Given by CTest: FLAGFALL_BUILD, and STRICT_BOT, the strict one in C++.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest
from collections import Counter

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "e2e"))
from arena import BUILD, SAMPLE_BOTS, ArenaTest, winner  # noqa: E402

sys.path.append(str(SAMPLE_BOTS / "plodder"))
from child import Child, ChildGone  # noqa: E402

README = HERE.parents[2] / "sample-bots/adapters/README.md"
PLODDER = str(SAMPLE_BOTS / "plodder")
STRICT = {
    "strict-cpp": [os.environ["STRICT_BOT"]],
    "strict-python": ["/usr/bin/python3", str(HERE / "strict_bot.py"), PLODDER],
}
# Time for programs to start and think on a machine with other work, and less time where a bot's time has to run out.
ROOM = "60+1 setup=60"
RUNS_OUT = "2+0.1 setup=5"


def ending_told(line):
    """Of the last lines that a strict bot read: who won, and by what ply. What did not fit is none of the endings."""
    told = re.search(r"strict: QUIT ?(\w*) after (?:.* )?(\w+)$", line)
    return (told[1], told[2] if "VICTORY" in told[2] else "") if told else line


def ending_of(outcome):
    result = {"RESULT_RED_WINS": "RED", "RESULT_BLUE_WINS": "BLUE", "RESULT_DRAW": "DRAW"}[outcome["result"]]
    by = {"REASON_FLAG_CAPTURED": "VICTORY_FLAG", "REASON_NO_LEGAL_PLY": "VICTORY_ATTRITION"}
    return result, by.get(outcome["reason"], "")


class StdioTest(ArenaTest):
    def add_stdio(self, name, command, **options):
        """Adds a bot of the adapter's folder with another command and other defaults."""
        folder = self.folder / "bots" / name
        shutil.copytree(PLODDER, folder)
        manifest = json.loads((folder / "bot.json").read_text())
        manifest["name"] = name
        manifest["command"][2:] = command
        del manifest["build_command"]
        for option in manifest["options"]:
            option["default_value"] = str(options.get(option["name"], option["default_value"]))
        (folder / "bot.json").write_text(json.dumps(manifest))
        self.flagfall("bot", "add", folder)

    def add_bad(self, behaviour, **options):
        self.add_stdio(behaviour, ["/usr/bin/python3", str(HERE / "bad_bot.py"), PLODDER, behaviour], **options)

    def play(self, one, other, *flags, games=1, tc=ROOM):
        self.flagfall("match", one, other, "--ruleset", "classic", "--games", games, "--tc", tc, *flags)
        self.assert_sound()
        self.wait_until_nobody_is_left()
        return self.games()

    def assert_strictly_told(self, *names, count):
        """Each process read what it had to, up to the ply that ended the game and its QUIT.

        Save perhaps the last, since a bot is ended as soon as its last game is over.
        """
        for name in names:
            log = self.log(1, name)
            told = [line for line in log.splitlines() if "strict:" in line and "instead of" not in line]
            own = [game["outcome"] for game in self.games() if name in (game["red"], game["blue"])]
            self.assertEqual(len(own), count)
            self.assertGreaterEqual(len(told), count - 1, log[-2000:])
            self.assertLessEqual(Counter(map(ending_told, told)), Counter(map(ending_of, own)), log[-2000:])


class GoodBots(StdioTest):
    def test_every_line_fits_the_board_in_every_game(self):
        for name, command in STRICT.items():
            self.add_stdio(name, command)
        games = self.play(*STRICT, games=10)
        self.assertEqual(len(games), 10)
        for game in games:
            self.assertIn(game["outcome"]["reason"], ("REASON_FLAG_CAPTURED", "REASON_NO_LEGAL_PLY",
                                                      "REASON_BOTH_IMMOBILE", "REASON_ADJUDICATED_NO_CAPTURE", "REASON_RESIGNED"),
                          game)
        self.assert_strictly_told(*STRICT, count=10)

    def test_long_moves_of_an_opponent_that_is_no_stdio_bot(self):
        self.add_sample("sergeant", "scout")
        for name, command in STRICT.items():
            self.add_stdio(name, command)
        self.flagfall("tournament", "run", "--bots", ",".join([*STRICT, "sergeant", "scout"]), "--ruleset", "classic",
                      "--games", 2, "--tc", "60+1", "--seed", 3)
        self.assert_strictly_told(*STRICT, count=6)

    def test_one_tournament_of_bots_in_every_language(self):
        bots = [bot for bot in ("plodder", "scout", "rover", "sergeant") if (SAMPLE_BOTS / bot).exists()]
        self.add_sample(*bots)
        self.flagfall("tournament", "run", "--bots", ",".join(bots), "--ruleset", "classic", "--tc", "60+1",
                      "--max-plies", 1000, "--seed", 8)
        for game in self.games():
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED",
                                                         "REASON_ILLEGAL_ACTION", "REASON_OUT_OF_TIME"), game)
        self.assert_sound()

    def test_several_games_at_once_have_a_process_each(self):
        self.add_stdio("strict-python", STRICT["strict-python"], concurrent_games_max=4)
        self.add_sample("sergeant")
        games = self.play("strict-python", "sergeant", "--concurrency", 4, games=8)
        self.assertEqual(len(games), 8)
        self.assert_strictly_told("strict-python", count=8)


class BadBots(StdioTest):
    """Each loses its game for the right reason; a new game has a new process."""

    def loses(self, behaviour, reason, *flags, against="random", tc=ROOM, **options):
        self.add_bad(behaviour, **options)
        self.add_sample(against)
        games = self.play(behaviour, against, *flags, games=2, tc=tc)
        for game in games:
            self.assertEqual((winner(game), game["outcome"]["reason"]), (against, "REASON_" + reason), game["outcome"])
        bot, = self.json("bot", "show", behaviour)
        self.assertEqual((bot["faults"], bot["state"]), (0, "STATE_READY"))
        return games, self.log(1, behaviour)

    def test_silent(self):
        self.loses("silent", "OUT_OF_TIME", tc=RUNS_OUT)

    def test_no_set_up(self):
        self.loses("no_set_up", "OUT_OF_TIME", tc=RUNS_OUT)

    def test_one_that_never_reads_is_one_that_answers_wrongly(self):
        _, log = self.loses("never_reads", "ILLEGAL_ACTION")
        self.assertNotIn("told", log)

    def test_dies_at_its_start(self):
        _, log = self.loses("never_starts", "RESIGNED")
        self.assertIn("the program ended with exit code 9", log)

    def test_dies_by_a_signal(self):
        _, log = self.loses("crashes", "RESIGNED")
        self.assertIn("the program was ended by SIGSEGV", log)

    def test_exits(self):
        _, log = self.loses("exits", "RESIGNED")
        self.assertIn("the program ended with exit code 7", log)

    def test_closes_its_input(self):
        _, log = self.loses("closes_stdin", "RESIGNED")
        self.assertIn("the program has closed its standard input", log)

    def test_closes_both(self):
        _, log = self.loses("closes_stdout", "RESIGNED")
        self.assertIn("the program has closed its standard output", log)

    def test_flood(self):
        self.loses("flood", "ILLEGAL_ACTION")

    def test_a_line_without_an_end(self):
        _, log = self.loses("endless_line", "ILLEGAL_ACTION")
        self.assertIn("a line has at most 1000 bytes, this one begins 'xxx", log)

    def test_garbage(self):
        games, log = self.loses("garbage", "ILLEGAL_ACTION")
        self.assertIn(r"not an answer: a ply is written X Y UP|DOWN|LEFT|RIGHT [n]", log)
        self.assertIn(r"'\x1b[31mhello", log)
        comments = [entry["acted"].get("comment", "") for entry in self.record(games[0]["game_id"])["entries"]
                    if "acted" in entry]
        self.assertTrue(any("hello" in comment for comment in comments), comments)

    def test_an_empty_line(self):
        self.loses("empty_line", "ILLEGAL_ACTION")

    def test_a_ply_off_the_board(self):
        self.loses("off_the_board", "ILLEGAL_ACTION")

    def test_an_opposing_piece_R2_1(self):
        games, _ = self.loses("opposing_piece", "ILLEGAL_ACTION")
        self.assertIn("R2.1", games[0]["outcome"]["detail"])

    def test_an_illegal_ply_is_told_as_often_as_it_is_forgiven_R10_3(self):
        _, log = self.loses("opposing_piece", "ILLEGAL_ACTION", "--illegal-retries", 2)
        # Three times in each of two games, the last time before a bot's end perhaps unheard.
        self.assertIn(len(re.findall(r"told 0 [09] (?:UP|DOWN) ILLEGAL", log)), (5, 6), log[-2000:])

    def test_an_army_of_two_flags_R1_4(self):
        games, _ = self.loses("two_flags", "ILLEGAL_ACTION")
        self.assertIn("R1.", games[0]["outcome"]["detail"])

    def test_a_short_row_R1_4(self):
        _, log = self.loses("short_row", "ILLEGAL_ACTION")
        self.assertIn("a row of a set-up has 10 characters", log)

    def test_surrenders(self):
        self.loses("surrenders", "RESIGNED")

    def test_ignores_quit(self):
        self.add_bad("ignores_quit")
        self.add_sample("random")
        self.assertEqual(len(self.play("ignores_quit", "random", games=2)), 2)

    def test_a_silent_game_keeps_no_other_waiting(self):
        self.add_bad("silent", concurrent_games_max=2)
        self.add_stdio("strict-cpp", STRICT["strict-cpp"], concurrent_games_max=2)
        for game in self.play("silent", "strict-cpp", "--concurrency", 2, games=4, tc=RUNS_OUT):
            self.assertEqual((winner(game), game["outcome"]["reason"]), ("strict-cpp", "REASON_OUT_OF_TIME"), game)
        self.assert_strictly_told("strict-cpp", count=4)


class Barred(StdioTest):
    """R3.2: a piece that goes to and fro crosses the same boundary too often in its fourth turn."""

    def test_by_default_the_nearest_legal_ply_is_played_R3_2(self):
        self.add_bad("to_and_fro")
        self.add_sample("random")
        for game in self.play("to_and_fro", "random", "--max-plies", 60, games=2):
            self.assertNotEqual(game["outcome"]["reason"], "REASON_ILLEGAL_ACTION", game)
        # Of the second game the end may be missing, since a bot is ended as soon as its last game is over.
        log = self.log(1, "to_and_fro")
        replaced = re.findall(r"1-1: (\d \d \w+) is barred by R3 or R4; played (\d \d \w+)", log)
        self.assertGreater(len(replaced), 0, log)
        for wanted, played in replaced:
            self.assertNotEqual(wanted, played)
            self.assertIn(f"told {played} ", log)
        self.assertIn(f"1-1: {len(replaced)} plies were barred", log)

    def test_or_it_stands_and_loses_R3_2(self):
        self.add_bad("to_and_fro", on_barred="stand")
        self.add_sample("random")
        for game in self.play("to_and_fro", "random", games=2):
            self.assertEqual((winner(game), game["outcome"]["reason"]), ("random", "REASON_ILLEGAL_ACTION"))
            self.assertIn("R3.2", game["outcome"]["detail"])
        self.assertIn("ILLEGAL", self.log(1, "to_and_fro"))


class KilledPrograms(unittest.TestCase):
    """A signal to the adapter kills its programs, while other threads still read from them and write to them."""

    def setUp(self):
        self.child = Child(["/bin/cat"])
        self.child.kill()

    def tearDown(self):
        self.child.quit()

    def test_the_last_words_to_one_are_lost(self):
        self.child.quit("QUIT RED")

    def test_a_line_to_one_says_that_it_is_gone(self):
        with self.assertRaisesRegex(ChildGone, "is not needed any more"):
            self.child.write("1 2")

    def test_a_line_from_one_says_that_it_is_gone(self):
        with self.assertRaisesRegex(ChildGone, "is not needed any more"):
            self.child.read_line()


class Adding(StdioTest):
    """`bot add` runs the adapter's check."""

    def refused_with(self, command, saying, **fields):
        folder = self.folder / "bots" / "old"
        shutil.copytree(PLODDER, folder)
        manifest = dict(json.loads((folder / "bot.json").read_text()), **fields)
        manifest["command"][2:] = command
        (folder / "bot.json").write_text(json.dumps(manifest))
        self.refused("bot", "add", folder, saying=saying)

    def bad(self, behaviour):
        return ["/usr/bin/python3", str(HERE / "bad_bot.py"), PLODDER, behaviour]

    def test_another_ruleset(self):
        self.refused_with(STRICT["strict-cpp"], 'write ["classic"] instead of ["classic", "barrage"]',
                          rulesets=["classic", "barrage"])

    def test_no_program(self):
        self.refused_with(["./nobody"], "there is no program ./nobody that could be run")

    def test_no_command(self):
        self.refused_with([], "the bot's own command must follow stdio_adapter.py")

    def test_a_set_up_that_is_none(self):
        self.refused_with(self.bad("two_flags"), "2 of F instead of 1")

    def test_a_program_that_ends(self):
        self.refused_with(self.bad("never_starts"), "ended with exit code 9")

    def test_the_readme_brings_a_bot_that_plays(self):
        """The commands shown, from where they are to be run."""
        shown = re.search(r"(?:^    .*\n)+", README.read_text().split("## In five minutes")[1], re.MULTILINE).group()
        checkout = self.folder / "flagfall"
        checkout.mkdir()
        self.home = checkout / "flagfall-home"
        (checkout / "build").symlink_to(BUILD.parent)
        shutil.copy(STRICT["strict-cpp"][0], self.folder / "oldbot")
        self.run_script("set -e\n" + shown.replace("build/release", f"build/{BUILD.name}"), checkout)
        games = self.games()
        self.assertEqual({game["red"] for game in games} | {game["blue"] for game in games}, {"oldbot", "random"})
        self.assert_strictly_told("oldbot", count=len(games))

    def run_script(self, script, folder):
        done = subprocess.run(["/bin/bash", "-c", script], cwd=folder, env=self.environment, capture_output=True,
                              text=True)
        self.assertEqual(done.returncode, 0, f"{script}\n{done.stdout}\n{done.stderr}")


if __name__ == "__main__":
    unittest.main()
