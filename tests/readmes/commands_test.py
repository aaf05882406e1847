"""Runs the commands of the pages, as they stand but for names of machines, tokens, and the sizes in CUTS. The two guides have
tests of their own: hosts_guide_test.py, authors_guide_test.py."""

import pathlib
import re
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from page_home import BUILD, CUTS, ROOT, SAMPLE_BOTS, PageTest, lines_of  # noqa: E402
from pages import all_said, pages, text_of  # noqa: E402

RUN = {"README.md", "arena/README.md", "arena/cluster/README.md", "sample-bots/README.md", "web-report/README.md", "tests/hostile/bots/README.md",
       "tests/soak/README.md"}


class Pages(PageTest):
    def test_all_pages_with_commands_are_run(self):
        self.assertEqual({page for page in pages() if lines_of(page)}, RUN)

    def test_all_cuts_are_needed(self):
        for shown in CUTS:
            self.assertTrue([one for one in all_said() if one.kind == "line" and shown in one.text], shown)

    def test_front_page(self):
        self.run_page("README.md", {})
        self.assert_all_games_were_played()

    def test_web_report(self):
        self.add_sample("random", "sergeant")
        self.flagfall("match", "random", "sergeant", "--ruleset", "duel", "--games", 2, "--tc", "2+0.02")
        self.run_page("web-report/README.md", {"serve --http": self.serve_site, "report --out site/": self.run_line})
        self.assertTrue((self.checkout / "site/data/site.json.gz").is_file())


class Assignments(PageTest):
    def test_pages_whose_programs_are_run_by_hand(self):
        """All of their lines but the assignment are run."""
        for page in ("tests/hostile/bots/README.md", "tests/soak/README.md"):
            line, = lines_of(page)
            self.run_line(line)


class ByHand(PageTest):
    """Runs the programs that are run by hand, if they end soon with small numbers; readmes_test.py checks the names of the rest."""

    def run_small(self, shown, small):
        one, = [one for one in all_said() if one.text == shown]
        return self.run_line(one, f"cd {ROOT}; {small.replace('build/release', str(BUILD))}")

    def test_strength(self):
        self.assertIn("sergeant - random", self.run_small("build/release/tests/sample-bots/strength classic sergeant random 200",
                                                          "build/release/tests/sample-bots/strength classic sergeant random 2"))

    @unittest.skipUnless((SAMPLE_BOTS / "rover").exists(), "the SDK for JavaScript was not built; that takes Node")
    def test_pack(self):
        packed = self.folder / "packed"
        self.run_small("node sample-bots/node/pack.mjs FOLDER DESTINATION",
                       f"node sample-bots/node/pack.mjs sample-bots/node/rover {packed}")
        self.assertTrue((packed / "node_modules/flagfall-bot").is_dir())


class Play(PageTest):
    def test_what_dev_play_prints(self):
        """Runs `./dev play` with stand-ins for installing and building, and then each command that it shows."""
        for name in ("sample-bots", "web-report"):
            (self.checkout / name).symlink_to(ROOT / name)
        stood_in = self.folder / "stood-in"
        stood_in.mkdir()
        for program, says in (("cmake", ""), ("npm", ""), ("dpkg-query", "install ok installed")):
            (stood_in / program).write_text(f"#!/bin/sh\necho {says}\n")
            (stood_in / program).chmod(0o755)
        # Short games, which a busy machine does not end on time either.
        shown, played = "--games 2 --tc 5+0.05", "--games 1 --tc 30+1 --max-plies 30"
        self.assertIn(shown, text_of("dev"))
        dev = self.checkout / "dev"
        dev.write_text(text_of("dev").replace(shown, played).replace("build/release", f"build/{BUILD.name}"))
        dev.chmod(0o755)
        environment = dict(self.environment, PATH=f"{stood_in}:{self.environment['PATH']}")
        done = subprocess.run([dev, "play"], env=environment, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        commands = re.findall(r"^  (build/\S+ .*)$", done.stdout, re.MULTILINE)
        self.assertGreaterEqual(len(commands), 5, done.stdout)
        for command in commands:
            self.run_line("./dev play", command)
        for page in re.findall(r"[\w-]+/README\.md", done.stdout.splitlines()[-1]):
            self.assertTrue((ROOT / page).exists())


if __name__ == "__main__":
    unittest.main()
