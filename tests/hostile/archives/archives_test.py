"""Hundreds of archives made to break the unpacker: each is refused with a reason and leaves nothing, or is contained.

All happens on a disk of 64 MiB where the right to mount one is had: to use more would show as "no space left".
"""

import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from families import FAMILIES, WAYS, good_tree  # noqa: E402

UNPACK_ALL = os.environ["UNPACK_ALL"]
ARCHIVE_READER = os.environ["ARCHIVE_READER"]
DISK_BYTES = 64 << 20
UNPACKED_BYTES_MAX = 48 << 20
LEAST = 300


class ArchiveTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="flagfall-archives-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(self.folder)]
        self.has_disk = subprocess.run(mount, capture_output=True).returncode == 0
        if self.has_disk:
            self.addCleanup(subprocess.run, ["umount", "-l", str(self.folder)], check=True)
        self.target = self.folder / "in" / "bot"
        self.target.parent.mkdir()
        self.unpacker = subprocess.Popen([UNPACK_ALL, ARCHIVE_READER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.end_unpacker)

    def end_unpacker(self):
        self.unpacker.stdin.close()
        code = self.unpacker.wait()
        self.unpacker.stdout.close()
        self.assertEqual(code, 0, "the unpacker crashed")

    def take(self, source):
        """Has the source unpacked or copied. Returns code, milliseconds and message."""
        self.unpacker.stdin.write(f"{source}\t{self.target}\n")
        self.unpacker.stdin.flush()
        code, took, message = self.unpacker.stdout.readline().rstrip("\n").split("\t")
        return code, float(took), message

    def write(self, content):
        path = self.folder / "archive"
        path.write_bytes(content)
        return path

    def tree(self, root):
        """Returns {path: (bytes, may be executed)} of all files. Fails on anything but files and folders with plain permissions."""
        files = {}
        for path in sorted(root.rglob("*")):
            info = path.lstat()
            self.assertIn(stat.S_IFMT(info.st_mode), (stat.S_IFREG, stat.S_IFDIR), path)
            self.assertIn(stat.S_IMODE(info.st_mode), (0o644, 0o755), path)
            if path.is_file():
                self.assertEqual(info.st_nlink, 1, path)
                files[str(path.relative_to(root))] = (path.read_bytes(), bool(info.st_mode & 0o100))
        return files

    def assert_nothing_outside(self):
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"archive", "in"})
        self.assertLessEqual({path.name for path in self.target.parent.iterdir()}, {"bot"})
        self.assertFalse(pathlib.Path("/etc/flagfall-was-here").exists())


class Hostile(ArchiveTest):
    def test_each_is_refused_or_contained(self):
        seen, slowest, refused = set(), [], 0
        for family in FAMILIES:
            for name, content, must_refuse in family():
                with self.subTest(name):
                    self.assertNotIn(name, seen)
                    seen.add(name)
                    code, took, message = self.take(self.write(content))
                    slowest.append((took, name, message[:100]))
                    refused += code != "OK"
                    self.check(code, message, must_refuse)
                shutil.rmtree(self.target, ignore_errors=True)
        self.assertGreaterEqual(len(seen), LEAST)
        print(f"{len(seen)} archives: {refused} refused, the others contained; "
              f"{'on a disk of 64 MiB' if self.has_disk else 'no right to mount a small disk'}; the slowest:")
        for took, name, message in sorted(slowest, reverse=True)[:8]:
            print(f"  {took:7.1f} ms  {name}: {message}")

    def check(self, code, message, must_refuse):
        self.assert_nothing_outside()
        self.assertNotIn("No space left", message)
        if code == "OK":
            self.assertFalse(must_refuse, "was taken")
            files = self.tree(self.target)
            self.assertLessEqual(sum(len(data) for data, _ in files.values()), UNPACKED_BYTES_MAX)
        else:
            self.assertIn(code, ("INVALID_ARGUMENT", "RESOURCE_EXHAUSTED"))
            self.assertFalse(self.target.exists(), "something was left")
            self.assertRegex(message, "^archive archive")
            self.assertTrue(message.isprintable())

    def test_what_is_no_archive_at_all(self):
        fifo = self.folder / "archive"
        os.mkfifo(fifo)
        self.assertEqual(self.take(fifo)[0], "INVALID_ARGUMENT")
        self.assertEqual(self.take(self.folder / "none")[0], "NOT_FOUND")
        self.assertEqual(self.take("/dev/zero")[0], "INVALID_ARGUMENT")

    def test_nothing_is_put_into_a_folder_that_is_there(self):
        self.target.mkdir()
        (self.target / "mine").write_text("")
        self.assertEqual(self.take(self.write(good_tree({"bot.json": (b"{}", 0o644)}, "pax")))[0], "ALREADY_EXISTS")
        self.assertEqual([path.name for path in self.target.iterdir()], ["mine"])


