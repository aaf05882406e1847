"""What the commands print that look into a ledger: of ratings, of games, of games refereed again, and of the report."""

import json
import os
import pathlib
import pty
import shutil
import sqlite3
import stat
import subprocess
import sys
import unittest

from ledgers import LedgerTest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "e2e"))

from arena import BUILD, PATIENCE_S, SAMPLE_BOTS  # noqa: E402


class Homes(LedgerTest):
    def test_a_new_one_is_its_owners_alone_whatever_the_umask_is(self):
        for umask in (0o000, 0o777):
            home = self.folder / f"home-{umask:o}"
            done = subprocess.run([BUILD / "flagfall", "--home", home, "bot", "add", SAMPLE_BOTS / "random"], env=self.environment,
                                  umask=umask, capture_output=True, text=True, timeout=PATIENCE_S)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(stat.S_IMODE(home.stat().st_mode), 0o700)
            for path in home.iterdir():
                wanted = 0o700 if path.is_dir() else 0o600
                self.assertEqual(stat.S_IMODE(path.stat().st_mode), wanted, f"{path} with umask {umask:o}")

    def test_one_that_is_open_to_others_is_closed_by_whoever_writes_and_said_once(self):
        self.add_sample("random")
        files = [self.home / name for name in ("flagfall.db", "flagfall.db.lock", "flagfall.db.replaced")]
        files[-1].touch()
        self.home.chmod(0o755)
        for file in files:
            file.chmod(0o644)
        self.assertEqual(self.flagfall("bot", "list").stderr, "")
        self.assertEqual(stat.S_IMODE(self.home.stat().st_mode), 0o755, "whoever reads changes nothing")
        said = self.flagfall("user", "add", "zoe").stderr
        self.assertRegex(said, f"its owner alone can: {self.home}, flagfall.db, .*flagfall.db.lock, flagfall.db.replaced\n")
        self.assertEqual(stat.S_IMODE(self.home.stat().st_mode), 0o700)
        self.assertEqual([stat.S_IMODE(file.stat().st_mode) for file in files], [0o600] * 3)
        self.assertEqual(self.flagfall("user", "add", "amy").stderr, "")
        # A folder in which others may have something stays open, and the ledger does not.
        (self.home / "notes.txt").touch()
        self.home.chmod(0o755)
        files[0].chmod(0o644)
        self.assertIn("its owner alone can: flagfall.db", self.flagfall("user", "add", "bob").stderr)
        self.assertEqual(stat.S_IMODE(self.home.stat().st_mode), 0o755)


class Books(LedgerTest):
    def test_of_the_hosts_own_are_kept_once_and_played_as_often_as_a_set_up_stands_there(self):
        lines = self.flagfall("book", "generate", "--ruleset", "barrage", "--count", 2, "--seed", 3).stdout.splitlines()
        book = self.folder / "people.book"
        text = "\n".join([lines[0], lines[1], lines[1], lines[2], lines[1]]) + "\n"
        book.write_text(text)
        self.assertIn("4 set-ups for barrage, 2 of them different", self.flagfall("book", "check", book).stdout)
        self.add_sample("random", "sergeant")
        for _ in range(2):
            self.flagfall("match", "random", "sergeant", "--ruleset", "barrage", "--games", 2, "--book", book, "--seed", 7)
        shown, = self.json("tournament", "show", 2)
        self.assertEqual(shown["spec"]["book"], text)
        # The same seed draws the same set-ups, also from the book as the ledger has it.
        drawn = [json.loads(self.flagfall("game", "export", game, "--format", "json").stdout)["given_set_ups"]
                 for game in ("1-1", "2-1")]
        self.assertEqual(drawn[0], drawn[1])
        with sqlite3.connect(self.home / "flagfall.db") as database:
            self.assertEqual(database.execute("SELECT count(*), max(length(spec)) < 2000 FROM books, tournaments").fetchone(), (2, 1))
            reference, = database.execute("SELECT json_extract(spec, '$.book') FROM tournaments WHERE tournament_id = 1").fetchone()
        database.close()
        self.assertRegex(reference, "^sha256:[0-9a-f]{64}$")
        # A spec may name it so.
        spec = self.folder / "again.json"
        spec.write_text(json.dumps({"bots": ["random", "sergeant"], "ruleset": {"id": "barrage"}, "games": 2, "book": reference}))
        self.flagfall("tournament", "run", "--spec", spec)
        self.assertIn("ok", self.flagfall("db", "check").stdout)
        self.flagfall("verify", "--all")


