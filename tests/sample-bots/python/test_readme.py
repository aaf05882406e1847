"""The bot author's guide shows Python players: they play."""

import configparser
import pathlib
import re
import shutil
import subprocess
import tempfile
import textwrap
import unittest

import flagfall_bot
from flagfall_bot import Player, Side
from flagfall_bot.redial import REFUSED
from tell import play

README = pathlib.Path(__file__).resolve().parents[3] / "sample-bots/README.md"


NAMES = {name: getattr(flagfall_bot, name) for name in flagfall_bot.__all__}


def block_below(words: str) -> str:
    """The first block that the guide shows below the words, as it is indented there."""
    shown = re.search(r"(?:^    .*\n|^\n(?=    ))+", README.read_text(encoding="utf-8").split(words)[1], re.MULTILINE)
    assert shown is not None
    return shown.group()


def example_of(ruleset: str) -> type[Player]:
    """The player whose function the guide shows below the ruleset's name."""
    names = dict(NAMES)
    exec(f"class Shown(Player):\n{block_below(f'**`{ruleset}`**')}", names)
    return names["Shown"]


def first_player() -> type[Player]:
    """The whole bot with which the guide begins; what it runs is returned."""
    run: list[type[Player]] = []
    exec(textwrap.dedent(block_below("Now open `~/mybot/mybot.py`:")), dict(NAMES, run=run.append))
    return run[0]


def careful_player() -> type[Player]:
    """The same with the functions that the guide has changed next."""
    names = dict(NAMES, First=first_player())
    exec(f"class Shown(First):\n{block_below('a piece that it knows to be stronger:')}", names)
    return names["Shown"]


class ReadmeTest(unittest.TestCase):
    def test_the_first_players_play_whole_games(self) -> None:
        for player in (first_player(), careful_player()):
            for seed, side in enumerate(Side, start=1):
                with self.subTest(player=player.__name__, side=side):
                    self.assertIn("choose_ply", vars(player))
                    self.assertTrue(play("barrage", seed, side, player).result)

    def test_the_players_shown_play_whole_games(self) -> None:
        for ruleset in ("bluffing", "cards", "gogo"):
            for seed, side in enumerate(Side, start=1):
                with self.subTest(ruleset=ruleset, side=side):
                    player = example_of(ruleset)
                    self.assertIn("choose_action", vars(player))
                    self.assertTrue(play(ruleset, seed, side, player).result)

    def test_the_unit_of_systemd_starts_again_what_it_is_of_use_to(self) -> None:
        unit = configparser.ConfigParser(interpolation=None)
        unit.optionxform = str
        unit.read_string(textwrap.dedent(block_below("as `/etc/systemd/system/mybot.service`:")))
        self.assertEqual(unit["Service"]["Restart"], "on-failure")
        self.assertEqual(unit["Service"]["RestartPreventExitStatus"], str(REFUSED))
        # Where every user can read it.
        self.assertNotIn("Environment", unit["Service"])

    @unittest.skipUnless(shutil.which("systemd-analyze"), "there is no systemd-analyze")
    def test_systemd_takes_the_unit(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            unit = pathlib.Path(folder, "mybot.service")
            unit.write_text(textwrap.dedent(block_below("as `/etc/systemd/system/mybot.service`:")))
            said = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True).stderr
        self.assertEqual([line for line in said.splitlines() if "mybot" in line], [])


if __name__ == "__main__":
    unittest.main()
