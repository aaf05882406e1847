"""What proto/README.md tells an author of a bot in another language: its tables are what the SDK plays by."""

import pathlib
import re
import unittest

from flagfall_bot import ARMIES, PieceType, gogo
from flagfall_bot.board import LAKES, ZONE_ROWS
from flagfall_bot.redial import Redial
from grpc import StatusCode

PAGE = (pathlib.Path(__file__).resolve().parents[3] / "proto/README.md").read_text(encoding="utf-8")


def table(first_heading: str) -> list[list[str]]:
    """The rows of the page's table whose first column has that heading, headings included."""
    lines = iter(PAGE.splitlines())
    row = next(line for line in lines if line.startswith(f"| {first_heading} |"))
    rows = []
    while row.startswith("|"):
        rows.append([cell.strip() for cell in row.strip("|").split("|")])
        row = next(lines)
    return [rows[0], *rows[2:]]


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


class ProtocolPage(unittest.TestCase):
    def test_dialling_again_helps_where_the_sdk_does_so(self) -> None:
        told = {}
        for cell, why, again in table("status")[1:]:
            for name in names(cell):
                if "about TLS" not in cell:
                    told[name] = again.split(":")[0].split(",")[0]
        self.assertEqual(set(told), {code.name for code in StatusCode} - {
            "NOT_FOUND", "ALREADY_EXISTS", "OUT_OF_RANGE", "DATA_LOSS"})
        for name, again in told.items():
            with self.subTest(name):
                redial = Redial("tls:arena.example:7443", "", now=0.0)
                redial.welcomed(1.0)
                pause = redial.ended(StatusCode[name], "", 2.0).pause
                self.assertEqual(again, "no" if pause is None else "yes")

    def test_about_tls_it_depends_on_whether_the_settings_were_right(self) -> None:
        row, = [row for row in table("status") if "about TLS" in row[0]]
        self.assertEqual(row[2], "no, unless the same settings were right before")

    def test_armies_and_zones(self) -> None:
        heading, *rows = table("ruleset | Spy")
        types = [PieceType[name.upper()] for name in heading[1:13]]
        told = {}
        for row in rows:
            for ruleset in names(row[0]):
                told[ruleset] = {piece: int(count) for piece, count in zip(types, row[1:13]) if count != "0"}
                self.assertEqual(int(row[13]), ZONE_ROWS[ruleset], ruleset)
        self.assertEqual(told, {ruleset: dict(army) for ruleset, army in ARMIES.items() if ruleset != "cards"})

    def test_lakes(self) -> None:
        said = re.search(r"The lakes are the squares ([0-9, and]+)\.", PAGE)[1]
        self.assertEqual({int(square) for square in re.findall("[0-9]+", said)}, LAKES)

    def test_the_field_and_the_deck_of_gogo(self) -> None:
        roles, counts = table("Monarch")
        self.assertEqual({gogo.Role[role.upper()]: int(count) for role, count in zip(roles, counts)}, dict(gogo.DECK))
        said = [tuple(map(int, point)) for point in re.findall(r"\((\d+), (\d+)\)", PAGE.split("The field of `gogo`")[1])]
        self.assertEqual(said[:4], [place for side in gogo._BASES for place in (gogo._BASES[side], gogo._FLAGS[side])])
        self.assertIn(f"At most {gogo.IN_PLAY_MAX} players of a team are in play", PAGE)


if __name__ == "__main__":
    unittest.main()
