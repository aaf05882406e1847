"""Speaks the line protocol and misbehaves in the way named: `bad_bot.py PLODDER_FOLDER BEHAVIOUR`."""

import os
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, sys.argv[1])
from plodder import ARMY, STEPS, choose, read, say  # noqa: E402

BEHAVIOUR = sys.argv[2]
# Its turn, from 1, at which it begins to misbehave.
TURN = 3
BACK = {"UP": "DOWN", "DOWN": "UP", "LEFT": "RIGHT", "RIGHT": "LEFT"}


def hang():
    while True:
        time.sleep(1000)


def flood():
    while True:
        os.write(1, b"0 0 UP\n" * 1000)


def endless_line():
    while True:
        os.write(1, b"x" * 1000)


def close_stdout():
    os.close(1)
    os.close(0)
    hang()


def crash():
    os.kill(os.getpid(), signal.SIGSEGV)


# What it does instead of its third ply.
INSTEAD = {
    "silent": hang,
    "flood": flood,
    "endless_line": endless_line,
    "closes_stdout": close_stdout,
    "crashes": crash,
    "exits": lambda: sys.exit(7),
    "garbage": lambda: os.write(1, b"\x1b[31mhello \xff\x00 there\n"),
    "empty_line": lambda: say(""),
    "off_the_board": lambda: say("0 0 UP"),
    "opposing_piece": lambda: say("0 0 DOWN" if COLOUR == "BLUE" else "0 9 UP"),
    "surrenders": lambda: say("SURRENDER"),
}


def set_up():
    others = random.sample(ARMY[:-1], 39)
    rows = ["F" + "".join(others[:9]), *("".join(others[first : first + 10]) for first in (9, 19, 29))]
    if BEHAVIOUR == "two_flags":
        rows[1] = "F" + rows[1][1:]
    elif BEHAVIOUR == "short_row":
        rows[1] = rows[1][:9]
    elif BEHAVIOUR == "no_set_up":
        hang()
    say(*(rows if COLOUR == "RED" else reversed(rows)))


def may_make(rows, ply):
    x, y, direction = ply.split()
    dx, dy = STEPS[direction]
    end = int(x) + dx, int(y) + dy
    return rows[int(y)][int(x)] in "123456789s" and rows[end[1]][end[0]] == "."


def to_and_fro(rows, last):
    """The last ply taken back, as long as that may be."""
    if last:
        x, y, direction = last.split()
        dx, dy = STEPS[direction]
        back = f"{int(x) + dx} {int(y) + dy} {BACK[direction]}"
        if may_make(rows, back):
            return back
    steps = [f"{x} {y} {direction}" for y in range(10) for x in range(10) for direction, (dx, dy) in STEPS.items()
             if 0 <= x + dx < 10 and 0 <= y + dy < 10]
    free = [step for step in steps if may_make(rows, step)]
    return free[0] if free else choose(rows, "DOWN" if COLOUR == "RED" else "UP")


def ignore_quit():
    """Nothing but SIGKILL ends it, nor what it has started."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    subprocess.Popen(["/bin/sh", "-c", "trap '' TERM HUP; while :; do sleep 1; done"], stdin=subprocess.DEVNULL)


def main():
    turn, last = 0, ""
    while True:
        # The opponent's last ply, or START.
        read()
        rows = [read()[0] for _ in range(10)]
        turn += 1
        if turn >= TURN and BEHAVIOUR in INSTEAD:
            INSTEAD[BEHAVIOUR]()
        elif BEHAVIOUR == "to_and_fro":
            last = to_and_fro(rows, last)
            say(last)
        else:
            if turn == TURN and BEHAVIOUR == "closes_stdin":
                os.close(0)
            say(choose(rows, "DOWN" if COLOUR == "RED" else "UP"))
            if turn == TURN and BEHAVIOUR == "closes_stdin":
                hang()
        # The own one with its outcome, which may be of another ply than was wanted.
        told = read()
        print("told", *told, file=sys.stderr, flush=True)
        if BEHAVIOUR == "to_and_fro":
            last = " ".join(told[:3])


if __name__ == "__main__":
    if BEHAVIOUR == "never_starts":
        sys.exit(9)
    COLOUR = read()[0]
    if BEHAVIOUR == "never_reads":
        set_up()
        flood()
    set_up()
    if BEHAVIOUR == "ignores_quit":
        ignore_quit()
        try:
            main()
        finally:
            hang()
    main()
