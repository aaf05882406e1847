"""A ledger with games for the commands that look into it."""

import pathlib
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "e2e"))

from arena import ArenaTest  # noqa: E402


class LedgerTest(ArenaTest):
    def play(self, *bots, ruleset="barrage", games=2):
        """Every pair of them, so many games."""
        self.add_sample(*bots)
        self.flagfall("tournament", "run", "--bots", ",".join(bots), "--ruleset", ruleset, "--games", games, "--tc", "10+0.1",
                      "--seed", 7)

    def change(self, sql):
        with sqlite3.connect(self.home / "flagfall.db") as database:
            database.executescript(sql)
        database.close()

    def damage(self, game_id):
        self.change(f"""DROP TRIGGER game_records_are_final;
                        UPDATE game_records SET record = x'00'
                        WHERE sequence = (SELECT sequence FROM games WHERE game_id = '{game_id}')""")
