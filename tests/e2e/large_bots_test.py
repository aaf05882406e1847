"""A bot with the weights of a neural network: too large for a host's limits, and welcome when the host raises them."""

import json
import os
import shutil
import tarfile
import unittest

from arena import SAMPLE_BOTS
from server import ServerTest

# As large as the weights of a small network, and as little to be compressed.
WEIGHTS_BYTES = 200 << 20
PIECE = os.urandom(1 << 20)


class LargeBots(ServerTest):
    def setUp(self):
        self.need_strict_sandbox()
        super().setUp()
        folder = self.folder / "work" / "neural"
        shutil.copytree(SAMPLE_BOTS / "template", folder)
        manifest = json.loads((folder / "bot.json").read_text())
        (folder / "bot.json").write_text(json.dumps(dict(manifest, name="neural", rulesets=["barrage"])))
        with open(folder / "weights.bin", "wb") as weights:
            for _ in range(WEIGHTS_BYTES // len(PIECE)):
                weights.write(PIECE)
        self.archive = self.folder / "neural.tar"
        with tarfile.open(self.archive, "w") as archive:
            archive.add(folder, "neural")
        shutil.rmtree(folder)

    def test_are_refused_with_the_flag_that_takes_them(self):
        for flags, saying in (
                ([], "is larger than 16777216 bytes, the most an archive may have; send less, or ask the host to set --bot-packed-max"),
                (["--bot-packed-max", "256M"], "bytes; at most 33554432, unless the host sets --bot-file-max"),
                (["--bot-packed-max", "256M", "--bot-unpacked-max", "128M", "--bot-file-max", "128M"], "unless the host sets --bot-file-max"),
                (["--bot-file-max", "256M", "--bot-unpacked-max", "64M"],
                 "--bot-file-max 256M is more than --bot-unpacked-max 64M, of which a file is a part")):
            with self.subTest(flags):
                self.refused("bot", "submit", self.archive, *flags, saying=saying)

    def test_are_taken_where_the_host_says_so(self):
        submission, = self.json("bot", "submit", self.archive, "--bot-file-max", "256M")
        self.assertEqual(submission["entry"], "neural@1")
        self.assertEqual((self.home / "bots" / "neural@1" / "weights.bin").stat().st_size, WEIGHTS_BYTES)

    def test_are_taken_over_the_network_by_a_server_that_was_started_so(self):
        self.serve("--bot-file-max", "256M")
        owner = self.owner("ann")
        refused = self.ask(owner, "bot", "submit", self.archive, "--bot-file-max", "256M", code=1).stderr
        self.assertIn("those of a server have what it was started with (`flagfall serve --bot-file-max`)", refused)
        submission, = self.asked(owner, "bot", "submit", self.archive)
        self.assertEqual(submission["entry"], "neural@1")
        self.end_server()
        self.serve()
        refused = self.ask(owner, "bot", "submit", self.archive, code=1).stderr
        self.assertIn("a bot's may have 16777216, unless the host sets --bot-packed-max", refused)


class Sizes(ServerTest):
    def test_are_written_with_a_unit(self):
        for size in ("12Q", "M", "-1M", "0", "2048G", "1.5G", ""):
            with self.subTest(size):
                self.refused("bot", "submit", SAMPLE_BOTS / "random", "--bot-file-max", size, code=2,
                             saying="is no size from 1M to 1024G; write a whole number with K, M or G, as in 256M")

    def test_and_roots_are_looked_at_before_there_is_a_tournament(self):
        self.add_sample("random", "sergeant")
        match = ["match", "random", "sergeant", "--ruleset", "barrage"]
        self.refused(*match, "--bot-root", "/", saying="these run in `none`; add --sandbox=strict")
        self.refused(*match, "--bot-memory-max", "1G", saying="add --sandbox=strict")
        self.refused(*match, "--bot-root", "/nowhere", "--sandbox", "strict", saying="there is no such folder")
        self.assertEqual(self.json("tournament", "list"), [])

    def test_and_roots_belong_to_a_sandbox(self):
        random = SAMPLE_BOTS / "random"
        self.refused("bot", "check", random, "--bot-root", "/", saying="add --sandbox=strict")
        self.refused("bot", "check", random, "--bot-memory-max", "1G", saying="add --sandbox=strict")
        self.refused("bot", "check", random, "--bot-root", "/", "--sandbox", "basic", saying="these run in `basic`")
        self.refused("bot", "check", random, "--bot-root", "/nowhere", "--sandbox", "strict", saying="there is no such folder")


if __name__ == "__main__":
    unittest.main()
