"""Writes the man page flagfall(1) from the output of --help, command by command.

    man_page.py PROGRAM PAGE.gz
"""

import gzip
import pathlib
import re
import subprocess
import sys

# The column where descriptions begin in a help text. A longer name has its own line.
COLUMN = 30
HELP = "-h,--help"
# The folders of the sample bots in the examples of help texts, and in those of the man page.
BUILT_BOTS, INSTALLED_BOTS = "build/release/sample-bots/", "/usr/share/flagfall/sample-bots/"


class Help:
    """The parts of a command's help text."""

    def __init__(self, text: str):
        about, usage, rest = re.fullmatch(r"(.*?)\nUsage: (.*?)\n\n(.*)", text, re.DOTALL).groups()
        self.about, self.usage = about, usage
        blocks = rest.rstrip("\n").split("\n\n")
        self.lists: dict[str, list[tuple[str, str]]] = {}
        while blocks and (heading := re.match(r"([A-Z][a-z]+):\n", blocks[0])):
            self.lists[heading[1]] = entries(blocks.pop(0).splitlines()[1:])
        self.footer = "\n".join(blocks)
        if not self.footer.startswith("Example: "):
            raise ValueError(f"no example after the lists of `{usage}`: {self.footer!r}")


def entries(lines: list[str]) -> list[tuple[str, str]]:
    found = []
    while lines:
        line = lines.pop(0)
        if lines and lines[0].startswith(" " * COLUMN):
            name, description = line, lines.pop(0)
        else:
            name, description = line[:COLUMN], line[COLUMN:]
            if not name.endswith(" "):
                raise ValueError(f"not an entry of a help text: {line!r}")
        found.append((name.strip(), description.strip()))
    return found


def help_of(program: str, command: list[str]) -> Help:
    return Help(subprocess.run([program, *command, "--help"], check=True, capture_output=True, text=True).stdout)


def escaped(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def listed(found: list[tuple[str, str]]) -> list[str]:
    return [line for name, about in found for line in (".TP", f".B {escaped(name)}", escaped(about))]


def section_of(program: str, command: list[str]) -> list[str]:
    """Returns a command's section and those of its subcommands."""
    own = help_of(program, command)
    below = own.lists.get("Subcommands", [])
    lines = []
    if not below:
        options = own.lists.get("Positionals", []) + [entry for entry in own.lists["Options"] if entry[0] != HELP]
        lines = [f".SS {escaped(own.usage)}", escaped(own.about) + ".", *listed(options), ".PP", escaped(own.footer)]
    for name, _ in below:
        lines += section_of(program, [*command, name])
    return lines


def page(program: str) -> str:
    whole = help_of(program, [])
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    lines = [f'.TH FLAGFALL 1 "" "{version}" "User Commands"', ".SH NAME",
             f"flagfall \\- {escaped(whole.about[0].lower() + whole.about[1:].rstrip('.'))}",
             ".SH SYNOPSIS", f".B {escaped(whole.usage)}",
             ".SH DESCRIPTION", escaped(whole.about), *listed(whole.lists["Subcommands"]),
             ".SH OPTIONS", *listed(whole.lists["Options"]), ".SH COMMANDS"]
    for name, _ in whole.lists["Subcommands"]:
        lines += section_of(program, [name])
    example, _, notes = whole.footer.partition("\n")
    lines += [".SH NOTES", escaped(notes), ".SH EXAMPLES", escaped(example.removeprefix("Example: ")),
              ".SH SEE ALSO", "The guides in", ".IR /usr/share/doc/flagfall ."]
    return "\n".join(lines).replace(escaped(BUILT_BOTS), escaped(INSTALLED_BOTS)) + "\n"


if __name__ == "__main__":
    # No time is written, so that the same program gives the same page.
    pathlib.Path(sys.argv[2]).write_bytes(gzip.compress(page(sys.argv[1]).encode(), mtime=0))
