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

    @contextlib.contextmanager
    def altered(self, *statements):
        whole = self.folder / "whole.db"
        self.flagfall("db", "backup", whole)
        self.alter(*statements)
        yield
        for name in ("flagfall.db", "flagfall.db-wal", "flagfall.db-shm"):
            (self.home / name).unlink(missing_ok=True)
        whole.replace(self.database)

    def rows(self, sql):
        with contextlib.closing(sqlite3.connect(self.database)) as ledger:
            return ledger.execute(sql).fetchall()

    def verified(self, *flags):
        return self.flagfall("verify", "--chain", *flags).stdout

    def found(self, *flags, saying):
        return self.refused("verify", "--chain", *flags, saying=saying)

    def remove_game(self, number):
        for table in ("rating_changes", "game_set_ups", "game_records", "games"):
            yield f"DELETE FROM {table} WHERE sequence = (SELECT sequence FROM games WHERE number = {number})"

    def test_an_unaltered_ledger_fits_its_head_and_those_before(self):
        self.assertRegex(self.head, r"^flagfall-head:2:\d+:[0-9a-f]{64}:[0-9a-f]{64}:[0-9a-f]{64}:[0-9a-f]{128}$")
        self.assertIn(self.public_key, self.head)
        self.assertEqual(self.key.stat().st_mode & 0o777, 0o600)
        self.assertIn("only that the ledger fits itself", self.verified())
        self.flagfall(*RUN)
        said = self.verified("--head", self.head, "--public-key", self.public_key)
        self.assertIn("nothing up to link", said)
        self.assertIn(self.flagfall("db", "head").stdout.strip(), said)
        self.assertNotIn(self.head, said)
        # What a finished tournament shows is a head too.
        shown = re.search(r"chained at (\S+)", self.flagfall("tournament", "show", 1).stdout)[1]
        self.assertEqual(shown, self.head)
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

    def test_two_links_swapped(self):
        (first, _), (second, game) = self.rows("SELECT link, game_id FROM chain WHERE kind = 'game' ORDER BY link LIMIT 2")
        saying = f"link {first} of the chain (the result of game {game}, attempt 1): what the ledger holds of it, or its place, is not what"
        self.alter(f"UPDATE chain SET link = 1000 + link WHERE link IN ({first}, {second})",
                   f"UPDATE chain SET link = {1000 + first + second} - link WHERE link > 1000")
        self.found(saying=saying)
        # With their heads left in their places.
        (one, other) = self.rows(f"SELECT hex(head) FROM chain WHERE link IN ({first}, {second}) ORDER BY link")
        self.alter(f"UPDATE chain SET head = iif(link = {first}, x'{other[0]}', x'{one[0]}') WHERE link IN ({first}, {second})")
        self.found(saying=saying)

    def test_a_tournament_that_was_rewritten(self):
        spec, = self.rows("SELECT spec FROM tournaments")[0]
        self.assertIn("60+1", spec)
        rewritten = spec.replace("60+1", "600+5").replace("barrage random sergeant", "World Cup 2026")
        self.alter(f"UPDATE tournaments SET spec = '{rewritten}', name = 'World Cup 2026', state = 'stopped'",
                   "DELETE FROM tournament_ends")
        self.found("--head", self.head, "--public-key", self.public_key, saying="tournament 1: its spec is not the one with which it was created")

    def test_a_changed_spec(self):
        self.alter("UPDATE tournaments SET spec = replace(spec, '60+1', '600+5')")
        self.found("--head", self.head, saying="tournament 1: its spec is not the one with which it was created")
        self.alter("UPDATE tournaments SET spec_sha256 = zeroblob(32)")
        self.found("--head", self.head, saying=", attempt 1): what the ledger holds of it")

    def test_a_changed_name(self):
        self.alter("UPDATE tournaments SET name = 'World Cup 2026'")
        self.found("--head", self.head, saying="tournament 1: its name is not that of its spec")

    def test_removed_ends(self):
        self.alter("DELETE FROM tournament_ends")
        self.found("--head", self.head, saying="the head at which tournament 1 ended has been removed: it is finished")

    def test_changed_set_ups(self):
        for change in ("UPDATE game_set_ups SET red_set_up_id = blue_set_up_id, blue_set_up_id = red_set_up_id", "DELETE FROM game_set_ups"):
            with self.subTest(change), self.altered(change + " WHERE sequence = (SELECT sequence FROM games WHERE number = 2)"):
                self.found("--head", self.head, saying="the set-up of a player of game 1-2 is not what its record says")

    def test_changed_letters_of_a_set_up(self):
        self.alter("UPDATE set_ups SET letters = replace(letters, 'F', 'B') WHERE set_up_id = 1")
        self.found("--head", self.head, saying="the set-up of a player of game 1-")

    def test_changed_times_of_a_player(self):
        for times in ("red_unsent_us = red_unsent_us + 1", "blue_away_us = 1 + blue_away_us", "red_host_delay_us = red_host_delay_us + 1"):
            with self.subTest(times), self.altered("UPDATE games SET " + times + " WHERE number = 3"):
                self.found("--head", self.head, saying="the time of a player of game 1-3 is not what its record says")

    def test_a_rewritten_history_with_a_new_key(self):
        self.alter("UPDATE games SET round = round + 1 WHERE number = 1", "UPDATE chain SET head = NULL",
                   "DELETE FROM signed_head")
        self.key.rename(self.folder / "old.key")
        self.flagfall("user", "add", "amy")
        self.found(saying="tournament 1 ended is not the one that was signed then")  # Its tournament's end gives it away.
        (self.folder / "old.key").replace(self.key)
        self.alter("UPDATE chain SET head = NULL", "DELETE FROM signed_head", "DELETE FROM tournament_ends",
                   "UPDATE tournaments SET state = 'stopped'")
        self.key.unlink()
        self.flagfall("user", "add", "zoe")  # The program itself chains and signs all of it anew.
        self.assertIn("only that the ledger fits itself", self.verified())
        self.found("--head", self.head, saying="the history has been rewritten: at link")
        self.found("--public-key", self.public_key, saying="signed with the key")

    def test_a_new_key_goes_on_with_the_chain(self):
        self.assertNotIn("The signing key has changed", self.verified("--head", self.head))
        link = int(self.head.split(":")[2]) + 1
        self.key.unlink()
        told = self.flagfall("user", "add", "zoe").stderr
        new_key = self.flagfall("db", "key").stdout.strip()
        self.assertNotEqual(new_key, self.public_key)
        self.assertIn(f"is another one than before: from link {link} on the ledger's chain is signed with {new_key}, and no longer with {self.public_key}", told)
        self.assertNotIn("another one", self.flagfall("user", "add", "amy").stderr)
        said = self.verified("--head", self.head)
        self.assertRegex(said, rf"The signing key has changed 1 time, last at link {link}: {self.public_key[:16]}\.\.\. from link \d+, {new_key[:16]}\.\.\. from link {link}\.")
        self.found("--public-key", self.public_key, saying=f"before the key changed, last at link {link}")

    def test_a_swapped_key_file_is_named_before_it_signs(self):
        other = self.folder / "other"
        ours, self.home = self.home, other
        self.add_sample("random")
        other_key = self.flagfall("db", "key").stdout.strip()
        self.home = ours
        shutil.copy(other / "flagfall.key", self.key)
        said = self.refused("db", "key", saying=f"has the key {other_key}, and the newest head is signed with {self.public_key}")
        self.assertIn("tell everybody who keeps the old one", said)
        self.flagfall("user", "add", "zoe")
        self.assertEqual(self.flagfall("db", "key").stdout.strip(), other_key)
        # Of a copy, without the key, it is that of its newest head.
        self.key.unlink()
        self.assertEqual(self.flagfall("db", "key").stdout.strip(), other_key)

    def test_a_backup_of_another_home_gets_another_key(self):
        backup = self.folder / "backup.db"
        self.flagfall("db", "backup", backup)
        self.home = self.folder / "other"
        said = self.flagfall("db", "restore", backup).stdout
        self.assertIn(f"Beware: the key flagfall.key is another one than before: from link {int(self.head.split(':')[2]) + 1} on", said)
        self.assertIn(f"and no longer with {self.public_key}", said)

    def test_json_says_what_was_compared(self):
        told, = self.json("verify", "--chain")
        links = int(self.head.split(":")[2])
        self.assertEqual((told["links"], told["games"], told["ratings"], told["void_attempts"], told["tournaments"]), (links, 4, 4, 0, 1))
        self.assertEqual((told["head"], told["public_key"]), (self.head, self.public_key))
        self.assertEqual((told["kept_link"], told["receipt_link"], told["has_kept_key"]), (0, 0, False))
        self.assertEqual((told["key_changes"], [key["public_key"] for key in told["keys"]]), (0, [self.public_key]))
        receipt = self.folder / "receipt.json"
        receipt.write_text(self.flagfall("game", "receipt", "1-2").stdout)
        self.key.unlink()
        self.flagfall(*RUN)
        key = self.flagfall("db", "key").stdout.strip()
        of_receipt, told = self.json("verify", "--chain", "--head", self.head, "--receipt", receipt)
        self.assertEqual((of_receipt["game_id"], of_receipt["signed_link"], of_receipt["public_key"], of_receipt["has_kept_key"]),
                         ("1-2", links, self.public_key, False))
        self.assertEqual((told["games"], told["tournaments"], told["kept_link"], told["receipt_link"]), (8, 2, links, of_receipt["link"]))
        self.assertEqual((told["key_changes"], told["keys"][1]), (1, {"link": links + 1, "public_key": key}))
        self.assertEqual(self.json("verify", "--chain", "--public-key", key)[0]["has_kept_key"], True)
        self.alter("UPDATE tournaments SET name = 'x'")
        self.assertEqual(self.flagfall("verify", "--chain", "--json", code=1).stdout, "")

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
        self.refused("verify", "--head", self.head, saying="goes with --chain")

    def test_the_check_of_the_ledger_has_a_line_for_the_chain(self):
        self.assertRegex(self.flagfall("db", "check").stdout, r"(?m)^chain +[0-9.]+ s  ok: ")
        self.alter("UPDATE rating_changes SET k = k WHERE step = 1", "DELETE FROM signed_head")
        printed = self.flagfall("db", "check", code=None).stdout
        self.assertRegex(printed, r"(?m)^chain +[0-9.]+ s  DAMAGED: the chain has no signed head; the way back is .*db restore BACKUP")


