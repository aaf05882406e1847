"""Time controls that are scaled by the speed of the machine that plays."""

import json
import signal
import unittest

import grpc

from arena import SAMPLE_BOTS
from lying_workers_test import WorkerByHand
from server import ServerTest
from workers import WorkersTest

SCALED = ("--tc-scale", 300000)


def clocks(record):
    """The scale of a game and its times, in seconds."""
    control = record["time_control"]
    return [record.get("time_control_scale", {}).get("scale_ppm")] + [
        int(control[name]) / 1e6 for name in ("base_micros", "increment_micros", "set_up_micros", "margin_micros")]


class AtHome(ServerTest):
    MATCH = ("match", "random", "sergeant", "--ruleset", "barrage", "--games", 2, "--tc", "60+1")

    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant")

    def test_a_slow_machine_gives_more_time(self):
        self.flagfall(*self.MATCH, *SCALED, "--machine-speed", 200000)
        self.assertEqual(clocks(self.record("1-1")), [1500000, 90, 1.5, 15, 0.02])
        self.assertEqual(self.record("1-1")["time_control_scale"],
                         {"reference_plies_per_second": 300000, "machine_plies_per_second": 200000, "scale_ppm": 1500000})
        self.assertIn("time control 90+1.5 setup=15, scaled by 1.5: for 300000 plies a second, on a machine of 200000\n",
                      self.flagfall("game", "show", "1-1").stdout)
        exported = self.flagfall("game", "export", "1-1", "--format", "jsonl").stdout
        self.assertEqual(clocks(json.loads(exported)), [1500000, 90, 1.5, 15, 0.02])
        self.assert_sound()
        self.flagfall("db", "check")

    def test_by_default_nothing_is_scaled_and_nothing_measured(self):
        self.flagfall(*self.MATCH)
        self.assertEqual(clocks(self.record("1-1")), [None, 60, 1, 10, 0.02])
        self.assertNotIn("scaled", self.flagfall("game", "show", "1-1").stdout)

    def test_the_machine_is_measured(self):
        # Within a factor of 4 of what it has just said.
        done = self.flagfall(*self.MATCH, "--tc-scale", 1000000000, code=None)
        self.assertIn("too slow for a time control that is meant for 1000000000", done.stderr)
        speed = done.stderr.partition("a core of this machine referees ")[2].partition(" ")[0]
        self.flagfall(*self.MATCH, "--tc-scale", speed)
        record = self.record("2-1")
        scale = record["time_control_scale"]
        self.assertEqual(scale["reference_plies_per_second"], int(speed))
        machine = scale["machine_plies_per_second"]
        self.assertEqual(scale["scale_ppm"], (int(speed) * 1000000 + machine // 2) // machine)
        self.assertEqual(int(record["time_control"]["base_micros"]), (60000000 * scale["scale_ppm"] + 500000) // 1000000)
        self.assert_sound()

    def test_machines_that_are_far_too_slow_or_fast_do_not_play(self):
        for speed, word in ((74000, "slow"), (1300000, "fast")):
            done = self.flagfall(*self.MATCH, *SCALED, "--machine-speed", speed, code=None)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(f"a core of this machine referees {speed} plies a second, too {word} for a time control that is meant "
                          "for 300000: it can be scaled by 0.25 to 4, so that machines of 75000 to 1200000 plies a second can play",
                          done.stderr)
        self.assertEqual(self.games(), [])

    def test_wrong_words_are_refused(self):
        for wrong in ("fast", "0", "999", "2.5"):
            done = self.flagfall(*self.MATCH, "--tc-scale", wrong, code=None)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("--tc-scale", done.stderr)
        spec = self.folder / "spec.json"
        spec.write_text(json.dumps({"bots": ["random", "sergeant"], "ruleset": {"id": "barrage"}, "time_control_reference": 7}))
        self.refused("tournament", "run", "--spec", spec,
                     saying="time_control_reference: 7 plies a second; a machine's core referees 1000 to 1000000000")

    def test_a_remote_bots_machine_is_not_known(self):
        self.serve()
        ann = self.owner("ann")
        self.remote_bot(ann, "far")
        self.denied(self.zoe, "tournament", "create", "--bots", "random,far", "--ruleset", "barrage", *map(str, SCALED),
                    saying="bot far is remote: nobody knows how fast its machine is")


class ByWorkers(WorkersTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant")

    def test_each_machine_has_its_own_scale(self):
        self.serve("--second-worker", "100%", heartbeat=60)
        tournament = self.create("--bots", "random,sergeant", "--rounds", 40, "--concurrency", 4, *SCALED)
        self.start_worker("fast", "--games-at-once", 2, "--machine-speed", 600000)
        self.start_worker("slow", "--games-at-once", 2, "--machine-speed", 100000)
        self.start_worker("slowest", "--games-at-once", 2, "--machine-speed", 50000)
        self.wait_until_finished(tournament)
        self.assertIn("tournament 1: a core of this machine referees 50000 plies a second, too slow", self.said_by("slowest"))
        self.assert_played_once(tournament, 80)
        workers = self.asked(self.zoe, "cluster", "workers", "list")
        self.assertEqual([(worker["name"], worker["suspected_reason"]) for worker in workers], [("fast", ""), ("slow", ""), ("slowest", "")])
        self.assertEqual([worker["measured_plies_per_second"] for worker in workers], [600000, 100000, 50000])
        self.assertEqual([self.stop_worker(name) for name in ("fast", "slow", "slowest")], [0, 0, 0])
        self.assertEqual(self.end_server(), 0)
        by_scale = {500000: 0, 3000000: 0, None: 0}
        for game in self.games():
            scale, base, increment, *_ = clocks(self.record(game["game_id"]))
            by_scale[scale] += 1
            self.assertEqual((base, increment), {500000: (30, 0.5), 3000000: (180, 3)}[scale])
        self.assertEqual(list(by_scale.values()), [int(worker["games"]) for worker in workers])
        listed = self.flagfall("cluster", "workers", "list").stdout
        self.assertRegex(listed, r"(?m)^fast .* 600000 +4\.167 ")
        self.assertRegex(listed, r"(?m)^slow .* 100000 +25 ")
        self.assert_sound()
        self.flagfall("db", "check")

    def test_a_game_is_played_again_by_another_scale(self):
        play_on = self.add_stroller()
        self.serve()
        tournament = self.create("--bots", "stroller,random", "--rounds", 2, "--concurrency", 4, *SCALED)
        self.start_worker("lost", "--games-at-once", 2, "--machine-speed", 150000)
        self.wait_for(lambda: play_on.with_suffix(".begun").exists(), "a game that is being played")
        self.kill_worker("lost")
        play_on.touch()
        self.start_worker("other", "--games-at-once", 2, "--machine-speed", 300000)
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 4)
        self.assertEqual(self.end_server(), 0)
        for game in self.games():
            self.assertEqual(clocks(self.record(game["game_id"]))[0], 1000000)
        self.assert_sound()
        self.flagfall("db", "check")

    def test_a_lease_that_is_renewed_keeps_its_scale(self):
        play_on = self.add_stroller()
        self.serve()
        tournament = self.create("--bots", "stroller,random", "--rounds", 2, "--concurrency", 4, *SCALED)
        self.start_worker("one", "--games-at-once", 2, "--machine-speed", 150000)
        self.wait_for(lambda: play_on.with_suffix(".begun").exists(), "a game that is being played")
        self.end_server(signal.SIGKILL)
        self.serve()
        self.wait_for(lambda: "has leased" in self.said_by("one"), "a lease that is renewed")
        play_on.touch()
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 4)
        self.assertEqual(self.end_server(), 0)
        self.assertEqual({clocks(self.record(game["game_id"]))[0] for game in self.games()}, {2000000})
        self.assert_sound()

    def test_a_server_that_is_too_slow_leaves_its_games_to_workers(self):
        ServerTest.serve(self, "--worker-heartbeat", "60", "--machine-speed", "50000")
        tournament = self.create("--bots", "random,sergeant", "--rounds", 4, *SCALED)
        self.start_worker("fast", "--games-at-once", 2, "--machine-speed", 600000)
        self.wait_until_finished(tournament)
        self.assertIn("no game is played on this machine: a core of this machine referees 50000 plies a second, too slow",
                      self.log_path.read_text())
        self.assertEqual(self.end_server(), 0)
        self.assertEqual({clocks(self.record(game["game_id"]))[0] for game in self.games()}, {500000})
        self.assert_sound()

    def test_a_server_plays_by_its_own_scale(self):
        ServerTest.serve(self, "--machine-speed", "200000")
        tournament = self.create("--bots", "random,sergeant", "--rounds", 1, *SCALED)
        self.wait_until_finished(tournament)
        self.assertEqual(self.end_server(), 0)
        self.assertEqual({clocks(self.record(game["game_id"]))[0] for game in self.games()}, {1500000})
        self.assert_sound()


class Lies(WorkerByHand):
    SPEC = ("--bots", "random,sergeant", "--rounds", 2, "--concurrency", 2, "--seed", 7, *SCALED)

    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant")
        for twin, speed in (("honest", 1000000), ("liar", 100000)):
            for name in ("random", "sergeant"):
                self.flagfall_twin("bot", "add", SAMPLE_BOTS / name, twin=twin)
            self.flagfall_twin("tournament", "run", "--ruleset", "barrage", "--tc", "60+1", *self.SPEC, "--machine-speed", speed,
                               twin=twin)
        self.serve_to_a_liar()
        self.create(*self.SPEC)

    def test_a_scale_must_be_that_of_the_speed_that_the_worker_told(self):
        lease = self.lease()
        honest, = self.records_of_twin(f"1-{lease.games[0].number}", twin="honest")
        self.assertTrue(self.hand_in(lease, lease.games[0], honest))
        lie, = self.records_of_twin(f"1-{lease.games[1].number}", twin="liar")
        with self.assertRaises(grpc.RpcError) as raised:
            self.hand_in(lease, lease.games[1], lie)
        self.assertEqual(raised.exception.code(), grpc.StatusCode.INVALID_ARGUMENT)
        self.assertIn("it differs in time_control, time_control_scale", raised.exception.details())


if __name__ == "__main__":
    unittest.main()
