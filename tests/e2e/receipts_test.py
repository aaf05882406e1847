"""What a game's receipt tells whoever keeps it, with the ledger and without."""

import unittest

from arena import ArenaTest

RUN = ["tournament", "run", "--bots", "random,sergeant", "--ruleset", "barrage", "--tc", "60+1", "--rounds", 2]


class Receipts(ArenaTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant")
        self.flagfall(*RUN)
        self.public_key = self.flagfall("db", "key").stdout.strip()
        self.receipt = self.folder / "receipt.json"
        self.receipt.write_text(self.flagfall("game", "receipt", "1-2").stdout)

    def away(self):
        """From here on without the ledger, as a stranger."""
        self.home = self.folder / "nowhere"

    def test_a_receipt_is_checked_without_the_ledger(self):
        self.away()
        said = self.flagfall("verify", "--receipt", self.receipt, "--public-key", self.public_key).stdout
        self.assertIn("Game 1-2, red ", said)
        self.assertRegex(said, rf"It is link \d+ of \d+ of the chain that the key {self.public_key} has signed")
        self.assertNotIn("whose key it is", said)
        self.assertIn("does not say whose key it is", self.flagfall("verify", "--receipt", self.receipt).stdout)
        self.refused("verify", "--receipt", self.receipt, "--public-key", "0" * 64, saying=f"signed with the key {self.public_key}, and not")
        self.refused("verify", "--receipt", self.folder / "none.json", saying="none.json")

    def test_a_receipt_is_of_the_chain_it_was_given_for(self):
        self.flagfall(*RUN)
        said = self.flagfall("verify", "--receipt", self.receipt, "--chain").stdout
        self.assertIn("the receipt's game is in it as the receipt tells", said)
        # A home that has played the same, otherwise.
        self.home = self.folder / "other"
        self.add_sample("random", "sergeant")
        self.flagfall(*RUN)
        self.flagfall(*RUN)
        self.refused("verify", "--receipt", self.receipt, "--chain", saying="the history has been rewritten: at link")

    def test_a_changed_byte_is_refused(self):
        # tests/store/game_receipts_test.cc changes every single byte; here some of them, by the program.
        whole = self.receipt.read_bytes()
        self.away()
        changed = self.folder / "changed.json"
        for at in range(0, len(whole), 41):
            changed.write_bytes(whole[:at] + bytes([whole[at] ^ (1 + at % 7)]) + whole[at + 1:])
            self.assertNotEqual(self.flagfall("verify", "--receipt", changed, code=None).returncode, 0, f"byte {at} of {whole}")
        for text in (whole + b" ", b" " + whole, whole + whole, whole.replace(b",", b", ", 1), b"", b"{}"):
            changed.write_bytes(text)
            self.assertNotEqual(self.flagfall("verify", "--receipt", changed, code=None).returncode, 0, text)

    def test_games_without_a_receipt(self):
        self.refused("game", "receipt", "1-9", saying="1-9")
        self.refused("verify", saying="--receipt")
        self.refused("verify", "--all", "--public-key", self.public_key, saying="goes with --chain or --receipt")


if __name__ == "__main__":
    unittest.main()
