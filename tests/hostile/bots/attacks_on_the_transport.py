"""Attacks by connections and frames, below the messages."""

import contextlib
import os
import socket
import struct
import time

import grpc

import client
from client import SOCKET, Bot, attempt, bot, hello, in_game, on_the_side
from http2 import (ACK, CONTINUATION, DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, INITIAL_WINDOW_SIZE, PING,
                   PREFACE, RST_STREAM, SETTINGS, WINDOW_UPDATE, Connection, call_headers, frame, grpc_message, header,
                   settings)
from verdicts import PLAYS, Verdict, register

# Its clock runs while it does not read, however much waits for it.
UNREAD = Verdict(("SLOW_READER", "OUT_OF_TIME"), loses=True)


# ---- Not reading.


def say_hello(connection, **fields):
    connection.write(frame(HEADERS, END_HEADERS, 1, call_headers()))
    connection.write(frame(DATA, 0, 1, grpc_message(hello(**fields))))


def without_a_window(meanwhile, step=0):
    """Opens a stream that reads no byte, or `step` bytes at a time, on a connection that answers keepalive pings; and
    another when that is ended."""
    while True:
        read_without_a_window(meanwhile, step)
        time.sleep(0.2)


def read_without_a_window(meanwhile, step):
    connection = Connection(PREFACE + settings(**{f"_{INITIAL_WINDOW_SIZE}": 0}))
    say_hello(connection)
    on_the_side(lambda: meanwhile(connection))
    for kind, flags, _, payload in connection.frames():
        connection.answer(kind, flags, payload)
        if kind in (RST_STREAM, GOAWAY) or (kind == HEADERS and flags & END_STREAM):
            break
        if kind == DATA and step:
            time.sleep(0.05)
            connection.write(frame(WINDOW_UPDATE, 0, 1, struct.pack(">I", step)))


def no_reader(): without_a_window(lambda connection: None)


def no_reader_that_pings():
    def ping(connection):
        message = frame(DATA, 0, 1, grpc_message(client.service.PlayRequest(
            ping=client.service.Ping(nonce=2**64 - 1)).SerializeToString()))
        while connection.write(message):
            time.sleep(0.02)
    without_a_window(ping)


def slow_reader(): without_a_window(
    lambda connection: connection.write(frame(WINDOW_UPDATE, 0, 1, struct.pack(">I", 1))), step=1)


register("no_reader", no_reader, UNREAD)
register("slow_reader", slow_reader, UNREAD)
register("no_reader_that_pings", no_reader_that_pings, dict.fromkeys(["strict", "none"], UNREAD))


# ---- Through a relay.


