"""What lists rulesets, formats of tournaments, or files of messages by hand. Nothing else tells a new one where it has to be named."""

import json
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("FLAGFALL_BUILD", ROOT / "build/release")) / "flagfall"
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")

# The file; what stands before the list, and after it; whose names it has.
RULESET_LISTS = (
    ("README.md", r"rulesets under one protocol:", r"explains each", "all"),
    ("proto/flagfall/v1/game.proto", r"As `flagfall rules list` prints them:", r"\n +string", "all"),
    ("proto/README.md", r"\n\| ruleset \| Spy \|", r"\n\n", "with an army"),
    ("referee/rules/README.md", r"\*\*R1\.2\*\* Armies:", r"\n\n +F Flag", "with an army"),
    ("sample-bots/python/flagfall_bot/board.py", r"\nARMIES\b.*= \{", r"\n\}", "with an army"),
    ("sample-bots/python/flagfall_bot/board.py", r"\nZONE_ROWS\b.*= \{", r"\}", "with an army"),
    ("sample-bots/node/flagfall-bot/board.js", r"\nconst ARMY_COUNTS = \{", r"\n\}", "with an army"),
    ("sample-bots/node/flagfall-bot/board.js", r"\nconst ZONE_ROWS = \{", r"\}", "with an army"),
    ("sample-bots/cpp/random/bot.json", r'"rulesets": \[', r"\]", "all"),
    ("arena/books/CMakeLists.txt", r"foreach\(ruleset", r"\)", "of the board games"),
    ("web-report/src/play/new_game.ts", r"PLAYED\b.*= \[", r"\]", "all"),
    ("web-report/src/data/words.ts", r"function hasBits\b", r"\n\}", "of the board games"),
    ("web-report/src/data/words.ts", r"function hasSetUps\b", r"\n\}", "without an army"),
    ("tests/rules/oracle_test.cc", r"kRulesets\[\] = \{", r"\}", "of the board games"),
    ("tests/rules/oracle_views_test.cc", r"Rulesets, Views, testing::Values\(", r"\)", "of the board games"),
    ("tests/rules/oracle_replay_test.cc", r"Rulesets, Replays, testing::Values\(", r"\)", "of the board games"),
    ("tests/sample-bots/environment/recorded_game_test.cc", r"All, EveryRuleset,\s+::testing::Values\(", r"\)", "all"),
    ("tests/sample-bots/python/tell.py", r"\nRULESETS = \(", r"\n *#", "all"),
    ("tests/sample-bots/node/tell.mjs", r"const RULESETS = \[", r"\n *//", "all"),
)
# The same; how it writes ROUND_ROBIN.
FORMAT_LISTS = (
    ("arena/README.md", r"\| `--format F` \|", r"\n", "round-robin"),
    ("arena/README.md", r"\n\| `format` \|", r"\n\n", "FORMAT_ROUND_ROBIN"),
    ("arena/tournament/README.md", r"\n\| format \| order \|", r"\n\n", "round robin"),
    ("tests/tournament/formats_test.cc", r"> Cases\(\)", r"\n\}", "RoundRobin"),
    ("tests/coordinator/scenario.cc", r"kFormats\[\] = \{", r"\}", "FORMAT_ROUND_ROBIN"),
    ("tests/soak/programme.py", r"\nFORMATS = \{", r"\}", "round-robin"),
    ("web-report/src/account/tournament_form.tsx", r"\bFORMATS\b.*= \[", r"\]", "FORMAT_ROUND_ROBIN"),
)
# The same; whether only the files that describe games have to be there, those that game.proto imports.
MESSAGE_LISTS = (
    ("proto/CMakeLists.txt", r"set\(protos", r"\)", False),
    ("proto/reference.py", r"\nFILES = \[", r"\]", False),
    ("sample-bots/python/CMakeLists.txt", r"set\(messages", r"\)", True),
    ("sample-bots/node/pack.mjs", r"for \(const file of \[", r"\]", True),
    ("web-report/src/data/messages.ts", r"in JSON:", r"\Z", True),
)
# Who is missing from a list, each with the reason.
MISSING = {
    ("arena/tournament/README.md", "tune"): "its row is that of `tuning`",
    ("web-report/src/account/tournament_form.tsx", "FORMAT_TUNE"): "the form has no fields for options that are tuned",
}


