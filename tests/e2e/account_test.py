"""The account on the site: people who sign in with a token do there what the token may do anywhere, and nobody else does."""

import json
import shutil
import tarfile
import unittest

from account_site import AccountTest
from arena import SAMPLE_BOTS


class Account(AccountTest):
    def test_an_owner_does_on_the_site_what_the_token_may(self):
        ann = self.sign_in(self.ann)
        self.assertEqual(self.who(ann), {"user": "ann", "role": "owner"})
        made = self.call(ann, "CreateRemoteBot", manifest={"name": "far", "version": "1", "rulesets": ["barrage"]})
        self.start_remote(made["token"]["secret"])
        challenge = self.call(ann, "CreateChallenge",
                              spec={"bots": ["far", "random"], "ruleset": {"id": "barrage"}, "games": 2}, status=403)
        self.assertIn("random", challenge["message"])
        made = self.call(ann, "CreateRemoteBot", manifest={"name": "near", "version": "1", "rulesets": ["barrage"]})
        self.start_remote(made["token"]["secret"])
        self.call(ann, "CreateChallenge", spec={"bots": ["far", "near"], "ruleset": {"id": "barrage"}, "games": 2})
        self.wait_for(lambda: len(self.asked("", "game", "list")) == 2, "the challenge's games")
        self.assertEqual([bot["state"] for bot in self.call(ann, "ListBots")["bots"] if bot.get("owner") == "ann"],
                         ["STATE_READY", "STATE_READY"])
        self.assertEqual(self.call(ann, "SuspendBot", name="far", reason="being mended")["state"], "STATE_SUSPENDED")
        self.assertEqual(self.call(ann, "ResumeBot", name="far")["state"], "STATE_READY")
        # Errors are the methods' own.
        self.assertIn("list at least one of", self.call(ann, "CreateRemoteBot", manifest={"name": "x", "version": "1"}, status=400)["message"])
        self.assertIn("not for the role owner", self.call(ann, "CreateUser", name="eve", status=403)["message"])
        self.call(ann, "WatchTournament", id=1, status=404)
        self.call(ann, "Nothing", status=404)
        self.post("call/ListBots", "{", 400, ann)
        self.post("session/end", {}, cookie=ann)
        self.call(ann, "ListBots", status=401)
        self.assertEqual(self.who(ann), {})

    def packed(self, name, **manifest):
        """The files of a sample under another name, as a browser would send them."""
        folder = shutil.copytree(SAMPLE_BOTS / "scout", self.folder / "packed" / name)
        (folder / "bot.json").write_text(json.dumps(json.loads((folder / "bot.json").read_text()) | {"name": name} | manifest))
        archive = self.folder / f"{name}.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            tar.add(folder, arcname=".")
        return archive.read_bytes()

    def submit(self, cookie, archive, status=200, query="", **headers):
        return self.post(f"submissions{query}", archive, status, cookie, **{"Content-Type": "application/octet-stream", **headers})[1]

    def test_an_owner_sends_a_bot_in(self):
        ann = self.sign_in(self.ann)
        archive = self.packed("fresh")
        sent = self.submit(ann, archive)
        self.assertEqual(sent["owner"], "ann")
        ready = lambda: self.call(ann, "GetSubmission", id=sent["id"])["state"]
        self.wait_for(lambda: ready() in ("STATE_READY", "STATE_FAILED"), "the end of the check")
        self.assertEqual(ready(), "STATE_READY")
        bot = self.call(ann, "GetBot", name="fresh@1")
        self.assertEqual((bot["owner"], bot["is_submitted"]), ("ann", True))
        # What is none, for somebody else, from another site, and of nobody.
        broken = self.submit(ann, b"no archive at all")
        self.wait_for(lambda: self.call(ann, "GetSubmission", id=broken["id"])["state"] == "STATE_FAILED", "the refusal")
        self.submit(ann, archive, 403, "?owner=ben")
        self.submit(ann, b"x" * 1000, 403, Origin="https://evil.example")
        self.submit(ann, b"x" * 1000, 400, **{"Content-Type": "multipart/form-data"})
        self.submit("", b"x" * 1000, 401)
        zoe = self.sign_in(self.zoe)
        self.assertEqual(self.submit(zoe, self.packed("bens"), query="?owner=ben")["owner"], "ben")

    def test_a_host_does_what_hosts_may(self):
        zoe = self.sign_in(self.zoe)
        self.assertEqual(self.who(zoe), {"user": "zoe", "role": "host"})
        self.assertEqual({user["name"] for user in self.call(zoe, "ListUsers")["users"]}, {"ann", "ben", "zoe"})
        made = self.call(zoe, "CreateTournament", spec={"bots": ["random", "scout"], "ruleset": {"id": "duel"}, "games": 2})
        self.wait_for(lambda: self.call(zoe, "GetTournament", id=made["id"])["state"] == "STATE_FINISHED", "the tournament's end")

    def test_nobody_else_does(self):
        ann, ben = self.sign_in(self.ann), self.sign_in(self.ben)
        self.call(ann, "CreateRemoteBot", manifest={"name": "far", "version": "1", "rulesets": ["barrage"]})
        self.assertIn("this is not ben's", self.call(ben, "RetireBot", name="far", reason="x", status=403)["message"])
        # Another site, a form of another site, no session, a guessed one, and one that somebody else has planted.
        self.post("call/ListBots", {}, 403, ann, Origin="https://evil.example")
        self.post("call/ListBots", {}, 403, ann, Origin="null")
        self.post("session", {"token": self.ben}, 403, Origin="https://evil.example")
        self.post("call/ListBots", "{}", 400, ann, Origin=None, **{"Content-Type": "text/plain"})
        self.post("call/ListBots", {}, 401)
        self.post("call/ListBots", {}, 401, "flagfall_session=" + "0" * 64)
        planted = "flagfall_session=" + "1" * 64
        headers, _ = self.post("session", {"token": self.ann}, cookie=planted)
        self.assertNotIn("1" * 64, headers["set-cookie"])
        self.post("call/ListBots", {}, 401, planted)
        # A name under which secrets would cross a network in the clear; under the https address the cookie is for https alone.
        self.post("session", {"token": self.ann}, 409, Host="192.168.7.7", Origin="http://192.168.7.7")
        headers, _ = self.post("session", {"token": self.ann}, Host="arena.example", Origin="https://arena.example")
        self.assertTrue(headers["set-cookie"].endswith("; Secure"))
        self.assertIn("; HttpOnly; SameSite=Strict; ", headers["set-cookie"])
        # Wrong tokens, and a bot's.
        self.post("session", {"token": "fft_" + "x" * 43}, 401)
        self.post("session", {"token": ""}, 401)
        bots, = self.asked(self.ben, "bot", "remote", "bens", "--rulesets", "barrage")
        self.post("session", {"token": bots["token"]["secret"]}, 401)
        headers, _ = self.get("/account/call/ListBots", 405, Cookie=ann)
        self.assertEqual(headers["allow"], "POST")
        self.get("/account/nothing", 404, Cookie=ann)

    def begin_upload(self, cookie, size):
        """The connection on which the first of so many bytes have been sent."""
        connection = self.connect()
        connection.putrequest("POST", "/account/submissions")
        for name, value in {"Content-Type": "application/octet-stream", "Origin": self.site.rstrip("/"), "Cookie": cookie,
                            "Content-Length": str(size)}.items():
            connection.putheader(name, value)
        connection.endheaders(b"x" * 100)
        return connection

    def test_an_upload_ends_with_its_token(self):
        cookie = self.sign_in(self.ann)
        under_way = self.begin_upload(cookie, 1 << 20)
        self.ask(self.zoe, "user", "remove", "ann")
        self.assertEqual(under_way.getresponse().status, 401)
        # However many of them come, there is room for somebody else's.
        for size in 4 * [17 << 20]:
            self.assertIn(self.begin_upload(cookie, size).getresponse().status, (400, 401))
        ben = self.begin_upload(self.sign_in(self.ben), 100_000)
        ben.send(b"x" * 99_900)
        answer = ben.getresponse()
        self.assertEqual(answer.status, 200, answer.read())

    def test_a_session_ends_with_its_token(self):
        ann = self.sign_in(self.ann)
        number = next(token["id"] for token in self.asked(self.ann, "token", "list") if token.get("user") == "ann")
        self.ask(self.zoe, "token", "revoke", number)
        self.call(ann, "ListBots", status=401)
        self.assertEqual(self.who(ann), {})
        ben = self.sign_in(self.ben)
        self.ask(self.zoe, "user", "remove", "ben")
        self.assertEqual(self.who(ben), {})

    def test_nothing_stays_of_a_session_when_the_server_is_started_again(self):
        ann = self.sign_in(self.ann)
        self.assertEqual(self.end_server(), 0)
        self.serve("--http", "127.0.0.1:0")
        self.call(ann, "ListBots", status=401)
        self.assertNotIn(self.ann, self.log_path.read_text())


if __name__ == "__main__":
    unittest.main()
