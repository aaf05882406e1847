#!/usr/bin/python3
"""A long round robin on a Slurm of three nodes and a machine behind a line of its own, with all that may befall them.

    FLAGFALL_BUILD=$PWD/build/release tests/cluster/slurm_round_robin.py --rounds 120

Eight bots in C++, Python and JavaScript play 56 games of barrage a round, and a bot on the stdio adapter 20 of classic beside
them. One node is killed and one drained, both come back, the line is cut for a minute, and the server is killed three times.
In the end each game of the schedule has one result, `verify --all` and `db check` find nothing, and the ratings follow from
the exported results. It takes root, as slurm_cluster_test.py does; on two fast cores 120 rounds take three minutes, and fewer
are over before the last fault."""

import argparse
import json
import pathlib
import shutil
import signal
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "e2e"))
import arena  # noqa: E402
import export_ratings  # noqa: E402
from relay import Relay, end  # noqa: E402
from slurm_cluster_test import NODES, Slurm  # noqa: E402

# How many of each play; plodder, which knows classic alone, plays in a tournament of its own.
BOTS = {"random": 2, "sergeant": 1, "scout": 2, "template": 1, "rover": 2}
GAMES_OF_CLASSIC = 20
CUT_S = 60


class Line(Relay):
    """Passes all on, except while it is cut."""

    is_cut = False

    def pass_on(self, here, there):
        if self.is_cut:
            end(here)
            end(there)
            return

        def to(sink):
            return lambda piece: sink.sendall(piece) is None
        self.carry(here, there, to(there), to(here))

    def cut(self):
        self.is_cut = True
        self.end_connections()


class RoundRobin(Slurm):
    rounds = 1
    games = 0
    began = time.monotonic()

    def say(self, *words):
        print(f"[{time.monotonic() - self.began:6.1f} s]", *words, flush=True)

    def runTest(self):
        self.add_copies_of_samples()
        self.serve()
        self.tournament = self.create("--bots", ",".join(self.players), "--rounds", self.rounds, "--concurrency", 8)
        classic, = self.asked(self.zoe, "tournament", "create", "--ruleset", "classic", "--tc", "60+1", "--bots", "plodder,random",
                              "--games", GAMES_OF_CLASSIC, "--max-plies", 600, "--concurrency", 1)
        games = self.rounds * len(self.players) * (len(self.players) - 1)
        self.games = games
        self.say(f"{games} games of {', '.join(self.players)}, {GAMES_OF_CLASSIC} of plodder")
        self.play_through_faults(games)
        for tournament, count in ((self.tournament, games), (classic["id"], GAMES_OF_CLASSIC)):
            self.wait_until_finished(tournament)
            self.assert_played_once(tournament, count)
        self.say("all are over; each has one result, and no machine lost one")
        print(self.ask(self.zoe, "cluster", "workers", "list").stdout)
        self.stop_worker("far")
        self.slurm_command("down")
        self.wait_for(lambda: not self.rows(), "no worker")
        self.assertEqual(self.end_server(), 0)
        self.assert_all_is_sound()

    def add_copies_of_samples(self):
        self.players = []
        for sample, copies in BOTS.items():
            for number in range(1, copies + 1):
                folder = shutil.copytree(arena.SAMPLE_BOTS / sample, self.folder / "bots" / f"{sample}{number}")
                manifest = json.loads((folder / "bot.json").read_text())
                manifest["name"] = sample if number == 1 else f"{sample}{number}"
                (folder / "bot.json").write_text(json.dumps(manifest))
                self.flagfall("bot", "add", folder)
                self.players.append(manifest["name"])
        self.add_sample("plodder")

    def play_through_faults(self, games):
        line = Line(self.address)
        self.addCleanup(line.close)
        self.slurm_command("up", "--nodes", NODES, "--logs", self.folder / "logs", "--time", "2:00:00")
        self.start_worker("far", "--games-at-once", 2, reach=self.reach.replace(self.address, line.address))
        self.wait_for(lambda: len(self.running()) == NODES, "workers that run")
        self.kill_server_at(games // 10)
        self.wait_until_stored(games // 5)
        self.slurm.kill_node("n1")
        self.say("node n1 killed")
        self.wait_until_stored(games * 3 // 10)
        line.cut()
        cut = time.monotonic()
        self.say("the line of the worker far cut")
        self.slurm.run("scontrol", "update", "nodename=n2", "state=drain", "reason=maintenance")
        self.say("node n2 drained")
        self.kill_server_at(games * 35 // 100)
        time.sleep(max(0, cut + CUT_S - time.monotonic()))
        line.is_cut = False
        self.slurm.start_node("n1")
        self.slurm.run("scontrol", "update", "nodename=n2", "state=resume")
        self.say("the line is whole; n1 and n2 are back")
        self.kill_server_at(games * 7 // 10)

    def wait_until_stored(self, games):
        self.wait_for(lambda: self.stored(self.tournament) >= games, f"{games} games", pause_s=0.5)

    def kill_server_at(self, games):
        self.wait_until_stored(games)
        self.assertLess(self.stored(self.tournament), self.games, "all games are over before the last fault: play more --rounds")
        self.end_server(signal.SIGKILL)
        self.serve()
        self.say(f"server killed and started anew; {self.stored(self.tournament)} games are stored")

    def assert_all_is_sound(self):
        print(self.flagfall("verify", "--all").stdout)
        print(self.flagfall("db", "check").stdout)
        path = self.folder / "games.csv"
        self.flagfall("game", "export", "--all", "--format", "csv", "-o", path)
        played = export_ratings.games_of_csv(path, "barrage")
        leaderboard = self.json("leaderboard", "--ruleset", "barrage")
        self.assertEqual(export_ratings.differences(played, leaderboard), [])
        self.say(f"the ratings follow from the {len(played)} results that were exported")
        print(self.flagfall("tournament", "show", self.tournament).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=RoundRobin.rounds, help="56 games each (default %(default)s)")
    RoundRobin.rounds = parser.parse_args().rounds
    # Of a wait, however long the games take.
    arena.PATIENCE_S = 3600
    result = unittest.TextTestRunner().run(RoundRobin())
    return int(not result.wasSuccessful())


if __name__ == "__main__":
    sys.exit(main())
