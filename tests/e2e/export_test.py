"""Games written out in bulk, and read again by programs that know nothing of this one."""

import collections
import csv
import decimal
import io
import json
import pathlib
import signal
import subprocess
import sys
import unittest
import xml.etree.ElementTree

sys.dont_write_bytecode = True

from arena import STUBS  # noqa: E402
from server import ServerTest  # noqa: E402

sys.path[:0] = [str(STUBS), str(pathlib.Path(__file__).parent.parent / "readmes")]

import grpc  # noqa: E402
from flagfall.v1 import arena_service_pb2, arena_service_pb2_grpc, record_pb2  # noqa: E402
from google.protobuf import json_format  # noqa: E402
from google.protobuf.internal.decoder import _DecodeVarint32  # noqa: E402
from pages import fragment  # noqa: E402

import export_ratings  # noqa: E402

BOTS = ["random", "sergeant", "marshal"]
GAMES = 24
# More games than an export reads at once, and all bots long past their first thirty.
MANY_ROUNDS = 50


def delimited(data):
    """The records of a file of format pb."""
    at = 0
    while at < len(data):
        size, at = _DecodeVarint32(data, at)
        yield record_pb2.GameRecord.FromString(data[at:at + size])
        at += size


class Export(ServerTest):
    def setUp(self):
        super().setUp()
        self.add_sample(*BOTS)
        self.flagfall("tournament", "run", "--bots", ",".join(BOTS), "--ruleset", "barrage", "--rounds", 4, "--games", 2,
                      "--tc", "60+1", "--seed", 7)

    def exported(self, *arguments):
        path = self.folder / "exported"
        self.flagfall("game", "export", *arguments, "-o", path)
        return path.read_bytes()

    def rows(self, *arguments):
        return list(csv.DictReader(io.StringIO(self.exported(*arguments, "--format", "csv").decode(), newline="")))

    def test_every_format_has_every_game(self):
        ids = [game["game_id"] for game in self.games()]
        self.assertEqual(len(ids), GAMES)
        lines = self.exported("--tournament", 1).decode().splitlines()
        records = [json.loads(line) for line in lines]
        self.assertEqual([record["game_id"] for record in records], ids, "the newest first, as in the list")
        alone = self.record(ids[5])
        self.assertEqual(records[5], alone)
        binary = list(delimited(self.exported("--all", "--format", "pb")))
        self.assertEqual([record.game_id for record in binary], ids)
        self.assertEqual(binary[5], json_format.ParseDict(alone, record_pb2.GameRecord()))
        self.assertEqual([row["game_id"] for row in self.rows("--ruleset", "barrage")], ids)
        document = xml.etree.ElementTree.fromstring(self.exported("--all", "--format", "xml"))
        self.assertEqual(len(document.findall("game")), GAMES)
        text = self.exported("--all", "--format", "text").decode()
        self.assertEqual(text.count("ruleset barrage"), GAMES)
        self.assertIn(self.flagfall("game", "export", ids[5]).stdout, text)

    def test_filters_choose(self):
        games = self.games()
        drawn_or_won = collections.Counter(row["result"] for row in self.rows("--bot", "marshal", "--opponent", "random"))
        expected = collections.Counter(game["outcome"]["result"].removeprefix("RESULT_").lower() for game in games
                                       if {game["red"], game["blue"]} == {"marshal", "random"})
        self.assertEqual(drawn_or_won, expected)
        self.assertEqual([row["game_id"] for row in self.rows("--all", "--count", 3)],
                         [game["game_id"] for game in games[:3]])
        self.assertEqual(self.rows("--ruleset", "classic"), [])
        self.assertEqual(self.exported("--ruleset", "classic"), b"")
        self.refused("game", "export", "--tournament", 2, saying="there is no tournament 2")

    def test_a_players_comments_are_in_its_own_view_and_in_that_of_everything(self):
        record = next(record for record in map(self.record, (game["game_id"] for game in self.games()))
                      if record["red"]["name"] == "marshal" or record["blue"]["name"] == "marshal")
        side = "red" if record["red"]["name"] == "marshal" else "blue"
        other = "blue" if side == "red" else "red"
        plies = [entry for entry in record["entries"] if "ply" in entry.get("acted", {}).get("action", {})]
        number, entry = next((i + 1, entry) for i, entry in enumerate(plies) if entry["acted"].get("comment"))
        self.assertEqual(entry["side"], f"SIDE_{side.upper()}")
        for view, shown in ((side, True), ("all", True), (other, False), ("spectator", False)):
            view_message, = self.json("game", "show", record["game_id"], "--ply", number, "--view", view)
            said = [{"side": f"SIDE_{side.upper()}", "text": entry["acted"]["comment"]}] if shown else []
            self.assertEqual(view_message["comments"], said, view)

    def test_the_guides_program_reads_a_tournament(self):
        program = self.folder / "scores.py"
        program.write_text(fragment("arena/README.md", "import collections, json"))
        self.flagfall("game", "export", "--tournament", 1, "-o", self.folder / "games.jsonl")
        done = subprocess.run([sys.executable, program, self.folder / "games.jsonl"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        points = collections.Counter()
        for line in done.stdout.splitlines():
            bot, _, score, _, games, *_ = line.split()
            points[bot] += float(score)
            self.assertEqual(games, f"{GAMES // 3},")
        self.assertEqual(points, {row["bot"]: row["points"] for row in self.json("tournament", "show", 1)[0]["standings"]})

    def test_what_a_format_cannot_say_is_left_out_and_told(self):
        self.add_sample("cardsharp")
        self.flagfall("match", "random", "cardsharp", "--ruleset", "cards", "--games", 2)
        done = self.flagfall("game", "export", "--all", "--format", "xml", "-o", self.folder / "all.xml")
        self.assertRegex(done.stderr, r"^2 games are left out; game 2-\d: .*board games only")
        self.assertEqual(len(xml.etree.ElementTree.parse(self.folder / "all.xml").findall("game")), GAMES)

    def test_a_choice_that_is_none_is_told(self):
        self.refused("game", "export", saying="which games? Give a game's id, options that choose games")
        self.refused("game", "export", "1-1", "--all", saying="game 1-1 is one game")
        self.refused("game", "export", "--all", "--format", "json", saying="jsonl, one record a line")
        self.refused("game", "export", "--all", "--result", "won", saying="red_wins")
        self.refused("game", "export", "--opponent", "random", saying="without bot")
        self.refused("game", "export", "1-99", saying="1-99")
        self.refused("game", "export", "--all", "-o", self.folder / "nowhere" / "games", saying="cannot write")

    def test_a_server_gives_the_same_to_everybody(self):
        at_home = {name: self.exported("--all", "--format", name) for name in ("jsonl", "pb", "csv")}
        self.serve()
        for caller in (self.at_server(self.zoe), ["--server", self.reach]):
            for name, games in at_home.items():
                path = self.folder / "exported"
                self.flagfall(*caller, "game", "export", "--all", "--format", name, "-o", path)
                self.assertEqual(path.read_bytes(), games, (caller, name))

    def test_a_program_in_python_asks_the_service(self):
        self.serve()
        with grpc.insecure_channel(self.reach) as channel:
            service = arena_service_pb2_grpc.ArenaServiceStub(channel)
            request = arena_service_pb2.ExportGamesRequest(games_max=5)
            request.filter.bot = "marshal"
            games = list(service.ExportGames(request))
            self.assertEqual(len(games), 5)
            for game in games:
                self.assertIn("marshal", (game.game.red, game.game.blue))
                self.assertEqual(game.record.game_id, game.game.game_id)
            request.filter.page_size = 3
            with self.assertRaises(grpc.RpcError) as caught:
                list(service.ExportGames(request))
            self.assertEqual(caught.exception.code(), grpc.StatusCode.INVALID_ARGUMENT)
            self.assertIn("games_max", caught.exception.details())


class Ratings(ServerTest):
    """Whoever has the exported games has the ratings: export_ratings.py does the same by hand with ten thousand."""

    def test_are_those_that_every_export_gives(self):
        self.add_sample(*BOTS)
        self.flagfall("tournament", "run", "--bots", ",".join(BOTS), "--ruleset", "barrage", "--rounds", MANY_ROUNDS, "--games", 2,
                      "--tc", "60+1", "--seed", 7)
        for name, read in export_ratings.READERS.items():
            path = self.folder / f"games.{name}"
            self.flagfall("game", "export", "--all", "--format", name, "-o", path)
            games = read(path, "barrage")
            self.assertEqual(len(games), 6 * MANY_ROUNDS)
            for anchors in ({}, {"random": 1000}, {"random": 1000, "marshal": 1444.4}):
                flags = [flag for bot, rating in anchors.items() for flag in ("--anchor", f"{bot}={rating}")]
                leaderboard = self.json("leaderboard", *flags)
                self.assertEqual(export_ratings.differences(games, leaderboard, anchors), [], (name, anchors))
            self.assert_red_is_worth(export_ratings.likely_ratings(games, {})[None])
            # One other result is enough to tell.
            games[3] = games[3]._replace(score=1 - games[3].score if games[3].score != 0.5 else 1.0)
            self.assertNotEqual(export_ratings.differences(games, leaderboard, anchors), [])
        self.assert_changes_of_elo_are_told(self.folder / "games.csv")

    def test_steps_are_the_order_in_which_games_of_two_tournaments_were_rated(self):
        self.add_sample("random", "sergeant")
        run = ("tournament", "run", "--bots", "random,sergeant", "--ruleset", "duel", "--tc", "60+1", "--rounds")
        process = self.start(*run, 300)
        while not process.stdout.readline()[:1].isdigit():
            pass
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.flagfall(*run, 30)
        self.flagfall("tournament", "resume", 1)
        path = self.folder / "games.csv"
        self.flagfall("game", "export", "--all", "--format", "csv", "-o", path)
        games = export_ratings.games_of_csv(path, "duel")
        self.assertEqual(len(games), 660)
        self.assertEqual(export_ratings.differences(games, self.json("leaderboard")), [])
        # By their ids, the second tournament's games would be the last.
        rows = csv.DictReader(io.StringIO(path.read_text(), newline=""))
        self.assertEqual(max(rows, key=lambda row: int(row["rating_step"]))["game_id"], "1-600")

    def assert_red_is_worth(self, likely):
        # Where it is worth nothing, the last bit of a sum decides about the sign.
        told = " ".join(self.flagfall("leaderboard").stdout.split()).replace("worth -0.0", "worth +0.0")
        expected = f"Red is worth {likely[0]:+.1f} +/- {likely[1]:.1f} Elo".replace("worth -0.0", "worth +0.0")
        self.assertIn(expected, told)

    def assert_changes_of_elo_are_told(self, path):
        elo = collections.defaultdict(lambda: decimal.Decimal(1500))
        with open(path, newline="") as file:
            rows = sorted(csv.DictReader(file), key=lambda row: int(row["rating_step"]))
        self.assertEqual([row["game_id"] for row in rows], [f"1-{i + 1}" for i in range(6 * MANY_ROUNDS)])
        for row in rows:
            for side, sign in (("red", 1), ("blue", -1)):
                self.assertEqual(elo[row[side]], decimal.Decimal(row[f"{side}_elo_before"]))
                elo[row[side]] += sign * decimal.Decimal(row["red_elo_change"])


if __name__ == "__main__":
    unittest.main()