FILES = {
    "bot.json": (b"{}", 0o644), "run": (b"#!/bin/sh\n" * 5000, 0o755), "empty": (b"", 0o644),
    "deep/er/still/file": (bytes(range(256)) * 1000, 0o600), "großer König/é.txt": ("ü".encode(), 0o644),
    "l" * 130 + "/" + "m" * 120: (b"long", 0o444),
}
EXPECTED = {name: (data, bool(mode & 0o100)) for name, (data, mode) in FILES.items()}


class Good(ArchiveTest):
    def assert_taken(self, source, files=EXPECTED, root=""):
        code, _, message = self.take(source)
        self.assertEqual(code, "OK", message)
        at, _, sha256 = message.rpartition(" ")
        self.assertEqual(at, str(self.target / root).rstrip("/"))
        self.assertEqual(self.tree(pathlib.Path(at)), files)
        shutil.rmtree(self.target)
        return sha256

    def archives(self, files):
        for kind in ("pax", "gnu"):
            for way, compress in WAYS.items():
                yield f"{kind} {way}", compress(good_tree(files, kind))
        yield "zip", good_tree(files, "zip")

    def test_all_formats_give_the_same_tree_and_hash(self):
        hashes = {self.assert_taken(self.write(content)) for _, content in self.archives(FILES)}
        self.assertEqual(len(hashes), 1)
        nested = {f"mybot-1.0/{name}": file for name, file in FILES.items()}
        for _, content in self.archives(nested):
            hashes.add(self.assert_taken(self.write(content), root="mybot-1.0"))
        self.assertEqual(len(hashes), 1, "a folder around it is no other bot")
        hashes.add(self.assert_taken(self.as_folder()))
        self.assertEqual(len(hashes), 1)

    def as_folder(self):
        folder = self.folder / "source"
        for name, (data, mode) in FILES.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(mode)
        return folder

    def test_every_difference_is_another_hash(self):
        plain = {"bot.json": (b"{}", 0o644), "a": (b"bc", 0o644)}
        variants = [plain, {**plain, "a": (b"bd", 0o644)}, {**plain, "a": (b"bc", 0o755)}, {**plain, "b": (b"", 0o644)},
                    {"bot.json": (b"{}", 0o644), "ab": (b"c", 0o644)}, {"bot.json": (b"{}a", 0o644), "a": (b"bc", 0o644)}]
        hashes = set()
        for files in variants:
            expected = {name: (data, bool(mode & 0o100)) for name, (data, mode) in files.items()}
            hashes.add(self.assert_taken(self.write(good_tree(files, "zip")), expected))
        self.assertEqual(len(hashes), len(variants))

    def test_what_tar_and_zip_make_of_a_folder(self):
        folder = self.as_folder()
        for command in (["tar", "-czf", "../archive", "."], ["tar", "-cJf", "../archive", "bot.json", "run", "empty", "deep"]):
            subprocess.run(command, cwd=folder, check=True)
            files = EXPECTED if command[-1] == "." else {k: v for k, v in EXPECTED.items()
                                                         if k.startswith(("bot", "run", "empty", "deep"))}
            self.assert_taken(self.folder / "archive", files)

    def test_one_folder_without_a_manifest_is_no_bot_of_its_own(self):
        self.assert_taken(self.write(good_tree({"a/b": (b"", 0o644)}, "gnu")), {"a/b": (b"", False)})


class Folders(ArchiveTest):
    def refused(self, saying):
        code, _, message = self.take(self.folder / "source")
        self.assertIn(code, ("INVALID_ARGUMENT", "RESOURCE_EXHAUSTED"))
        self.assertIn(saying, message)
        self.assertFalse(self.target.exists())

    def test_the_rules_are_those_of_archives(self):
        source = self.folder / "source"
        for make, saying in [
            (lambda: (source / "link").symlink_to("/etc/passwd"), "entry 'link' is a symbolic link"),
            (lambda: (source / "link").symlink_to("bot.json"), "is a symbolic link"),
            (lambda: os.mkfifo(source / "sub"), "is neither a file nor a folder"),
            (lambda: (source / "BOT.json").write_text(""), "by case alone"),
            (lambda: (source / "a\nb").write_text(""), "control character"),
            (lambda: open(bytes(source) + b"/\xff", "w").close(), "not UTF-8"),
            (lambda: os.truncate(os.open(source / "large", os.O_CREAT | os.O_RDWR), 33 << 20), "larger than 33554432"),
            (lambda: (source / ("d/" * 40)).mkdir(parents=True), "folders deep"),
            (lambda: [(source / str(i)).touch() for i in range(10_001)], "one too many"),
        ]:
            source.mkdir()
            (source / "bot.json").write_text("{}")
            make()
            self.refused(saying)
            shutil.rmtree(source)


if __name__ == "__main__":
    unittest.main()
