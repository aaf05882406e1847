"""Bots are asked for their plies in the same recorded games: a copy under another name is found, others are not, and what
cannot be compared is said."""

import json
import shutil
import signal
import sys
import unittest

sys.dont_write_bytecode = True

from arena import SAMPLE_BOTS, ArenaTest  # noqa: E402

GAMES = 60
SUSPICIOUS = 1e-4


class Copies(ArenaTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant", "scout")
        self.flagfall("tournament", "run", "--bots", "random,sergeant,scout", "--ruleset", "barrage", "--rounds", GAMES // 6,
                      "--games", 2, "--tc", "60+1", "--seed", 7)

    def add_copy(self, name, of):
        """The same files under another name."""
        folder = shutil.copytree(SAMPLE_BOTS / of, self.folder / "bots" / name)
        manifest = json.loads((folder / "bot.json").read_text())
        (folder / "bot.json").write_text(json.dumps(dict(manifest, name=name)))
        self.flagfall("bot", "add", folder)

    def copies(self, *arguments):
        report, = self.json("copies", *arguments)
        return report

    def test_a_copy_under_another_name_is_found(self):
        self.add_copy("colonel", of="sergeant")
        report = self.copies("--plies", 40)
        self.assertEqual((report["games"], report["ruleset_id"], report["repeats"], report["plies_max"]),
                         (GAMES, "barrage", 2, 40))
        self.assertEqual([bot["name"] for bot in report["bots"]], ["colonel", "random", "scout", "sergeant"])
        self.assertEqual(len(report["pairs"]), 6)
        first, *others = report["pairs"]
        self.assertEqual((first["first"], first["second"]), ("colonel", "sergeant"))
        self.assertLess(first["adjusted_p"], SUSPICIOUS)
        self.assertGreater(first["similarity"], 0.9)
        self.assertEqual(first["same_seed_agreement"], 1, "its chance is the same, too")
        self.assertGreater(first["self_agreement"], first["others_agreement"])
        for pair in others:
            self.assertGreater(pair["adjusted_p"], 0.05, pair)
        for view in first["telling_views"]:
            self.assertLess(view["others_same"], view["others_asked"])
            self.assertIn(view["game_id"], {game["game_id"] for game in self.games()})

    def test_what_is_printed_names_the_pair_and_its_views(self):
        self.add_copy("colonel", of="sergeant")
        text = self.flagfall("copies", "--plies", 40).stdout
        self.assertIn("More alike than two bots of their own should be: colonel and sergeant.", text)
        self.assertIn("Where colonel and sergeant alone agree, the most telling views:", text)
        honest = self.flagfall("copies", "random", "sergeant", "scout", "--games", 20).stdout
        self.assertIn("No two bots are more alike than they may be.", honest)
        self.assertNotIn("telling views", honest)

    def test_two_that_draw_the_same_lots_are_told_where_nothing_else_tells(self):
        """random's plies are chance alone, so that a copy of it agrees with it no more than with itself under another seed."""
        self.add_copy("dice", of="random")
        asked = ["dice", "random", "sergeant", "scout", "--plies", 40]
        report = self.copies(*asked)
        pair = next(pair for pair in report["pairs"] if (pair["first"], pair["second"]) == ("dice", "random"))
        self.assertEqual(pair["same_seed_agreement"], 1)
        self.assertGreater(pair["adjusted_p"], SUSPICIOUS)
        self.assertEqual([other for other in report["pairs"] if other["same_with_same_seed"]], [pair])
        text = self.flagfall("copies", *asked).stdout
        self.assertIn("dice and random: with the same seed they play the same: the same program, or one that draws the same lots.\n", text)
        self.assertIn("under different seeds, but some are with the same one; see below.", text)

    def test_one_bot_in_two_languages_is_alike_and_needs_more_games(self):
        """rover plays by scout's rules of thumb. Both draw among many plies that they think equally good, so that a game tells little."""
        self.add_sample("rover")
        report = self.copies("random", "sergeant", "scout", "rover")
        pair = next(pair for pair in report["pairs"] if (pair["first"], pair["second"]) == ("scout", "rover"))
        self.assertGreater(pair["similarity"], 0.6)
        self.assertLess(pair["self_agreement"], 0.6)
        for other in report["pairs"]:
            if other != pair:
                self.assertLess(other.get("similarity", 0), report["similarity_allowed"], other)
        if pair["adjusted_p"] > SUSPICIOUS:
            said = self.flagfall("copies", "random", "sergeant", "scout", "rover").stdout
            self.assertIn("More games may tell more of scout and rover.", said)

    def test_the_same_seeds_give_the_same_figures_and_nothing_is_stored(self):
        questions = [("leaderboard", "--json"), ("tournament", "list"), ("game", "list", "--json"), ("db", "head")]
        before = [self.flagfall(*asked).stdout for asked in questions]
        words = ["random", "sergeant", "scout", "--games", 6, "--plies", 20, "--seed", 5]
        report = self.copies(*words, "--concurrency", 2)
        self.assertEqual(report["seed"], "5")
        self.assertEqual(self.copies(*words, "--concurrency", 1), report)
        self.assertNotEqual(self.copies(*words[:-1], 6)["pairs"], report["pairs"])
        self.assertEqual([self.flagfall(*asked).stdout for asked in questions], before)

    def test_a_bot_that_fails_is_left_out(self):
        self.add_bad("exits")
        report = self.copies("random", "sergeant", "scout", "exits", "--games", 4, "--plies", 10)
        bots = {bot["name"]: bot for bot in report["bots"]}
        self.assertIn("bot exits failed in 3 processes", bots["exits"]["left_out_because"])
        self.assertEqual(len(report["pairs"]), 3)
        self.assertIn("exits was left out: ", self.flagfall("copies", "random", "sergeant", "scout", "exits", "--games", 2,
                                                           "--plies", 10).stdout)
        self.refused("copies", "random", "sergeant", "exits", "--games", 2, saying="bot exits failed in 3 processes")

    def test_it_is_interrupted(self):
        self.add_program("examinee", "examinee.py", {"plies": "", "illegal_at": 0, "silent_at": 1, "die_at": 0, "died": ""})
        process = self.start("copies", "examinee", "random", "sergeant", "--tc", "st=3600")
        self.wait_for(lambda: list(self.home.glob("logs/exam/examinee/*/*.log")), "a process of the bot")
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate()
        self.assertEqual((process.returncode, said), (130, "flagfall: the exam was stopped; nothing of it is kept\n"))

    def test_what_cannot_be_compared_is_refused(self):
        self.add_sample("cardsharp")
        for words, saying in [
            (["random", "sergeant"], "2 bots cannot be compared: what two bots do alike is held against what others do"),
            (["random", "sergeant", "random"], "bot random is named twice"),
            (["random", "sergeant", "nobody"], "nobody"),
            (["random", "sergeant", "cardsharp"], "cardsharp does not play barrage"),
            (["--ruleset", "duel"], "there is no such game"),
            (["--imported"], "without --imported those of this arena are taken"),
            (["--from-import", 1], "add --imported"),
        ]:
            self.refused("copies", *words, saying=saying)
        self.refused("copies", "--repeat", 1, saying="--repeat", code=2)
        self.refused("--server", "127.0.0.1:1", "copies", saying="works on a home")


if __name__ == "__main__":
    unittest.main()
