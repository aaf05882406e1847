"""`flagfall bot check`: good bots pass, and each broken one fails exactly the step that is meant."""

import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "e2e"))

from arena import SAMPLE_BOTS, STUBS, ArenaTest  # noqa: E402

BROKEN_BOT = pathlib.Path(__file__).parent / "broken_bot.py"
# How many checks run at once. They wait most of the time.
AT_ONCE = 3
# The exit code of a check that was inconclusive.
TRY_AGAIN = 75

# For each fault, a part of the title of the step that it fails, and what the step says.
BROKEN = {
    "exits": ("starts and dials in", "exited with code 1; it had printed: cannot find my opening book"),
    "never_dials": ("starts and dials in", "within 10 s"),
    "wrong_token": ("shows its token", "authorization"),
    "no_hello": ("says hello first", "said nothing"),
    "wrong_version": ("a hello that can be welcomed", "protocol_version is 2"),
    "wrong_name": ("names itself", "it says somebody 1, its bot.json wrong_name 1"),
    "other_rulesets": ("offers the rulesets", "it says barrage, duel, its bot.json barrage"),
    "silent": ("sets up and plays", "lost by out_of_time: red overdrew its clock in decision 1"),
    "takes_seconds": ("sets up and plays", "not done within 15000 ms: no answer to barrage as red, decision"),
    "ends_with_the_game": ("plays the next game after a game over", "exited with code 1"),
    "thinks_too_long": ("within its second", "lost by out_of_time"),
    "thinks_for_a_fixed_time": ("on five seconds", "lost by out_of_time"),
    "takes_no_increment": ("lives on its increments", "lost by out_of_time"),
    "sets_up_slowly": ("sets up within two seconds", "lost by out_of_time"),
    "dies_of_draw_offer": ("takes or passes over a draw offer", "exited with code 1"),
    "dies_of_late_action": ("game over in the middle of its thought", "exited with code 1"),
    "dies_of_unknown_reason": ("an ending of a kind that it does not know", "900"),
    "dies_of_game_error": ("goes on after a game_error", "exited with code 1"),
    "dies_of_unknown_field": ("passes over fields", "exited with code 1"),
    "no_pong": ("answers ping with pong", "no pong"),
    "dies_of_unknown_event": ("events of a kind", "exited with code 1"),
    "dies_of_unknown_message": ("messages of a kind", "exited with code 1"),
    "mixes_up_games": ("plays many games at once", "in this step for the first time: "),
    "stays_away": ("comes back when its stream breaks at its turn", "exited with code 1"),
    "forgets_open_decision": ("comes back when its stream breaks at its turn", "no answer to barrage"),
    "answers_again": ("comes back when its stream breaks at its turn", "it answered decision 1"),
    "comes_back_to_one": ("comes back to all its games", "no answer to barrage"),
    "gives_up_without_referee": ("when the referee was gone", "exited with code 1"),
    "dials_with_void_token": ("takes UNAUTHENTICATED with patience", "dialled in"),
    "dials_when_dismissed": ("takes PERMISSION_DENIED with patience", "dialled in"),
    "dials_without_rest": ("takes UNAVAILABLE with patience", "dialled in"),
    "spins": ("rests while its opponent thinks", "% of a processor"),
    "refuses_options": ("takes other values of its options", "with depth=4"),
    "outstays": ("ends by itself when its stream ends", "still there"),
    "ignores_sigterm": ("of SIGTERM", "SIGKILL"),
    "wrong_decision": ("answers the decision that is open", "it answered decision"),
    "illegal": ("never does anything illegal", "R2."),
    "undecodable": ("sends messages that can be read", "40 bytes cannot be decoded"),
    "oversized": ("sends messages that can be read", "a message of 100"),
    "floods": ("sends no more than it is asked for", "more than 1024 messages"),
    "two_hellos": ("keeps to one stream and one hello", "hello again"),
    "talkative": ("keeps comments within 1 KiB", "a comment of 3000 bytes"),
    "believes_nothing": ("hands in beliefs that can be scored", "weights for origin 31 that say nothing"),
    "prints_endlessly": ("prints no more than 64 KiB", "output dropped"),
    "crashes": ("has no player that crashes",
                ": the player has crashed, and its game is given up: KeyError: 'no such square'"),
}
# Faults of steps that are only advised, so that the check passes.
ADVISED = {"no_pong", "spins", "refuses_options", "outstays", "ignores_sigterm", "talkative", "believes_nothing", "prints_endlessly",
           "crashes"}
