"""The page of all messages and calls (proto/reference.py) has what the .proto files say, and its links lead somewhere."""

import os
import pathlib
import re
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "proto"))

import reference  # noqa: E402


class Reference(unittest.TestCase):
    def test_the_build_has_written_it(self):
        written = pathlib.Path(os.environ["FLAGFALL_BUILD"], "proto/REFERENCE.md").read_text(encoding="utf-8")
        self.assertEqual(written, reference.page())

    def test_every_link_leads_to_one_heading(self):
        page = reference.page()
        headings = [reference.anchor(heading) for heading in re.findall(r"^#+ (.+)$", page, re.MULTILINE)]
        self.assertEqual(len(headings), len(set(headings)))
        linked = set(re.findall(r"\]\(#([^)]*)\)", page))
        self.assertGreater(len(linked), 200)
        self.assertEqual(linked - set(headings), set())

    def test_kinds_of_fields_calls_and_comments_are_on_it(self):
        page = reference.page()
        for said in ("| `from` | 1 | `uint32` |", "one of `kind`", "repeated [RecordEntry](#recordentry)",
                     "optional `uint32`", "map of `string` to", "stream of [ExportGamesResponse](#exportgamesresponse)",
                     "`REASON_FLAG_CAPTURED` | 1 |", "The game is a draw by adjudication after so many plies; 0 for never."):
            self.assertIn(said, page)


if __name__ == "__main__":
    unittest.main()
