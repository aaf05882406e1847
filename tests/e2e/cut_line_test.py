"""A bot far away whose line is cut again and again plays beside bots of all SDKs that the server starts."""

import random
import threading
import unittest

from arena import SAMPLE_BOTS
from relay import Relay
from server import ServerTest

CUTS = 10


class CuttingRelay(Relay):
    """Cuts connections off after a random number of bytes; so often, then no more."""

    def __init__(self, address, cuts, seed):
        self.cuts_left = cuts
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        super().__init__(address)

    def pass_on(self, here, there):
        with self.lock:
            # Beyond the handshake, so that each time it was a line that worked.
            budget = [self.random.randrange(8_000, 40_000) if self.cuts_left > 0 else None]
        self.carry(here, there, lambda piece: self.send(there, piece, budget), lambda piece: self.send(here, piece, budget))

    def send(self, sink, piece, budget):
        sink.sendall(piece)
        return not self.is_spent(budget, len(piece))

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
        relay = CuttingRelay(self.address, CUTS, seed=1)
        self.addCleanup(relay.close)
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
