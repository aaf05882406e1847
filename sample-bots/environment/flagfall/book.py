"""Books of set-ups, in the format of `flagfall book` (arena/books/README.md)."""

from __future__ import annotations

from pathlib import Path

FILES = 10
LETTERS = "FS23456789MB"


def read_book(path: str | Path) -> list[str]:
    """Reads the set-ups of a book as Red's, each in words as in "a1=F b1=B".

    A line is a set-up: its rows from the player's back row on, ten squares each, `.` for an empty one. Lines that begin
    with `ruleset` or `option` are left to the caller. Raises ValueError with the line's number for anything else, and
    where there is no set-up; whether the rules allow a set-up is for VectorEnv to say.
    """
    set_ups = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words or words[0] in ("ruleset", "option"):
            continue
        letters = "".join(words)
        strange = set(letters) - set(LETTERS) - {"."}
        if strange or len(letters) % FILES or len(letters) > 4 * FILES:
            raise ValueError(f"{path}:{number}: no set-up; expected 1 to 4 rows of 10 squares, each of {LETTERS} or .")
        set_ups.append(" ".join(f"{_square(at)}={letter}" for at, letter in enumerate(letters) if letter != "."))
    if not set_ups:
        raise ValueError(f"{path} has no set-up")
    return set_ups


def _square(at: int) -> str:
    return f"{'abcdefghij'[at % FILES]}{at // FILES + 1}"
