"""A bot far away whose line is cut again and again plays beside bots of all SDKs that the server starts."""

import random
import socket
import threading
import unittest

from arena import SAMPLE_BOTS
from server import ServerTest

CUTS = 10


class CuttingRelay:
    """Passes TCP connections on to `target`, and cuts them off after a random number of bytes; so often, then no more."""

    def __init__(self, target, cuts, seed):
        self.target, self.cuts_left = target, cuts
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                here, _ = self.listener.accept()
            except OSError:
                return
            there = socket.create_connection(self.target)
            with self.lock:
                # Beyond the handshake, so that each time it was a line that worked.
                budget = [self.random.randrange(8_000, 40_000) if self.cuts_left > 0 else None]
            for way in ((here, there), (there, here)):
                threading.Thread(target=self.pass_on, args=(*way, budget), daemon=True).start()

    def pass_on(self, source, sink, budget):
        try:
            while piece := source.recv(65536):
                sink.sendall(piece)
                if self.is_spent(budget, len(piece)):
                    break
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def is_spent(self, budget, count):
        with self.lock:
            if budget[0] is None or budget[0] <= 0:
                return False
            budget[0] -= count
            if budget[0] > 0:
                return False
            self.cuts_left -= 1
            return True


class CutLineTest(ServerTest):
    def test_no_game_is_lost_to_a_line_that_is_cut(self):
        self.make_certificate()
        # rover is there where there is Node.
        launched = [name for name in ("sergeant", "scout", "rover", "plodder") if (SAMPLE_BOTS / name).is_dir()]
        self.add_sample(*launched)
        self.serve()
        host, port = self.address.rsplit(":", 1)
        relay = CuttingRelay((host, int(port)), CUTS, seed=1)
        self.addCleanup(relay.listener.close)
        made, = self.asked(self.zoe, "bot", "remote", "far", "--rulesets", "classic")
        self.start_remote(made["token"]["secret"], reach="tls:" + relay.address)
        self.ask(self.zoe, "tournament", "create", "--bots", ",".join([*launched, "far"]), "--ruleset", "classic", "--games",
                 2, "--tc", "60+1", "--disconnect-grace", 60, "--concurrency", 2, "--max-plies", 1500, "--seed", 5)
        self.ask("", "tournament", "watch", 1)
        games = self.asked("", "game", "list", "--count", 1000)
        self.assertEqual(len(games), len(launched) * (len(launched) + 1))
        self.assertEqual(relay.cuts_left, 0)
        far = [game for game in games if "far" in (game["red"], game["blue"])]
        for game in far:
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED"), game)
        returns = 0
        for game in far:
            record = self.ask("", "game", "export", game["game_id"], "--format", "json").stdout
            returns += record.count('"disconnected"')
        self.assertGreater(returns, 0, "none of the cuts fell into a game")
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()


if __name__ == "__main__":
    unittest.main()
