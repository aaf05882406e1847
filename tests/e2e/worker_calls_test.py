"""What a server makes of many calls of workers: none is cut off, no heartbeat is refused, and what comes cut short is sent again."""

import signal
import socket
import sys
import threading
import time
import unittest
from pathlib import Path

import grpc

from arena import STUBS
from lying_workers_test import GAMES, SPEC, WorkerByHand
from relay import Relay

sys.path.insert(0, str(STUBS))
from flagfall.v1 import worker_service_pb2, worker_service_pb2_grpc  # noqa: E402

# As the server has for calls of workers beside heartbeats, and for calls at once on a connection.
CALLS_MAX = 128
CALLS_OF_CONNECTION = 4
# More than may begin on a connection in a moment where a caller is not known.
MANY = 400


class WorkerCalls(WorkerByHand):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant")
        self.serve_to_a_liar()
        self.tournament = self.create(*SPEC)

    def metadata(self):
        return [("authorization", f"Bearer {self.cluster}")]

    def test_a_worker_makes_as_many_calls_as_it_likes_one_after_the_other(self):
        lease = self.lease()
        for call in range(MANY):
            if call % 2 == 0:
                self.call(self.service.KeepLease, worker_service_pb2.KeepLeaseRequest(lease=lease.id))
            else:
                # The lease has no such game, so that its result is not wanted.
                parts = self.parts(lease, worker_service_pb2.LeasedGame(number=9999, start=1), b"")
                self.assertFalse(self.call(self.service.HandInGame, self.with_record(parts)).is_stored)
        self.call(self.service.KeepLease, worker_service_pb2.KeepLeaseRequest(lease=lease.id))

    @staticmethod
    def with_record(parts):
        header = next(parts)
        header.header.size = 2
        yield header
        # An empty game id.
        yield worker_service_pb2.HandInGameRequest(piece=b"\x0a\x00")

    def test_a_record_that_comes_cut_short_is_asked_for_again(self):
        """As when a library that takes a call up again sends its first message alone."""
        lease = self.lease()
        for parts, saying in ((self.parts(lease, lease.games[0], b"", size=1000), "ended after 0 of 1000 bytes"),
                              (self.parts(lease, lease.games[0], b"x" * 999, size=1000), "ended after 999 of 1000 bytes"),
                              (iter([]), "ended before its header")):
            with self.assertRaises(grpc.RpcError) as raised:
                self.call(self.service.HandInGame, parts)
            self.assertEqual(raised.exception.code(), grpc.StatusCode.UNAVAILABLE, raised.exception.details())
            self.assertIn(saying, raised.exception.details())
            self.assertIn("hand it in again", raised.exception.details())
        self.assertEqual(len(lease.games), GAMES)
        self.call(self.service.KeepLease, worker_service_pb2.KeepLeaseRequest(lease=lease.id))

    def test_no_heartbeat_is_refused_while_all_other_calls_are_taken(self):
        lease = self.lease()
        header = next(self.parts(lease, lease.games[0], b"", size=1000))
        held, refused = [], []
        for _ in range(CALLS_MAX // CALLS_OF_CONNECTION + 1):
            channel = grpc.insecure_channel(self.reach, options=[("grpc.use_local_subchannel_pool", 1)])
            self.addCleanup(channel.close)
            service = worker_service_pb2_grpc.WorkerServiceStub(channel)
            held += [self.hold(service, header, refused) for _ in range(CALLS_OF_CONNECTION)]
        self.wait_for(lambda: len(refused) >= 1, "a call for which there is no room")
        for _ in range(20):
            self.call(self.service.KeepLease, worker_service_pb2.KeepLeaseRequest(lease=lease.id))
        self.assertIn("as many calls of workers as there may be", refused[0])
        for call in held:
            call.cancel()

    def hold(self, service, header, refused):
        """A call that has said what it will send, and sends nothing more."""
        silent = self.Silent(header)
        call = service.HandInGame.future(iter(silent), metadata=self.metadata(), timeout=60)
        call.add_done_callback(lambda done: (silent.end(), self.note(done, refused)))
        return call

    @staticmethod
    def note(done, refused):
        if not done.cancelled() and done.code() == grpc.StatusCode.RESOURCE_EXHAUSTED:
            refused.append(done.details())

    class Silent:
        """A message, and then none until the end."""

        def __init__(self, message):
            self.message, self.ended = message, threading.Event()

        def __iter__(self):
            yield self.message
            self.ended.wait()

        def end(self):
            self.ended.set()


class OneAddress(WorkerByHand):
    """As the workers of a cluster behind a router that gives all of them its own address."""

    # What an HTTP/2 client says first: its preface, and settings of which none differs.
    GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
    WORKERS = 100
    STRANGERS = 64

    def setUp(self):
        super().setUp()
        self.serve_to_a_liar()
        host, _, port = self.reach.rpartition(":")
        self.socket_address = host, int(port)

    def worker_of_its_own(self):
        """A service on a connection that no other channel has."""
        channel = grpc.insecure_channel(self.reach, options=[("grpc.use_local_subchannel_pool", 1)])
        self.addCleanup(channel.close)
        return worker_service_pb2_grpc.WorkerServiceStub(channel)

    def ask_for_games(self, service):
        # As many connections may come in a second as before; the library dials again.
        service.LeaseGames(worker_service_pb2.LeaseGamesRequest(worker=self.worker, games_free=2), wait_for_ready=True, timeout=60,
                           metadata=[("authorization", f"Bearer {self.cluster}")])

    def connections(self):
        """How many are open at the server's address."""
        ends = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        port = f":{self.socket_address[1]:04X}"
        return sum(local.endswith(port) and state == "01" for _, local, _, state, *_ in ends)

    def stranger(self):
        """A connection without a token that the server has let in; None when it was closed."""
        connection = socket.create_connection(self.socket_address, timeout=60)
        try:
            connection.sendall(self.GREETING)
            if connection.recv(9):
                return connection
        except ConnectionError:
            pass
        connection.close()
        return None

    def let_in_strangers(self, count):
        strangers = []
        self.addCleanup(lambda: [stranger.close() for stranger in strangers])

        def are_all_in():
            if (one := self.stranger()) is not None:
                strangers.append(one)
            return len(strangers) == count
        self.wait_for(are_all_in, f"{count} strangers")
        return strangers

    def assert_no_further_stranger(self):
        # For longer than it takes until the address may dial in again.
        for _ in range(40):
            self.assertIsNone(self.stranger())
            time.sleep(0.05)

    def test_a_hundred_workers_and_as_many_strangers_as_without_them(self):
        services = [self.worker_of_its_own() for _ in range(self.WORKERS)]
        for service in services:
            self.ask_for_games(service)
        self.assertGreaterEqual(self.connections(), self.WORKERS)
        strangers = self.let_in_strangers(self.STRANGERS)
        self.assert_no_further_stranger()
        for service in services:
            self.ask_for_games(service)
        self.assertGreaterEqual(self.connections(), self.WORKERS + self.STRANGERS)
        # The place of one that has gone is free.
        strangers.pop().close()
        self.let_in_strangers(1)

    def test_a_wrong_token_makes_nobody_a_worker(self):
        services = [self.worker_of_its_own() for _ in range(4)]
        for service in services:
            with self.assertRaises(grpc.RpcError) as raised:
                service.LeaseGames(worker_service_pb2.LeaseGamesRequest(worker=self.worker), timeout=60,
                                   metadata=[("authorization", "Bearer fft_nonsense")])
            self.assertEqual(raised.exception.code(), grpc.StatusCode.UNAUTHENTICATED, raised.exception.details())
        self.let_in_strangers(self.STRANGERS - len(services))
        self.assert_no_further_stranger()


class LateLease(Relay):
    """Keeps back what the server answers from the first lease on, until it is told to pass it."""

    # An answer with a lease has more bytes than this, one without has less.
    BYTES = 400

    def __init__(self, address):
        self.is_kept, self.may_pass = threading.Event(), threading.Event()
        super().__init__(address)

    def pass_on(self, here, there):
        self.carry(here, there, lambda piece: self.send(there, piece), lambda piece: self.send_late(here, piece))

    @staticmethod
    def send(sink, piece):
        sink.sendall(piece)
        return True

    def send_late(self, sink, piece):
        if len(piece) > self.BYTES:
            self.is_kept.set()
            self.may_pass.wait()
        return self.send(sink, piece)


class StoppedWorker(WorkerByHand):
    def test_that_hears_of_a_lease_after_it_was_told_to_stop_gives_its_games_back(self):
        self.add_sample("random", "sergeant")
        self.serve_to_a_liar()
        relay = LateLease(self.reach)
        self.addCleanup(relay.close)
        self.create(*SPEC)
        self.start_worker("early", "--machine-speed", 1000, reach=relay.address)
        self.wait_for(relay.is_kept.is_set, "a lease on its way")
        self.workers["early"].send_signal(signal.SIGTERM)
        self.wait_for(lambda: "stopping" in self.said_by("early"), "a worker that stops")
        relay.may_pass.set()
        self.assertEqual(self.workers.pop("early").wait(), 0)
        self.assertEqual(len(self.lease().games), GAMES, "no game is kept for a worker that has gone")


if __name__ == "__main__":
    unittest.main()
