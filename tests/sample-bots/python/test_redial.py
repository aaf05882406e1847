"""When a bot dials again, and what it says: the ends of streams and the time go in."""

import math
import unittest

from flagfall_bot.redial import PAUSE_MAX, REFUSED, STOPPED, UNREACHED, Redial, dial_for_of
from grpc import StatusCode

REMOTE = "tls:arena.example:7443"
SOCKET = "unix:/tmp/referee.sock"
GONE = "failed to connect to all addresses; last error: UNKNOWN: ipv4:10.0.0.2:7443: Connection refused"


class RedialTest(unittest.TestCase):
    def redial(self, address: str = REMOTE, dial_for: str = "", chance: float = 1.0) -> Redial:
        return Redial(address, dial_for, now=0.0, chance=lambda: chance)

    def dial(self, redial: Redial, until: float) -> tuple[list[float], list[str]]:
        """All attempts up to then, each of which fails at once: the pauses, and what was said."""
        now, pauses, words = 0.0, [], []
        while now < until:
            then = redial.ended(StatusCode.UNAVAILABLE, GONE, now)
            words += [then.words] if then.words else []
            if then.pause is None:
                self.assertEqual(then.exit_code, UNREACHED)
                break
            pauses.append(then.pause)
            now += then.pause
        return pauses, words

    def test_a_remote_bot_waits_without_end_with_growing_pauses(self) -> None:
        pauses, words = self.dial(self.redial(), until=30 * 24 * 3600)
        self.assertEqual(pauses[:4], [0.05, 0.1, 0.2, 0.4])
        self.assertEqual(pauses, sorted(pauses))
        self.assertEqual(pauses[-1], PAUSE_MAX)
        self.assertEqual(len(words), 1)
        self.assertIn(f"cannot reach the host at {REMOTE}: nobody listens there (UNAVAILABLE); waiting for it", words[0])

    def test_pauses_are_left_to_chance_by_half(self) -> None:
        pauses, _ = self.dial(self.redial(chance=0.0), until=3600)
        self.assertEqual((pauses[0], pauses[-1]), (0.025, PAUSE_MAX / 2))

    def test_a_bot_at_a_socket_and_one_that_is_told_to_end(self) -> None:
        for address, dial_for, seconds in ((SOCKET, "", 10), (SOCKET, "2.5", 2.5), (REMOTE, "90", 90)):
            with self.subTest(address=address, dial_for=dial_for):
                pauses, words = self.dial(self.redial(address, dial_for), until=3600)
                self.assertGreaterEqual(sum(pauses), seconds)
                self.assertLess(sum(pauses[:-1]), seconds)
                self.assertIn(f"for {seconds:g} s", words[0])
                self.assertIn(f"not reached for {seconds:g} s (FLAGFALL_DIAL_FOR), and so the bot ends", words[1])
        self.assertEqual(self.dial(self.redial(REMOTE, "0"), until=60)[0], [])
        self.assertEqual(self.redial(SOCKET, "forever").ended(StatusCode.UNAVAILABLE, "", 3600).exit_code, STOPPED)

    def test_it_says_once_that_it_is_back(self) -> None:
        redial = self.redial()
        self.assertEqual(redial.welcomed(1.0), "")
        for now in (10.0, 11.0):
            redial.ended(StatusCode.UNAVAILABLE, GONE, now)
        self.assertEqual(redial.welcomed(310.0), f"back at {REMOTE} after 300 s")
        self.assertEqual(redial.welcomed(311.0), "")
        self.assertEqual(redial.ended(StatusCode.UNAVAILABLE, GONE, 400.0).pause, 0.05)

    def test_who_is_shed_comes_back_ever_more_slowly(self) -> None:
        redial, pauses = self.redial(), []
        for now in range(4):
            redial.welcomed(float(now))
            pauses.append(redial.ended(StatusCode.RESOURCE_EXHAUSTED, "the bot reads too slowly", now + 0.5).pause)
        self.assertEqual(pauses, [0.05, 0.1, 0.2, 0.4])

    def test_it_stops_at_what_does_not_mend(self) -> None:
        for code, details, exit_code, said in (
            (StatusCode.OK, "", STOPPED, "^$"),
            (StatusCode.ABORTED, "a second stream", STOPPED, "another program has dialled in with this bot's token"),
            (StatusCode.PERMISSION_DENIED, "the tournament is over", STOPPED, "has sent the bot away .*is over"),
            (StatusCode.UNAUTHENTICATED, "no bot", REFUSED, "revoked, replaced or expired, or its bot is retired"),
            (StatusCode.FAILED_PRECONDITION, "version is 9", REFUSED, "refuses the bot .FAILED_PRECONDITION: version is 9"),
            (StatusCode.INVALID_ARGUMENT, "rulesets", REFUSED, "refuses the bot"),
            (StatusCode.UNIMPLEMENTED, "no method", REFUSED, "refuses the bot"),
        ):
            with self.subTest(code):
                redial = self.redial()
                redial.welcomed(1.0)
                then = redial.ended(code, details, 2.0)
                self.assertEqual((then.pause, then.exit_code), (None, exit_code))
                self.assertRegex(then.words, said)

    def test_wrong_settings_are_told_in_one_sentence(self) -> None:
        for details, said in {
            "Ssl handshake failed: SSL_ERROR_SSL: error:0A000086:SSL routines::certificate verify failed":
                "no root that is trusted here has signed its certificate .*FLAGFALL_TLS_CA .the --tls-ca",
            "Ssl handshake failed: SSL_ERROR_SSL: error:0A00010B:SSL routines::wrong version number":
                "speaks no TLS there; write insecure: in place of tls:",
            "Peer name localhost is not in peer certificate": "certificate is for another name",
        }.items():
            with self.subTest(details):
                then = self.redial().ended(StatusCode.UNAVAILABLE, details, 1.0)
                self.assertEqual((then.pause, then.exit_code), (None, REFUSED))
                self.assertRegex(then.words, said)
                redial = self.redial()
                redial.welcomed(1.0)
                self.assertIsNotNone(redial.ended(StatusCode.UNAVAILABLE, details, 2.0).pause, "it was right before")

    def test_a_port_that_speaks_tls(self) -> None:
        then = self.redial("insecure:10.0.0.2:7443").ended(StatusCode.UNAVAILABLE, "last error: Socket closed", 0.0)
        self.assertIn("where it speaks TLS, write tls:10.0.0.2:7443", then.words)
        self.assertIsNotNone(then.pause, "a host that is ending closes its sockets too")

    def test_the_setting(self) -> None:
        self.assertEqual((dial_for_of("", True), dial_for_of("", False)), (10.0, math.inf))
        for text in ("-1", "ten", "1e9", "inf", "nan", "5 s"):
            with self.subTest(text), self.assertRaisesRegex(ValueError, "FLAGFALL_DIAL_FOR must be a number of seconds"):
                dial_for_of(text, False)


if __name__ == "__main__":
    unittest.main()
