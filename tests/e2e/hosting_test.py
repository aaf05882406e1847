"""Bots that are sent in: from an archive to a rated game, what is refused and why, and hosts that are killed meanwhile."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import unittest

from arena import SAMPLE_BOTS, ArenaTest

HOST_KILLS = int(os.environ.get("FLAGFALL_KILLS", "6"))


class HostingTest(ArenaTest):
    def setUp(self):
        self.need_strict_sandbox()
        super().setUp()

    def copy_of_template(self, name, version="1"):
        folder = self.folder / "work" / name
        shutil.copytree(SAMPLE_BOTS / "template", folder, dirs_exist_ok=True)
        manifest = json.loads((folder / "bot.json").read_text())
        # One ruleset is checked more quickly than seven.
        (folder / "bot.json").write_text(json.dumps(dict(manifest, name=name, version=version, rulesets=["barrage"])))
        return folder

    def entries(self):
        return sorted(path.name for path in (self.home / "bots").iterdir() if path.name != ".staging")

    def submit(self, *arguments):
        submission, = self.json("bot", "submit", *arguments)
        return submission

    def fails(self, source, saying):
        error = self.refused("bot", "submit", source, saying=saying)
        self.assertNotIn("\x1b", error)
        self.assertNotIn(str(self.home), error)
        return error

    def assert_nothing_in_staging(self):
        self.assertEqual(list((self.home / "bots" / ".staging").glob("*")), [])


class Submission(HostingTest):
    def test_an_archive_a_zip_and_a_folder_play_a_tournament_by_name(self):
        folders = {name: self.copy_of_template(name) for name in ("ann", "bob", "cid")}
        tar, zipped = self.folder / "ann.tar.gz", self.folder / "bob.zip"
        subprocess.run(["tar", "-czf", tar, "-C", folders["ann"].parent, "ann"], check=True)
        shutil.make_archive(str(zipped.with_suffix("")), "zip", folders["bob"])
        self.flagfall("user", "add", "amy")
        self.assertEqual(self.submit(tar, "--owner", "amy")["entry"], "ann@1")
        self.assertEqual(self.submit(zipped)["entry"], "bob@1")
        self.assertEqual(self.submit(folders["cid"])["entry"], "cid@1")
        self.assertEqual(self.submit(tar, "--owner", "amy")["entry"], "ann@1", "the same again")
        self.flagfall("tournament", "run", "--bots", "ann,bob,cid", "--ruleset", "barrage", "--rounds", 1, "--games", 2,
                      "--tc", "60+1", "--seed", 3)
        self.assertEqual({bot for game in self.games() for bot in (game["red"], game["blue"])},
                         {"ann@1", "bob@1", "cid@1"})
        self.assertEqual({row["bot"] for row in self.json("leaderboard")}, {"ann@1", "bob@1", "cid@1"})
        tournament, = self.json("tournament", "list")
        self.assertEqual(tournament["spec"]["bots"], ["ann@1", "bob@1", "cid@1"])
        bot, = self.json("bot", "show", "ann")[:1]
        self.assertEqual((bot["manifest"]["name"], bot["owner"], bot["is_submitted"]), ("ann@1", "amy", True))
        self.assertEqual([row["pool"] for row in bot["ratings"]], ["barrage"])
        self.a_new_version(self.copy_of_template("ann", version="2"))
        self.assert_sound()
        self.wait_until_nobody_is_left()

    def a_new_version(self, folder):
        self.assertEqual(self.submit(folder, "--owner", "amy")["entry"], "ann@2")
        self.flagfall("match", "ann", "bob", "--ruleset", "barrage", "--games", 1)
        games = self.games()
        self.assertIn("ann@2", (games[0]["red"], games[0]["blue"]))
        self.assertEqual(len(self.json("game", "list", "--bot", "ann")), 5, "of both versions")
        self.assertEqual(len(self.json("game", "list", "--bot", "ann@2")), 1)
        states = {bot["manifest"]["name"]: bot["state"] for bot in self.json("bot", "list", "--all")}
        self.assertEqual((states["ann@1"], states["ann@2"]), ("STATE_RETIRED", "STATE_READY"))
        self.refused("match", "ann@1", "bob", "--ruleset", "barrage", saying="ann@1 is retired: ann@2 took its place")
        self.assertNotIn("ann@1", self.flagfall("bot", "list").stdout)
        self.assertEqual(self.entries(), ["ann@2", "bob@1", "cid@1"])

    def test_what_fails_says_why_and_leaves_nothing(self):
        noisy = self.write_bot("noisy", build_command=["/bin/sh", "-c", "printf '\\033[31mred\\n'; echo no compiler; exit 5"])
        error = self.fails(noisy, "failed, building: building noisy:")
        self.assertIn("no compiler", error)
        self.assertIn("See `flagfall bot log noisy`", error)
        self.assertIn("\\x1b[31mred\nno compiler\n", self.flagfall("bot", "log", "noisy").stdout)
        self.assertIn("failed, building", self.flagfall("bot", "show", "noisy").stdout)
        self.fails(self.write_bot("empty-handed", command=["./none"]), "failed, checking: the bot's program none does not")
        self.fails(self.write_bot("n" * 33), "a submitted bot's has at most 32")
        self.fails(self.write_bot("climber", command=["../../bin/sh"]), "field command")
        self.fails(self.write_bot("chess", rulesets=["chess"]), '"chess" is not one of classic')
        linked = self.write_bot("linked")
        (linked / "secret").symlink_to("/etc/shadow")
        self.fails(linked, "entry 'secret' is a symbolic link")
        (self.folder / "junk.zip").write_bytes(b"PK\3\4 junk")
        self.fails(self.folder / "junk.zip", "failed, unpacking: archive junk.zip")
        self.refused("bot", "submit", self.folder / "none.zip", saying="there is no such file or folder")
        self.refused("bot", "submit", noisy, "--owner", "eve", saying="there is no user 'eve'")
        self.assertEqual(self.json("bot", "list", "--all"), [])
        self.assertEqual(self.entries(), [])
        self.assert_nothing_in_staging()
        submissions = self.json("bot", "submissions")
        self.assertEqual([row["state"] for row in submissions], ["STATE_FAILED"] * 7)
        self.assertTrue(all(row["reason"] and row["steps"] for row in submissions))
        self.assertIn("no compiler", submissions[-1]["reason"])

    def test_who_does_not_pass_the_check_is_told_the_steps_that_failed(self):
        why = "1 starts and dials in: its process exited with code 3; it had printed: my book is gone"
        error = self.fails(self.write_bot("bookless", command=["/bin/sh", "-c", "echo my book is gone; exit 3"]),
                           "failed, checking: it did not pass the check; required steps that failed: " + why)
        self.assertIn("`flagfall bot check DIR` does the same with you", error)
        submission, = self.json("bot", "submissions")
        self.assertEqual((submission["state"], submission["entry"]), ("STATE_FAILED", "bookless@1"))
        self.assertIn(why, submission["reason"])
        log = self.flagfall("bot", "log", "bookless").stdout
        self.assertRegex(log, r" 1 FAILED    starts and dials in\n.*\n +mend: ")
        self.assertTrue(log.endswith("What it printed:\nmy book is gone\n"), log)
        self.assertEqual(self.json("bot", "list", "--all"), [])
        self.assertEqual(self.entries(), [])
        self.assert_nothing_in_staging()

    def test_names_are_first_come_first_served(self):
        for user in ("amy", "ben"):
            self.flagfall("user", "add", user)
        rook = self.copy_of_template("rook")
        self.submit(rook, "--owner", "amy")
        (rook / "another").write_text("version")
        self.refused("bot", "submit", rook, "--owner", "ben", saying="the name 'rook' belongs to amy")
        self.refused("bot", "submit", rook, saying="the name 'rook' belongs to amy")
        self.refused("bot", "add", rook, saying="there is a bot rook already")
        self.flagfall("bot", "retire", "rook")
        self.refused("bot", "submit", rook, "--owner", "ben", saying="the name 'rook' belongs to amy")
        self.refused("bot", "submit", rook, "--owner", "amy", saying="a host has taken 'rook' out of play")
        self.flagfall("bot", "resume", "rook")
        self.assertEqual(self.submit(rook, "--owner", "amy")["entry"], "rook@2")
        self.assert_sound()

    def test_states_are_set_by_name(self):
        self.submit(self.copy_of_template("rook"))
        self.submit(self.copy_of_template("king"))
        self.assertIn("Suspended rook@1.", self.flagfall("bot", "suspend", "rook", "--reason", "too loud").stdout)
        self.assertIn("suspended: too loud", self.flagfall("bot", "list").stdout)
        self.refused("match", "rook", "king", "--ruleset", "barrage", saying="rook@1 is suspended: too loud")
        self.refused("bot", "retire", "none", saying="the home has king@1, rook@1")
        self.flagfall("bot", "resume", "rook")
        self.refused("bot", "resume", "rook", saying="rook@1 is not suspended")
        self.flagfall("bot", "retire", "rook@1")
        self.refused("match", "rook", "king", "--ruleset", "barrage", saying="rook@1 is retired")


def files_in(staging):
    """The files that have been unpacked so far."""
    try:
        return len(list(staging.glob("*/bot/*")))
    except FileNotFoundError:  # A folder was removed while it was looked at.
        return 0


class KilledHost(HostingTest):
    def test_what_a_killed_host_left_is_failed_and_removed(self):
        """Killed while it builds, which lasts until it is killed."""
        slow = self.write_bot("slow", build_command=["/bin/sh", "-c", "echo begun; sleep 1000"])
        for kill in range(1, HOST_KILLS + 1):
            process = self.start("bot", "submit", slow)
            log = self.home / "logs" / "submissions" / str(2 * kill - 1) / "build.log"
            self.wait_for(lambda: log.exists() and log.read_text() == "begun\n", "its build has begun")
            self.assertIn("slow@1", self.entries())
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.wait_until_nobody_is_left()
            self.fails(self.write_bot(f"climber{kill}", command=["../../bin/sh"]), "field command")
            self.assertNotIn("slow@1", self.entries())
            self.assert_nothing_in_staging()
        states = [row for row in self.json("bot", "submissions", "--bot", "slow")]
        self.assertEqual([row["reason"] for row in states],
                         ["the host was stopped (building); submit it again"] * HOST_KILLS)
        self.assertEqual(self.flagfall("bot", "log", "slow").stdout, f"== submission {2 * HOST_KILLS - 1}, build\nbegun\n")
        self.assert_sound()

    def test_killed_at_any_moment(self):
        """After it has unpacked so many files, from the first to all, or when it is done."""
        folder = self.copy_of_template("moving")
        own_files = len(list(folder.iterdir()))
        for number in range(400):
            (folder / f"{number}").write_text("x" * 1000)
        for kill in range(HOST_KILLS):
            (folder / "version").write_text(str(kill))
            process = self.start("bot", "submit", folder)
            staging = self.home / "bots" / ".staging"
            wanted = kill * 80
            self.wait_for(lambda: process.poll() is not None or files_in(staging) > wanted, "far enough unpacked, or over")
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.wait_until_nobody_is_left()
        last = self.submit(folder)
        self.assertEqual(last["state"], "STATE_READY")
        self.assertEqual(self.entries(), [last["entry"]])
        self.assert_nothing_in_staging()
        self.assertEqual(self.json("bot", "submissions", "--bot", "moving")[0]["entry"], last["entry"])
        bots = self.json("bot", "list")
        self.assertEqual([bot["manifest"]["name"] for bot in bots], [last["entry"]])
        self.assertEqual(len(list(pathlib.Path(bots[0]["folder"]).iterdir())), own_files + 401)
        self.assert_sound()


class Users(HostingTest):
    def test_tokens_are_shown_once(self):
        self.flagfall("user", "add", "amy")
        self.flagfall("user", "add", "zoe", "--role", "host")
        done = self.flagfall("token", "create", "amy", "--label", "laptop", "--expires", "30d")
        secret = done.stdout.strip()
        self.assertRegex(secret, r"^fft_[-_A-Za-z0-9]{43}$")
        self.assertIn("shown this once", done.stderr)
        made, = self.json("token", "create", "zoe", "--expires", "never")
        self.assertRegex(made["secret"], "^fft_")
        self.assertNotIn("expire_time", made["token"])
        listed = self.flagfall("token", "list").stdout
        self.assertIn("laptop", listed)
        for file in self.home.rglob("*"):
            if file.is_file():
                self.assertNotIn(secret.encode(), file.read_bytes(), file)
        self.flagfall("token", "revoke", 1)
        self.assertIn("revoked", self.flagfall("token", "list", "amy").stdout)
        self.flagfall("user", "remove", "zoe")
        self.assertEqual(self.flagfall("token", "list").stdout.count("revoked"), 2)
        self.assertEqual([user["role"] for user in self.json("user", "list")], ["ROLE_OWNER", "ROLE_HOST"])

    def test_wrong_words(self):
        self.flagfall("user", "add", "amy")
        for words, saying in [
            (["user", "add", "amy"], "there is a user amy already"),
            (["user", "add", "a b"], "must be 1 to 40 letters"),
            (["user", "add", "ben", "--role", "king"], "there are owner, host"),
            (["user", "remove", "ben"], "there are amy"),
            (["token", "create"], "give either a USER, or --bot NAME"),
            (["token", "create", "ben"], "there are amy"),
            (["token", "create", "--bot", "rook"], "there is no bot 'rook'"),
            (["token", "create", "amy", "--expires", "soon"], "as in 90d, 12h or 30m"),
            (["token", "create", "amy", "--label", "x" * 101], "at most 100"),
            (["token", "revoke", 7], "there is no token 7"),
        ]:
            self.refused(*words, saying=saying)


if __name__ == "__main__":
    unittest.main()
