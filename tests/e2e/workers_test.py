"""Games on other machines: workers that come, go, are killed, cut off and stopped, and servers that are killed meanwhile."""

import contextlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import unittest

from arena import PATIENCE_S, SAMPLE_BOTS
from server import ServerTest
from workers import Line, WorkersTest


class Workers(WorkersTest):
    def test_workers_play_a_tournament(self):
        self.add_sample("random", "scout", "sergeant")
        self.serve(heartbeat=60)
        tournament = self.create("--bots", "random,scout,sergeant", "--rounds", 4, "--concurrency", 4, "--seed", 7)
        self.start_worker("one", "--games-at-once", 2)
        self.start_worker("two", "--games-at-once", 2)
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 24)
        # Bots are fetched once, whatever the number of leases, and run from there.
        for name in ("one", "two"):
            self.assertIn("tournament 1:", self.said_by(name))
            self.assertEqual(len(list((self.folder / name / "bots").iterdir())), 3, self.said_by(name))
        self.assertFalse(any((self.home / "logs" / "1").rglob("*.log")), "no bot has run at the server")
        self.assert_each_has_its_games(tournament)
        self.assertEqual([self.stop_worker("one"), self.stop_worker("two")], [0, 0])
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()
        self.flagfall("db", "check")

    def assert_each_has_its_games(self, tournament):
        """What hosts are told of both workers comes to what was played, at the server and at its home."""
        workers = self.asked(self.zoe, "cluster", "workers", "list")
        self.assertEqual([(worker["user"], worker["name"]) for worker in workers], [("cluster", "one"), ("cluster", "two")])
        self.assertEqual(sum(int(worker["games"]) for worker in workers), 24)
        points = dict.fromkeys(("random", "scout", "sergeant"), 0)
        for worker in workers:
            self.assertEqual([worker[count] for count in ("void_games", "red_time_losses", "blue_time_losses")], ["0", "0", "0"])
            self.assertGreater(worker["measured_plies_per_second"], 0)
            for bot in worker["results"]:
                points[bot["bot"]] += 2 * int(bot["wins"]) + int(bot["draws"])
        halves = {"RESULT_RED_WINS": (2, 0), "RESULT_DRAW": (1, 1), "RESULT_BLUE_WINS": (0, 2)}
        for game in self.games_of(tournament):
            red, blue = halves[game["outcome"]["result"]]
            points[game["red"]["name"] if isinstance(game["red"], dict) else game["red"]] -= red
            points[game["blue"]["name"] if isinstance(game["blue"], dict) else game["blue"]] -= blue
        self.assertEqual(set(points.values()), {0}, points)
        self.assertRegex(self.ask(self.zoe, "cluster", "workers", "list").stdout, r"(?m)^one +cluster +\d+ +0\+0 +0 .* yes$")
        self.denied(self.cluster, "cluster", "workers", "list", saying="not for the role worker")
        self.denied(self.zoe, "cluster", "workers", "trust", "one", saying="worker one of cluster is trusted already")
        self.denied(self.zoe, "cluster", "workers", "trust", "three", saying="there is no worker three")

    def test_a_second_worker_plays_pairs_too_and_they_count_nowhere(self):
        # The sergeant uses no chance but its set-ups.
        self.add_sample("random", "sergeant")
        self.serve("--second-worker", "100%", heartbeat=60)
        tournament = self.create("--bots", "random,sergeant", "--rounds", 400, "--concurrency", 4, "--duplicate")
        for name in ("one", "two"):
            self.start_worker(name, "--games-at-once", 2)
        self.wait_for(lambda: all(int(worker["compared_games"]) >= 4 for worker in self.told_of_two()), "games that both have played")
        self.ask(self.zoe, "tournament", "cancel", str(tournament))
        self.wait_for(lambda: self.shown(tournament)["state"] == "STATE_CANCELLED", "the end")
        self.assertEqual([self.stop_worker("one"), self.stop_worker("two")], [0, 0])
        self.assertEqual(self.end_server(), 0)
        played = self.played_at_home()
        workers = [json.loads(line) for line in self.flagfall("cluster", "workers", "list", "--json").stdout.splitlines()]
        self.assertEqual(sum(int(worker["games"]) for worker in workers), len(played), "what counts has one worker")
        self.assertEqual(len({game["game_id"] for game in played}), len(played))
        self.assertEqual([worker["suspected_reason"] for worker in workers], ["", ""])
        self.assert_sound()
        self.flagfall("db", "check")

    def told_of_two(self):
        workers = self.asked(self.zoe, "cluster", "workers", "list")
        return workers if len(workers) == 2 else [{"compared_games": 0}]

    def played_at_home(self):
        return [json.loads(line) for line in self.flagfall("game", "list", "--count", 100000, "--json").stdout.splitlines()]

    def test_no_share_of_the_pairs_is_refused(self):
        for wrong in ("1", "-1%", "101%", "x%", "nan%"):
            done = self.flagfall("serve", "--second-worker", wrong, code=1)
            self.assertIn(f"--second-worker: '{wrong}' is no share of the pairs; it is from 0% to 100%", done.stderr)

    def test_pairs_on_the_same_set_ups_stay_together(self):
        self.add_sample("random", "sergeant")
        self.serve(heartbeat=60)
        tournament = self.create("--bots", "random,sergeant", "--rounds", 6, "--duplicate", "--concurrency", 4)
        self.start_worker("one", "--games-at-once", 2)
        self.start_worker("two", "--games-at-once", 2)
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 12)
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()
        self.flagfall("db", "check")

    def test_the_server_plays_beside_its_workers(self):
        self.add_sample("random", "sergeant")
        ServerTest.serve(self, "--worker-heartbeat", "60")
        tournament = self.create("--bots", "random,sergeant", "--rounds", 20000, "--concurrency", 4)
        self.start_worker("one", "--games-at-once", 2)
        self.wait_for(lambda: self.leased_to("one") > 0, "a lease")
        self.wait_for(lambda: self.stored(tournament) > self.leased_to("one"), "games that the server has played itself")
        leased = self.leased_to("one")
        self.wait_for(lambda: self.leased_to("one") > leased, "another lease")
        self.ask(self.zoe, "tournament", "cancel", str(tournament))
        self.assertEqual(self.stop_worker("one"), 0)
        for game in self.games_of(tournament):
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED"), game)
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()

    def leased_to(self, name):
        return sum(map(int, re.findall(r"tournament 1: (\d+) game", self.said_by(name))))

    def test_games_of_a_worker_that_is_lost_are_played_again(self):
        play_on = self.add_stroller()
        self.add_sample("random")
        self.serve()
        tournament = self.create("--bots", "stroller,random", "--rounds", 6, "--concurrency", 4)
        self.start_worker("lost", "--games-at-once", 2)
        self.wait_for(lambda: play_on.with_suffix(".begun").exists(), "a game that is being played")
        self.kill_worker("lost")
        self.wait_for(lambda: "worker lost of cluster: its lease of" in self.log_path.read_text(), "the end of its lease")
        self.assertIn("nothing was heard of it for three heartbeats", self.log_path.read_text())
        play_on.touch()
        self.start_worker("next", "--games-at-once", 2)
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 12)
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()

    def test_a_worker_that_is_stopped_gives_back_what_it_cannot_finish(self):
        play_on = self.add_stroller()
        self.add_sample("random")
        self.serve(heartbeat=600)
        tournament = self.create("--bots", "stroller,random", "--rounds", 6, "--concurrency", 4)
        self.start_worker("going", "--games-at-once", 2, "--grace", 0)
        self.wait_for(lambda: play_on.with_suffix(".begun").exists(), "a game that is being played")
        self.assertEqual(self.stop_worker("going"), 0)
        play_on.touch()
        # At once, since nothing has to be waited for.
        self.start_worker("next", "--games-at-once", 2)
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 12)

    def test_sigterm_to_a_worker_and_to_all_of_its_bots_is_no_fault_of_theirs(self):
        """As Slurm ends a job whose time is over."""
        play_on = self.add_stroller()
        self.add_sample("random")
        self.serve(heartbeat=600)
        tournament = self.create("--bots", "stroller,random", "--rounds", 2, "--concurrency", 4)
        for number in range(4):
            play_on.with_suffix(".begun").unlink(missing_ok=True)
            self.start_worker(f"going{number}", "--games-at-once", 2)
            self.wait_for(lambda: play_on.with_suffix(".begun").exists(), "a game that is being played")
            for process in self.processes():
                with contextlib.suppress(ProcessLookupError):
                    if process != self.server.pid:
                        os.kill(process, signal.SIGTERM)
            self.assertEqual(self.workers.pop(f"going{number}").wait(), 0)
        play_on.touch()
        self.start_worker("staying", "--games-at-once", 2)
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 4)
        self.assertEqual([bot.get("faults", 0) for bot in self.asked("", "bot", "list")], [0, 0])
        for worker in self.asked(self.zoe, "cluster", "workers", "list"):
            self.assertEqual(worker["void_games"], "0", worker)

    def test_games_that_stopped_workers_give_back_are_leased_however_often(self):
        play_on = self.add_stroller()
        self.add_sample("random")
        self.serve(heartbeat=600)
        tournament = self.create("--bots", "stroller,random", "--rounds", 1, "--concurrency", 2)
        for number in range(7):
            play_on.with_suffix(".begun").unlink(missing_ok=True)
            self.start_worker(f"going{number}", "--games-at-once", 2, "--grace", 0)
            self.wait_for(lambda: play_on.with_suffix(".begun").exists(), "a game that is being played")
            self.assertEqual(self.stop_worker(f"going{number}"), 0)
        self.assertEqual(self.shown(tournament)["state"], "STATE_RUNNING")
        play_on.touch()
        self.start_worker("staying", "--games-at-once", 2)
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 2)

    def test_a_server_that_is_killed_gets_the_games_that_were_played_meanwhile(self):
        self.add_sample("random", "sergeant")
        self.serve()
        tournament = self.create("--bots", "random,sergeant", "--rounds", 60, "--concurrency", 4)
        self.start_worker("one", "--games-at-once", 2)
        for kill in range(3):
            before = self.stored(tournament)
            self.wait_for(lambda before=before: self.stored(tournament) > before + 3
                          or self.shown(tournament)["state"] == "STATE_FINISHED", "games that are stored")
            self.end_server(signal.SIGKILL)
            self.serve()
            self.wait_for(lambda kill=kill: self.said_by("one").count("has leased") > kill
                          or self.shown(tournament)["state"] == "STATE_FINISHED", "a lease that is renewed")
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 120)
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()
        self.flagfall("db", "check")

    def test_a_worker_that_is_cut_off_is_replaced_and_comes_back(self):
        for there, back in ((True, True), (False, True), (True, False)):
            with self.subTest(there=there, back=back):
                self.a_line_is_cut(there, back)

    def a_line_is_cut(self, there, back):
        if self.server is None:
            self.add_sample("random", "sergeant")
            self.serve()
        line = Line(self.address)
        tournament = self.create("--bots", "random,sergeant", "--rounds", 30, "--concurrency", 4)
        self.start_worker("far", "--games-at-once", 2, reach=line.address)
        self.wait_for(lambda: self.stored(tournament) > 0, "games that are stored")
        line.cut(there, back)
        lost = self.log_path.read_text().count("worker far of cluster: its lease of")
        self.start_worker("near", "--games-at-once", 2)
        self.wait_for(lambda: self.log_path.read_text().count("worker far of cluster: its lease of") > lost
                      or self.shown(tournament)["state"] == "STATE_FINISHED", "the end of its lease")
        line.mend()
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 60)
        self.kill_worker("far")
        self.kill_worker("near")
        line.close()

    def test_a_pause_reaches_the_workers(self):
        play_on = self.add_stroller()
        self.add_sample("random")
        self.serve()
        tournament = self.create("--bots", "stroller,random", "--rounds", 30, "--concurrency", 2)
        self.start_worker("one", "--games-at-once", 2)
        self.wait_for(lambda: play_on.with_suffix(".begun").exists(), "a game that is being played")
        self.ask(self.zoe, "tournament", "pause", str(tournament))
        play_on.touch()
        self.wait_for(lambda: f"tournament {tournament} is paused" in self.log_path.read_text(), "the end of its last games")
        self.assertLess(self.stored(tournament), 60)
        self.ask(self.zoe, "tournament", "resume", str(tournament))
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 60)

    def test_files_that_are_not_those_of_the_lease_are_not_run(self):
        self.add_sample("random")
        folder = self.folder / "bots" / "changing"
        shutil.copytree(SAMPLE_BOTS / "sergeant", folder)
        manifest = (folder / "bot.json").read_text().replace('"sergeant"', '"changing"', 1)
        (folder / "bot.json").write_text(manifest)
        self.flagfall("bot", "add", folder)
        self.serve()
        tournament = self.create("--bots", "changing,random", "--rounds", 2)
        self.start_worker("one", "--games-at-once", 1)
        self.wait_until_finished(tournament)
        self.stop_worker("one")
        # The server has looked at the files a moment ago, and sends what is there now.
        (folder / "more.txt").write_text("not in the lease's hash")
        again = self.create("--bots", "changing,random", "--rounds", 2)
        self.start_worker("two", "--games-at-once", 1)
        self.wait_for(lambda: "the files of changing came with the SHA-256" in self.said_by("two"), "the refusal")
        self.assertIn("as the lease says", self.said_by("two"))
        self.assertFalse((self.folder / "two" / "logs").exists(), "nothing was run")
        self.wait_until_finished(again)
        self.assert_played_once(again, 4)

    def test_a_bot_that_cannot_be_read_holds_up_no_other_tournament(self):
        self.add_sample("scout", "sergeant")
        self.add_copies("random")
        gone = self.folder / "bots" / "random"
        self.serve()
        broken = self.create("--bots", "scout,random", "--rounds", 1)
        sound = self.create("--bots", "scout,sergeant", "--rounds", 2)
        away = gone.rename(self.folder / "away")
        self.start_worker("one", "--games-at-once", 1)
        self.wait_until_finished(sound)
        self.assertRegex(self.log_path.read_text(), f"tournament {broken}: no games of random are leased to workers, since the server cannot "
                         "read its files: .* cannot be read")
        self.assertEqual(self.shown(broken)["state"], "STATE_RUNNING")
        away.rename(gone)
        self.wait_until_finished(broken)
        self.assert_played_once(broken, 2)
        self.assertEqual(self.log_path.read_text().count("the server cannot read its files"), 1)

    def test_a_worker_that_is_stopped_while_it_fetches_a_bot_ends(self):
        folder = self.folder / "bots" / "large"
        shutil.copytree(SAMPLE_BOTS / "sergeant", folder)
        manifest = (folder / "bot.json").read_text().replace('"sergeant"', '"large"', 1)
        (folder / "bot.json").write_text(manifest)
        (folder / "weights.bin").write_bytes(random.Random(7).randbytes(8 << 20))
        self.flagfall("bot", "add", folder)
        self.add_sample("random")
        self.serve(heartbeat=600)
        line = Line(self.address)
        self.addCleanup(line.close)
        # What it is sent is lost as soon as it begins to fetch.
        line.cut_back_after = 1 << 20
        tournament = self.create("--bots", "large,random", "--rounds", 1)
        self.start_worker("one", "--games-at-once", 1, reach=line.address)
        self.wait_for(lambda: list((self.folder / "one").glob("bots/.fetched-*")), "the begin of fetching")
        self.wait_for(line.cut_back.is_set, "the end of the line")
        self.assertEqual(self.stop_worker("one"), 0)
        self.assertNotIn("cannot reach", self.said_by("one"))
        self.assertEqual(self.said_by("one").count(f"tournament {tournament}:"), 1, self.said_by("one"))
        self.assertEqual(list((self.folder / "one").glob("bots/.fetched-*")), [])

    def test_who_may_not_work_here_is_told_so_and_ends(self):
        self.serve()
        ann = self.owner("ann")
        for token, words in (("fft_nonsense", "token"), (ann, "worker"), (self.zoe, "worker")):
            ended = subprocess.run(self.worker_command("stranger", token=token), env=self.environment, cwd=self.folder,
                                   capture_output=True, text=True, timeout=PATIENCE_S)
            self.assertEqual(ended.returncode, 1, ended.stderr)
            self.assertIn(words, ended.stderr)
        self.assertIn("name it with --server", self.flagfall("worker", code=1).stderr)
        # A worker's token is for nothing else.
        self.denied(self.cluster, "user", "list", saying="worker")
        self.denied(self.cluster, "tournament", "create", "--bots", "a,b", "--ruleset", "barrage", saying="worker")


if __name__ == "__main__":
    unittest.main()
