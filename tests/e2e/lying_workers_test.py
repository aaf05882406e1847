"""Workers that are none: other versions, records that do not verify, that are of another game or an old lease, twice or too large."""

import contextlib
import json
import shutil
import sqlite3
import subprocess
import sys
import unittest

import grpc

from arena import BUILD, PATIENCE_S, SAMPLE_BOTS, STUBS
from workers import WorkersTest

sys.path.insert(0, str(STUBS))
from flagfall.v1 import game_pb2, record_pb2, worker_service_pb2, worker_service_pb2_grpc  # noqa: E402

PIECE_BYTES = 32 << 10
SPEC = ("--bots", "random,sergeant", "--rounds", 2, "--concurrency", 2, "--seed", 7)
GAMES = 4


class WorkerByHand(WorkersTest):
    """A server, and the calls of a worker that hands in what a test wants."""

    def serve_to_a_liar(self, *arguments):
        self.serve(*arguments, heartbeat=600)
        channel = grpc.insecure_channel(self.reach)
        self.addCleanup(channel.close)
        self.service = worker_service_pb2_grpc.WorkerServiceStub(channel)
        version = self.flagfall("--version").stdout.strip()
        self.worker = worker_service_pb2.Worker(name="liar", protocol=1, version=version, cores=2, games_at_once=2,
                                                plies_per_second=1e6)

    def call(self, method, request, token=None):
        return method(request, metadata=[("authorization", f"Bearer {token or self.cluster}")], timeout=60)

    def refused_call(self, method, request, code, saying, token=None):
        with self.assertRaises(grpc.RpcError) as raised:
            self.call(method, request, token)
        self.assertEqual(raised.exception.code(), code, raised.exception.details())
        self.assertIn(saying, raised.exception.details())

    def lease(self, token=None):
        # The run may not have begun.
        found = []

        def is_leased():
            answer = self.call(self.service.LeaseGames, worker_service_pb2.LeaseGamesRequest(worker=self.worker, games_free=2), token)
            if answer.HasField("lease"):
                found.append(answer.lease)
            return found
        self.wait_for(is_leased, "a lease", pause_s=0.2)
        return found[0]

    @staticmethod
    def parts(lease, game, data, size=None):
        yield worker_service_pb2.HandInGameRequest(header=worker_service_pb2.HandInGameHeader(
            lease=lease.id, number=game.number, start=game.start, size=len(data) if size is None else size))
        for at in range(0, len(data), PIECE_BYTES):
            yield worker_service_pb2.HandInGameRequest(piece=data[at:at + PIECE_BYTES])

    def hand_in(self, lease, game, record, token=None):
        return self.call(self.service.HandInGame, self.parts(lease, game, record.SerializeToString()), token).is_stored

    def flagfall_twin(self, *arguments, twin="twin"):
        done = subprocess.run([str(BUILD / "flagfall"), "--home", str(self.folder / twin), *map(str, arguments)], env=self.environment,
                              cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE_S)
        self.assertEqual(done.returncode, 0, done.stderr)

    def records_of_twin(self, *games, twin="twin"):
        """What an honest worker would hand in: records of another home, where the same tournament was played."""
        path = self.folder / "record.pb"
        self.flagfall_twin("game", "export", *games, "--format", "pb", "-o", path, twin=twin)
        data = path.read_bytes()
        path.unlink()
        at = 0
        while at < len(data):
            size = shift = 0
            while True:
                byte = data[at]
                size |= (byte & 127) << shift
                at, shift = at + 1, shift + 7
                if byte < 128:
                    break
            yield record_pb2.GameRecord.FromString(data[at:at + size])
            at += size


