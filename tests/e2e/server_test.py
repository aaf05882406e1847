"""`flagfall serve`: bots are submitted and dial in, tournaments are queued, over a network and across restarts."""

import json
import shutil
import signal
import threading
import unittest

import grpc

from arena import SAMPLE_BOTS, winner
from server import ServerTest


class Remote(ServerTest):
    def test_bots_dial_in_over_tls_and_play_a_queued_tournament(self):
        self.make_certificate()
        self.add_sample("sergeant")
        self.serve()
        self.assertTrue(self.reach.startswith("tls:"))
        ann = self.owner("ann")
        printed = self.ask(ann, "bot", "remote", "third", "--rulesets", "barrage").stdout
        self.assertRegex(printed, rf"^FLAGFALL_ADDRESS={self.reach}\nFLAGFALL_TOKEN=fft_.*\nFLAGFALL_TLS_CA={self.certificate}\n$")
        self.remote_bot(ann, "far")
        self.remote_bot(ann, "farther", sample="scout")
        shown = self.ask(self.zoe, "tournament", "create", "--bots", "sergeant,far,farther", "--ruleset", "barrage",
                         "--games", 4, "--tc", "60+1", "--seed", 7, "--watch").stdout
        self.assertIn("Leaderboard barrage", shown)
        games = self.asked("", "game", "list")
        self.assertEqual(len(games), 12)
        for game in games:
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED"), game)
        record = json.loads(self.ask("", "game", "export", games[0]["game_id"], "--format", "json").stdout)
        self.assertEqual(record["policy"]["lag_gain_micros"], "100000")
        view = self.ask("", "game", "show", games[0]["game_id"], "--view", "red", "--ply", 1).stdout
        self.assertIn("as red sees it", view)
        # Rulesets are told by whoever is asked: a server may have some of its own.
        told = self.asked("", "rules", "show", "duel", "--option", "two_squares=5")
        self.assertEqual(told, self.json("rules", "show", "duel", "--option", "two_squares=5"))
        self.assertIn("there are classic", self.ask("", "rules", "show", "chess", code=1).stderr)
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()

    def test_a_new_token_lets_another_process_play_for_a_remote_bot(self):
        self.add_sample("sergeant")
        self.serve()
        ann = self.owner("ann")
        self.remote_bot(ann, "far")
        secret = self.ask(ann, "token", "create", "--bot", "far").stdout.strip()
        # The first process cannot dial in any more with the token that it has; another one can with the new one.
        self.start_remote(secret)
        self.ask(self.zoe, "tournament", "create", "--bots", "sergeant,far", "--ruleset", "barrage", "--games", 2,
                 "--tc", "60+1", "--watch")
        for game in self.asked("", "game", "list"):
            self.assertNotIn(game["outcome"]["reason"], ("REASON_FORFEIT_NO_SHOW", "REASON_DISCONNECTED"), game)

    def test_a_remote_bot_plays_where_it_can_dial_in_only(self):
        self.serve()
        self.asked(self.zoe, "bot", "remote", "far", "--rulesets", "barrage")
        self.end_server()
        self.add_sample("random")
        self.refused("match", "far", "random", "--ruleset", "barrage", saying="bot far is remote")


class NoShow(ServerTest):
    def test_who_is_launched_has_as_long_to_say_hello_as_the_host_gives_it(self):
        self.add_sample("random")
        self.add_bad("sleeps")
        self.serve("--startup-time", 3)
        self.ask(self.zoe, "tournament", "create", "--bots", "random,sleeps", "--ruleset", "barrage", "--games", 1, "--watch")
        game, = self.asked("", "game", "list")
        self.assertEqual(winner(game), "random")
        self.assertIn("bot sleeps was not there for 3000 ms", game["outcome"]["detail"])


