"""Sign-in links: each signs one browser in, once, for no longer than what it was made with is good."""

import re
import unittest

from account_site import AccountTest

LINK = re.compile(r"^https://arena\.example/#/link/(ffl_[-\w]{43})$")


class SignInLinks(AccountTest):
    def link(self, token, *user):
        """The secret of a new link, which is in the part of the address that goes to no server."""
        return LINK.match(self.ask(token, "token", "link", *user).stdout.strip())[1]

    def use(self, secret, status=200, **headers):
        got, answer = self.post("session", {"link": secret}, status, **headers)
        return got["set-cookie"].partition(";")[0] if status == 200 else answer["message"]

    def tokens(self, token):
        return self.asked(token, "token", "list")

    def test_a_link_signs_one_browser_in_once(self):
        secret = self.link(self.ann)
        ann = self.use(secret)
        self.assertEqual(self.who(ann), {"user": "ann", "role": "owner"})
        self.call(ann, "CreateRemoteBot", manifest={"name": "far", "version": "1", "rulesets": ["barrage"]})
        self.assertIn("signs nobody in", self.use(secret, 401))
        # Made on the site, and for a user by a host.
        made = self.call(ann, "CreateSignInLink")
        self.assertEqual((made["user"], made["url"]), ("ann", "https://arena.example/#/link/" + made["secret"]))
        self.assertEqual(self.who(self.use(made["secret"]))["user"], "ann")
        self.assertEqual(self.who(self.use(self.link(self.zoe, "ben")))["user"], "ben")
        # Nothing tells the secrets: not the log, not the ledger, and no list.
        for file in (self.log_path, self.home / "flagfall.db", self.home / "flagfall.db-wal"):
            self.assertNotIn(secret.encode()[4:], file.read_bytes() if file.exists() else b"", file)
        self.assertNotIn(secret, str(self.tokens(self.zoe)))

    def test_a_link_is_made_for_oneself_and_few_are_open(self):
        self.denied(self.ann, "token", "link", "ben", saying="this is not ann's")
        self.denied("", "token", "link", "ben", saying="needs a token")
        links = [self.link(self.ann) for _ in range(4)]
        self.assertEqual(len(set(links)), 4)
        self.denied(self.ann, "token", "link", saying="may have no more")
        self.use(links[0])
        self.link(self.ann)

    def test_no_link_leads_to_where_nobody_can_sign_in(self):
        for flags in (("--http", "0.0.0.0:0"), ("--http", "127.0.0.1:0", "--site-url", "http://arena.lan:8080/")):
            self.end_server()
            self.serve(*flags)
            made = [self.asked(self.ann, "token", "link")[0].get("url", ""),
                    self.asked(self.zoe, "user", "invite")[0].get("url", "")]
            expected = r"^$" if "0.0.0.0:0" in flags else r"^http://127\.0\.0\.1:\d+/#/"
            for url in made:
                self.assertRegex(url, expected, flags)

    def test_a_link_and_its_session_fall_with_their_token(self):
        other = self.ask(self.ann, "token", "create", "ann", "--label", "other").stdout.strip()
        number = next(token["id"] for token in self.tokens(self.ann) if token.get("label") == "other")
        unused, session = self.link(other), self.use(self.link(other))
        made = self.call(session, "CreateSignInLink")["secret"]
        later = self.use(made)
        self.assertEqual(self.who(later)["user"], "ann")
        self.ask(self.ann, "token", "revoke", number)
        self.use(unused, 401)
        self.call(session, "ListBots", status=401)
        self.assertEqual(self.who(later), {}, "what a session has made falls too")
        self.assertEqual([token for token in self.tokens(self.ann) if token.get("is_session") and not token.get("revoke_time")], [])

    def test_a_link_falls_with_its_user(self):
        unused, session = self.link(self.zoe, "ben"), self.use(self.link(self.zoe, "ben"))
        self.ask(self.zoe, "user", "remove", "ben")
        self.use(unused, 401)
        self.assertEqual(self.who(session), {})
        self.denied(self.zoe, "token", "link", "ben", saying="was removed")

    def test_nobody_plants_or_guesses_a_link(self):
        secret = self.link(self.ann)
        # Another site, a form, a look by GET, an address in the clear, and a session that was there before.
        self.use(secret, 403, Origin="https://evil.example")
        self.post("session", '{"link":"%s"}' % secret, 400, Origin=None, **{"Content-Type": "text/plain"})
        self.get(f"/account/session?link={secret}")
        self.use(secret, 409, Host="192.168.7.7", Origin="http://192.168.7.7")
        self.post("session", {"link": secret, "token": self.ben}, 400)
        planted = "flagfall_session=" + "1" * 43
        headers, _ = self.post("session", {"link": secret}, cookie=planted)
        self.assertNotIn("1" * 43, headers["set-cookie"])
        self.assertIn("; HttpOnly; SameSite=Strict; ", headers["set-cookie"])
        self.post("call/ListBots", {}, 401, planted)
        # A link's secret is no token, and no token is a link.
        self.post("session", {"token": self.link(self.ann)}, 401)
        self.use(self.ann, 401)
        self.assert_guesses_end("session", {"link": "ffl_" + "x" * 43}, 401)

    def test_sessions_end_with_the_server(self):
        session = self.use(self.link(self.ann))
        self.end_server()
        self.serve("--http", "127.0.0.1:0", "--site-url", "https://arena.example/")
        self.assertEqual(self.who(session), {})
        self.assertEqual([token for token in self.tokens(self.ann) if token.get("is_session") and not token.get("revoke_time")], [])


if __name__ == "__main__":
    unittest.main()