class Leaderboard(LedgerTest):
    def printed(self, *flags):
        """The table's heading and its rows, in words."""
        lines = self.flagfall("leaderboard", *flags).stdout.split("\n\n")[0].splitlines()
        heading, *rows = [line.split() for line in lines[1:]]
        return heading, [dict(zip(heading, row)) for row in rows if row[0].isdigit()]

    def test_an_anchor_holds_its_rating_and_the_others_follow(self):
        self.play("random", "sergeant", "scout")
        free = {row["bot"]: row for row in self.json("leaderboard")}
        held = {row["bot"]: row for row in self.json("leaderboard", "--anchor", "random=1234.5")}
        self.assertEqual(held["random"]["likelihood_elo"], 1234.5)
        self.assertEqual(held["random"]["likelihood_elo_error"], 0)
        self.assertNotEqual(held["scout"]["likelihood_elo"], free["scout"]["likelihood_elo"])
        self.assertEqual({bot: row["elo"] for bot, row in held.items()}, {bot: row["elo"] for bot, row in free.items()})
        rows = {row["bot"]: row for row in self.printed("--anchor", "random=1234.5", "--anchor", "scout=2000")[1]}
        self.assertEqual([(rows[bot]["MLE"], rows[bot]["+/-"]) for bot in ("random", "scout")],
                         [("1234.5?", "0.0"), ("2000.0?", "0.0")])
        self.assertNotEqual(rows["sergeant"]["+/-"], "0.0")

    def test_an_anchor_that_holds_nothing_is_refused(self):
        self.play("random", "sergeant")
        for anchor in ("random", "random=", "random=strong", "random=1000 Elo"):
            self.refused("leaderboard", "--anchor", anchor,
                         saying=f"--anchor is '{anchor}'; it takes BOT=ELO, as random=1000")
        self.refused("leaderboard", "--anchor", "nobody=1000", saying="'nobody' has no rated games")
        self.refused("leaderboard", "--anchor", "random=nan", saying="it must be from -20000 to 20000")
        self.refused("leaderboard", "--anchor", "random=1", "--anchor", "random=2", saying="named twice")

    def test_the_likelihood_of_superiority_of_each_over_each(self):
        self.play("random", "sergeant", "scout")
        *bots, fit = self.json("leaderboard", "--los")
        n = len(bots)
        los = [fit["superiority"][row * n:(row + 1) * n] for row in range(n)]
        for row in range(n):
            self.assertEqual(los[row][row], 0.5)
            for column in range(n):
                self.assertAlmostEqual(los[row][column] + los[column][row], 1)
                if bots[row]["likelihood_elo"] > bots[column]["likelihood_elo"] + 1:
                    self.assertGreater(los[row][column], 0.5)
        # As a table: a row for each, with nothing under its own number.
        table = self.flagfall("leaderboard", "--los").stdout.split("\n\n")[1].splitlines()
        self.assertEqual(table[0].split(), ["#", "stronger", "than", *(str(bot["place"]) for bot in bots)])
        for row, line in enumerate(table[1:]):
            likely = [f"{100 * los[row][column]:.1f}" for column in range(n) if column != row]
            self.assertEqual(line.split(), [str(bots[row]["place"]), bots[row]["bot"], *likely])
        self.assertNotIn("stronger than", self.flagfall("leaderboard").stdout)
        self.assertEqual(len(self.json("leaderboard")), n)

    def test_each_pool_has_its_own(self):
        self.play("random", "sergeant")
        self.play("random", "sergeant", ruleset="duel")
        shown = self.flagfall("leaderboard", "--los").stdout
        self.assertEqual([line for line in shown.splitlines() if line.startswith("Leaderboard")],
                         ["Leaderboard barrage", "Leaderboard duel"])
        self.assertIn("\n\nLeaderboard duel\n", shown)
        self.assertEqual([shown.count(words) for words in ("Red is worth", "MLE: the likeliest", "Elo: the running")], [2, 1, 1])
        fits = [row for row in self.json("leaderboard", "--los") if "superiority" in row]
        self.assertEqual([fit["pool"] for fit in fits], ["barrage", "duel"])

    def test_says_who_cannot_be_compared(self):
        self.play("random", "sergeant")
        self.play("scout", "marshal")
        heading, rows = self.printed()
        self.assertEqual(heading[-1], "scale")
        scales = {row["bot"]: row["scale"] for row in rows}
        self.assertEqual(sorted(scales.values()), ["1", "1", "2", "2"])
        self.assertEqual((scales["random"], scales["scout"]), (scales["sergeant"], scales["marshal"]))
        self.assertIn("cannot be compared", self.flagfall("leaderboard").stdout)
        # One game between the two groups is enough.
        self.play("random", "scout", games=1)
        self.assertNotIn("scale", self.printed()[0])
        self.assertNotIn("cannot be compared", self.flagfall("leaderboard").stdout)