def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def missing(path: str, before: str, after: str, names: list[str]) -> list[str]:
    found = re.search(rf"{before}((?s:.*?))(?:{after})", text_of(path))
    assert found, f"{path}: the list that stood after {before} is gone; tests/readmes/lists_test.py has to know where it is"
    line = text_of(path)[:found.start(1)].count("\n") + 1
    return [f"{path}:{line}: {name} is missing from this list" for name in names if (path, name) not in MISSING
            and not re.search(rf"(?i)(?<![a-z0-9_]){re.escape(name)}", found[1])]


def written(name: str, as_round_robin: str) -> str:
    """The format ROUND_ROBIN as in the second argument, and all others in the same way."""
    between = re.sub(r"(FORMAT_)?round(.?)robin", r"\2", as_round_robin, flags=re.IGNORECASE)
    plain = ("FORMAT_" if as_round_robin.startswith("FORMAT_") else "") + name.replace("_", between)
    return plain if as_round_robin.isupper() else plain.lower()


def rulesets() -> dict[str, list[str]]:
    """The rulesets of the catalogue by what they have in common."""
    run = subprocess.run([PROGRAM, "rules", "list", "--json"], capture_output=True, text=True, check=True)
    groups: dict[str, list[str]] = {"all": [], "with an army": [], "without an army": [], "of the board games": []}
    for ruleset in map(json.loads, run.stdout.splitlines()):
        has_army = any(option["name"] == "army" for option in ruleset["options"])
        groups["all"].append(ruleset["id"])
        groups["with an army" if has_army else "without an army"].append(ruleset["id"])
        if has_army and len(ruleset["decisions"]) == 2:
            groups["of the board games"].append(ruleset["id"])
    return groups


class Lists(unittest.TestCase):
    maxDiff = None

    def test_every_ruleset_is_listed(self) -> None:
        groups = rulesets()
        lines = [line for path, before, after, whose in RULESET_LISTS for line in missing(path, before, after, groups[whose])]
        self.assertEqual(lines, [])
        self.assertIn(f"{NUMBERS[len(groups['all'])]} rulesets under one protocol", text_of("README.md"))

    def test_every_file_of_messages_is_listed(self) -> None:
        files = sorted(path.stem for path in (ROOT / "proto/flagfall/v1").glob("*.proto"))
        of_games = re.findall(r"import public \"flagfall/v1/(\w+)\.proto\"", text_of("proto/flagfall/v1/game.proto"))
        self.assertIn("board", of_games)
        lines = [line for path, before, after, are_of_games in MESSAGE_LISTS
                 for line in missing(path, before, after, of_games if are_of_games else files)]
        self.assertEqual(lines, [])

    def test_the_site_knows_every_kind_of_replay(self) -> None:
        fields = re.search(r"oneof kind \{(.*?)\}", text_of("proto/flagfall/v1/replay.proto"), re.DOTALL)
        kinds = re.findall(r"\w+Replay (\w+) = ", fields[1])
        self.assertIn("board", kinds)
        self.assertEqual(missing("web-report/src/replay/kind.ts", r"REPLAY_KINDS = \[", r"\]", kinds), [])

    def test_every_format_is_listed(self) -> None:
        names = re.findall(r"^ +FORMAT_(?!UNSPECIFIED)(\w+) = ", text_of("proto/flagfall/v1/arena.proto"), re.MULTILINE)
        self.assertIn("ROUND_ROBIN", names)
        lines = [line for path, before, after, as_round_robin in FORMAT_LISTS
                 for line in missing(path, before, after, [written(name, as_round_robin) for name in names])]
        self.assertEqual(lines, [])


if __name__ == "__main__":
    unittest.main()
