"""A bot of each SDK dials in over TLS with a token where it trusts the host's certificate; and does not otherwise."""

import json
import pathlib
import socket
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "e2e"))
from arena import SAMPLE_BOTS, ArenaTest, winner  # noqa: E402

BOTS = ("sergeant", "scout", "rover")


class TlsTest(ArenaTest):
    def setUp(self):
        try:
            socket.getaddrinfo("localhost", None)
        except OSError as error:
            self.skipTest(f"this machine does not know localhost: {error}")
        super().setUp()

    def certificate(self, name, host="localhost"):
        """A self-signed one, and its key."""
        certificate, key = self.folder / f"{name}.pem", self.folder / f"{name}.key"
        subprocess.run(["openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                        "-days", "2", "-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}",
                        "-keyout", key, "-out", certificate], check=True, capture_output=True)
        return certificate, key

    def add_behind_tls(self, bot, served, trusted):
        manifest = json.loads((SAMPLE_BOTS / bot / "bot.json").read_text())
        command = manifest["command"]
        folder = SAMPLE_BOTS / bot
        if bot == "sergeant":
            command[0] = str(folder / bot)
        else:
            command[1] = str(folder / command[1])
        tunnel = ["/usr/bin/python3", "-B", str(HERE / "tls_tunnel.py"), *map(str, served), str(trusted)]
        self.flagfall("bot", "add", self.write_bot(bot, command=[*tunnel, *command]))

    def each_bot(self):
        for bot in BOTS:
            with self.subTest(bot):
                if not (SAMPLE_BOTS / bot).exists():
                    self.skipTest(f"{bot} is not built: there is no Node, or ./dev setup has not run")
                yield bot

    def test_plays_where_it_trusts_the_certificate(self):
        served = self.certificate("host")
        self.add_sample("random")
        for number, bot in enumerate(self.each_bot(), start=1):
            self.add_behind_tls(bot, served, trusted=served[0])
            self.flagfall("match", bot, "random", "--ruleset", "barrage", "--games", 2)
            for game in self.games()[:2]:
                self.assertEqual({game["red"], game["blue"]}, {bot, "random"})
                self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED"), game)
            self.assertRegex(self.log(number, bot), r"a connection by TLSv1\.[23] for h2")
        self.assert_sound()

    def assert_refused(self, served, trusted, saying):
        self.add_sample("random")
        for number, bot in enumerate(self.each_bot(), start=1):
            self.add_behind_tls(bot, served, trusted)
            self.flagfall("match", bot, "random", "--ruleset", "barrage", "--games", 1, "--faults-max", 1)
            game = self.games()[0]
            self.assertEqual((winner(game), game["outcome"]["reason"]), ("random", "REASON_FORFEIT_NO_SHOW"))
            log = self.log(number, bot)
            self.assertIn(saying, log)
            # Of gRPC's library, for each attempt.
            self.assertNotIn("ssl_transport_security", log)

    def test_does_not_where_another_has_signed_it(self):
        self.assert_refused(self.certificate("host"), trusted=self.certificate("other")[0],
                            saying="no root that is trusted here has signed its certificate")

    def test_does_not_where_it_is_for_another_host(self):
        served = self.certificate("host", host="arena.example")
        self.assert_refused(served, trusted=served[0], saying="its certificate is for another name")


if __name__ == "__main__":
    unittest.main()
