"""Tests the judges of a soak run with good and bad rows: a judge that finds nothing would pass everything."""

import contextlib
import dataclasses
import os
import pathlib
import random
import sqlite3
import sys
import tempfile
import types
import unittest

sys.dont_write_bytecode = True
TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / folder) for folder in ("soak", "e2e", "support", "hostile/bots")]
sys.path.append(str(pathlib.Path(os.environ["FLAGFALL_BUILD"]) / "python-stubs"))

import hostile_bot  # noqa: E402, F401
import backup_checks  # noqa: E402
import judgement  # noqa: E402
from arena import ArenaTest  # noqa: E402
from kills import AT_ANY_TIME, AT_ITS_END, IN_ITS_FIRST_SECOND, Kills  # noqa: E402
from ledger_proofs import Ledger  # noqa: E402
from plot import PANELS, svg  # noqa: E402
from programme import FORMATS, PLAYERS, Programme, Tournament  # noqa: E402
from samples import Sample, growths  # noqa: E402
from visitors import LINE  # noqa: E402
from witnesses import told_of  # noqa: E402


def life(number, begin_s, end_s, kib_per_second, games_per_second=10):
    return [Sample(seconds, number, 40_000 + int(kib_per_second * (seconds - begin_s)), 8_000, 60, 20, 1 << 20, 1 << 20,
                   games=int(games_per_second * seconds)) for seconds in range(begin_s, end_s, 2)]


def game(id, red="random", blue="sergeant", result="RESULT_RED_WINS", reason="REASON_FLAG_CAPTURED", **more):
    return {"game_id": id, "tournament_id": int(id.partition("-")[0]), "red": red, "blue": blue, "plies": 30, "attempt": 1,
            "outcome": {"result": result, "reason": reason}, **more}


class Lines(unittest.TestCase):
    def test_a_line_of_a_game_however_short(self):
        for plies, text in ((1, "1 ply"), (30, "30 plies")):
            found = LINE.match(f"3/56  9-3  random - sergeant: red wins, flag_captured, {text}")
            self.assertEqual(found[7], str(plies))


class Memory(unittest.TestCase):
    def test_a_line_through_each_long_life(self):
        flat, growing, short = life(1, 0, 600, 0), life(2, 610, 1210, 100), life(3, 1220, 1300, 500)
        found = growths(flat + growing + short)
        self.assertEqual([growth.life for growth in found], [1, 2])
        self.assertEqual([growth.is_flat for growth in found], [True, False])
        self.assertAlmostEqual(found[0].kib, 0)
        self.assertAlmostEqual(found[1].kib_per_1000_games, 10_000, delta=1)
        wrong = judgement.check_memory(flat + growing + short)
        self.assertEqual(len(wrong), 1)
        self.assertIn("life 2: memory grew by 55.5 MiB", wrong[0])

    def test_what_warms_up_in_the_first_seconds_is_left_out(self):
        samples = [sample if sample.seconds < 30 else Sample(**{**vars(sample), "rss_kib": 90_000}) for sample in life(1, 0, 600, 0)]
        self.assertTrue(growths(samples)[0].is_flat)

    def test_the_pages_of_a_growing_ledger_are_no_growth_up_to_a_bound(self):
        def with_pages(kib_per_second):
            return [Sample(**{**vars(sample), "ledger_memory_kib": int(kib_per_second * sample.seconds)})
                    for sample in life(1, 0, 600, kib_per_second)]
        self.assertEqual(judgement.check_memory(with_pages(100)), [])
        wrong = judgement.check_memory(with_pages(200))
        self.assertEqual(wrong, ["life 1: the ledger has 116.8 MiB of memory, more than 96"])

    def test_the_picture_has_a_curve_for_each_life_in_each_panel(self):
        picture = svg(life(1, 0, 200, 0) + life(2, 210, 400, 0), growths(life(2, 210, 400, 0)), "a <b> & c")
        self.assertIn("a &lt;b&gt; &amp; c", picture)
        self.assertEqual(picture.count('stroke-width="1.3"'), 2 * len(PANELS))


