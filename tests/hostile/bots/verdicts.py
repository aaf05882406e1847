"""The register of hostile programs, each with its expected verdict. It imports neither gRPC nor the programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

# The reasons that end a game which both players have played.
BY_THE_RULES = ("FLAG_CAPTURED", "NO_LEGAL_PLY", "BOTH_IMMOBILE", "MAX_TICKS", "ADJUDICATED_MAX_PLIES", "ADJUDICATED_NO_CAPTURE")


@dataclass(frozen=True)
class Verdict:
    """How each game of a program must end."""

    # The possible reasons, without REASON_.
    reasons: tuple[str, ...]
    # Whether the program must have lost; otherwise either player may win.
    loses: bool
    # What the arena must report about its process; empty when there must be no fault.
    fault: str = ""
    # Whether its first fault must suspend it, so that its other games are forfeited.
    is_suspended: bool = False


# Two more programs of hostile_bot.py: a good one, and one for the measurement of kills.
UNHURRIED = "unhurried"
TREE_OF_200 = "tree_of_200"

# The program harms nobody, and reports by its play: it resigns when its attack succeeded.
PLAYS = Verdict(BY_THE_RULES, loses=False)
RESIGNS = Verdict(("RESIGNED",), loses=True)
TOO_LATE = Verdict(("OUT_OF_TIME",), loses=True)
ILLEGAL = Verdict(("ILLEGAL_ACTION",), loses=True)


def dies(*reasons: str, saying: str = "its process") -> Verdict:
    """Its process ends, and with it its games."""
    return Verdict(reasons or ("DISCONNECTED",), loses=True, fault=saying)


def stays_away(saying: str) -> Verdict:
    return Verdict(("FORFEIT_NO_SHOW",), loses=True, fault=saying, is_suspended=True)


@dataclass(frozen=True)
class Program:
    name: str
    # The function that plays, from hello to the end.
    run: Callable[[], None]
    # The verdicts by sandbox: strict, none.
    verdicts: dict[str, Verdict]
    manifest: dict = field(default_factory=dict)
    # Whether the limit needs control groups.
    needs_control_groups: bool = False


PROGRAMS: dict[str, Program] = {}


def register(name: str, run: Callable[[], None], verdicts: Verdict | dict[str, Verdict], **more) -> None:
    by_mode = verdicts if isinstance(verdicts, dict) else {"strict": verdicts}
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    assert name not in PROGRAMS, name
    PROGRAMS[name] = Program(name, run, by_mode, **more)
