"""Webhooks: a server reports what happens, signed, to addresses that owners and hosts have given, and reaches no others."""

import base64
import hashlib
import hmac
import http.server
import json
import queue
import ssl
import threading
import unittest

from account_site import AccountTest


class Receiver:
    """An https server that keeps what it is sent; `status` is what it answers."""

    def __init__(self, test, certificate=None, key=None):
        received, self.status = queue.Queue(), 200
        self.received = received
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                received.put((dict(self.headers), body))
                self.send_response(receiver.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        scheme = "http"
        if certificate:
            scheme = "https"
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"{scheme}://localhost:{self.server.server_address[1]}/flagfall"
        thread = threading.Thread(target=self.server.serve_forever)
        thread.start()
        test.addCleanup(thread.join)
        test.addCleanup(self.server.server_close)
        test.addCleanup(self.server.shutdown)

    def next(self):
        return self.received.get(timeout=120)


class Webhooks(AccountTest):
    def serve(self, *arguments, **environment):
        super().serve(*arguments, *self.webhooks, **environment)

    def setUp(self):
        self.webhooks = []
        super().setUp()

    def serve_again(self, *webhooks):
        self.end_server()
        self.webhooks = webhooks
        self.serve("--http", "127.0.0.1:0", "--site-url", "https://arena.example/")

    def report(self, receiver, secret):
        """The next report, whose signature is right."""
        headers, body = receiver.next()
        key = base64.b64decode(secret.removeprefix("whsec_"))
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        self.assertEqual(headers["webhook-signature"], wanted)
        report = json.loads(body)
        self.assertEqual(report["id"], headers["webhook-id"])
        return report

    def add(self, token, url, events="game,tournament,check"):
        made, = self.asked(token, "webhook", "add", url, "--events", events)
        return made["webhook"]["id"], made["secret"]

    def deliveries(self, token, webhook):
        return self.asked(token, "webhook", "deliveries", webhook)

    def settled(self, token, webhook, state):
        self.wait_for(lambda: [one["state"] for one in self.deliveries(token, webhook)][:1] == [state], state, 0.2)
        return self.deliveries(token, webhook)[0]

    def test_what_happens_is_reported_over_tls(self):
        self.make_certificate()
        self.tls = []
        receiver = Receiver(self, self.certificate, self.folder / "host.key")
        self.serve_again("--webhooks", "any", "--webhook-ca", str(self.certificate))
        webhook, secret = self.add(self.zoe, receiver.url)
        test, = self.asked(self.zoe, "webhook", "test", webhook)
        self.assertEqual(self.report(receiver, secret)["event"], "EVENT_TEST")
        self.settled(self.zoe, webhook, "STATE_DELIVERED")
        # The same again, by hand.
        self.ask(self.zoe, "webhook", "redeliver", webhook, test["id"])
        self.assertEqual(self.report(receiver, secret)["id"], test["id"])
        made, = self.asked(self.zoe, "tournament", "create", "--bots", "random,scout", "--ruleset", "duel", "--games", "2")
        reports = [self.report(receiver, secret) for _ in range(3)]
        self.assertEqual(sorted(report["event"] for report in reports), ["EVENT_GAME", "EVENT_GAME", "EVENT_TOURNAMENT"])
        self.assertEqual({report["game"]["tournament_id"] for report in reports if "game" in report}, {made["id"]})
        # Who is no owner of these bots is told nothing; only one's own webhooks are seen and touched.
        self.assertEqual(self.asked(self.ann, "webhook", "list"), [])
        for command in ("remove", "test", "deliveries"):
            self.denied(self.ann, "webhook", command, webhook, saying="this is not ann's")
        self.denied(self.ann, "webhook", "redeliver", webhook, test["id"], saying="this is not ann's")
        self.denied("", "webhook", "list", saying="needs a token")
        self.ask(self.zoe, "webhook", "remove", webhook)
        self.assertEqual(self.asked(self.zoe, "webhook", "list"), [])

    def test_a_certificate_of_somebody_else_is_refused(self):
        self.make_certificate()
        self.tls = []
        receiver = Receiver(self, self.certificate, self.folder / "host.key")
        self.serve_again("--webhooks", "any")
        webhook, _ = self.add(self.ann, receiver.url)
        self.ask(self.ann, "webhook", "test", webhook)
        self.wait_for(lambda: self.deliveries(self.ann, webhook)[0].get("attempts"), "an attempt", 0.2)
        self.assertRegex(self.deliveries(self.ann, webhook)[0]["trouble"], "(?i)certificate")
        self.assertTrue(receiver.received.empty())

    def test_what_is_pending_survives_the_server(self):
        receiver = Receiver(self)
        receiver.status = 503
        self.serve_again("--webhooks", "any")
        webhook, secret = self.add(self.ann, receiver.url, "check")
        test, = self.asked(self.ann, "webhook", "test", webhook)
        self.report(receiver, secret)
        self.wait_for(lambda: self.deliveries(self.ann, webhook)[0].get("status") == 503, "the failure", 0.2)
        receiver.status = 200
        self.serve_again("--webhooks", "any")
        self.assertEqual(self.report(receiver, secret)["id"], test["id"])
        self.assertEqual(self.settled(self.ann, webhook, "STATE_DELIVERED")["attempts"], 2)

    def test_nothing_of_this_machine_or_its_network_is_reached(self):
        receiver = Receiver(self)
        port = receiver.url.rsplit(":", 1)[1]
        for url in (receiver.url, f"https://localhost:{port}", f"https://127.0.0.1:{port}", f"https://2130706433:{port}",
                    f"https://[::ffff:127.0.0.1]:{port}", "https://169.254.169.254/latest", "https://10.0.0.1/", "file:///etc/passwd"):
            self.denied(self.ann, "webhook", "add", url, saying="url: ")
        self.denied(self.ann, "webhook", "add", "https://example.org/", "--events", "test", saying="at least one of")
        self.denied(self.ann, "webhook", "add", "https://example.org/", "--events", "everything", saying="everything")
        # A webhook that was made while the host allowed it does not get there any more.
        self.serve_again("--webhooks", "any")
        webhook, _ = self.add(self.ann, f"https://localhost:{port}")
        self.serve_again()
        self.ask(self.ann, "webhook", "test", webhook)
        self.wait_for(lambda: self.deliveries(self.ann, webhook)[0].get("attempts"), "an attempt", 0.2)
        self.assertIn("does not connect", self.deliveries(self.ann, webhook)[0]["trouble"])
        self.assertTrue(receiver.received.empty())


if __name__ == "__main__":
    unittest.main()
