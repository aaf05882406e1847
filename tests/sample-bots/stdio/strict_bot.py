"""Speaks the line protocol and believes nothing: keeps a board of its own, and ends with exit code 3 and a line on
standard error at the first line that does not fit it. `strict_bot.py PLODDER_FOLDER`; plays as plodder does.
"""

import random
import sys

sys.path.insert(0, sys.argv[1])
from plodder import ARMY, STEPS, choose  # noqa: E402

LAKES = {(x, y) for x in (2, 3, 6, 7) for y in (4, 5)}


def expect(fits, what, line):
    if not fits:
        print(f"strict: {what}: {line!r}", file=sys.stderr, flush=True)
        sys.exit(3)


class Reader:
    """Lines, which all end in one newline; the program's end at QUIT."""

    def __init__(self):
        self.last = ""

    def line(self):
        line = sys.stdin.buffer.readline().decode("ascii")
        expect(line.endswith("\n") and line.strip() == line[:-1], "no whole line", line)
        if line.startswith("QUIT"):
            expect(line[:-1] in ("QUIT", "QUIT RED", "QUIT BLUE", "QUIT DRAW"), "an unknown result", line)
            print(f"strict: {line.strip()} after {self.last}", file=sys.stderr, flush=True)
            sys.exit(0)
        self.last = line[:-1]
        return self.last


def fight(attacker, defender):
    """R2.5, for all but the Flag."""
    if defender == "B":
        return "KILLS" if attacker == "8" else "DIES"
    if (attacker, defender) == ("s", "1"):
        return "KILLS"
    strength = "s987654321"
    difference = strength.index(attacker) - strength.index(defender)
    return "KILLS" if difference > 0 else "DIES" if difference < 0 else "BOTHDIE"


class Board:
    def __init__(self, rows, is_red):
        first, opposing = (0, 6) if is_red else (6, 0)
        # By place: the piece's letter, `#` for an opposing one.
        self.pieces = {(x, first + y): piece for y, row in enumerate(rows) for x, piece in enumerate(row)}
        self.pieces.update({(x, opposing + y): "#" for x in range(10) for y in range(4)})

    def rows(self):
        return ["".join(self.pieces.get((x, y), "+" if (x, y) in LAKES else ".") for x in range(10)) for y in range(10)]

    def make(self, line, is_own):
        """Makes the ply that the line tells, once everything in it fits."""
        words = line.split(" ")
        expect(len(words) >= 4 and words[2] in STEPS, "no ply", line)
        has_number = words[3].isdecimal()
        expect(not has_number or "1" <= words[3] <= "9", "not that far", line)
        count, outcome = (int(words[3]), words[4:]) if has_number else (1, words[3:])
        dx, dy = STEPS[words[2]]
        start = int(words[0]), int(words[1])
        way = [(start[0] + dx * i, start[1] + dy * i) for i in range(1, count + 1)]
        mover, target = self.pieces.get(start), self.pieces.get(way[-1])
        expect(mover and (mover != "#") == is_own, "not its piece", line)
        expect(not is_own or (mover in "123456789s" and (count == 1 or mover == "9")), "it cannot move so", line)
        expect(not any(at in self.pieces or at in LAKES for at in way[:-1]), "not a free way", line)
        expect(way[-1] not in LAKES and all(0 <= c <= 9 for c in way[-1]), "not a square", line)
        expect(target is None or (target == "#") == is_own, "onto its own piece", line)
        self.settle(start, way[-1], mover, target, outcome, line)

    def settle(self, start, end, mover, target, outcome, line):
        del self.pieces[start]
        if outcome == ["VICTORY_ATTRITION"]:
            return
        if target is None:
            expect(outcome == ["OK"], "nobody stood there", line)
            self.pieces[end] = mover
            return
        if outcome == ["VICTORY_FLAG"]:
            expect(target in "#F", "that was not the Flag", line)
            return
        expect(len(outcome) == 3, "an attack has two pieces", line)
        word, attacker, defender = outcome
        expect(mover in ("#", attacker) and target in ("#", defender), "not these pieces", line)
        expect(word == fight(attacker, defender), "not what comes of it", line)
        if word == "BOTHDIE":
            del self.pieces[end]
        elif word == "KILLS":
            self.pieces[end] = mover


def main():
    reader = Reader()
    start = reader.line()
    words = start.split(" ")
    fits = len(words) == 4 and words[0] in ("RED", "BLUE") and words[1] and words[2:] == ["10", "10"]
    expect(fits, "no start", start)
    is_red = words[0] == "RED"
    pieces = random.sample(ARMY, 40)
    # The Flag first, which is in the back row.
    pieces.remove("F")
    pieces.insert(random.randrange(10), "F")
    rows = ["".join(pieces[first : first + 10]) for first in range(0, 40, 10)]
    rows = rows if is_red else rows[::-1]
    print(*rows, sep="\n", flush=True)
    board, is_first = Board(rows, is_red), is_red
    while True:
        line = reader.line()
        if is_first:
            expect(line == "START", "not START", line)
        else:
            board.make(line, is_own=False)
        is_first = False
        shown = [reader.line() for _ in range(10)]
        expect(shown == board.rows(), "another board than", f"{board.rows()}: {shown}")
        ply = choose(shown, "DOWN" if is_red else "UP")
        print(ply, flush=True)
        line = reader.line()
        if not line.startswith(ply + " "):
            print(f"strict: played {line} instead of {ply}", file=sys.stderr, flush=True)
        board.make(line, is_own=True)


if __name__ == "__main__":
    main()