class Restart(ServerTest):
    def test_a_server_whose_ledger_is_deleted_ends_at_once_and_says_where_the_copy_is(self):
        self.add_sample("random", "sergeant")
        self.serve()
        self.ask(self.zoe, "tournament", "create", "--bots", "random,sergeant", "--ruleset", "barrage", "--rounds", 2000,
                 "--tc", "60+1")
        self.wait_for(lambda: self.asked("", "game", "list"), "a game")
        (self.home / "flagfall.db").unlink()
        self.assertEqual(self.server.wait(), 1)
        said = self.log_path.read_text()
        self.assertIn("flagfall.db was deleted or moved away while the ledger was open; nothing more is stored", said)
        self.assertRegex(said, r"games? had been stored, up to game 1-\d+; a whole copy of the ledger is .*flagfall.db.saved")
        self.wait_until_nobody_is_left()
        self.end_server()
        for left in ("flagfall.db-wal", "flagfall.db-shm"):
            (self.home / left).unlink(missing_ok=True)
        (self.home / "flagfall.db.saved").rename(self.home / "flagfall.db")
        self.assert_sound()
        stored = len(self.games())
        self.serve()
        self.wait_for(lambda: self.asked("", "tournament", "show", "1")[0]["games_stored"] > stored, "another game")

    def test_a_killed_server_plays_on_where_it_was(self):
        self.add_sample("random", "sergeant", "scout")
        self.serve()
        self.ask(self.zoe, "tournament", "create", "--bots", "random,sergeant,scout", "--ruleset", "barrage", "--rounds", 2,
                 "--games", 4, "--tc", "60+1", "--seed", 3)
        watching = self.start(*self.at_server(""), "tournament", "watch", 1)
        self.assertTrue(watching.stdout.readline())
        for kill in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
            stored = len(self.asked("", "game", "list"))
            self.wait_for(lambda: len(self.asked("", "game", "list")) > stored or self.is_finished(), "another game")
            self.end_server(kill)
            # Whoever watched is told that nothing has ended but the sight of it.
            self.assertNotEqual(watching.wait(), 0)
            self.wait_until_nobody_is_left()
            self.serve()
        self.assertIn("goes on there: `flagfall tournament watch 1` shows how", watching.stdout.read())
        self.ask("", "tournament", "watch", 1)
        self.assertTrue(self.is_finished())
        games = self.asked("", "game", "list")
        self.assertEqual(len({game["game_id"] for game in games}), 24)
        self.assertAlmostEqual(sum(row["elo"] for row in self.asked("", "leaderboard")), 4500, places=3)
        self.end_server()
        self.assert_sound()

    def is_finished(self):
        return self.asked("", "tournament", "show", 1)[0]["state"] == "STATE_FINISHED"

    def test_tournaments_wait_for_those_before_them_and_can_be_cancelled(self):
        self.add_sample("random", "sergeant")
        self.serve()
        long = ["--bots", "random,sergeant", "--ruleset", "barrage", "--tc", "60+1"]
        self.ask(self.zoe, "tournament", "create", *long, "--rounds", 5000)
        self.ask(self.zoe, "tournament", "create", *long, "--games", 2)
        self.wait_for(lambda: self.asked("", "game", "list"), "a game of the first")
        self.ask(self.zoe, "tournament", "cancel", 1)
        self.ask("", "tournament", "watch", 2)
        # What games may still be played with is the host's to know, until there are none.
        for token in ("", self.owner("ann")):
            for row in self.asked(token, "tournament", "list") + [self.asked(token, "tournament", "show", i)[0] for i in (1, 2)]:
                self.assertEqual(row["spec"]["seed"] != "0", row["id"] == 2)
            self.assertIn("seed told when the tournament is over", self.ask(token, "tournament", "show", 1).stdout)
        self.assertNotEqual(self.asked(self.zoe, "tournament", "show", 1)[0]["spec"]["seed"], "0")
        states = {row["id"]: row["state"] for row in self.asked("", "tournament", "list")}
        self.assertEqual(states, {1: "STATE_CANCELLED", 2: "STATE_FINISHED"})
        self.denied(self.zoe, "tournament", "cancel", 2, saying="is finished")
        stored = len(self.asked("", "game", "list", "--tournament", 1, "--count", 100000))
        self.ask(self.zoe, "tournament", "resume", 1)
        self.wait_for(lambda: len(self.asked("", "game", "list", "--tournament", 1, "--count", 100000)) > stored, "another game of the first")


