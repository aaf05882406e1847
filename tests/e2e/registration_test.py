"""Registering by an invitation's code: as many users as it has uses, and nobody without it."""

import concurrent.futures
import json
import unittest

from account_site import AccountTest


class Registration(AccountTest):
    def invite(self, *arguments):
        made, = self.asked(self.zoe, "user", "invite", *arguments)
        return made["code"]

    def register(self, code, name, status=200, **headers):
        return self.post("registration", {"code": code, "name": name}, status, **headers)

    def refused(self, status, code, name):
        return self.register(code, name, status)[1]["message"]

    def test_a_visitor_becomes_an_owner(self):
        made, = self.asked(self.zoe, "user", "invite", "--uses", 2, "--label", "course")
        code = made["code"]
        self.assertRegex(code, r"^ffi_[-\w]{22}$")
        self.assertEqual(made["url"], "https://arena.example/#/register/" + code)
        headers, account = self.register(code, "eve")
        cookie = headers["set-cookie"].partition(";")[0]
        self.assertIn("; HttpOnly; SameSite=Strict; ", headers["set-cookie"])
        self.assertEqual((account["user"], account["role"]), ("eve", "owner"))
        self.assertEqual(self.who(cookie), {"user": "eve", "role": "owner"}, "the token is told once")
        self.asked(account["first_token"], "bot", "remote", "eves", "--rulesets", "barrage")
        # On the command line too.
        token = self.flagfall("--server", self.reach, "register", code, "frank").stdout.strip()
        self.assertEqual(self.asked(token, "token", "list")[0]["user"], "frank")
        # Hosts see who came by what; the code itself is nowhere.
        came = {user["name"]: (user.get("invitation_id"), user.get("invitation_label")) for user in self.asked(self.zoe, "user", "list")}
        self.assertEqual((came["eve"], came["frank"], came["ann"]), (("1", "course"), ("1", "course"), ("0", "")))
        self.assertEqual(self.asked(self.zoe, "user", "invitations")[0]["uses"], 2)
        for file in (self.log_path, self.home / "flagfall.db", self.home / "flagfall.db-wal"):
            self.assertNotIn(code.encode()[4:], file.read_bytes() if file.exists() else b"", file)

    def test_each_refusal_says_why(self):
        once, revoked = self.invite(), self.invite("--uses", 3)
        self.register(once, "eve")
        self.ask(self.zoe, "user", "uninvite", 2)
        self.assertIn("is used up", self.refused(409, once, "frank"))
        self.assertIn("was revoked", self.refused(409, revoked, "frank"))
        self.assertIn("no invitation has this code", self.refused(404, "ffi_" + "x" * 22, "frank"))
        self.assertIn("no invitation's code", self.refused(404, "hello", "frank"))
        # Who has no good code does not learn which names there are.
        self.assertEqual(self.refused(404, "ffi_" + "x" * 22, "ann"), self.refused(404, "ffi_" + "x" * 22, "nobody"))
        self.assertEqual(self.refused(409, once, "ann"), self.refused(409, once, "nobody"))

    def test_a_wrong_name_uses_nothing_up(self):
        code = self.invite()
        self.assertIn("user ann already", self.refused(409, code, "ann"))
        self.assertIn("must be 1 to 40 letters", self.refused(400, code, "../eve"))
        self.register(code, "eve")

    def test_two_at_once_are_no_more_than_one_use(self):
        code = self.invite("--uses", 3)
        def attempt(name):
            connection = self.connect()
            connection.request("POST", "/account/registration", json.dumps({"code": code, "name": name}),
                               {"Content-Type": "application/json", "Origin": self.site.rstrip("/")})
            return connection.getresponse().status
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            statuses = list(pool.map(attempt, [f"eve{number}" for number in range(8)]))
        self.assertEqual((statuses.count(200), statuses.count(409)), (3, 5), statuses)
        self.assertEqual(sum(user["name"].startswith("eve") for user in self.asked(self.zoe, "user", "list")), 3)

    def test_only_where_one_can_sign_in_and_only_by_hand(self):
        code = self.invite()
        self.register(code, "eve", 409, Host="192.168.7.7", Origin="http://192.168.7.7")
        self.register(code, "eve", 403, Origin="https://evil.example")
        self.post("registration", json.dumps({"code": code, "name": "eve"}), 400, Origin=None, **{"Content-Type": "text/plain"})
        self.get("/account/registration", 405)
        self.denied(self.ann, "user", "invite", saying="not for the role owner")
        self.denied(self.ann, "user", "invitations", saying="not for the role owner")
        self.denied(self.zoe, "user", "invite", "--role", "host", saying="nobody becomes a host")
        self.assert_guesses_end("registration", {"code": "ffi_" + "x" * 22, "name": "eve"}, 404)


if __name__ == "__main__":
    unittest.main()
