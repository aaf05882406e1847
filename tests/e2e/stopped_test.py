"""Processes that are stopped and go on (SIGSTOP, or Ctrl-Z and fg) while many games are being played.

A host that was stopped takes no time of anybody's. A bot that was stopped loses the games whose clocks ran out, and no others.
"""

import collections
import contextlib
import os
import pathlib
import signal
import threading
import time
import unittest

from arena import ArenaTest, winner

# Longer than anybody has for a decision.
STOPPED_S = 3.5
STOPS = 3
AT_ONCE = 200
NOT_BY_PLAY = {f"REASON_{reason}" for reason in ("OUT_OF_TIME", "HOST_LATE", "DISCONNECTED", "SLOW_READER", "FORFEIT_NO_SHOW",
                                                 "ABORTED_BY_HOST")}


class Stopped(ArenaTest):
    def play(self, *flags, games, at_once):
        """Starts a match and follows what it prints."""
        self.add_sample("random", "sergeant")
        self.match = self.start("match", "random", "sergeant", "--ruleset", "classic", "--games", games, "--concurrency",
                                at_once, "--seed", 5, *flags)
        self.printed = []
        self.reader = threading.Thread(target=lambda: self.printed.extend(self.match.stdout), daemon=True)
        self.reader.start()

    def wait_for_games(self, count):
        """Until so many games more are over."""
        over = len(self.printed) + count
        self.wait_for(lambda: len(self.printed) >= over or self.match.poll() is not None, "more games")
        self.assertIsNone(self.match.poll(), "it is over before it was stopped:\n" + "".join(self.printed[-20:]))

    def stop(self, pids):
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        self.wait_for(lambda: all(is_stopped(pid) for pid in pids), "all stopped")
        # What is tried, and no wait for anything.
        time.sleep(STOPPED_S)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def reasons(self):
        """How often games ended for each reason, when the match is over."""
        self.assertEqual(self.match.wait(600), 0, "".join(self.printed[-20:]))
        self.reader.join()
        self.assert_sound()
        self.wait_until_nobody_is_left()
        return collections.Counter(game["outcome"]["reason"] for game in self.games())

    def longest_delays(self):
        """The host's longest delay of a ply, and its longest standstill, in all records."""
        delay = stood = 0
        for game in self.games():
            for entry in self.record(game["game_id"])["entries"]:
                delay = max(delay, int(entry.get("acted", {}).get("host_delay_micros", 0)))
                stood = max(stood, int(entry.get("host_stood_still", {}).get("micros", 0)))
            if delay > STOPPED_S * 900_000 and stood > STOPPED_S * 900_000:
                break
        return delay, stood

    def test_nobody_loses_on_time_by_a_host_that_was_stopped(self):
        self.play("--tc", "st=2 setup=2", games=400, at_once=50)
        for _ in range(STOPS):
            self.wait_for_games(20)
            self.stop([self.match.pid])
        reasons = self.reasons()
        self.assertFalse(NOT_BY_PLAY & set(reasons), reasons)
        delay, stood = self.longest_delays()
        self.assertGreater(stood, STOPPED_S * 900_000, "the records tell of it")
        self.assertGreater(delay, STOPPED_S * 900_000, "and of the plies that it took time of")

    def test_nobody_loses_on_time_when_all_were_stopped(self):
        self.play("--tc", "st=2 setup=2", games=400, at_once=50)
        for _ in range(STOPS):
            self.wait_for_games(20)
            self.stop(self.processes())
        reasons = self.reasons()
        self.assertFalse(NOT_BY_PLAY & set(reasons), reasons)

    def test_a_bot_that_was_stopped_once_loses_one_set_of_games(self):
        self.play("--tc", "st=3 setup=20", games=3 * AT_ONCE, at_once=AT_ONCE)
        self.wait_for_games(30)
        bot, = (pid for pid in self.processes() if program_of(pid) == "random")
        self.stop([bot])
        reasons = self.reasons()
        self.assertLessEqual(NOT_BY_PLAY & set(reasons), {"REASON_OUT_OF_TIME"}, reasons)
        self.assertLessEqual(reasons["REASON_OUT_OF_TIME"], AT_ONCE, "no game that was begun while it was stopped")
        self.assertGreater(reasons["REASON_OUT_OF_TIME"], 0, "some clocks did run out")
        self.assertEqual({winner(game) for game in self.games() if game["outcome"]["reason"] == "REASON_OUT_OF_TIME"},
                         {"sergeant"})
        bot, = self.json("bot", "show", "random")
        self.assertEqual(bot.get("faults", 0), 0)
        print(f"stopped for {STOPPED_S} s with {AT_ONCE} games: {dict(reasons)}")


def is_stopped(pid):
    try:
        return (pathlib.Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] in "TZX"
    except OSError:
        return True


def program_of(pid):
    try:
        return pathlib.Path(os.readlink(f"/proc/{pid}/exe")).name
    except OSError:
        return ""


if __name__ == "__main__":
    unittest.main()