@bot({"strict": PLAYS, "none": PLAYS})
class MessagesOneByteAtATime(Bot):
    """Its messages reach the referee byte by byte; the referee's messages pass unchanged."""

    def dial(self):
        self.direct, self.near = SOCKET, f"/tmp/relay-{os.getpid()}"
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(self.near)
        listener.listen()
        on_the_side(lambda: self.relay(listener))
        client.SOCKET = self.near
        super().dial()

    def relay(self, listener):
        near, _ = listener.accept()
        os.unlink(self.near)
        far = socket.socket(socket.AF_UNIX)
        far.connect(self.direct)
        on_the_side(lambda: self.pass_on(far, near))
        while data := near.recv(4096):
            for byte in data:
                far.sendall(bytes([byte]))
        os._exit(1)

    def pass_on(self, source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(4096):
                target.sendall(data)


# ---- Connections beside the one that plays.


KEPT = []


@in_game({"strict": PLAYS, "none": PLAYS})
def connects_1000_times():
    for _ in range(1000):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(5)
        with contextlib.suppress(OSError):
            connection.connect(SOCKET)
        connection.close()


@bot()
class HoldsManyConnections(Bot):
    """Opens more connections than it may have; the one by which it plays was there before."""

    def on_decision(self, required):
        if not KEPT:
            for _ in range(200):
                connection = socket.socket(socket.AF_UNIX)
                connection.settimeout(1)
                with contextlib.suppress(OSError):
                    connection.connect(SOCKET)
                    connection.send(PREFACE[:1])
                KEPT.append(connection)
        super().on_decision(required)


@attempt()
def calls_what_is_not_there():
    with grpc.insecure_channel("unix:" + SOCKET) as channel:
        for path in ("/flagfall.v1.BotService/Nothing", "/flagfall.v1.ArenaService/ListBots", "/x" * 2000, "/" * 100,
                     "/grpc.health.v1.Health/Check") * 20:
            with contextlib.suppress(grpc.RpcError):
                channel.unary_unary(path)(b"\xff" * 1000, timeout=5)
    return None


# The names of the programs below.
BESIDE = []


def beside(name, attack):
    """Plays by one connection, and attacks again and again by others on a thread."""
    BESIDE.append(name)

    class Attacks(Bot):
        def dial(self):
            super().dial()
            on_the_side(self.go_on)

        def go_on(self):
            while True:
                with contextlib.suppress(OSError):
                    attack()
                time.sleep(0.01)
    register(name, lambda: Attacks().run(), PLAYS)


def garbage():
    Connection(os.urandom(65536)).socket.close()


def half_a_preface():
    KEPT.append(Connection(PREFACE[:10]))
    time.sleep(0.2)


def rapid_reset(headers=None):
    """Whether the connection accepted everything."""
    connection = Connection()
    headers = headers or call_headers()
    with contextlib.closing(connection.socket):
        return all(connection.write(b"".join(
            frame(HEADERS, END_HEADERS, stream, headers) + frame(RST_STREAM, 0, stream, struct.pack(">I", 8))
            for stream in range(start, start + 400, 2))) for start in range(1, 20_000, 400))


@attempt()
def ten_thousand_calls_at_a_stroke():
    return "ten thousand calls" if rapid_reset() else None


@attempt()
def more_connections_than_it_may():
    """Sends a greeting on each connection that is accepted."""
    connections = [Connection() for _ in range(24)]
    let_in = sum(any(True for _ in connection.frames()) for connection in connections)
    for connection in connections:
        connection.socket.close()
    # The referee may not have seen yet that they are closed, and the program itself has still to dial in.
    is_let_in = False
    while not is_let_in:
        last = Connection()
        is_let_in = any(True for _ in last.frames())
        last.socket.close()
    return f"{let_in} connections" if let_in > 4 else None


def rapid_reset_of_nothing():
    """Makes calls that the referee does not have."""
    rapid_reset(call_headers("/none"))


def settings_without_end():
    """Never reads the acknowledgements."""
    connection = Connection()
    flood = settings(_4=65535) * 1000
    for _ in range(20):
        if not connection.write(flood):
            break
    connection.socket.close()


def pings_without_end():
    connection = Connection()
    for _ in range(20):
        if not connection.write(frame(PING, 0, 0, b"12345678") * 1000):
            break
    connection.socket.close()


def headers_without_end():
    connection = Connection()
    connection.write(frame(HEADERS, 0, 1, call_headers()))
    more = frame(CONTINUATION, 0, 1, b"".join(header(f"x{i}", "y" * 100) for i in range(120)))
    for _ in range(400):
        if not connection.write(more):
            break
    connection.socket.close()


def compressed_headers():
    """Puts one long field into the table once, and refers to it a thousand times in each of many calls."""
    connection = Connection()
    size = 4000
    field = b"\x40\x01x\x7f" + bytes([(size - 127) % 128 | 128, (size - 127) // 128]) + b"y" * size
    connection.write(frame(HEADERS, END_HEADERS, 1, call_headers() + field))
    for stream in range(3, 201, 2):
        if not connection.write(frame(HEADERS, END_HEADERS, stream, call_headers() + b"\xbe" * 10_000)):
            break
    connection.socket.close()


def frames_that_lie():
    for lie in (b"\xff\xff\xff\0\0\0\0\0\1", frame(DATA, 0, 7, b"x"), frame(99, 255, 2**31 - 1, b"x"),
                frame(WINDOW_UPDATE, 0, 0, b"\0\0\0\0"), frame(WINDOW_UPDATE, 0, 0, b"\x7f\xff\xff\xff") * 2,
                frame(SETTINGS, 0, 0, b"12345"), frame(SETTINGS, ACK, 0, b"123456"), frame(PING, 0, 0, b"1"),
                frame(HEADERS, END_HEADERS | END_STREAM, 2, call_headers()),
                frame(HEADERS, END_HEADERS, 1, b"\xff" * 100)):
        connection = Connection()
        connection.write(lie * 10)
        connection.socket.close()


def message_that_never_ends():
    """Sends a gRPC message that claims 4 GiB, and one of 64 KiB whose last byte never comes."""
    for size in (2**32 - 1, 65536):
        connection = Connection()
        connection.write(frame(HEADERS, END_HEADERS, 1, call_headers()))
        connection.write(frame(DATA, 0, 1, b"\0" + struct.pack(">I", size)))
        for _ in range(63):
            connection.write(frame(DATA, 0, 1, bytes(1024)))
        connection.socket.close()


for attack in (garbage, half_a_preface, rapid_reset, rapid_reset_of_nothing, settings_without_end, pings_without_end,
               headers_without_end, compressed_headers, frames_that_lie, message_that_never_ends):
    beside(attack.__name__, attack)

