"""Whole tournaments between bots in two languages."""

import base64
import collections
import hashlib
import unittest

from arena import ArenaTest


class RoundRobin(ArenaTest):
    def test_everybody_meets_everybody_and_all_is_kept(self):
        bots = ["random", "sergeant", "scout"]
        self.add_sample(*bots)
        done = self.flagfall("tournament", "run", "--bots", ",".join(bots), "--ruleset", "barrage", "--rounds", 2,
                             "--games", 2, "--tc", "60+1", "--concurrency", 2, "--seed", 7)
        self.assertIn("12/12", done.stdout)
        self.assertIn("Leaderboard barrage", done.stdout)
        games = self.games()
        self.assertEqual(sorted(game["game_id"] for game in games), sorted(f"1-{n}" for n in range(1, 13)))
        for a in bots:
            for b in bots:
                if a != b:
                    meetings = [game for game in games if game["red"] == a and game["blue"] == b]
                    self.assertEqual(len(meetings), 2, f"{a} as Red against {b}")
        self.assert_sound()
        self.assert_rated_in_order(games)
        ratings = self.json("leaderboard")
        self.assertEqual({row["bot"] for row in ratings}, set(bots))
        self.assertAlmostEqual(sum(row["elo"] for row in ratings), 1500 * len(bots), places=5)
        self.assertAlmostEqual(sum(row["elo_change"] for row in ratings), 0, places=5)
        self.assertEqual(sum(row["games"] for row in ratings), 2 * len(games))
        tournament, = self.json("tournament", "show", 1)
        self.assertEqual((tournament["state"], tournament["games_stored"]), ("STATE_FINISHED", 12))
        self.assertEqual(sum(row["points"] for row in tournament["standings"]), 12)
        self.wait_until_nobody_is_left()

    def assert_rated_in_order(self, games):
        """Each game changes the ratings that the games before it in the schedule have left, whichever ended first."""
        elo = collections.defaultdict(lambda: 1500.0)
        for game in sorted(games, key=lambda game: int(game["game_id"].partition("-")[2])):
            rating, red, blue = game["rating"], game["red"], game["blue"]
            self.assertAlmostEqual(rating["red_elo_before"], elo[red], places=5, msg=game["game_id"])
            self.assertAlmostEqual(rating["blue_elo_before"], elo[blue], places=5, msg=game["game_id"])
            elo[red] += rating.get("red_elo_change", 0)
            elo[blue] -= rating.get("red_elo_change", 0)

    def test_what_is_exported_replays(self):
        self.add_sample("random", "sergeant")
        self.flagfall("match", "random", "sergeant", "--ruleset", "duel", "--games", 2, "--seed", 3)
        text = self.flagfall("game", "export", "1-1").stdout
        self.assertRegex(text, r"^# Game 1-1, (.*\n# )+.*\nruleset duel\n")
        replayed = self.flagfall("rules", "replay", "-", "--legal", stdin=text).stdout.splitlines()
        plies = sum(line[0].isdigit() for line in text.splitlines())
        self.assertEqual(len(replayed), plies + 2, "one line a position, and the end")
        game, = [game for game in self.games() if game["game_id"] == "1-1"]
        if game["outcome"]["reason"] == "REASON_FLAG_CAPTURED":
            self.assertIn('"reason":"flag_captured"', replayed[-1])
        path = self.folder / "record.json"
        self.flagfall("game", "export", "1-2", "--format", "json", "-o", path)
        verified = self.flagfall("verify", "--file", path).stdout
        self.assertIn("1 game refereed again", verified)
        seed = base64.b64decode(self.record("1-2")["seed"])
        self.assertIn(f"the seed; its SHA-256 is {hashlib.sha256(seed).hexdigest()}", verified)
        path.write_text(path.read_text().replace('"plies"', '"entries": [{"aborted": {}}], "plies"', 1)
                        .replace("RESULT_RED_WINS", "RESULT_DRAW").replace("RESULT_BLUE_WINS", "RESULT_DRAW"))
        self.refused("verify", "--file", path, saying="1 of 1 game refereed")

    def test_boards_are_drawn_for_each_observer(self):
        self.add_sample("random", "sergeant")
        self.flagfall("match", "random", "sergeant", "--ruleset", "barrage", "--games", 1, "--seed", 5)
        shown = {view: self.flagfall("game", "show", "1-1", "--ply", 0, "--view", view).stdout
                 for view in ("red", "blue", "spectator", "all")}
        # Eight pieces a side: one's own are known, the other's are not.
        boards = {view: text.partition("[9] is")[0] for view, text in shown.items()}
        self.assertEqual({view: text.count("?") for view, text in boards.items()},
                         {"red": 8, "blue": 8, "spectator": 16, "all": 0})
        self.assertNotIn("\x1b", shown["all"])
        self.assertIn("\x1b[", self.flagfall("game", "show", "1-1", "--color", "always").stdout)
        self.refused("game", "show", "1-1", "--ply", 100000, saying="ply 100000")

    def test_an_unrated_tournament_changes_no_rating(self):
        self.add_sample("random", "sergeant")
        self.flagfall("match", "random", "sergeant", "--ruleset", "barrage", "--unrated")
        self.assertEqual(self.json("leaderboard"), [])
        self.assertEqual(len(self.games()), 2)

    def test_the_same_seed_gives_the_same_pairings_and_seeds(self):
        self.add_sample("random", "sergeant", "scout")
        for _ in range(2):
            self.flagfall("tournament", "run", "--bots", "random,sergeant,scout", "--ruleset", "barrage", "--seed", 42)
        keys = [{game["game_id"].split("-")[1]: (game["red"], game["blue"], self.record(game["game_id"])["seed"])
                 for game in self.games() if game["tournament_id"] == tournament} for tournament in (1, 2)]
        self.assertEqual(keys[0], keys[1])

    def test_a_spec_file_and_flags_over_it(self):
        self.add_sample("random", "sergeant")
        path = self.folder / "spec.json"
        path.write_text('{"name": "cup", "bots": ["random", "sergeant"], "ruleset": {"id": "barrage", "options": '
                        '[{"name": "two_squares", "value": "2"}]}, "games": 4, "time_control": "st=1"}')
        self.flagfall("tournament", "run", "--spec", path, "--games", 1, "--option", "chase=off")
        tournament, = self.json("tournament", "list")
        options = {option["name"]: option["value"] for option in tournament["spec"]["ruleset"]["options"]}
        self.assertEqual((options["two_squares"], options["chase"]), ("2", "off"))
        self.assertEqual((tournament["games_total"], tournament["spec"]["name"]), (1, "cup"))
        self.assertEqual([row["pool"] for row in self.json("leaderboard")], ["barrage[chase=off,two_squares=2]"] * 2)


if __name__ == "__main__":
    unittest.main()
