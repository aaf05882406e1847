"""Runs the commands of sample-bots/README.md: a first bot, one in JavaScript, one sent to a server, one that dials in."""

import pathlib
import re
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from page_home import ADDRESS, SAMPLE_BOTS, PageTest  # noqa: E402

HAS_NODE = (SAMPLE_BOTS / "rover").exists()


class AuthorsGuide(PageTest):
    def test_page(self):
        self.need_strict_sandbox()
        self.make_certificate()
        acts = {
            "rover": self.with_node,
            "mynodebot": self.with_node,
            "bot submit": self.submit,
            "bot log": self.at_the_server,
            "challenge": self.challenge,
            "bot remote": self.remote,
            "FLAGFALL_ADDRESS=": self.choose_address,
            "/usr/bin/python3 mybot.py": self.dial_in,
        }
        self.run_page("sample-bots/README.md", acts)
        self.assert_all_games_were_played()

    def with_node(self, one):
        if HAS_NODE:
            self.run_line(one)

    def submit(self, one):
        """To a server with a home of its own, where its author has a token."""
        self.make_bot(self.checkout / "mybot", rulesets=["barrage"])
        self.own_home, self.home = self.home, self.folder / "home"
        self.add_sample("random")
        self.serve()
        self.ann = self.owner("ann")
        self.at_the_server(one)

    def at_the_server(self, one, **changes):
        text = one.text.replace(ADDRESS, self.reach).replace("fft_yours", self.ann)
        self.assertNotEqual(text, one.text)
        for shown, run in changes.items():
            text = text.replace(shown, run)
        return self.run_line(one, text)

    def challenge(self, one):
        self.ask(self.zoe, "bot", "challenges", "random", "on")
        self.assertIn("random", self.at_the_server(one))

    def remote(self, one):
        """Under another name, since this owner has sent in a bot of that name above."""
        self.secret = re.search(r"fft_\S+", self.at_the_server(one, mybot="farbot"))[0]

    def choose_address(self, one):
        self.run_line(one, one.text.replace(ADDRESS, self.reach).replace("=…", f"={self.secret}"))

    def dial_in(self, one):
        bot = subprocess.Popen(self.script(one.text), cwd=self.checkout / "mybot", env=self.environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        self.lasting.append(bot)
        self.ask(self.zoe, "tournament", "create", "--bots", "farbot,mybot,random", "--ruleset", "barrage", "--games", 2,
                 "--tc", "2+0.02", "--watch")
        self.assert_all_games_were_played()
        self.end_server()
        self.end(bot)
        self.home = self.own_home


if __name__ == "__main__":
    unittest.main()