class Counts(unittest.TestCase):
    PLANNED = {1: Tournament("round-robin", "barrage", ["random", "sergeant"], [], 2, 2)}

    def check(self, *ids, state="STATE_FINISHED", stored=None):
        row = {"id": 1, "state": state, "games_stored": len(ids) if stored is None else stored}
        return judgement.check_counts(self.PLANNED, [row], [game(id) for id in ids])

    def test_as_many_games_as_were_scheduled(self):
        self.assertEqual(self.check("1-1", "1-2"), [])
        self.assertIn("1-1 is there 2 times", self.check("1-1", "1-1"))
        self.assertEqual(len(self.check("1-1")), 1)
        self.assertEqual(len(self.check("1-1", "1-2", "1-3")), 1)
        self.assertEqual(len(self.check("1-1", "1-2", stored=3)), 1)
        self.assertEqual(len(self.check("1-1", "1-2", state="STATE_STOPPED")), 1)
        self.assertEqual(len(self.check("1-1", "1-2", "2-1")), 1)

    def test_what_was_told_to_be_stored(self):
        class Follower:
            told = {"1-1": ("random", "sergeant", "flag_captured", 30)}
        self.assertEqual(judgement.check_told([Follower], [game("1-1")]), [])
        self.assertEqual(len(judgement.check_told([Follower], [])), 1)
        self.assertEqual(len(judgement.check_told([Follower], [game("1-1", reason="REASON_RESIGNED")])), 1)

    def test_rated_once(self):
        rated = game("1-1", rating={"pool": "barrage"})
        board = [{"pool": "barrage", "bot": "random", "games": 1, "elo": 1510}, {"pool": "barrage", "bot": "sergeant", "games": 1, "elo": 1490}]
        self.assertEqual(judgement.check_ratings([rated, game("1-2")], board), [])
        self.assertEqual(len(judgement.check_ratings([rated, rated], board)), 2)
        self.assertEqual(len(judgement.check_ratings([rated], [{**board[0], "elo": 1511}, board[1]])), 1)


class People(unittest.TestCase):
    """pat was told of one game of a challenge of two, and then of the other."""

    HOW = ("RESULT_RED_WINS", "REASON_FLAG_CAPTURED")

    def check(self, *ids, told=(("1-1", 5), ("1-2", 9)), kills=(), asked=(1,), unanswered=0):
        pat = types.SimpleNamespace(bot="pat", asked=dict.fromkeys(asked, 2), unanswered=unanswered,
                                    told={id: (at, *self.HOW) for id, at in told})
        rows = [{"id": int(id.partition("-")[0]), "spec": {"bots": ["pat", "random"], "ruleset": {"id": "cards"}, "games": 2}} for id in ids]
        return judgement.check_people([pat], rows, [game(id, "pat") for id in ids], kills)

    def test_what_is_there_is_what_each_was_told(self):
        self.assertEqual(self.check("1-1", "1-2"), [])
        self.assertIn("pat was told that 1-2", self.check("1-1")[0])
        self.assertIn("was never told of ['1-2']", self.check("1-1", "1-2", told=[("1-1", 5)])[0])
        self.assertIn("challenges [2] of pat were answered", self.check("1-1", "1-2", asked=(1, 2))[0])
        self.assertIn("2 challenges; 1 were answered", self.check("1-1", "2-1", told=[("1-1", 5), ("2-1", 9)])[0])
        self.assertIn("pat has played nothing", self.check(told=[], asked=())[0])

    def test_a_kill_leaves_open_what_was_told_or_asked_just_before(self):
        self.assertEqual(self.check("1-1", kills=[10]), [])
        self.assertEqual(len(self.check("1-1", kills=[8, 60])), 1)
        self.assertEqual(self.check("1-1", "1-2", told=[("1-1", 5)], kills=[60]), [])
        self.assertEqual(self.check("1-1", "2-1", told=[("1-1", 5), ("2-1", 9)], unanswered=1), [])

    def test_each_challenge_has_the_games_that_were_asked_for(self):
        pat = types.SimpleNamespace(bot="pat", asked={1: 3})
        rows = [{"id": id, "spec": {"bots": bots, "ruleset": {"id": "cards"}, "games": 2}}
                for id, bots in ((1, ["pat", "random"]), (2, ["pat", "random"]), (3, ["random", "pat"]))]
        self.assertEqual({id: (planned.fewest, planned.most) for id, planned in judgement.challenges([pat], rows).items()},
                         {1: (3, 3), 2: (2, 2)})