class Games(LedgerTest):
    def test_are_listed_by_result_and_by_reason(self):
        self.play("random", "sergeant", games=6)
        games = self.games()
        for flag, field, words in [
            ("--result", "result", ["red_wins", "blue_wins", "draw"]),
            ("--reason", "reason", ["flag_captured", "no_legal_ply", "both_immobile", "resigned"]),
        ]:
            for word in words:
                wanted = [game for game in games if game["outcome"][field] == f"{field}_{word}".upper()]
                self.assertEqual(self.json("game", "list", flag, word), wanted, word)
        self.assertEqual(self.flagfall("game", "list", "--reason", "resigned").stdout, "No such games.\n")

    def test_are_listed_over_several_pages(self):
        """A server is asked for 1000 at once; games of which there are only summaries are enough for a list."""
        self.play("random", "sergeant", games=1)
        kept = ("tournament_id, round, red_bot_id, blue_bot_id, result, reason, detail, plies, attempt, start_time_us, "
                "duration_us, record_sha256, red_unsent_us, blue_unsent_us, red_away_us, blue_away_us, red_host_delay_us, "
                "blue_host_delay_us")
        self.change(f"""WITH RECURSIVE more (number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM more WHERE number < 2500)
                        INSERT INTO games (game_id, number, {kept})
                        SELECT '1-' || more.number, more.number, {kept} FROM more, games""")
        newest_first = [f"1-{number}" for number in range(2500, 0, -1)]
        for count in (1000, 1001, 2500, 9999):
            listed = self.json("game", "list", "--count", count)
            self.assertEqual([game["game_id"] for game in listed], newest_first[:count], count)

    def test_of_tournaments_and_submissions_there_may_be_more_than_a_page_too(self):
        self.play("random", "sergeant", games=1)
        kept = "name, spec, ruleset_id, ruleset, pool, state, created_time_us, updated_time_us, spec_sha256, rates_forfeits"
        self.change(f"""WITH RECURSIVE more (number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM more WHERE number < 1100)
                        INSERT INTO tournaments (tournament_id, {kept})
                        SELECT more.number, {kept} FROM more, tournaments;
                        WITH RECURSIVE more (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM more WHERE number < 1100)
                        INSERT INTO submissions (submission_id, state, reason, received_time_us, updated_time_us)
                        SELECT number, 'failed', 'no bot.json', number, number FROM more""")
        for words in (["tournament", "list"], ["bot", "submissions"]):
            for count in (1, 1000, 1001, 9999):
                listed = self.json(*words, "--count", count)
                self.assertEqual([int(each["id"]) for each in listed], list(range(1100, 0, -1))[:count], count)

    def test_are_shown_as_json(self):
        self.play("random", "sergeant", games=1)
        game, = self.games()
        shown, = self.json("game", "show", "1-1")
        self.assertEqual(shown["game"], game)
        self.assertEqual((shown["ply"], shown["view"]["observer"]), (game["plies"], "OBSERVER_ALL"))
        begun, = self.json("game", "show", "1-1", "--ply", 0, "--view", "red")
        self.assertEqual((begun["ply"], begun["view"]["observer"]), (0, "OBSERVER_RED"))
        known = {piece["owner"] for piece in begun["view"]["board"]["pieces"]
                 if piece["type"] != "PIECE_TYPE_UNSPECIFIED"}
        self.assertEqual(known, {"SIDE_RED"})

    def test_are_shown_with_what_the_bots_used(self):
        self.play("random", "sergeant", games=1)
        shown, record = self.flagfall("game", "show", "1-1").stdout, self.record("1-1")
        for side in ("red", "blue"):
            use = record[f"{side}_use"]
            self.assertIn(f"\n{side}'s bot: {use['bytes_from_bot']} bytes of messages from it, {use['bytes_to_bot']} to it",
                          shown)


