"""A server with a site on which ann and ben, who own bots, and zoe, a host, can sign in."""

import json

from web_site import SiteTest


def posted(site, connection, path, message, **headers):
    """The answer to what a page of the site posts, and its text; a header that is None is not sent."""
    body = message if isinstance(message, (str, bytes)) else json.dumps(message)
    sent = {"Content-Type": "application/json", "Origin": site.rstrip("/"), **headers}
    connection.request("POST", f"/account/{path}", body, {name: value for name, value in sent.items() if value is not None})
    answer = connection.getresponse()
    return answer, answer.read().decode()


class AccountTest(SiteTest):
    # More flags of the server.
    flags = ()

    def setUp(self):
        super().setUp()
        self.add_bots()
        self.serve("--http", "127.0.0.1:0", "--site-url", "https://arena.example/", *self.flags)
        self.ann = self.owner("ann")
        self.ben = self.owner("ben")

    def add_bots(self):
        self.add_sample("random", "scout")

    def post(self, path, message, status=200, cookie="", **headers):
        """The answer's headers, and its JSON."""
        answer, text = posted(self.site, self.connect(), path, message, **{"Cookie": cookie or None, **headers})
        self.assertEqual(answer.status, status, f"{path}: {text[:300]}")
        got = {name.lower(): value for name, value in answer.getheaders()}
        self.assertEqual(got["cache-control"], "no-store")
        self.assertNotIn("access-control-allow-origin", got)
        return got, json.loads(text)

    def assert_guesses_end(self, path, message, wrong):
        """That whoever tries one wrong secret after the other is told to wait, and before that each time that it is wrong."""
        for _ in range(60):
            answer, text = posted(self.site, self.connect(), path, message)
            if answer.status == 429:
                self.assertIn("too many attempts", text)
                return
            self.assertEqual(answer.status, wrong, text)
        self.fail("guesses without end")

    def sign_in(self, token):
        """The cookie as a browser sends it."""
        headers, _ = self.post("session", {"token": token})
        return headers["set-cookie"].partition(";")[0]

    def who(self, cookie):
        return json.loads(self.get("/account/session", Cookie=cookie)[1])

    def call(self, cookie, method, status=200, **request):
        return self.post(f"call/{method}", request, status, cookie)[1]