class Rights(ServerTest):
    def test_each_may_do_what_its_role_may(self):
        self.add_sample("random", "sergeant")
        self.serve()
        ann, bob = self.owner("ann"), self.owner("bob")
        create = ["tournament", "create", "--bots", "random,sergeant", "--ruleset", "barrage"]
        self.denied("", *create, saying="needs a token")
        self.denied(ann, *create, saying="not for the role owner")
        self.denied("fft_" + "x" * 43, *create, saying="token")
        self.asked(ann, "bot", "remote", "far", "--rulesets", "barrage")
        self.denied(ann, "bot", "remote", "far", saying="`flagfall token create --bot far` gives it a new token")
        self.denied(ann, "bot", "remote", "near", saying="rulesets: is empty; list at least one of ")
        self.denied(bob, "bot", "retire", "far", saying="this is not bob's")
        self.denied(bob, "bot", "remote", "far", "--rulesets", "barrage", saying="far")
        self.denied(ann, "user", "add", "eve", saying="not for the role owner")
        self.ask(ann, "bot", "suspend", "far", "--reason", "being mended")
        self.assertIn("suspended: being mended", self.ask("", "bot", "list").stdout)
        self.ask(ann, "bot", "resume", "far")
        self.ask(self.zoe, "bot", "retire", "far")
        mine, of_far = self.asked(ann, "token", "list")
        self.assertEqual((mine["user"], of_far["bot"]), ("ann", "far"))
        self.assertGreater(len(self.asked(self.zoe, "token", "list")), 3)
        self.assertEqual(self.ask(ann, "token", "create", "--bot", "far", "--expires", "1h", code=2).stdout, "")
        self.ask(ann, "token", "revoke", mine["id"])
        self.denied(ann, "token", "list", saying="token")

    def test_a_launched_bot_gets_to_the_referee_alone(self):
        self.add_sample("sergeant")
        script = """if True:
            import grpc, os
            call = grpc.insecure_channel(os.environ["FLAGFALL_ADDRESS"]).unary_unary("/flagfall.v1.ArenaService/ListBots")
            try:
                print("answered", call(b""))
            except grpc.RpcError as error:
                print(error.code(), error.details())
        """
        folder = self.write_bot("curious", command=["/usr/bin/python3", "curious.py"])
        (folder / "curious.py").write_text(script)
        self.flagfall("bot", "add", folder)
        self.serve()
        self.ask(self.zoe, "tournament", "create", "--bots", "curious,sergeant", "--ruleset", "barrage", "--games", 1, "--watch")
        self.assertIn("PERMISSION_DENIED a bot's own socket is for playing", self.log(1, "curious"))
        bot, = self.asked("", "bot", "show", "curious")
        self.assertEqual(bot["folder"], "")
        self.assertNotEqual(self.asked(self.zoe, "bot", "show", "curious")[0]["folder"], "")

    def test_what_is_wrong_is_said(self):
        self.serve()
        self.refused("serve", "--listen", "127.0.0.1:0", saying="is at work here")
        self.denied("", "game", "show", "7-7", saying="7-7")
        self.denied(self.zoe, "tournament", "create", "--bots", "a,b", "--ruleset", "barrage",
                    saying="there are no bots 'a' and 'b'")
        self.refused("tournament", "create", "--bots", "a,b", "--ruleset", "barrage", saying="give --server")
        self.refused("--server", "arena.example:7443", "bot", "list", saying="write tls:arena.example:7443")
        self.refused("--server", "127.0.0.1:1", "bot", "list", saying="cannot reach the server")
        self.refused(*self.at_server(""), "verify", "--all", saying="works on a home")
        self.end_server()
        self.refused("serve", "--listen", "0.0.0.0:0", saying="0.0.0.0:0")
        self.refused("serve", "--listen", "127.0.0.1:0", "--tls-cert", "/nowhere", "--tls-key", "/nowhere", saying="/nowhere")