# Further steps that a fault fails: a comment that makes a message too long is too long itself.
ALSO = {"oversized": ["keeps comments within 1 KiB"]}
# Steps that a fault may fail besides: the second break comes before the bot has read its welcome; a bot that does nothing
# but dial may hear late that it is to end.
MAYBE = {"gives_up_without_referee": {"comes back a second time"},
         "dials_when_dismissed": {"ends within 250 ms of SIGTERM"}}
BUSY = re.compile(r"the host was busy: the bot waited \d+ ms of \d+ ms for a processor")


class CheckTest(ArenaTest):
    def check(self, folder, *flags, code=0):
        done = self.flagfall("bot", "check", folder, "--json", *flags, code=None)
        report = json.loads(done.stdout)
        # Beside other tests the machine may be too busy for the verdict, which the report then says.
        busy = [step for step in report["steps"] if step["verdict"] == "VERDICT_INCONCLUSIVE"]
        for step in busy:
            self.assertRegex(step["detail"], BUSY)
        is_inconclusive = code == 0 and any(step["required"] for step in busy)
        self.assertEqual(report.get("inconclusive", False), is_inconclusive, done.stderr)
        self.assertEqual(done.returncode, TRY_AGAIN if is_inconclusive else code, done.stderr)
        return report

    def broken(self, fault, **fields):
        options = [{"name": "depth", "type": "TYPE_INTEGER", "default_value": "3"}]
        command = ["/usr/bin/python3", str(BROKEN_BOT), str(STUBS), fault]
        return self.write_bot(fault, **{"command": command, "rulesets": ["barrage"], "options": options, **fields})


def failed(report):
    return [step for step in report["steps"] if step["verdict"] == "VERDICT_FAILED"]


class GoodBots(CheckTest):
    def test_every_sample_bot_passes(self):
        names = ["random", "sergeant", "marshal", "cardsharp", "scout", "skirmisher", "template", "plodder"]
        # Only where Node is installed.
        names += [name for name in ("rover",) if (SAMPLE_BOTS / name).is_dir()]
        for name in names:
            with self.subTest(name):
                report = self.check(SAMPLE_BOTS / name)
                self.assertTrue(report.get("passed") or report.get("inconclusive"))
                self.assertEqual([step for step in failed(report) if step["required"]], [])
        self.wait_until_nobody_is_left()

    def test_the_bot_that_the_broken_ones_are_made_of_passes(self):
        report = self.check(self.broken("nothing"))
        self.assertEqual(failed(report), [])
        # All steps that apply to a bot of one ruleset were tried.
        others = [step["title"] for step in report["steps"]
                  if step["verdict"] not in ("VERDICT_PASSED", "VERDICT_INCONCLUSIVE")]
        self.assertEqual([title for title in others if "plays whole games of" not in title], [])
        self.assertEqual(len(others), 6)


# What any bot may fail where the machine does not let it run.
ON_A_BUSY_MACHINE = "ends within 250 ms of SIGTERM"


class BrokenBots(CheckTest):
    def test_each_fails_the_step_that_is_meant(self):
        folders = {fault: self.broken(fault) for fault in BROKEN}
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            reports = {fault: pool.submit(self.check, folder, code=int(fault not in ADVISED))
                       for fault, folder in folders.items()}
        for fault, (title, saying) in BROKEN.items():
            with self.subTest(fault):
                steps = failed(reports[fault].result())
                titles = [step["title"] for step in steps]
                meant = [each for each in titles if title in each]
                if not meant and self.is_told_busy(reports[fault].result(), title):
                    continue
                self.assertEqual(len(meant), 1, titles)
                others = [each for each in titles if each not in [*meant, *MAYBE.get(fault, []), ON_A_BUSY_MACHINE]]
                self.assertEqual(others, ALSO.get(fault, []),
                                 [step["detail"] for step in steps])
                step = next(step for step in steps if step["title"] in meant)
                self.assertIn(saying, step["detail"])
                self.assertTrue(step["mend"])
                self.assertEqual(step["required"], fault not in ADVISED)
        self.wait_until_nobody_is_left()

    @staticmethod
    def is_told_busy(report, title):
        return any(title in step["title"] and step["verdict"] == "VERDICT_INCONCLUSIVE" for step in report["steps"])


