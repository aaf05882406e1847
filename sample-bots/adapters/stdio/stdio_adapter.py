"""Plays a bot that speaks the line protocol on standard input and output, as it is.

    stdio_adapter.py COMMAND...     how a bot.json names it: plays, with a process of COMMAND for each game
    stdio_adapter.py --check        sees whether the bot.json beside it and the bot's set-ups are sound

The guide is the README.md of the folder above; stdio_player.py is where to read on.
"""

from __future__ import annotations

import atexit
import dataclasses
import functools
import json
import os
import shutil
import sys
import threading
from collections import Counter
from pathlib import Path

from child import Child, ChildGone, kill_all
from flagfall_bot import ARMIES, BotInfo, Options, Side, run
from flagfall_bot.redial import REFUSED
from line_protocol import LETTERS, SET_UP_ROWS, Unreadable, read_set_up, start_line
from stdio_player import ON_BARRED, RULESET, StdioPlayer

CHECK_SECONDS = 10.0


def check_manifest(manifest: dict) -> None:
    """Raises ValueError when the adapter cannot play what the manifest says."""
    if manifest["rulesets"] != [RULESET]:
        raise ValueError(
            f'field rulesets: the line protocol knows 40 pieces on 10 by 10 squares, and so `{RULESET}` alone; write'
            f' ["{RULESET}"] instead of {json.dumps(manifest["rulesets"])}'
        )


def check_command(command: list[str]) -> None:
    """Raises ValueError when there is no such program."""
    if not command:
        raise ValueError("field command: the bot's own command must follow stdio_adapter.py, as in [..., \"./oldbot\"]")
    if shutil.which(command[0]) is None and Path(command[0]).is_file():
        raise ValueError(f"field command: {command[0]} may not be run; chmod +x {command[0]}")
    if shutil.which(command[0]) is None:
        raise ValueError(f"field command: there is no program {command[0]} that could be run (a path is looked for in "
                         f"{os.getcwd()})")


def check_set_up(command: list[str], side: Side) -> None:
    """Raises ValueError when the bot's first set-up on this side breaks the rules."""
    try:
        child = Child(command)
    except ChildGone as gone:
        raise ValueError(f"field command: {command[0]} {gone}") from gone
    is_late = threading.Event()

    def end_wait() -> None:
        # Before the reader is woken, which then asks for it.
        is_late.set()
        child.wake()

    timer = threading.Timer(CHECK_SECONDS, end_wait)
    timer.start()
    try:
        child.write(start_line(side, "nobody"))
        set_up = read_set_up([child.read_line() for _ in range(SET_UP_ROWS)], side)
    except ChildGone as gone:
        why = gone
        if is_late.is_set():
            why = (f"gave no set-up within {CHECK_SECONDS:g} s. Does it flush what it prints? A program whose output is a"
                   " pipe keeps it back (python3 -u, fflush, std::endl, System.out.flush)")
        raise ValueError(f"as {side.name}, {command[0]} {why}") from gone
    except Unreadable as error:
        raise ValueError(f"as {side.name}, {command[0]} gave no set-up: {error}") from error
    finally:
        timer.cancel()
        child.kill()
    army = Counter(set_up.values())
    wrong = [f"{army[piece]} of {LETTERS[piece]} instead of {count}" for piece, count in ARMIES[RULESET].items()
             if army[piece] != count]
    if wrong:
        raise ValueError(f"as {side.name}, {command[0]} sets up {', '.join(wrong)}")


def command_in(manifest: dict) -> list[str]:
    """Returns the bot's command, which follows the adapter's."""
    names = [Path(part).name for part in manifest["command"]]
    adapter = Path(__file__).name
    return manifest["command"][names.index(adapter) + 1 :] if adapter in names else []


def main() -> None:
    path = Path(__file__).resolve().parent / "bot.json"
    is_check = sys.argv[1:] == ["--check"]
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        command = command_in(manifest) if is_check else sys.argv[1:]
        check_manifest(manifest)
        check_command(command)
        if is_check:
            for side in Side:
                check_set_up(command, side)
            print(f"{manifest['name']}: both set-ups are sound")
            return
        options = Options(os.environ.get("FLAGFALL_BOT_OPTIONS", ""))
        games = options.get("concurrent_games_max", 1)
        if not 1 <= games <= 256:
            raise ValueError(f"option concurrent_games_max is {games}; 1 to 256 games can be played at once")
        if options.get("on_barred", ON_BARRED[0]) not in ON_BARRED:
            raise ValueError(f"option on_barred is {options.get('on_barred', '')}; it is one of {', '.join(ON_BARRED)}")
    except (OSError, KeyError, ValueError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        sys.exit(REFUSED)
    atexit.register(kill_all)
    info = BotInfo.of_manifest(path)
    run(
        functools.partial(StdioPlayer, command=command),
        dataclasses.replace(info, concurrent_games_max=games, wants_events_at_once=True, thread_per_game=True),
    )


if __name__ == "__main__":
    main()
