"""The register of hostile programs, each with the verdict that must come. Knows neither gRPC nor what they do."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

# What ends a game that both have played.
BY_THE_RULES = ("FLAG_CAPTURED", "NO_LEGAL_PLY", "BOTH_IMMOBILE", "ADJUDICATED_MAX_PLIES", "ADJUDICATED_NO_CAPTURE")


@dataclass(frozen=True)
class Verdict:
    """How each game of a program must end."""

    # Any of these, without REASON_.
    reasons: tuple[str, ...]
    # Whether the program has lost; else anybody may win.
    loses: bool
    # What the arena must say about its process; empty when there must be no fault.
    fault: str = ""
    # Whether the first fault is to suspend it, so that its other games are forfeited without it.
    is_suspended: bool = False


# Two more that hostile_bot.py plays: a good one, and one to be killed.
UNHURRIED = "unhurried"
TREE_OF_200 = "tree_of_200"

# It does nobody any harm, and reports by its play: whoever gets at something resigns.
PLAYS = Verdict(BY_THE_RULES, loses=False)
RESIGNS = Verdict(("RESIGNED",), loses=True)
TOO_LATE = Verdict(("OUT_OF_TIME",), loses=True)
ILLEGAL = Verdict(("ILLEGAL_ACTION",), loses=True)


def dies(*reasons: str, saying: str = "its process") -> Verdict:
    """Its process ends, and so do its games."""
    return Verdict(reasons or ("DISCONNECTED",), loses=True, fault=saying)


def stays_away(saying: str) -> Verdict:
    return Verdict(("FORFEIT_NO_SHOW",), loses=True, fault=saying, is_suspended=True)


@dataclass(frozen=True)
class Program:
    name: str
    # Plays from hello to the end.
    run: Callable[[], None]
    # By sandbox: strict, none.
    verdicts: dict[str, Verdict]
    manifest: dict = field(default_factory=dict)
    # Without control groups it is not limited in this.
    needs_control_groups: bool = False


PROGRAMS: dict[str, Program] = {}


def register(name: str, run: Callable[[], None], verdicts: Verdict | dict[str, Verdict], **more) -> None:
    by_mode = verdicts if isinstance(verdicts, dict) else {"strict": verdicts}
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    assert name not in PROGRAMS, name
    PROGRAMS[name] = Program(name, run, by_mode, **more)
