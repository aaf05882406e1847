"""A server's web report as a client without a browser meets it."""

import gzip
import http.client
import json
import urllib.parse

from server import ServerTest

SECURITY = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                               "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


# What other sites may show has others in the place of these.
FOR_OTHER_SITES = {
    "/picture": {"cross-origin-resource-policy": "cross-origin"},
    "/embed/": {"cross-origin-resource-policy": "cross-origin", "cross-origin-opener-policy": "unsafe-none",
                "content-security-policy": SECURITY["content-security-policy"].replace("frame-ancestors 'none'", "frame-ancestors *")},
}


class SiteTest(ServerTest):
    def connect(self):
        where = urllib.parse.urlsplit(self.site)
        connection = http.client.HTTPConnection(where.hostname, where.port, timeout=60)
        self.addCleanup(connection.close)
        return connection

    def get(self, path, status=200, **headers):
        connection = self.connect()
        connection.request("GET", path, headers={"Accept-Encoding": "gzip", **headers})
        answer = connection.getresponse()
        body = answer.read()
        self.assertEqual(answer.status, status, f"{path}: {body[:300]}")
        sent = {name.lower(): value for name, value in answer.getheaders()}
        own = [headers for part, headers in FOR_OTHER_SITES.items() if part in path and status == 200]
        for name, value in {**SECURITY, **(own[0] if own else {})}.items():
            self.assertEqual(sent.get(name), value, path)
        if sent.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        return sent, body

    def api(self, path, status=200):
        return json.loads(self.get("/api/v1/" + path, status)[1])

    def events(self, path):
        """The events of a stream to its end, as (name, data)."""
        connection = self.connect()
        connection.request("GET", "/api/v1/" + path)
        answer = connection.getresponse()
        self.assertEqual(answer.status, 200)
        event = {}
        for line in answer:
            line = line.decode().rstrip("\n")
            if line:
                name, _, value = line.partition(": ")
                event[name] = value
            elif "event" in event:
                yield event["event"], json.loads(event["data"])
                event = {}
            else:
                event = {}