class Submission(ServerTest):
    def test_a_bot_is_sent_in_checked_and_plays(self):
        self.add_sample("sergeant")
        self.serve()
        ann = self.owner("ann")
        sent = self.ask(ann, "bot", "submit", SAMPLE_BOTS / "template").stdout
        # Whoever watches is told of the newest state, so that one that is soon over, as building is here, may be left out.
        self.assertRegex(sent, r"(?s)received.*checking.*Ready: mybot@1")
        self.assertIn("passed", self.ask(ann, "bot", "log", "mybot").stdout)
        submission, = self.asked(ann, "bot", "submissions")
        self.assertEqual((submission["owner"], submission["state"]), ("ann", "STATE_READY"))
        self.assertEqual(self.asked(self.owner("bob"), "bot", "submissions"), [])
        self.ask(self.zoe, "tournament", "create", "--bots", "mybot,sergeant", "--ruleset", "barrage", "--games", 2, "--tc",
                 "60+1", "--watch")
        self.assertEqual({row["bot"] for row in self.asked("", "leaderboard")}, {"mybot@1", "sergeant"})

    def test_who_submits_waits_while_the_server_takes_no_more(self):
        self.serve()
        ann = self.owner("ann")
        is_over = threading.Event()

        def slow():
            # The header of an upload of a kilobyte, of which nothing comes.
            yield b"\x0a\x03\x10\x80\x08"
            is_over.wait()

        with grpc.insecure_channel(self.address) as channel:
            upload = channel.stream_unary("/flagfall.v1.ArenaService/SubmitBot").future(
                slow(), metadata=[("authorization", "Bearer " + ann)])
            self.addCleanup(is_over.set)
            # One upload of a caller at once: whoever comes then has to wait.
            self.wait_for(lambda: list(self.home.glob("bots/.staging/uploads/*")), "an upload that is being taken")
            process = self.start(*self.at_server(ann), "bot", "submit", self.copy_of_random())
            self.assertIn("waiting: there are as many uploads as there may be at once", process.stdout.readline())
            upload.cancel()
            is_over.set()
            self.assertIn("Ready: mine@1", process.stdout.read())
            self.assertEqual(process.wait(), 0)

    def copy_of_random(self):
        folder = shutil.copytree(SAMPLE_BOTS / "random", self.folder / "mine")
        manifest = json.loads((folder / "bot.json").read_text())
        (folder / "bot.json").write_text(json.dumps(dict(manifest, name="mine")))
        return folder

    def test_what_cannot_be_built_says_why_to_its_owner(self):
        self.serve()
        ann = self.owner("ann")
        folder = self.write_bot("broken", build_command=["/bin/sh", "-c", "echo no compiler; exit 3"])
        self.denied(ann, "bot", "submit", folder, saying="exited with code 3")
        self.assertIn("no compiler", self.ask(ann, "bot", "log", "broken").stdout)
        self.denied(self.owner("bob"), "bot", "log", "broken", saying="this is not bob's")
        (folder / "link").symlink_to("/etc/passwd")
        self.denied(ann, "bot", "submit", folder, saying="neither a file nor a folder")

    def test_a_server_that_ends_meanwhile_says_to_submit_again(self):
        self.serve()
        ann = self.owner("ann")
        folder = self.write_bot("slow", build_command=["/bin/sleep", "600"])
        sender = self.start(*self.at_server(ann), "bot", "submit", folder)
        self.wait_for(lambda: any(row["state"] == "STATE_BUILDING" for row in self.asked(ann, "bot", "submissions")),
                      "the build")
        self.assertEqual(self.end_server(), 0)
        self.assertNotEqual(sender.wait(), 0)
        self.wait_until_nobody_is_left()
        self.serve()
        submission, = self.asked(ann, "bot", "submissions")
        self.assertEqual(submission["state"], "STATE_FAILED")
        self.assertIn("submit it again", submission["reason"])


if __name__ == "__main__":
    unittest.main()
