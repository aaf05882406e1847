"""Which test proves which clause of the rules. Prints the table of referee/rules/README.md; with --write puts it there.

A clause is proved by a test whose name holds its number (R3_2), or by a case of a table-driven test whose label begins with
it ("R3.3: a shorter one that stops before the boundary").
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = ROOT / "referee/rules/README.md"
BEGIN, END = "<!-- clauses: tests/house/clauses.py --write -->", "<!-- end of clauses -->"
# What is told and what the arena adds. All other sections are the rulesets' own.
SECTIONS_OF_THE_ARENA = (9, 10)
SHOWN = 4

TEST = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)")
CASE = re.compile(r'\{\s*"R(\d+)\.(\d+): ([^"]+)"')
CLAUSE = re.compile(r"\*\*R(\d+)\.(\d+)\*\*")


def clauses(text: str) -> list[tuple[int, int]]:
    """All clauses that the page states."""
    found = {(int(section), int(number)) for section, number in CLAUSE.findall(text)}
    return sorted(clause for clause in found if clause[0] not in SECTIONS_OF_THE_ARENA)


def proofs(root: pathlib.Path = ROOT) -> dict[tuple[int, int], list[str]]:
    """By clause: the names of the tests, and of the cases of tests, that name it."""
    found: dict[tuple[int, int], list[str]] = {}
    for path in sorted((root / "tests").rglob("*_test.cc")):
        text = path.read_text(encoding="utf-8")
        for suite, name in TEST.findall(text):
            for section, number in set(re.findall(r"(?<![A-Za-z0-9])R(\d+)_(\d+)", name)):
                found.setdefault((int(section), int(number)), []).append(f"`{suite}.{name}`")
        for section, number, label in CASE.findall(text):
            found.setdefault((int(section), int(number)), []).append(f"{path.name}: {label}")
    return found


def table(text: str) -> str:
    """The table for the page with that text."""
    found = proofs()
    lines = ["| clause | proved by |", "|---|---|"]
    for section, number in clauses(text):
        names = found.get((section, number), [])
        more = f"; {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        lines.append(f"| R{section}.{number} | {'; '.join(names[:SHOWN])}{more} |")
    return "\n".join(lines)


def with_table(text: str) -> str:
    """The page with its table as it should be."""
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n\n{table(text)}\n\n{END}{after}"


if __name__ == "__main__":
    page = README.read_text(encoding="utf-8")
    if "--write" in sys.argv:
        README.write_text(with_table(page), encoding="utf-8")
    else:
        print(table(page))
