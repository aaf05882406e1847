"""Workers that Slurm starts, on three nodes of which one is killed and one is drained, while the server is killed too."""

import pathlib
import re
import signal
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "e2e"))
from workers import WorkersTest  # noqa: E402
from slurm_cluster import SlurmCluster, why_no_slurm  # noqa: E402

NODES = 3


class Slurm(WorkersTest):
    def setUp(self):
        if why_no_slurm():
            self.skipTest(why_no_slurm())
        super().setUp()
        self.slurm = SlurmCluster(self.folder / "slurm", NODES, self.environment)
        self.addCleanup(self.slurm.close)
        self.environment = self.slurm.environment

    def tearDown(self):
        self.slurm.run("scancel", "--me", "--signal=KILL", "--full")
        self.slurm.run("scancel", "--me")
        self.slurm.wait_for(lambda: not self.slurm.run("squeue", "--noheader"), "jobs that have ended")
        # Slurm 22.05 can forget that a node which came back after a failure holds a job that it has put there again, and
        # then ends the job without its processes. It finds these when the nodes next tell what they run.
        self.slurm.run("scontrol", "reconfigure")
        self.slurm.wait_for(lambda: not self.slurm.steps(), "steps that have ended")
        self.slurm.close()
        if self.server is not None:
            self.end_server(signal.SIGKILL)
        self.wait_until_nobody_is_left()
        super().tearDown()

    def slurm_command(self, *arguments, code=0):
        return self.flagfall("--server", self.reach, "--token", self.cluster, "cluster", "slurm", *arguments, code=code)

    def rows(self):
        return self.json("cluster", "slurm", "status")

    def running(self):
        return [row for row in self.rows() if row["state"] == "RUNNING"]

    def test_nodes_and_servers_may_die(self):
        self.add_sample("random", "scout", "sergeant")
        self.serve()
        tournament = self.create("--bots", "random,scout,sergeant", "--rounds", 100, "--concurrency", 6)
        up = self.slurm_command("up", "--nodes", NODES, "--logs", self.folder / "logs", "--time", "1:00:00")
        self.assertRegex(up.stdout, rf"^Job \d+: {NODES} workers for {re.escape(self.reach)}")
        self.wait_for(lambda: len(self.running()) == NODES, "workers that run")
        self.assertEqual(sorted(row["node"] for row in self.rows()), ["n1", "n2", "n3"])
        self.assertNotIn(self.cluster, self.slurm.run("scontrol", "show", "job"))
        self.wait_for(lambda: self.stored(tournament) > 20, "games that are stored")
        self.slurm.kill_node("n1")
        self.end_server(signal.SIGKILL)
        self.serve()
        self.slurm.run("scontrol", "update", "nodename=n2", "state=drain", "reason=maintenance")
        before = self.stored(tournament)
        self.wait_for(lambda: self.stored(tournament) > before, "games of those that are left")
        # Slurm notices after a while, and puts the job back into the queue, where it would wait for two minutes.
        self.wait_for(lambda: any(row["state"] == "PENDING" for row in self.rows()), "a worker that waits for a node")
        waiting = next(row["job"] for row in self.rows() if row["state"] == "PENDING")
        self.slurm.start_node("n1")
        self.slurm.run("scontrol", "update", f"jobid={waiting}", "StartTime=now")
        self.wait_for(lambda: any(row["node"] == "n1" for row in self.running()), "a job on the node that is back")
        # It is said to run a second before it does.
        self.wait_for(lambda: self.slurm.steps_of("n1"), "its worker")
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 600)
        self.assertEqual(self.slurm_command("down").stdout, f"Ending {NODES} workers; games that they cannot finish in time are played elsewhere.\n")
        self.wait_for(lambda: not self.rows(), "no worker")
        self.assertEqual(self.flagfall("cluster", "slurm", "status").stdout, "No workers; `flagfall cluster slurm up` starts some.\n")
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()
        self.flagfall("db", "check")

    def test_the_token_is_tried_before_any_job_is(self):
        self.serve()
        for token, told in ((self.zoe, "it takes the token of a user with the role worker"), ("fft_nobodys", "token")):
            refusal = self.flagfall("--server", self.reach, "--token", token, "cluster", "slurm", "up", code=1).stderr
            self.assertIn(told, refusal)
        self.assertEqual(self.rows(), [])

    def test_a_server_that_does_not_answer_is_told_of(self):
        up = self.flagfall("--server", "insecure:127.0.0.1:1", "--token", "fft_somebodys", "cluster", "slurm", "up",
                           "--logs", self.folder / "logs")
        self.assertIn("cannot reach the server at insecure:127.0.0.1:1", up.stderr)
        self.assertRegex(up.stdout, r"^Job \d+: 1 worker for insecure:127.0.0.1:1;")

    def test_what_slurm_refuses_is_told(self):
        self.serve()
        refusal = self.slurm_command("up", "--partition", "nowhere", code=1).stderr
        self.assertIn("sbatch failed: ", refusal)
        self.assertIn("nowhere", refusal)


if __name__ == "__main__":
    unittest.main()
