"""A bot that speaks the line protocol, as old bots do, and knows nothing of Flagfall. Replace it by your own.

Attacks when it can, else walks towards the opponent, else anywhere.
"""

import random
import sys

ARMY = "1" + "2" + "33" + "444" + "5555" + "6666" + "7777" + "88888" + "99999999" + "s" + "BBBBBB" + "F"
STEPS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}


def read():
    line = sys.stdin.readline()
    if not line or line.startswith("QUIT"):
        sys.exit()
    return line.split()


def say(*lines):
    print(*lines, sep="\n", flush=True)


def choose(rows, ahead):
    plies = {"attack": [], "ahead": [], "any": []}
    for y, row in enumerate(rows):
        for x, piece in enumerate(row):
            if piece not in "123456789s":
                continue
            for direction, (dx, dy) in STEPS.items():
                if not (0 <= x + dx < 10 and 0 <= y + dy < 10) or rows[y + dy][x + dx] not in ".#":
                    continue
                kind = "attack" if rows[y + dy][x + dx] == "#" else "ahead" if direction == ahead else "any"
                plies[kind].append(f"{x} {y} {direction}")
    for kind in plies.values():
        if kind:
            return random.choice(kind)
    return "SURRENDER"


def main():
    colour = read()[0]
    # The Flag in the back row, the others anywhere.
    others = random.sample(ARMY[:-1], 39)
    back = random.sample("F" + "".join(others[:9]), 10)
    rows = ["".join(row) for row in (back, others[9:19], others[19:29], others[29:])]
    say(*(rows if colour == "RED" else reversed(rows)))
    while True:
        # The opponent's last ply, or START.
        read()
        rows = [read()[0] for _ in range(10)]
        say(choose(rows, "DOWN" if colour == "RED" else "UP"))
        # The program's own ply with its outcome.
        read()


if __name__ == "__main__":
    main()