class Endings(unittest.TestCase):
    def check(self, *arguments, **more):
        return len(judgement.check_endings([game("1-1", *arguments, **more)]))

    def test_good_bots_play_to_the_end(self):
        self.assertEqual(self.check(), 0)
        # R8.1: a draw after so many ticks is an end of gogo like any other.
        self.assertEqual(self.check("skirmisher", "skirmisher#2", result="RESULT_DRAW", reason="REASON_MAX_TICKS"), 0)
        self.assertEqual(self.check(reason="REASON_DISCONNECTED"), 1)
        self.assertEqual(self.check("mybot@3", "far", reason="REASON_ILLEGAL_ACTION"), 1)
        self.assertEqual(self.check("marshal", "marshal#2", reason="REASON_DISCONNECTED"), 1)

    def test_hostile_ones_win_nothing_by_it(self):
        self.assertEqual(self.check("silent", "random", result="RESULT_BLUE_WINS", reason="REASON_OUT_OF_TIME"), 0)
        self.assertEqual(self.check("silent", "random"), 1)
        self.assertEqual(self.check("zombies", "random"), 0)
        self.assertEqual(self.check("zombies", "random", reason="REASON_FORFEIT_NO_SHOW"), 1)
        self.assertEqual(self.check("zombies", "random", result="RESULT_BLUE_WINS", reason="REASON_RESIGNED"), 1)


