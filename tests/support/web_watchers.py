"""Many readers of running games' events on one thread, as browsers would read them."""

import asyncio
import contextlib
import json


class WebWatchers:
    """Each watches a game to its end, then another one."""

    def __init__(self, port):
        self.port = port
        self.events = self.bytes = 0

    @contextlib.asynccontextmanager
    async def get(self, path):
        """The answer's head, and what its body is read from."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(f"GET /api/v1{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            yield await reader.readuntil(b"\r\n\r\n"), reader
        finally:
            writer.close()

    async def running(self):
        async with self.get("/status") as (head, reader):
            length = int(next(line for line in head.decode().split("\r\n") if line.lower().startswith("content-length")).split(":")[1])
            games = json.loads(await reader.readexactly(length)).get("games", [])
        return [game["game_id"] for game in games]

    async def watch(self, number):
        """Until it is cancelled, or the server is gone: OSError, EOFError."""
        while True:
            games = await self.running()
            if not games:
                await asyncio.sleep(0.2)
                continue
            async with self.get(f"/games/{games[number % len(games)]}/events") as (_, reader):
                while piece := await reader.read(1 << 16):
                    self.events += piece.count(b"data:")
                    self.bytes += len(piece)
