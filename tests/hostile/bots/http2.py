"""HTTP/2 by hand, for frames that no library would write. It supports hello and no more."""

from __future__ import annotations

import socket
import struct

from client import PLAY, SOCKET, TOKEN

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = 0, 1, 3, 4, 6, 7, 8, 9
ACK = END_STREAM = 1
END_HEADERS = 4
INITIAL_WINDOW_SIZE = 4


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


def settings(**values: int) -> bytes:
    return frame(SETTINGS, 0, 0, b"".join(struct.pack(">HI", int(key[1:]), value) for key, value in values.items()))


def header(name: str, value: str) -> bytes:
    """A literal field without indexing. Name and value must be shorter than 127 bytes."""
    return b"\0" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()


def call_headers(path: str = PLAY) -> bytes:
    return b"".join(header(*field) for field in [
        (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost"), ("te", "trailers"),
        ("content-type", "application/grpc"), ("authorization", f"Bearer {TOKEN}")])


def grpc_message(payload: bytes) -> bytes:
    return b"\0" + struct.pack(">I", len(payload)) + payload


class Connection:
    def __init__(self, first: bytes = PREFACE + settings()) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(SOCKET)
        # A referee that no longer reads must not block this program for long.
        self.socket.settimeout(2)
        self.write(first)

    def write(self, data: bytes) -> bool:
        """Writes the bytes. Returns whether that succeeded."""
        try:
            self.socket.sendall(data)
            return True
        except OSError:
            return False

    def frames(self):
        """Yields (kind, flags, stream, payload) of each frame until the connection ends."""
        unread = b""
        while True:
            while len(unread) >= 9 and len(unread) >= 9 + int.from_bytes(unread[:3], "big"):
                size = int.from_bytes(unread[:3], "big")
                kind, flags, stream = struct.unpack(">BBI", unread[3:9])
                yield kind, flags, stream, unread[9:9 + size]
                unread = unread[9 + size:]
            try:
                more = self.socket.recv(65536)
            except TimeoutError:
                continue
            except OSError:
                return
            if not more:
                return
            unread += more

    def answer(self, kind: int, flags: int, payload: bytes) -> None:
        """Answers the pings that keep a connection alive."""
        if kind in (SETTINGS, PING) and not flags & ACK:
            self.write(frame(kind, ACK, 0, payload if kind == PING else b""))
