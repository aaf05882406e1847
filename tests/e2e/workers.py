"""A server in an arena of its own whose games workers play, each in a folder of its own, and a line between them that can be cut."""

import os
import signal
import subprocess
import threading

from relay import Relay
from server import ServerTest


class WorkersTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.workers = {}
        self.flagfall("user", "add", "cluster", "--role", "worker")
        self.cluster = self.flagfall("token", "create", "cluster").stdout.strip()

    def tearDown(self):
        for name in list(self.workers):
            self.kill_worker(name)
        super().tearDown()

    def serve(self, *arguments, heartbeat=1, **environment):
        """A server that plays nothing itself, and soon notices that nothing is heard of a worker."""
        super().serve("--no-games-here", "--worker-heartbeat", heartbeat, *arguments, **environment)

    # ---- Workers.

    def worker_command(self, name, *arguments, reach=None, token=None):
        return self.command("--server", reach or self.reach, "--token", token or self.cluster, "worker", "--name", name, "--folder",
                            self.folder / name, *arguments)

    def start_worker(self, name, *arguments, reach=None, **environment):
        """In a process group of its own, as a node that can be lost as a whole."""
        with open(self.folder / f"{name}.log", "a") as log:
            self.workers[name] = subprocess.Popen(self.worker_command(name, *arguments, reach=reach), cwd=self.folder, stdout=log, stderr=log,
                                                  env=dict(self.environment, **environment), start_new_session=True)

    def said_by(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def kill_worker(self, name):
        """As a node that loses its power."""
        worker = self.workers.pop(name)
        os.killpg(worker.pid, signal.SIGKILL)
        return worker.wait()

    def stop_worker(self, name):
        worker = self.workers.pop(name)
        worker.send_signal(signal.SIGTERM)
        return worker.wait()

    # ---- Tournaments.

    def create(self, *arguments):
        made, = self.asked(self.zoe, "tournament", "create", "--ruleset", "barrage", "--tc", "60+1", *arguments)
        return made["id"]

    def shown(self, tournament):
        shown, = self.asked("", "tournament", "show", str(tournament))
        return shown

    def stored(self, tournament):
        return self.shown(tournament).get("games_stored", 0)

    def wait_until_finished(self, tournament):
        self.wait_for(lambda: self.shown(tournament)["state"] == "STATE_FINISHED", f"the end of {tournament}")

    def games_of(self, tournament):
        return self.asked("", "game", "list", "--tournament", str(tournament), "--count", 100000)

    def assert_played_once(self, tournament, games):
        """Each game of the schedule has one result, and no bot has lost one because of a machine."""
        played = self.games_of(tournament)
        self.assertEqual(sorted(int(game["game_id"].partition("-")[2]) for game in played), list(range(1, games + 1)))
        for game in played:
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED"), game)


class Line(Relay):
    """Carries connections to an address, until it is cut: it then takes all bytes and passes none on, as a network that loses
    every packet, in the directions that are cut."""

    def __init__(self, address):
        self.cut_there, self.cut_back = threading.Event(), threading.Event()
        # So many bytes pass back before it is cut there; None for as many as come.
        self.cut_back_after = None
        super().__init__(address)

    def pass_on(self, here, there):
        self.carry(here, there, lambda piece: self.send(there, piece, self.cut_there),
                   lambda piece: self.send(here, self.counted(piece), self.cut_back))

    def counted(self, piece):
        if self.cut_back_after is not None:
            self.cut_back_after -= len(piece)
            if self.cut_back_after < 0:
                self.cut_back.set()
        return piece

    @staticmethod
    def send(sink, piece, is_cut):
        if not is_cut.is_set():
            sink.sendall(piece)
        return True

    def cut(self, there=True, back=True):
        if there:
            self.cut_there.set()
        if back:
            self.cut_back.set()

    def mend(self):
        """What was lost meanwhile is lost, so that the connections of before are ended."""
        self.end_connections()
        self.cut_there.clear()
        self.cut_back.clear()