class LyingWorkers(WorkerByHand):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant")
        for name in ("random", "sergeant"):
            self.flagfall_twin("bot", "add", SAMPLE_BOTS / name)
        self.flagfall_twin("tournament", "run", "--ruleset", "barrage", "--tc", "60+1", *SPEC)
        self.serve_to_a_liar()
        self.tournament = self.create(*SPEC)

    def record_of(self, game):
        record, = self.records_of_twin(f"1-{game.number}")
        return record

    # ---- What a worker says of itself.

    def test_another_version_and_protocol_are_refused(self):
        lease = worker_service_pb2.LeaseGamesRequest
        other = worker_service_pb2.Worker()
        for change, saying in (({"version": "flagfall 0.0.1"}, "this worker is `flagfall 0.0.1`; the server is `flagfall"),
                               ({"protocol": 2}, "this worker speaks protocol 2 of WorkerService; the server speaks 1")):
            other.CopyFrom(self.worker)
            for name, value in change.items():
                setattr(other, name, value)
            self.refused_call(self.service.LeaseGames, lease(worker=other, games_free=1), grpc.StatusCode.FAILED_PRECONDITION, saying)
        for change, saying in (({"name": ""}, "1 to 100 bytes"), ({"name": "x" * 101}, "1 to 100 bytes"),
                               ({"games_at_once": 0}, "1 to 1024 games at once"), ({"games_at_once": 2000}, "1 to 1024 games at once"),
                               ({"plies_per_second": float("nan")}, "0 to 1e+12 plies a second, not nan"),
                               ({"plies_per_second": -1.0}, "0 to 1e+12 plies a second, not -1")):
            other.CopyFrom(self.worker)
            for name, value in change.items():
                setattr(other, name, value)
            self.refused_call(self.service.LeaseGames, lease(worker=other, games_free=1), grpc.StatusCode.INVALID_ARGUMENT, saying)

    def test_other_tokens_are_refused(self):
        request = worker_service_pb2.LeaseGamesRequest(worker=self.worker, games_free=1)
        ann = self.owner("ann")
        for token, code in (("fft_nonsense", grpc.StatusCode.UNAUTHENTICATED), (ann, grpc.StatusCode.PERMISSION_DENIED),
                            (self.zoe, grpc.StatusCode.PERMISSION_DENIED)):
            self.refused_call(self.service.LeaseGames, request, code, "", token)

    # ---- What it hands in.

    def test_a_record_that_does_not_verify_ends_the_trust(self):
        lease = self.lease()
        self.assertTrue(self.hand_in(lease, lease.games[0], self.record_of(lease.games[0])))
        # Of another game.
        self.refuse(lease, lease.games[1], self.record_of(lease.games[0]), "it differs in game_id, seed")
        self.assertIn("no games are leased to cluster any more until", self.log_path.read_text())
        self.refused_call(self.service.LeaseGames, worker_service_pb2.LeaseGamesRequest(worker=self.worker, games_free=1),
                          grpc.StatusCode.FAILED_PRECONDITION, "no games are leased to cluster any more: the record")
        # Nothing of it is in the ledger, and another user's worker plays what was leased.
        self.ask(self.zoe, "user", "add", "other", "--role", "worker")
        self.cluster = self.ask(self.zoe, "token", "create", "other").stdout.strip()
        self.start_worker("trusted", "--games-at-once", 2)
        self.wait_until_finished(self.tournament)
        self.assert_played_once(self.tournament, GAMES)
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()

    def refuse(self, lease, game, record, saying):
        with self.assertRaises(grpc.RpcError) as raised:
            self.hand_in(lease, game, record)
        self.assertEqual(raised.exception.code(), grpc.StatusCode.INVALID_ARGUMENT, raised.exception.details())
        self.assertIn(saying, raised.exception.details())

    def test_a_host_sees_whose_record_did_not_verify_and_may_trust_it_again(self):
        lease = self.lease()
        self.refuse(lease, lease.games[1], self.record_of(lease.games[0]), "it differs in game_id, seed")
        told = lambda: "".join(worker["suspected_reason"] for worker in self.asked(self.zoe, "cluster", "workers", "list"))
        self.wait_for(told, "the word at the host")
        self.assertIn("is none of it: it differs in game_id, seed", told())
        request = worker_service_pb2.LeaseGamesRequest(worker=self.worker, games_free=1)
        self.refused_call(self.service.LeaseGames, request, grpc.StatusCode.FAILED_PRECONDITION, "no games are leased to cluster any more")
        # Whoever starts the server anew has not said so.
        self.assertEqual(self.end_server(), 0)
        self.serve_to_a_liar()
        answer = self.call(self.service.LeaseGames, request)
        self.assertFalse(answer.HasField("lease"))
        self.assertIn("do not verify", answer.reason)
        trusted, = self.asked(self.zoe, "cluster", "workers", "trust", "liar")
        self.assertEqual(trusted["suspected_reason"], "")
        lease = self.lease()
        self.refuse(lease, lease.games[1], self.record_of(lease.games[0]), "it differs in game_id, seed")
        self.wait_for(told, "the word at the host")
        self.asked(self.zoe, "cluster", "workers", "trust", "liar")

        def is_refused():
            try:
                return not self.call(self.service.LeaseGames, request).HasField("lease")
            except grpc.RpcError as error:
                self.assertEqual(error.code(), grpc.StatusCode.FAILED_PRECONDITION)
                return True
        self.wait_for(lambda: not is_refused(), "a lease", pause_s=0.2)

    def test_a_swapped_result_does_not_verify(self):
        lease = self.lease()
        game = lease.games[0]
        record = self.record_of(game)
        swapped = record_pb2.GameRecord()
        swapped.CopyFrom(record)
        swapped.outcome.result = game_pb2.RESULT_BLUE_WINS if record.outcome.result == game_pb2.RESULT_RED_WINS else game_pb2.RESULT_RED_WINS
        self.refuse(lease, game, swapped, "is none of it")

    def test_a_result_counts_once_and_only_while_its_lease_lasts(self):
        lease = self.lease()
        game = lease.games[0]
        record = self.record_of(game)
        # The worker's clock is wrong, and its record of the time of day is not believed.
        record.start_time.seconds = 1
        self.assertTrue(self.hand_in(lease, game, record))
        stored, = self.games_of(self.tournament)
        self.assertGreater(stored["start_time"], "2026")
        self.assertTrue(self.hand_in(lease, game, record), "the same again is the same")
        self.assertEqual(self.stored(self.tournament), 1)
        # Games that were given back are leased anew; what comes of their first start is not wanted.
        back = lease.games[1]
        returned = [game.number for game in lease.games[1:]]
        self.call(self.service.KeepLease, worker_service_pb2.KeepLeaseRequest(lease=lease.id, returned_games=returned))
        self.assertFalse(self.hand_in(lease, back, self.record_of(back)))
        again = next(game for game in self.lease().games if game.number == back.number)
        self.assertEqual(again.start, back.start + 1)
        self.assertEqual(self.stored(self.tournament), 1)
        # Another user's lease is none.
        self.ask(self.zoe, "user", "add", "other", "--role", "worker")
        other = self.ask(self.zoe, "token", "create", "other").stdout.strip()
        with self.assertRaises(grpc.RpcError) as raised:
            self.hand_in(lease, lease.games[2], self.record_of(lease.games[2]), other)
        self.assertEqual(raised.exception.code(), grpc.StatusCode.NOT_FOUND)

    def test_sizes_are_limited(self):
        lease = self.lease()
        game = lease.games[0]
        for parts, saying in ((self.parts(lease, game, b"x", size=1 << 30), "a record of 1073741824 bytes; one has 1 to"),
                              (self.parts(lease, game, b"x" * 9, size=4), "more bytes than the 4 that the header announced"),
                              (self.parts(lease, game, b"\xff" * 9), "the record cannot be read"),
                              # A million and one entries of two bytes.
                              (self.parts(lease, game, b"\x4a\x00" * 1_000_001), "at most 1000000 entries"),
                              (self.parts(lease, game, b"\x0a\x80\x80\x40" + b"x" * (1 << 20)), "beside its entries the record has")):
            with self.assertRaises(grpc.RpcError) as raised:
                self.call(self.service.HandInGame, parts)
            self.assertEqual(raised.exception.code(), grpc.StatusCode.INVALID_ARGUMENT, raised.exception.details())
            self.assertIn(saying, raised.exception.details())
        self.assertTrue(self.hand_in(lease, game, self.record_of(game)), "the lease has gone on")


