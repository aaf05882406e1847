"""Where a bot may dial in, and how."""

import os
import tempfile
import unittest
from unittest import mock

from flagfall_bot.address import is_loopback, open_channel


class AddressTest(unittest.TestCase):
    def opens(self, address: str) -> str:
        """How, without dialling in."""
        with mock.patch("grpc.insecure_channel") as plain, mock.patch("grpc.secure_channel") as tls:
            open_channel(address)
        (used,) = [(name, call.call_args.args[0]) for name, call in (("plain", plain), ("tls", tls)) if call.called]
        return " ".join(used)

    def test_by_scheme(self) -> None:
        for address, how in {
            "unix:/tmp/a.sock": "plain unix:/tmp/a.sock",
            "localhost:1": "plain localhost:1",
            "127.0.0.1:7443": "plain 127.0.0.1:7443",
            "[::1]:7443": "plain [::1]:7443",
            "tls:arena.example:7443": "tls arena.example:7443",
            "insecure:10.0.0.2:7443": "plain 10.0.0.2:7443",
        }.items():
            self.assertEqual(self.opens(address), how)

    def test_another_machine_needs_a_word_about_tls(self) -> None:
        for host in ("arena.example", "10.0.0.2", "0.0.0.0", "localhost.example", "[2001:db8::1]"):
            with self.subTest(host), self.assertRaisesRegex(ValueError, "write tls:"):
                open_channel(host + ":7443")

    def test_what_is_no_address(self) -> None:
        right = "must be unix:/path, host:port or tls:host:port"
        for address in ("arena.example", "tls:arena.example", "localhost:", "localhost:port", ":1", "localhost:65536",
                        "tls:"):
            with self.subTest(address), self.assertRaisesRegex(ValueError, right):
                open_channel(address)

    def test_roots_that_are_none(self) -> None:
        with tempfile.NamedTemporaryFile() as file:
            for path, why in ((file.name, "holds none"), ("/nowhere.pem", "No such file")):
                with (mock.patch.dict(os.environ, FLAGFALL_TLS_CA=path),
                      self.assertRaisesRegex(ValueError, f"FLAGFALL_TLS_CA must name .*{why}")):
                    open_channel("tls:arena.example:7443")

    def test_loopback(self) -> None:
        self.assertTrue(all(is_loopback(host) for host in ("localhost", "127.1.2.3", "[::1]")))
        self.assertFalse(any(is_loopback(host) for host in ("128.0.0.1", "localhost.example", "")))


if __name__ == "__main__":
    unittest.main()
