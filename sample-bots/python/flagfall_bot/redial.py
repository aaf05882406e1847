"""When a bot dials again after its stream has ended, and what it says meanwhile.

No I/O: the end of a stream and the time go in, and what to do next comes out. A bot that dials in over a network stays:
it dials again with growing pauses until the host is back, and stops only at what waiting does not mend. A bot at a Unix
socket was started by its host, and stops soon after that has gone. Each wait is told once when it begins and once when
it is over.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from grpc import StatusCode

# The exit codes. At the last one, starting the bot again is of no use either.
STOPPED = 0
UNREACHED = 1
REFUSED = 78

# Pauses, in seconds. A game waits 60 s for a remote bot, so the longest is half of that.
FIRST_PAUSE = 0.05
PAUSE_MAX = 30.0
PAUSE_MAX_AT_SOCKET = 1.0
# A pause is this share of its length at least; the rest is left to chance, so that not all bots of a host come at once.
STEADY_SHARE = 0.5
# So long, in seconds, a bot at a Unix socket dials without FLAGFALL_DIAL_FOR.
DIAL_FOR_AT_SOCKET = 10.0
WORDS_MAX = 300

# The codes after which another attempt may succeed.
_PASSING = {
    StatusCode.UNAVAILABLE,
    StatusCode.CANCELLED,
    StatusCode.UNKNOWN,
    StatusCode.INTERNAL,
    StatusCode.DEADLINE_EXCEEDED,
    StatusCode.RESOURCE_EXHAUSTED,
}

# Why the connection failed, by what gRPC says of it. The first are settings, which no waiting mends.
_WRONG_SETTINGS = {
    "certificate verify failed|CERTIFICATE_VERIFY_FAILED": "no root that is trusted here has signed its certificate for"
    " that name; name the file of the host's own root in FLAGFALL_TLS_CA (the --tls-ca of `flagfall`)",
    "not in peer certificate|Hostname Verification Check failed": "its certificate is for another name; write"
    " tls:NAME:PORT with a name that the certificate has",
    "wrong version number|WRONG_VERSION_NUMBER": "it speaks no TLS there; write insecure: in place of tls:",
}
_PASSING_TROUBLE = {
    "Connection refused": "nobody listens there",
    "DNS resolution|Name or service not known|Domain name not found": "its name is not known",
    "[Tt]imed? ?out|Timeout": "it does not answer",
}


@dataclass(frozen=True)
class Next:
    """What a bot does after its stream has ended."""

    # For its author; empty when there is nothing new to say.
    words: str
    # Seconds until it dials again; None when it stops.
    pause: float | None = None
    exit_code: int = STOPPED


def dial_for_of(text: str, is_at_socket: bool) -> float:
    """Reads FLAGFALL_DIAL_FOR: the seconds for which the bot dials in vain. ValueError says what would be right."""
    if not text:
        return DIAL_FOR_AT_SOCKET if is_at_socket else math.inf
    if text == "forever":
        return math.inf
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]+)?", text):
        raise ValueError(f"FLAGFALL_DIAL_FOR must be a number of seconds or `forever`, and is: {text}")
    return float(text)


class Redial:
    """Decides for one bot. Times are in seconds, of a clock that only goes forwards."""

    def __init__(self, address: str, dial_for: str, now: float, chance: Callable[[], float] = random.random) -> None:
        """dial_for: FLAGFALL_DIAL_FOR, empty when it is not set. ValueError when it is malformed."""
        is_at_socket = address.startswith("unix:")
        self._address = address
        self._dial_for = dial_for_of(dial_for, is_at_socket)
        self._pause_max = PAUSE_MAX_AT_SOCKET if is_at_socket else PAUSE_MAX
        self._chance = chance
        self._pause = FIRST_PAUSE
        self._was_welcomed = False
        # Since when there is no stream, and whether that was said.
        self._away_since: float | None = now
        self._has_said = False

    def welcomed(self, now: float) -> str:
        """The referee has taken the bot. Returns what is to be said, or nothing."""
        words = ""
        if self._has_said and self._away_since is not None:
            words = f"back at {self._address} after {now - self._away_since:.0f} s"
        self._was_welcomed, self._away_since, self._has_said = True, None, False
        return words

    def ended(self, code: StatusCode, details: str, now: float) -> Next:
        """A stream, or an attempt at one, has ended with that status."""
        end = self._end_at(code, details)
        if end is not None:
            return end
        if self._away_since is None:
            self._away_since = now
            # A bot that the host has shed comes back slowly, even when the host welcomes it each time.
            if code is not StatusCode.RESOURCE_EXHAUSTED:
                self._pause = FIRST_PAUSE
        trouble = self._trouble(code, details)
        if now - self._away_since >= self._dial_for:
            return Next(f"{trouble}; not reached for {self._dial_for:g} s (FLAGFALL_DIAL_FOR), and so the bot ends",
                        exit_code=UNREACHED)
        until = "" if math.isinf(self._dial_for) else f", for {self._dial_for:g} s"
        words = "" if self._has_said else f"{trouble}; waiting for it, and dialling again until it is there{until}"
        self._has_said = True
        pause = self._pause * (STEADY_SHARE + (1 - STEADY_SHARE) * self._chance())
        self._pause = min(2 * self._pause, self._pause_max)
        return Next(words, pause=pause)

    def _end_at(self, code: StatusCode, details: str) -> Next | None:
        """What ends the bot; None where another attempt may succeed."""
        if code is StatusCode.OK:
            return Next("")
        said = f" ({code.name}: {_short(details)})"
        if code is StatusCode.ABORTED:
            return Next("another program has dialled in with this bot's token and plays on in its place; a token is for"
                        f" one program at a time{said}")
        if code is StatusCode.PERMISSION_DENIED:
            return Next(f"the host has sent the bot away{said}")
        if code is StatusCode.UNAUTHENTICATED:
            return Next(f"{self._address} does not take the token in FLAGFALL_TOKEN: it is mistyped, revoked, replaced or"
                        f" expired, or its bot is retired; `flagfall token create --bot NAME` makes a new one{said}",
                        exit_code=REFUSED)
        if code not in _PASSING:
            return Next(f"{self._address} refuses the bot{said}", exit_code=REFUSED)
        # Settings that were right once are right; the host is being changed.
        if code is StatusCode.UNAVAILABLE and not self._was_welcomed and self._address.startswith("tls:"):
            why = _first_match(_WRONG_SETTINGS, details)
            if why:
                return Next(f"cannot reach the host at {self._address}: {why}{said}", exit_code=REFUSED)
        return None

    def _trouble(self, code: StatusCode, details: str) -> str:
        if self._was_welcomed and code is not StatusCode.UNAVAILABLE:
            return f"the stream to {self._address} has ended ({code.name}: {_short(details)})"
        why = _first_match(_WRONG_SETTINGS, details) or _first_match(_PASSING_TROUBLE, details)
        if not why and not self._was_welcomed and not self._address.startswith(("tls:", "unix:")):
            if re.search("Socket closed|Connection reset|closed by|GOAWAY", details):
                target = self._address.removeprefix("insecure:")
                why = f"it ended the connection; where it speaks TLS, write tls:{target}"
        why = f"{why} ({code.name})" if why else f"{code.name}: {_short(details)}"
        return f"cannot reach the host at {self._address}: {why}"


def _first_match(words: dict[str, str], details: str) -> str:
    return next((said for pattern, said in words.items() if re.search(pattern, details)), "")


def _short(details: str | None) -> str:
    """What gRPC says of an error, as one line and without its preamble."""
    line = " ".join((details or "no reason given").split())
    line = line.removeprefix("failed to connect to all addresses; last error: ").removeprefix("UNKNOWN: ")
    return line if len(line) <= WORDS_MAX else line[:WORDS_MAX] + "..."