class Outliers(WorkerByHand):
    """A liar whose records all verify: the tournament was played several times, and of each game it hands in the play that
    suits it best."""

    SPEC = ("--bots", "a,b", "--rounds", 120, "--concurrency", 4, "--seed", 7)
    GAMES = 240
    TWINS = 6
    # Of each of two honest workers. With fewer, bot a is now and then so lucky in them that no number of the liar's games
    # makes it certain.
    HONEST = 50

    def test_a_worker_that_favours_a_bot_is_found_and_gets_no_games_until_a_host_says_so(self):
        honest, favoured = self.play_before()
        # A pair that one of the honest ones plays after the other counts once, and chance says which pairs these are.
        self.serve_to_a_liar("--second-worker", "0%")
        tournament = self.create(*self.SPEC)
        # Of two machines alone nobody could tell which is right.
        for name in ("fair", "honest"):
            self.worker.name = name
            self.hand_in_honestly(honest)
        self.assertEqual(self.stored(tournament), 2 * self.HONEST)
        self.worker.name = "liar"
        self.hand_in_until_found(favoured)
        self.wait_for(lambda: "no games are leased to worker liar of cluster any more until a host says so "
                      "(`flagfall cluster workers trust liar`): points of " in self.log_path.read_text(), "the liar to be found")
        request = worker_service_pb2.LeaseGamesRequest(worker=self.worker, games_free=2)

        def is_told():
            answer = self.call(self.service.LeaseGames, request)
            return not answer.HasField("lease") and "differ from those of other machines" in answer.reason
        self.wait_for(is_told, "a server that gives the liar nothing")
        self.wait_for(lambda: int(self.workers_told()[-1]["returned_games"]) >= 1, "what the end of its lease gave back")
        *others, liar = self.workers_told()
        self.assertEqual([(worker["name"], worker["suspected_reason"]) for worker in others], [("fair", ""), ("honest", "")])
        self.assertRegex(liar["suspected_reason"], "^points of [ab]: .*p = ")
        self.assertIn("no: points of ", self.ask(self.zoe, "cluster", "workers", "list").stdout)
        # What it has handed in stays, and the others play on.
        self.assertEqual(self.stored(tournament), sum(int(worker["games"]) for worker in (*others, liar)))
        trusted, = self.asked(self.zoe, "cluster", "workers", "trust", "liar")
        self.assertEqual(trusted["suspected_reason"], "")
        self.assertTrue(self.lease().games, "it gets games again")
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()
        self.flagfall("db", "check")

    def workers_told(self):
        return self.asked(self.zoe, "cluster", "workers", "list")

    def play_before(self):
        """Plays the tournament at some homes; returns the records of one of them, and of each game one in which bot a won, else
        any; by id."""
        for name in "ab":
            folder = self.folder / "bots" / name
            shutil.copytree(SAMPLE_BOTS / "random", folder)
            manifest = json.loads((folder / "bot.json").read_text())
            (folder / "bot.json").write_text(json.dumps(dict(manifest, name=name)))
            self.flagfall("bot", "add", folder)
        first, favoured = {}, {}
        for number in range(self.TWINS):
            twin = f"twin{number}"
            for name in "ab":
                self.flagfall_twin("bot", "add", self.folder / "bots" / name, twin=twin)
            self.flagfall_twin("tournament", "run", "--ruleset", "barrage", "--tc", "60+1", *self.SPEC, twin=twin)
            for record in self.records_of_twin("--all", twin=twin):
                first.setdefault(record.game_id, record)
                if record.game_id not in favoured or self.is_won_by_a(record):
                    favoured[record.game_id] = record
        return first, favoured

    @staticmethod
    def is_won_by_a(record):
        return record.outcome.result == (game_pb2.RESULT_RED_WINS if record.red.name == "a" else game_pb2.RESULT_BLUE_WINS)

    def hand_in_honestly(self, plays):
        """So many games in the name of an honest worker, which then stops as a worker does: it gives back what it has begun."""
        left = self.HONEST
        while left > 0:
            lease = self.lease()
            now, back = lease.games[:left], lease.games[left:]
            for game in now:
                self.assertTrue(self.hand_in(lease, game, plays[f"1-{game.number}"]))
            self.call(self.service.KeepLease, worker_service_pb2.KeepLeaseRequest(
                lease=lease.id, returned_games=[game.number for game in back]))
            left -= len(now)

    def hand_in_until_found(self, plays):
        """One after the other, as a worker does, and lease after lease: how many games one has depends on how long games take here.
        No worker plays as fast as this one hands in, so it waits for the server's looks, lest the tournament be over before them."""
        games, handed_in = [], 0

        def is_found():
            nonlocal handed_in
            if self.is_look_due():
                return False
            if not games:
                self.assertLess(handed_in, self.GAMES - 2 * self.HONEST, "the liar has played on to the end:\n" + self.log_path.read_text())
                request = worker_service_pb2.LeaseGamesRequest(worker=self.worker, games_free=2)
                answer = self.call(self.service.LeaseGames, request)
                games.extend((answer.lease, game) for game in answer.lease.games)
                return "until a host has looked at it" in answer.reason
            lease, game = games.pop(0)
            try:
                self.hand_in(lease, game, plays[f"1-{game.number}"])
            except grpc.RpcError as error:
                self.assertEqual(error.code(), grpc.StatusCode.NOT_FOUND, error.details())
                return True
            handed_in += 1
            return False
        self.wait_for(is_found, "the end of its lease")

    def is_look_due(self):
        with contextlib.closing(sqlite3.connect(self.home / "flagfall.db")) as ledger:
            due, = ledger.execute("SELECT count(*) FROM workers WHERE judged_games > 0 AND judged_games >= next_look_games "
                                  "AND suspected_reason IS NULL").fetchone()
        return due > 0


if __name__ == "__main__":
    unittest.main()
