"""What the ledger's signed chain tells a stranger of a ledger that was altered."""

import contextlib
import json
import re
import shutil
import sqlite3
import unittest
import urllib.request

from arena import ArenaTest
from server import ServerTest

RUN = ["tournament", "run", "--bots", "random,sergeant", "--ruleset", "barrage", "--tc", "60+1", "--rounds", 2]


class Chain(ArenaTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant")
        self.database = self.home / "flagfall.db"
        self.key = self.home / "flagfall.key"
        self.flagfall(*RUN)
        self.head = self.flagfall("db", "head").stdout.strip()
        self.public_key = self.flagfall("db", "key").stdout.strip()

    def alter(self, *statements):
        """As somebody who knows the tables: their triggers are there again afterwards."""
        with contextlib.closing(sqlite3.connect(self.database)) as ledger:
            triggers = ledger.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
            for name, _ in triggers:
                ledger.execute(f"DROP TRIGGER {name}")
            for sql in statements:
                self.assertGreater(ledger.execute(sql).rowcount, 0, sql)
            for _, sql in triggers:
                ledger.execute(sql)
            ledger.commit()

    def verified(self, *flags):
        return self.flagfall("verify", "--chain", *flags).stdout

    def found(self, *flags, saying):
        return self.refused("verify", "--chain", *flags, saying=saying)

    def remove_game(self, number):
        for table in ("rating_changes", "game_set_ups", "game_records", "games"):
            yield f"DELETE FROM {table} WHERE sequence = (SELECT sequence FROM games WHERE number = {number})"

    def test_an_unaltered_ledger_fits_its_head_and_those_before(self):
        self.assertRegex(self.head, r"^flagfall-head:1:\d+:[0-9a-f]{64}:[0-9a-f]{64}:[0-9a-f]{128}$")
        self.assertIn(self.public_key, self.head)
        self.assertEqual(self.key.stat().st_mode & 0o777, 0o600)
        self.assertIn("only that the ledger fits itself", self.verified())
        self.flagfall(*RUN)
        said = self.verified("--head", self.head, "--public-key", self.public_key)
        self.assertIn("nothing up to link", said)
        self.assertIn(self.flagfall("db", "head").stdout.strip(), said)
        self.assertNotIn(self.head, said)
        # What a finished tournament shows is a head too.
        shown = re.search(r"chained at (\d+:[0-9a-f]{64})", self.flagfall("tournament", "show", 1).stdout)
        self.verified("--head", shown[1])
        # A stranger needs no key, only a copy of the ledger.
        stranger = self.folder / "stranger"
        stranger.mkdir()
        self.flagfall("db", "backup", stranger / "flagfall.db")
        self.home = stranger
        self.verified("--head", self.head)

    def test_a_changed_result(self):
        self.alter("UPDATE games SET result = iif(result = 'red_wins', 'blue_wins', 'red_wins') WHERE number = 2")
        self.found(saying="(the result of game 1-2, attempt 1): what the ledger holds of it")

    def test_a_changed_rating(self):
        self.alter("UPDATE rating_changes SET change = change + 1 WHERE step = 1")
        self.found(saying="(the rating of game 1-1, attempt 1): what the ledger holds of it")

    def test_a_removed_game(self):
        self.alter(*self.remove_game(3))
        self.found(saying="(the result of game 1-3, attempt 1): the ledger does not hold it any more")
        self.alter("DELETE FROM chain WHERE game_id = '1-3'")
        self.found(saying="the chain has no link")

    def test_a_game_that_was_put_in(self):
        self.alter("DELETE FROM chain WHERE link = (SELECT max(link) FROM chain)")
        self.found(saying="game 1-4 has been put in")

    def test_a_reordered_pair(self):
        self.alter("UPDATE chain SET game_id = iif(game_id = '1-1', '1-2', '1-1') WHERE game_id IN ('1-1', '1-2')")
        self.found(saying="or its place, is not what was chained")

    def test_games_whose_sequences_were_swapped(self):
        self.alter(
            "UPDATE games SET sequence = 1000 + sequence WHERE sequence <= 2",
            "UPDATE games SET sequence = 1003 - sequence WHERE sequence > 1000")
        self.found(saying="the result of game 1-")

    def test_a_rewritten_history_with_a_new_key(self):
        self.alter("UPDATE games SET plies = plies + 1 WHERE number = 1", "UPDATE chain SET head = NULL",
                   "DELETE FROM signed_head")
        self.key.unlink()
        self.flagfall("user", "add", "zoe")  # The program itself chains and signs all of it anew.
        self.assertIn("only that the ledger fits itself", self.verified())
        self.found("--head", self.head, saying="the history has been rewritten: at link")
        self.found("--public-key", self.public_key, saying="signed with the key")

    def test_a_new_key_goes_on_with_the_chain(self):
        self.key.unlink()
        self.flagfall("user", "add", "zoe")
        self.assertNotEqual(self.flagfall("db", "key").stdout.strip(), self.public_key)
        self.verified("--head", self.head)

    def test_a_truncated_end(self):
        older = self.folder / "older.db"
        self.flagfall("db", "backup", older)
        self.flagfall(*RUN)
        newer = self.flagfall("db", "head").stdout.strip()
        links = int(self.head.split(":")[2])
        self.alter("DELETE FROM chain WHERE link = (SELECT max(link) FROM chain)",
                   "DELETE FROM rating_changes WHERE step = (SELECT max(step) FROM rating_changes)")
        self.found(saying="the end of the chain has been cut off")
        # An older copy is whole, and tells nothing of it; a head that was kept does.
        for name in ("flagfall.db", "flagfall.db-wal", "flagfall.db-shm"):
            (self.home / name).unlink(missing_ok=True)
        shutil.copy(older, self.database)
        self.verified("--head", self.head)
        self.found("--head", newer, saying=f"the end of the chain has been cut off: it ends with link {links}, and the head that was kept")

    def test_a_restored_ledger_goes_on_with_the_key_of_its_home(self):
        backup = self.folder / "backup.db"
        self.flagfall("db", "backup", backup)
        self.flagfall("db", "restore", backup)
        self.assertEqual(self.flagfall("db", "head").stdout.strip(), self.head)
        self.flagfall(*RUN)
        self.verified("--head", self.head, "--public-key", self.public_key)

    def test_heads_that_are_none(self):
        self.found("--head", "7", saying="the kept head is not one of flagfall's")
        self.found("--head", self.head[:-1] + ("0" if self.head[-1] != "0" else "1"), saying="no signature of its key")
        self.found("--public-key", "7", saying="64 digits in hex")
        self.refused("verify", "--head", self.head, saying="go with --chain")


class ServedChain(ServerTest):
    def test_a_server_shows_its_newest_head(self):
        self.add_sample("random", "sergeant")
        self.serve("--http", "127.0.0.1:0")
        made, = self.asked(self.zoe, "tournament", "create", *RUN[2:])
        tournament = str(made["id"])
        self.wait_for(lambda: self.asked("", "tournament", "show", tournament)[0]["state"] == "STATE_FINISHED", "its end")
        with urllib.request.urlopen(f"{self.site.rstrip('/')}/api/v1/site") as answer:
            shown = json.load(answer)["chain_head"]
        self.assertEqual(shown, self.flagfall("db", "head").stdout.strip())
        self.assertEqual(self.end_server(), 0)
        self.flagfall("verify", "--chain", "--head", shown)


if __name__ == "__main__":
    unittest.main()
