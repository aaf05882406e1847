"""The parts of the tree's pages that somebody may type or copy: blocks, lines of commands in them, and words in the text."""

import functools
import pathlib
import re
import sys
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/house"))

import source_tree  # noqa: E402

# What a command begins with. A block is one of commands when a line of it does.
_PROGRAMS = ("apt|bash|caddy|cd|chmod|cmake|cp|ctest|curl|docker|echo|git|journalctl|make|man|mkdir|mv|nice|node|npm|npx|openssl|rm|sed|sqlite3|ssh|sudo|systemctl|"
             r"systemd-run|tar|ulimit|unzip|wget|python3|/usr/bin/python3|apt-get|\./dev|\$?flagfall")
COMMAND = re.compile(rf"(?:(?:{_PROGRAMS})(?=\s|$)|(?:export )?\w+=\S|for \w+ in |(?:tests|build|sample-bots|web-report)/\S+\s+\S)")


@dataclass(frozen=True)
class Said:
    """A line of a block of commands ("line"), any other block ("block"), or code within the text ("inline")."""

    page: str
    number: int
    kind: str
    text: str
    # The line with which its block begins.
    block: str = ""

    def __str__(self) -> str:
        return f"{self.page}:{self.number}"

    @property
    def words(self) -> list[str]:
        """The words of a command, without its comment."""
        return re.sub(r"\s#.*", "", self.text).split()


@functools.cache
def tracked() -> tuple[str, ...]:
    return tuple(source_tree.tracked_files(ROOT))


@functools.cache
def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def _blocks(text: str) -> list[tuple[int, list[str]]]:
    """The indented blocks, each with the number of its first line; empty lines within it are part of it."""
    found: list[tuple[int, list[str]]] = []
    before = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("    ") and not before.strip() and not (found and _is_going_on(found[-1], number)):
            found.append((number, []))
        if found and _is_going_on(found[-1], number) and (line.startswith("    ") or not line.strip()):
            found[-1][1].append(line.removeprefix("    "))
        before = line
    return found


def _is_going_on(block: tuple[int, list[str]], number: int) -> bool:
    return block[0] + len(block[1]) == number


def said(page: str, text: str) -> list[Said]:
    found = []
    prose = text.splitlines()
    for first, lines in _blocks(text):
        prose[first - 1:first - 1 + len(lines)] = [""] * len(lines)
        if any(COMMAND.match(line) for line in lines):
            found += [Said(page, first + i, "line", line, lines[0]) for i, line in enumerate(lines) if line.strip()]
        else:
            found.append(Said(page, first, "block", "\n".join(lines).rstrip() + "\n", lines[0]))
    joined = "\n".join(prose)
    for code in re.finditer(r"`([^`]+)`", joined):
        found.append(Said(page, joined.count("\n", 0, code.start()) + 1, "inline", " ".join(code[1].split())))
    return sorted(found, key=lambda one: one.number)


@functools.cache
def pages() -> tuple[str, ...]:
    return tuple(path for path in tracked() if path.endswith(".md"))


@functools.cache
def all_said() -> tuple[Said, ...]:
    return tuple(one for page in pages() for one in said(page, text_of(page)))


def fragment(page: str, beginning: str) -> str:
    """The one block of the page that begins so."""
    found = [one.text for one in all_said() if (one.page, one.kind) == (page, "block") and one.text.startswith(beginning)]
    if len(found) != 1:
        raise LookupError(f"{page}: {len(found)} blocks begin with {beginning!r}")
    return found[0]