class ServedChain(ServerTest):
    def test_a_server_shows_its_newest_head(self):
        self.add_sample("random", "sergeant")
        self.serve("--http", "127.0.0.1:0")
        made, = self.asked(self.zoe, "tournament", "create", *RUN[2:])
        tournament = str(made["id"])
        self.wait_for(lambda: self.asked("", "tournament", "show", tournament)[0]["state"] == "STATE_FINISHED", "its end")
        with urllib.request.urlopen(f"{self.site.rstrip('/')}/api/v1/site") as answer:
            shown = json.load(answer)["chain_head"]
        # What the tournament's page and its command show is the head at its end.
        with urllib.request.urlopen(f"{self.site.rstrip('/')}/api/v1/tournaments/{tournament}") as answer:
            self.assertEqual(json.load(answer)["tournament"]["chain_head"], shown)
        told = self.ask(self.zoe, "tournament", "show", tournament).stdout
        self.assertIn(f"All of its results are chained at {shown}", told)
        # A receipt is the same text from a server and from its site.
        receipt = self.folder / "receipt.json"
        with urllib.request.urlopen(f"{self.site.rstrip('/')}/api/v1/games/{tournament}-1/receipt") as answer:
            receipt.write_bytes(answer.read())
        self.assertEqual(self.ask("", "game", "receipt", f"{tournament}-1").stdout.strip(), receipt.read_text().strip())
        self.flagfall("verify", "--receipt", receipt, "--public-key", shown.split(":")[5])
        self.assertEqual(shown, self.flagfall("db", "head").stdout.strip())
        self.assertEqual(self.end_server(), 0)
        self.flagfall("verify", "--chain", "--head", shown)

    def test_a_server_says_that_its_key_is_new(self):
        self.add_sample("random")
        old_key = self.flagfall("db", "key").stdout.strip()
        self.serve()
        self.assertEqual(self.end_server(), 0)
        self.assertNotIn("another one than before", self.log_path.read_text())
        (self.home / "flagfall.key").unlink()
        self.serve()
        self.assertEqual(self.end_server(), 0)
        new_key = self.flagfall("db", "key").stdout.strip()
        self.assertIn(f"is signed with {new_key}, and no longer with {old_key}. Tell everybody who keeps the old key that this one is new",
                      self.log_path.read_text())


if __name__ == "__main__":
    unittest.main()