@contextlib.contextmanager
def on_one_busy_processor(others=3):
    """Leaves one processor to this process and to what it starts, and keeps it busy."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(others)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
        os.sched_setaffinity(0, before)


class BusyHost(CheckTest):
    def step(self, fault, title, code):
        number, = [step["number"] for step in self.json("bot", "check", "--list") if title in step["title"]]
        with on_one_busy_processor():
            step, = self.check(self.broken(fault), "--only", number, code=code)["steps"]
        return step

    def test_is_said_to_be_why_a_bot_was_late(self):
        # The bot needs 0.7 s of a processor for each ply, and has a ninth of one. With a quarter it was in time once.
        folder = self.broken("computes_long")
        number, = [step["number"] for step in self.json("bot", "check", "--list") if "within its second" in step["title"]]
        with on_one_busy_processor(others=8):
            done = self.flagfall("bot", "check", folder, "--only", number, code=TRY_AGAIN)
        printed = " ".join(done.stdout.split())
        self.assertIn("busy host answers each ply within its second", printed)
        self.assertRegex(printed, BUSY)
        self.assertIn("lost by out_of_time", printed)
        self.assertIn("mend: nothing about the bot", printed)
        self.assertIn("could not be judged: 0 ok, 0 failed, 1 on a busy host", printed)
        self.assertIn("this machine was too busy to judge computes_long", done.stderr)

    def test_is_no_excuse_for_a_bot_that_did_not_need_it(self):
        # The bot sleeps for longer than it may.
        for fault, title in (("thinks_too_long", "within its second"), ("sets_up_slowly", "within two seconds")):
            with self.subTest(fault):
                step = self.step(fault, title, code=1)
                self.assertEqual(step["verdict"], "VERDICT_FAILED")
                self.assertIn("lost by out_of_time", step["detail"])


class Gestures(CheckTest):
    """What a bot may do in a game apart from answering is reported, and is no fault."""

    def steps(self, fault, *titles, code=0):
        numbers = {step["title"]: str(step["number"]) for step in self.json("bot", "check", "--list")}
        steps = self.check(self.broken(fault), "--only", ",".join(numbers[title] for title in titles), code=code)["steps"]
        return [(step["verdict"], step["detail"]) for step in steps if step["title"] in titles]

    def test_draws_may_be_taken_and_offered(self):
        for fault, saying in [("accepts_draws", "agreed"), ("offers_draws", "agreed"), ("nothing", "declined, ")]:
            with self.subTest(fault):
                (verdict, detail), = self.steps(fault, "takes or passes over a draw offer")
                self.assertEqual(verdict, "VERDICT_PASSED")
                self.assertTrue(detail.startswith(saying), detail)

    def test_after_a_draw_that_it_offered_it_plays_on(self):
        (verdict, detail), = self.steps("dies_of_agreed_draw", "takes or passes over a draw offer", code=1)
        self.assertEqual(verdict, "VERDICT_FAILED")
        self.assertIn("in the next game: its process exited with code 1", detail)

    def test_games_may_be_given_up_but_not_all_of_them_at_once(self):
        title = "plays whole games of barrage as Red and as Blue"
        (verdict, detail), = self.steps("resigns", title)
        self.assertEqual(verdict, "VERDICT_PASSED")
        self.assertIn("resigned", detail)
        (verdict, detail), = self.steps("resigns_at_once", "sets up and plays", code=1)
        self.assertEqual(verdict, "VERDICT_FAILED")
        self.assertIn("were over before it had given 2 answers, the last after 0 plies, blue_wins by resigned", detail)

    def test_who_answers_unasked_is_told_so(self):
        # In the first step the opponent thinks for long, so that there is nothing to answer.
        *_, (verdict, detail) = self.steps("answers_unasked", "rests while its opponent thinks",
                                           "answers the decision that is open", code=1)
        self.assertEqual(verdict, "VERDICT_FAILED")
        # On a busy machine the next decision may be open before the answer comes.
        self.assertRegex(detail, "while it had nothing to decide|it answered decision 2")


class TheCommand(CheckTest):
    def test_prints_why_and_how_to_mend(self):
        exits = self.broken("exits")
        printed = self.flagfall("bot", "check", exits, code=1)
        self.assertIn(" 1 FAILED    starts and dials in\n", printed.stdout)
        self.assertIn("why:  its process exited with code 1", printed.stdout)
        self.assertIn("mend: `command` in bot.json", printed.stdout)
        self.assertNotIn("shows its token", printed.stdout)
        self.assertIn("exits 1 did not pass: 0 ok, 1 failed", printed.stdout)
        self.assertIn("did not pass every required step", printed.stderr)
        printed = self.flagfall("bot", "check", exits, "--verbose", code=1)
        self.assertIn(" 2 not tried shows its token (step 1 failed)", printed.stdout)

    def test_tells_no_answer_that_took_longer_than_the_check(self):
        # A regression: an answer that came before the decision was known to be sent was once counted from the machine's start.
        for _ in range(5):
            begin = time.monotonic()
            report = self.check(SAMPLE_BOTS / "scout", "--only", "9,11,13")
            duration = time.monotonic() - begin
            took = [float(re.search(r"took ([0-9.]+) s", step["detail"])[1]) for step in report["steps"]
                    if "slowest of" in step.get("detail", "")]
            self.assertTrue(took)
            self.assertLess(max(took), duration)

    def test_what_the_bot_says_cannot_reach_the_terminal(self):
        folder = self.write_bot("loud", command=["/bin/sh", "-c", "printf '\\033[31mred\\377\\n'; exit 3"])
        printed = self.flagfall("bot", "check", folder, "--only", 1, code=1).stdout
        self.assertIn("\\x1b[31mred\\xff", printed)
        self.assertNotIn("\x1b", printed)
        self.assertIn("\\x1b[31mred\\xff", self.check(folder, "--only", 1, code=1)["steps"][0]["detail"])

    def test_a_bot_that_ends_without_a_word_is_told_so(self):
        mute = self.write_bot("mute", command=["/bin/sh", "-c", "exit 3"])
        step, = self.check(mute, "--only", 1, code=1)["steps"]
        self.assertEqual(step["detail"], "its process exited with code 3; it had printed nothing")

    def test_only_some_steps_and_one_ruleset(self):
        report = self.check(SAMPLE_BOTS / "random", "--only", "7,51", "--ruleset", "duel")
        self.assertEqual([(step["number"], step["verdict"]) for step in report["steps"]],
                         [(7, "VERDICT_PASSED"), (51, "VERDICT_PASSED")])
        self.assertIn("in duel", report["steps"][0]["detail"])

    def test_a_step_that_was_asked_for_and_does_not_concern_the_bot_says_so(self):
        numbers = {step["title"]: step["number"] for step in self.json("bot", "check", "--list")}
        of_gogo = numbers["plays whole games of gogo as Red and as Blue"]
        printed = self.flagfall("bot", "check", SAMPLE_BOTS / "scout", "--only", of_gogo).stdout
        self.assertRegex(printed, rf"^{of_gogo} skipped +plays whole games of gogo as Red and as Blue \(this check is of classic, battle, ")

    def test_tries_another_value_of_the_largest_option(self):
        most = 2**63 - 1
        folder = self.broken("nothing", options=[{"name": "depth", "type": "TYPE_INTEGER", "default_value": str(most)}])
        steps = {step["title"]: step["number"] for step in self.json("bot", "check", "--list")}
        step, = self.check(folder, "--only", steps["takes other values of its options"])["steps"]
        self.assertEqual((step["verdict"], step["detail"]), ("VERDICT_PASSED", f"depth={most - 1}"))

    def test_lists_the_steps(self):
        steps = self.json("bot", "check", "--list")
        self.assertEqual([step["number"] for step in steps], list(range(1, len(steps) + 1)))
        self.assertGreater(sum(step["required"] for step in steps), 40)

    def test_refuses_what_cannot_be(self):
        random = SAMPLE_BOTS / "random"
        self.refused("bot", "check", SAMPLE_BOTS / "cardsharp", "--ruleset", "duel", saying="does not list the ruleset 'duel'")
        self.refused("bot", "check", random, "--only", 1000, saying="no step 1000")
        self.refused("bot", "check", self.folder, saying="bot.json: no such file")
        self.refused("bot", "check", saying="give the bot's folder")

    def test_stopped_it_leaves_nothing(self):
        process = self.start("bot", "check", self.broken("silent"))
        self.wait_for(lambda: len(self.processes()) > 2, "the bot has been started")
        process.terminate()
        self.assertEqual(process.wait(), 130)
        self.wait_until_nobody_is_left()


if __name__ == "__main__":
    unittest.main()
