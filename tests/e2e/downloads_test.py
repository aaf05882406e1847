"""Many games downloaded from the site: the bytes that `flagfall game export` writes, however they are asked for."""

import hashlib
import socket
import unittest
import urllib.parse

from web_site import SiteTest

FORMATS = ["jsonl", "text", "xml", "csv", "pb"]
TYPES = {"jsonl": "application/jsonl", "text": "text/plain; charset=utf-8", "xml": "application/xml; charset=utf-8",
         "csv": "text/csv; charset=utf-8", "pb": "application/octet-stream"}


class Downloads(SiteTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant", "cardsharp")
        # More games than are sent in one piece.
        self.flagfall("tournament", "run", "--bots", "random,sergeant", "--ruleset", "barrage", "--tc", "60+1", "--games", 40)
        # Games that the formats of board games cannot express.
        self.flagfall("tournament", "run", "--bots", "random,cardsharp", "--ruleset", "cards", "--tc", "60+1")

    def exported(self, *arguments):
        path = self.folder / "exported"
        self.flagfall("game", "export", *arguments, "-o", path)
        return path.read_bytes()

    def test_they_are_what_the_command_writes(self):
        self.serve("--http", "127.0.0.1:0")
        for query, flags in {"": ["--all"], "tournament_id=1": ["--tournament", 1], "bot=cardsharp": ["--bot", "cardsharp"],
                             "ruleset_id=barrage&result=draw": ["--ruleset", "barrage", "--result", "draw"]}.items():
            for form in FORMATS:
                headers, body = self.get(f"/api/v1/exports/{form}?{query}")
                self.assertEqual(headers["content-type"], TYPES[form])
                self.assertEqual(headers["transfer-encoding"], "chunked")
                self.assertEqual(body, self.exported(*flags, "--format", form), (query, form))
        self.assertEqual(self.get("/api/v1/exports/csv?tournament_id=1")[0]["content-disposition"],
                         'attachment; filename="games-tournament-1.csv"')

    def test_what_is_not_there_is_said_before_anything_is_sent(self):
        self.serve("--http", "127.0.0.1:0")
        for query, status in {"bot=nobody": 404, "tournament_id=9": 404, "ruleset_id=chess": 404, "page_size=3": 400,
                              "opponent=random": 400, "result=lost": 400}.items():
            error = self.api(f"exports/jsonl?{query}", status)
            self.assertTrue(error["message"])
        self.get("/api/v1/exports/zip", 404)

    def test_an_older_client_gets_them_to_the_connections_end(self):
        self.serve("--http", "127.0.0.1:0")
        where = urllib.parse.urlsplit(self.site)
        with socket.create_connection((where.hostname, where.port), timeout=60) as connection:
            connection.sendall(b"GET /api/v1/exports/csv HTTP/1.0\r\nHost: localhost\r\n\r\n")
            answer = b"".join(iter(lambda: connection.recv(1 << 16), b""))
        head, _, body = answer.partition(b"\r\n\r\n")
        self.assertNotIn(b"chunked", head)
        self.assertIn(b"Connection: close", head)
        self.assertEqual(body, self.exported("--all", "--format", "csv"))

    def test_many_readers_that_do_not_read_keep_nobody_waiting(self):
        self.serve("--http", "127.0.0.1:0")
        where = urllib.parse.urlsplit(self.site)
        readers = []
        for _ in range(8):
            reader = socket.socket()
            self.addCleanup(reader.close)
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.connect((where.hostname, where.port))
            reader.sendall(b"GET /api/v1/exports/jsonl HTTP/1.1\r\nHost: localhost\r\n\r\n")
            readers.append(reader)
        for reader in readers:
            self.assertTrue(reader.recv(16).startswith(b"HTTP/1.1 200"))
        self.api("site")
        # Each gets all of it in the end.
        expected = hashlib.sha256(self.exported("--all")).hexdigest()
        _, body = self.get("/api/v1/exports/jsonl")
        self.assertEqual(hashlib.sha256(body).hexdigest(), expected)

    def test_one_address_has_a_few_in_a_row(self):
        self.serve("--http", "127.0.0.1:0")
        statuses = []
        for _ in range(25):
            connection = self.connect()
            connection.request("GET", "/api/v1/exports/csv", headers={"X-Forwarded-For": "203.0.113.7"})
            answer = connection.getresponse()
            statuses.append((answer.status, answer.read()[:40]))
        self.assertEqual([status for status, _ in statuses[:20]], [200] * 20)
        self.assertEqual(statuses[-1][0], 429, statuses[-1])
        self.get("/api/v1/exports/csv", **{"X-Forwarded-For": "203.0.113.8"})


if __name__ == "__main__":
    unittest.main()
