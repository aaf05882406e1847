"""Calls that are open end with their token, and say why: streams of gRPC, uploads, and the site's events."""

import json
import subprocess
import unittest

from account_site import AccountTest

WITHIN_S = 20


class OpenCalls(AccountTest):
    def setUp(self):
        super().setUp()
        made, = self.asked(self.zoe, "tournament", "create", "--bots", "random,scout", "--ruleset", "duel", "--games", "2000")
        self.tournament = made["id"]

    def watch(self, token):
        """A watch that has been told something."""
        process = subprocess.Popen(self.command(*self.at_server(token), "tournament", "watch", self.tournament, "--json"),
                                   env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.__exit__, None, None, None)
        self.addCleanup(process.kill)
        self.assertTrue(process.stdout.readline())
        return process

    def ends(self, process):
        out, err = process.communicate(timeout=WITHIN_S)
        self.assertNotEqual(process.returncode, 0, out[-300:])
        return err

    def number_of(self, user, token):
        return next(one["id"] for one in self.asked(token, "token", "list") if one.get("user") == user)

    def test_a_watch_ends_with_its_token(self):
        ann, ben, anybody = self.watch(self.ann), self.watch(self.ben), self.watch("")
        self.ask(self.zoe, "token", "revoke", self.number_of("ann", self.ann))
        self.assertIn("was revoked", self.ends(ann))
        self.ask(self.zoe, "user", "remove", "ben")
        self.assertIn("was revoked", self.ends(ben))
        # Who has shown no token watches on.
        self.assertTrue(anybody.stdout.readline())
        self.assertIsNone(anybody.poll())

    def test_a_watch_ends_when_its_token_expires(self):
        # No token expires sooner.
        token = self.ask(self.ann, "token", "create", "ann", "--expires", "1m").stdout.strip()
        watch = self.watch(token)
        _, err = watch.communicate(timeout=60 + WITHIN_S)
        self.assertIn("has expired", err)

    def test_the_events_of_a_page_end_with_the_session(self):
        cookie = self.sign_in(self.ann)
        self.call(cookie, "CreateRemoteBot", manifest={"name": "far", "version": "1", "rulesets": ["barrage"]})
        connection = self.connect()
        connection.request("GET", "/account/play/far/events", headers={"Cookie": cookie})
        answer = connection.getresponse()
        self.assertEqual(answer.status, 200)
        self.assertTrue(answer.readline())
        self.ask(self.zoe, "token", "revoke", self.number_of("ann", self.ann))
        rest = answer.read().decode()
        self.assertIn("event: end", rest)
        end = json.loads(rest.partition("event: end\ndata: ")[2].partition("\n")[0])
        self.assertEqual(end["code"], "UNAUTHENTICATED")
        self.assertIn("was revoked", end["message"])


if __name__ == "__main__":
    unittest.main()