class Folders(unittest.TestCase):
    def test_what_is_submitted_leaves_its_folder_and_nothing_else(self):
        with tempfile.TemporaryDirectory() as name:
            home = pathlib.Path(name)
            bots = [{"manifest": {"name": bot}} for bot in ("random", "mybot@1")]
            for folder in ("mybot@1", ".staging/uploads"):
                (home / "bots" / folder).mkdir(parents=True)
            self.assertEqual(judgement.check_submitted(home, bots), [])
            (home / "bots" / ".staging" / "uploads" / "7").touch()
            (home / "bots" / "mybot@2").mkdir()
            (home / "bots" / "mybot@1").rmdir()
            self.assertEqual(len(judgement.check_submitted(home, bots)), 3)
            retired = [{**bot, "state": "STATE_RETIRED"} for bot in bots]
            self.assertEqual(len(judgement.check_submitted(home, retired)), 2)

    def test_as_many_backups_as_are_kept(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for second in range(3):
                (folder / f"flagfall-20300101T00000{second}.000Z-0123abcd.db").touch()
            self.assertEqual(judgement.check_backups(folder, 3), [])
            self.assertEqual(len(judgement.check_backups(folder, 2)), 1)
            (folder / "flagfall-20300101T000009.000Z-0123abcd.db.part").touch()
            self.assertEqual(len(judgement.check_backups(folder, 3)), 1)

    def test_a_backup_may_take_longer_of_a_larger_ledger(self):
        # One in a soak was there 306 s after the one before.
        self.assertGreater(backup_checks.longest_wait_s(245 << 20), 306)
        self.assertLess(backup_checks.longest_wait_s(10 << 20), 180)

    def test_what_grows_on_the_disk(self):
        def check(**grown):
            return len(judgement.check_disk([*life(1, 0, 60, 0), dataclasses.replace(life(1, 60, 62, 0)[0], **grown)], 3))
        self.assertEqual(check(), 0)
        self.assertEqual(check(ledger_bytes=1 << 30), 0)
        self.assertEqual(check(wal_bytes=65 << 20), 1)
        self.assertEqual(check(logs_bytes=65 << 20), 1)
        self.assertEqual([check(backups_bytes=count << 21) for count in (5, 6)], [0, 1])

    def test_a_worker_that_is_suspected_or_has_played_nothing(self):
        one, two = ({"name": name, "games": "5", "suspected_reason": ""} for name in ("one", "two"))
        self.assertEqual(judgement.check_workers([one, two]), [])
        self.assertEqual(len(judgement.check_workers([one])), 1)
        self.assertEqual(len(judgement.check_workers([one, {**two, "games": "0"}])), 1)
        self.assertEqual(len(judgement.check_workers([one, {**two, "suspected_reason": "slow"}])), 1)

    def test_what_a_killed_server_leaves_is_removed_by_a_later_run(self):
        with tempfile.TemporaryDirectory() as name:
            old, young = (pathlib.Path(name) / folder for folder in ("old", "young"))
            old.mkdir(), young.mkdir(), (old / "1-1").touch()
            wrong = judgement.check_run_folders({str(old): 10, str(young): 60, name + "/gone": 10}, last_run_s=100)
            self.assertEqual(len(wrong), 1)
            self.assertIn("old is left over", wrong[0])
            self.assertFalse(old.exists() or young.exists())


class Plans(unittest.TestCase):
    def test_49_tournaments_are_every_format_of_every_ruleset(self):
        programme = Programme(1, 100, ["zombies", "silent", "crashes", "fork_bomb", "second_stream"])
        planned = [programme.next(has_submitted=True) for _ in range(49)]
        self.assertEqual({(one.format, one.ruleset) for one in planned}, {(format, ruleset) for format in FORMATS for ruleset in PLAYERS})
        self.assertTrue(all(0 < one.fewest <= one.most for one in planned))

    def test_kills_wait_for_their_moment(self):
        kills = Kills(60, random.Random(1))
        kills.due, kills.delay_s, kills.games_left = 100, 0.5, 1
        for moment, known, is_now in [(AT_ANY_TIME, (99, 0, 0, 9), False), (AT_ANY_TIME, (101, 0, 0, 9), True),
                                      (IN_ITS_FIRST_SECOND, (101, 50, 0, 9), False), (IN_ITS_FIRST_SECOND, (111, 110.4, 0, 9), True),
                                      (AT_ITS_END, (101, 0, 90, 2), False), (AT_ITS_END, (101, 0, 90, 1), True),
                                      (AT_ITS_END, (101, 0, 100.5, 9), True), (AT_ITS_END, (221, 0, 0, 9), True)]:
            kills.moment = moment
            self.assertEqual(kills.is_now(*known), is_now, (moment, known))


class LedgerProofs(ArenaTest):
    """Of a ledger that was made by the program, and then loses or doubles something."""

    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant")
        self.flagfall("match", "random", "sergeant", "--ruleset", "barrage", "--games", 2, "--tc", "60+1")
        self.told = [("a watcher", game["game_id"], told_of(game)) for game in self.games()]
        link, digest = self.flagfall("db", "head").stdout.split(":")[2:4]
        self.heads = {int(link): {(digest,)}}

    def alter(self, *statements):
        with contextlib.closing(sqlite3.connect(self.home / "flagfall.db")) as ledger:
            for name, in ledger.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
                ledger.execute(f"DROP TRIGGER {name}")
            for sql in statements:
                self.assertGreater(ledger.execute(sql).rowcount, 0, sql)
            ledger.commit()

    def wrong(self):
        with Ledger(self.home / "flagfall.db") as ledger:
            return ledger.wrong_games(self.told) + ledger.wrong_heads(self.heads) + ledger.doubled() + ledger.wrong_ratings()

    def test_a_ledger_that_holds_all_that_was_told(self):
        self.assertEqual(len(self.told), 2)
        self.assertEqual(self.wrong(), [])

    def test_a_lost_game(self):
        self.alter("UPDATE games SET number = 9, game_id = '1-9' WHERE number = 2")
        wrong, = self.wrong()
        self.assertIn("lost: game 1-2, of which a watcher was told", wrong)

    def test_a_game_that_was_played_again(self):
        self.alter("UPDATE games SET start_time_us = start_time_us + 1 WHERE number = 1")
        wrong, = self.wrong()
        self.assertIn("changed: game 1-1", wrong)

    def test_a_head_that_was_shown_and_is_gone(self):
        self.alter("DELETE FROM signed_head", "DELETE FROM chain WHERE link = (SELECT max(link) FROM chain)")
        wrong, = self.wrong()
        self.assertIn("was shown, and the chain has None", wrong)

    def test_a_link_that_is_there_twice_and_a_rating_that_is_not(self):
        self.alter("UPDATE chain SET game_id = '1-1' WHERE game_id = '1-2' AND kind = 'game'")
        self.assertEqual(self.wrong(), ["doubled: link of a result 1-1, 2 times"])
        self.alter("DELETE FROM rating_changes WHERE step = (SELECT max(step) FROM rating_changes)")
        self.assertEqual([text.rpartition(":")[2] for text in self.wrong()[1:]], [" 2 games, and 1 changes"] * 2)


if __name__ == "__main__":
    unittest.main()
