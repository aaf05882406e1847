"""The bot author's guide shows Python players: they play."""

import pathlib
import re
import unittest

import flagfall_bot
from flagfall_bot import Player, Side
from tell import play

README = pathlib.Path(__file__).resolve().parents[3] / "sample-bots/README.md"


def example_of(ruleset: str) -> type[Player]:
    """The player whose function the guide shows below the ruleset's name."""
    text = README.read_text(encoding="utf-8").split(f"**`{ruleset}`**")[1]
    shown = re.search(r"(?:^    .*\n)+", text, re.MULTILINE)
    assert shown is not None
    names = {name: getattr(flagfall_bot, name) for name in flagfall_bot.__all__}
    exec(f"class Shown(Player):\n{shown.group()}", names)
    return names["Shown"]


class ReadmeTest(unittest.TestCase):
    def test_the_players_shown_play_whole_games(self) -> None:
        for ruleset in ("bluffing", "cards", "gogo"):
            for seed, side in enumerate(Side, start=1):
                with self.subTest(ruleset=ruleset, side=side):
                    player = example_of(ruleset)
                    self.assertIn("choose_action", vars(player))
                    self.assertTrue(play(ruleset, seed, side, player).result)


if __name__ == "__main__":
    unittest.main()