class Verify(LedgerTest):
    def test_says_as_json_of_each_game_whether_it_is_equal(self):
        self.play("random", "sergeant")
        self.assertEqual(self.json("verify", "1-2", "1-1"),
                         [{"game_id": game, "equal": True, "error": "", "not_checked": ""} for game in ("1-2", "1-1")])
        self.damage("1-1")
        # With --all the whole ledger is looked through after them, which comes upon the same.
        for words, saying in ([["1-2", "1-1"], "1 of 2 games refereed again went another way than recorded"],
                              [["--all"], "game 1-1: the stored record is damaged"]):
            done = self.flagfall("verify", *words, "--json", code=1)
            self.assertIn(saying, done.stderr)
            said = {game["game_id"]: game for game in map(json.loads, done.stdout.splitlines())}
            self.assertEqual(said["1-2"], {"game_id": "1-2", "equal": True, "error": "", "not_checked": ""})
            changed = said["1-1"]
            self.assertIs(changed["equal"], False)
            self.assertIn("game 1-1", changed["error"])

    def test_of_a_record_that_says_another_outcome(self):
        self.play("random", "sergeant", games=1)
        record = self.record("1-1")
        record["outcome"]["result"] = "RESULT_DRAW"
        path = self.folder / "record.json"
        path.write_text(json.dumps(record))
        verified, = map(json.loads, self.flagfall("verify", "--file", path, "--json", code=1).stdout.splitlines())
        self.assertEqual((verified["game_id"], verified["equal"]), ("1-1", False))
        self.assertIn("outcome", verified["error"])


class Report(LedgerTest):
    def write(self, *flags, code=0):
        return self.flagfall("report", "--out", self.folder / "site", *flags, code=code)

    def written(self):
        """Files and bytes."""
        sizes = [path.stat().st_size for path in (self.folder / "site").rglob("*") if path.is_file()]
        return len(sizes), sum(sizes)

    def test_says_how_much_was_written(self):
        self.play("random", "sergeant")
        said = json.loads(self.write("--json").stdout)
        files, size = self.written()
        self.assertEqual(said, {"games": 2, "files": files, "bytes": size})
        # Pages tell when they were made, in more or fewer bytes.
        said = self.write().stdout
        files, size = self.written()
        self.assertEqual(said, f"2 games, {files} files, {size} bytes in {self.folder / 'site'}\n")

    def test_leaves_out_the_downloads(self):
        self.play("random", "sergeant")
        self.write()
        exports = self.folder / "site" / "data" / "exports"
        self.assertTrue(list(exports.rglob("1-1.json.gz")))
        shutil.rmtree(self.folder / "site")
        self.write("--no-exports")
        self.assertFalse(exports.exists())
        self.assertTrue(list((self.folder / "site" / "data" / "games").rglob("1-1.json.gz")))

    def test_counts_its_games_at_a_terminal(self):
        self.play("random", "sergeant")
        here, there = pty.openpty()
        self.addCleanup(os.close, here)
        subprocess.run(self.command("report", "--out", self.folder / "site"), env=self.environment, stdin=there, stdout=there,
                       stderr=there, timeout=PATIENCE_S, check=True)
        os.close(there)
        self.assertRegex(os.read(here, 10_000).decode(), r"\r2 games\r2 games, \d+ files, \d+ bytes in ")

    def test_a_damaged_game_is_named_and_left_out(self):
        self.play("random", "sergeant")
        self.damage("1-1")
        done = self.write("--json", code=1)
        self.assertRegex(done.stderr, r"(?m)^flagfall: left out: game 1-1: ")
        self.assertIn("1 game left out; `flagfall db check` says more", done.stderr)
        self.assertIn("files", json.loads(done.stdout))
        pages = sorted(path.name for path in (self.folder / "site/data/games/1").iterdir())
        self.assertEqual(pages, ["1-2.json.gz"])


if __name__ == "__main__":
    unittest.main()
