#!/usr/bin/env python3
"""fragments.py TEMPLATE OUTPUT: puts the C++ that pages show where the template names it, in lines such as

    @sample-bots/README.md: TeamSteps steps(game);
    @referee/rules/board/README.md: using namespace flagfall; | for (…) => for (const auto piece : pieces)

the page, how the block begins, and what stands in place of what the page leaves out.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from pages import fragment  # noqa: E402

MARK = re.compile(r"^@(\S+): (.*?)(?: \| (.*) => (.*))?$", re.MULTILINE)


def filled(mark):
    page, beginning, shown, stands = mark.groups()
    text = fragment(page, beginning)
    if shown is None:
        return text
    if shown not in text:
        raise LookupError(f"{page}: no {shown!r} below {beginning!r}")
    return text.replace(shown, stands)


if __name__ == "__main__":
    template, output = map(pathlib.Path, sys.argv[1:])
    output.write_text(MARK.sub(filled, template.read_text(encoding="utf-8")), encoding="utf-8")
