"""What a host is told when the ledger cannot be used, and that nothing is lost by it."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from arena import ArenaTest

RUN = ["tournament", "run", "--bots", "random,sergeant", "--ruleset", "barrage", "--tc", "60+1"]


class Ledger(ArenaTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "sergeant")
        self.database = self.home / "flagfall.db"

    def test_a_damaged_ledger(self):
        self.flagfall(*RUN)
        content = bytearray(self.database.read_bytes())
        content[100:4096] = b"\xa5" * 3996
        self.database.write_bytes(content)
        for words in (["game", "list"], ["tournament", "resume", 1], RUN):
            self.assertIn(str(self.database), self.refused(*words, saying="damaged"))

    def test_a_file_that_is_no_ledger(self):
        self.database.write_text("Dear diary, " * 1000)
        self.refused("game", "list", saying=str(self.database))

    def test_a_ledger_of_a_newer_version(self):
        subprocess.run(["/usr/bin/python3", "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1])"
                        ".execute('PRAGMA user_version = 99')", str(self.database)], check=True)
        for words in (["game", "list"], RUN):
            self.refused(*words, saying="newer")

    def test_a_ledger_that_may_not_be_written(self):
        if os.geteuid() == 0:
            self.skipTest("root may write everything")
        self.database.chmod(0o400)
        self.refused(*RUN, saying=str(self.database))
        self.database.chmod(0o600)

    def move_to_a_disk_of_its_own(self, size):
        """Needs the right to mount."""
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("no right to mount a small disk")
        self.addCleanup(subprocess.run, ["umount", "-l", str(disk)], check=True)
        self.home = disk / "home"
        self.add_sample("random", "sergeant")
        return disk

    def test_a_disk_that_may_only_be_read(self):
        disk = self.move_to_a_disk_of_its_own("4m")
        self.flagfall(*RUN)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        self.refused(*RUN, saying=str(self.home))
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
        self.assertEqual(len(self.games()), 2)
        self.assert_sound()

    def test_a_disk_that_becomes_full(self):
        disk = self.move_to_a_disk_of_its_own("1400k")
        done = self.flagfall(*RUN, "--rounds", 2000, "--concurrency", 4, code=1)
        self.assertIn("full", done.stderr)
        self.assertRegex(done.stderr, r"go on with `flagfall --home .* tournament resume 1`")
        self.wait_until_nobody_is_left()
        acknowledged = {line.split()[1] for line in done.stdout.splitlines() if line[:1].isdigit() and "plies" in line}
        subprocess.run(["mount", "-o", "remount,size=64m", str(disk)], check=True)
        stored = {game["game_id"] for game in self.games()}
        self.assertGreater(len(acknowledged), 0)
        self.assertLessEqual(acknowledged, stored)
        process = self.start("tournament", "resume")
        for line in process.stdout:
            if line[:1].isdigit():
                self.assertNotIn(line.split()[1], stored, "played twice")
                break
        process.kill()
        process.communicate()
        self.assert_sound()
        self.wait_until_nobody_is_left()

    def change(self, *statements):
        """What another program may do to the file; without the constraints of the tables."""
        subprocess.run(["/usr/bin/python3", "-c", "import sqlite3, sys; ledger = sqlite3.connect(sys.argv[1]);"
                        "[ledger.execute(sql) for sql in sys.argv[2:]]; ledger.commit()", str(self.database),
                        "PRAGMA ignore_check_constraints = ON", *statements], check=True)

    def test_what_writers_refuse_is_told_by_the_checks(self):
        self.flagfall(*RUN)
        self.flagfall("user", "add", "zoe", "--role", "host")
        self.assert_sound()
        self.flagfall("db", "check")
        self.change("UPDATE users SET role = 'iost'")
        found = "row user_id 1 of users: CHECK constraint failed: role IN ('owner', 'host')"
        self.refused("bot", "suspend", "random", saying=found)
        self.assertIn(found, self.flagfall("db", "check", code=1).stdout)
        self.refused("verify", "--all", saying=found)
        self.change("UPDATE users SET role = 'host'")
        self.flagfall("bot", "suspend", "random")
        self.flagfall("db", "check")

    def test_what_was_changed_behind_the_ledgers_back_is_told(self):
        self.flagfall(*RUN)
        self.change("DROP TRIGGER tournaments_keep_their_specs",
                    "UPDATE tournaments SET spec = json_set(spec, '$.seed', '8', '$.time_control', '61+1')")
        found = self.flagfall("db", "check", code=1).stdout
        self.assertIn("the trigger tournaments_keep_their_specs is missing", found)
        self.assertIn("tournament 1: its spec is not the one with which it was created", found)
        self.assertRegex(found, r"game 1-\d was played with another time control than its tournament's spec gives, 61\+1")
        self.refused("verify", "--all", saying="damaged")

    def play_until_the_ledger_is_gone(self, take_away):
        """Returns the ids of the games that were acknowledged, and what was said in the end."""
        process = self.start(*RUN, "--rounds", 2000, "--concurrency", 2)
        acknowledged, said = set(), ""
        for line in process.stdout:
            if line[:1].isdigit() and "plies" in line:
                acknowledged.add(line.split()[1])
                if len(acknowledged) == 3:
                    take_away()
            else:
                said += line
        self.assertEqual(process.wait(), 1)
        self.wait_until_nobody_is_left()
        return acknowledged, said

    def put_the_copy_in_place(self, said):
        """By the command in the error."""
        command = re.search(r"with `flagfall (--home .* db restore \S+)`", said)
        self.assertTrue(command, said)
        self.flagfall(*command[1].split()[2:])

    def test_a_ledger_that_is_deleted_in_play(self):
        acknowledged, said = self.play_until_the_ledger_is_gone(self.database.unlink)
        self.assertIn(f"{self.database} was deleted or moved away while the ledger was open; nothing more is stored", said)
        self.assertRegex(said, rf"\d+ games had been stored, up to game 1-\d+; a whole copy of the ledger is {self.database}.saved")
        self.assertRegex(said, r"Then go on with `flagfall --home .* tournament resume 1`")
        self.put_the_copy_in_place(said)
        # A game whose commit was under way as the file went away may be in the copy as well.
        self.assertLessEqual(acknowledged, {game["game_id"] for game in self.games()})
        self.assert_sound()
        process = self.start("tournament", "resume")
        for line in process.stdout:
            if line[:1].isdigit() and "plies" in line:
                self.assertNotIn(line.split()[1], acknowledged, "played twice")
                break
        process.kill()
        process.communicate()
        self.wait_until_nobody_is_left()

    def test_another_ledger_that_takes_its_place_in_play(self):
        other = self.folder / "other.db"
        shutil.copy(self.database, other)
        acknowledged, said = self.play_until_the_ledger_is_gone(lambda: other.rename(self.database))
        self.assertIn(f"{self.database} was replaced by another file", said)
        self.put_the_copy_in_place(said)
        self.assertLessEqual(acknowledged, {game["game_id"] for game in self.games()})
        self.assert_sound()

    def test_a_home_that_cannot_be_made(self):
        self.home = pathlib.Path("/proc/nowhere")
        self.refused("bot", "add", self.folder, saying="bot.json")
        self.refused("bot", "add", self.write_bot("late"), saying="/proc/nowhere")


class Host(ArenaTest):
    def test_games_void_again_and_again_are_left_to_a_later_run(self):
        self.add_bad("silent")
        self.add_sample("random")
        done = self.flagfall("match", "silent", "random", "--ruleset", "barrage", "--games", 1, "--tc", "1 setup=0.5",
                             "--host-delay-max", 0.001, code=1)
        self.assertIn("1 game left, void 5 times each", done.stderr)
        self.assertEqual(done.stdout.count("to be played again"), 5)
        self.assertEqual(self.games(), [])
        self.assertEqual(self.json("tournament", "list")[0]["state"], "STATE_STOPPED")


if __name__ == "__main__":
    unittest.main()
