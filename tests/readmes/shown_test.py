"""The things that pages show beside commands: manifests, a bot in JavaScript, headers and addresses of the web report, and
the commands that the site itself gives to bot authors."""

import json
import pathlib
import re
import sys
import unittest
import urllib.request

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

from page_home import SAMPLE_BOTS, PageTest, fetch  # noqa: E402
from pages import fragment, text_of  # noqa: E402

SUBMIT_PAGE = "web-report/src/pages/submit_page.tsx"
DETAILS = "web-report/src/game/game_details.tsx"


class Manifests(PageTest):
    def add(self, manifest, *programs):
        folder = self.folder / "shown" / manifest["name"]
        folder.mkdir(parents=True)
        (folder / "bot.json").write_text(json.dumps(manifest))
        for program in programs:
            (folder / program).write_text("#!/bin/sh\n")
            (folder / program).chmod(0o755)
        self.flagfall("bot", "add", folder)
        bot, = self.json("bot", "show", manifest["name"])
        self.assertEqual({field: bot["manifest"][field] for field in manifest}, manifest)

    def test_the_host_adds_the_bot_shown(self):
        """With a `make` of its own, which not every machine has."""
        manifest = json.loads(fragment("arena/README.md", "{"))
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "make").write_text("#!/bin/sh\necho built\n")
        (tools / "make").chmod(0o755)
        self.environment["PATH"] = f"{tools}:{self.environment['PATH']}"
        self.add(manifest, "mybot")

    def test_the_command_of_an_adapted_bot(self):
        command = json.loads("{" + fragment("sample-bots/adapters/README.md", '"command"') + "}")
        self.add({"name": "oldbot", "version": "1", "rulesets": ["classic"], **command}, "oldbot")


class JavaScript(PageTest):
    @unittest.skipUnless((SAMPLE_BOTS / "rover").exists(), "the bots in JavaScript were not built; that takes Node")
    def test_the_player_shown_plays(self):
        folder = self.make_bot(self.folder / "shown", sample="rover")
        program, = [name for name in json.loads((folder / "bot.json").read_text())["command"] if name.endswith(".js")]
        (folder / program).write_text(fragment("sample-bots/README.md", "import { Player, run }"))
        self.flagfall("bot", "add", folder)
        self.add_sample("random")
        self.flagfall("match", "mybot", "random", "--ruleset", "barrage", "--tc", "2+0.02")
        self.assert_all_games_were_played()


class WebReport(PageTest):
    def setUp(self):
        super().setUp()
        self.add_sample("random", "scout")
        self.flagfall("tournament", "run", "--bots", "random,scout", "--ruleset", "duel", "--format", "swiss", "--tc",
                      "2+0.02", "--max-plies", 20)
        self.serve("--http", "127.0.0.1:0")
        self.site = self.site.rstrip("/")

    def test_each_path_is_answered(self):
        values = {"/leaderboards/": "duel", "/bots/": "random", "/tournaments/": "1", "/games/": "1-1", "/rulesets/": "duel"}
        paths = re.findall(r"`(/[\w/-]*\w)`", "".join(re.findall(r"^(\| `/.*?) \|", text_of("web-report/API.md"), re.MULTILINE)))
        self.assertGreater(len(paths), 15)
        for path in paths:
            filled = path
            for last, value in ((r"(?<=/)N$", "1"), (r"(?<=/set-ups/)ID$", "duel"), (r"(?<=/bits/)ID$", "duel"), (r"(?<=/)OTHER$", "scout"),
                                (r"(?<=/ratings/)POOL$", "duel")):
                filled = re.sub(last, value, filled)
            for before, value in values.items():
                filled = re.sub(rf"(?<=^{before})(POOL|NAME|ID)", value, filled)
            self.assertNotRegex(filled, "[A-Z]")
            with self.subTest(path=filled):
                if filled.endswith("/events"):
                    topics = "?topics=status" if filled == "/events" else ""
                    self.assertIn("text/event-stream", self.headers_of(f"/api/v1{filled}{topics}")["Content-Type"])
                else:
                    self.assertTrue(fetch(f"{self.site}/api/v1{filled}")[1])

    def headers_of(self, path):
        with urllib.request.urlopen(self.site + path) as answer:
            return answer.headers

    def test_each_answer_has_the_headers_shown(self):
        shown = re.sub(r"\n\s+", " ", fragment("web-report/API.md", "Content-Security-Policy"))
        headers = fetch(f"{self.site}/api/v1/site")[0]
        for line in shown.splitlines():
            name, _, value = line.partition(": ")
            self.assertEqual(headers[name], value)

    def test_what_is_downloaded_is_verified_under_the_name_shown(self):
        page = text_of(DETAILS)
        record = re.search(r"save\(url, `(.*?)`\)", page)[1].replace("${ending}", "json").replace("${id}", "1-1")
        receipt = re.search(r"const file = `(.*?)`;", page)[1].replace("${id}", "1-1")
        for saved, path in ((record, "record"), (receipt, "receipt")):
            (self.checkout / saved).write_bytes(fetch(f"{self.site}/api/v1/games/1-1/{path}")[1])
        self.end_server()
        commands = re.findall(r"<code>(flagfall .*?)</code>", page)
        self.assertEqual(len(commands), 2)
        for command in commands:
            self.run_line(DETAILS, command.replace("{id}", "1-1").replace("{file}", receipt))


class SubmitPage(PageTest):
    def test_what_the_page_shows(self):
        page = text_of(SUBMIT_PAGE)
        folder = self.make_bot(self.checkout / "mybot")
        (folder / "mybot.py").write_text(re.search(r"const PYTHON = `(.*?)`;", page, re.DOTALL)[1])
        shown = [text.replace("\\n", "\n") for text in re.findall(r"<Commands>\{`(.*?)`\}</Commands>", page)]
        manifest, = [text for text in shown if text.startswith("{")]
        (folder / "bot.json").write_text(manifest)
        self.add_sample("random")
        for line in re.search(r"const TRY = `(.*?)`;", page, re.DOTALL)[1].splitlines():
            self.run_line(SUBMIT_PAGE, line)
        self.assert_all_games_were_played()
        self.home = self.folder / "home"
        self.serve()
        before = re.search(r"const server = `(.*?)`;", page)[1]
        before = before.replace("${address}", self.reach).replace("fft_yours", self.owner("ann"))
        commands = [line.replace("${server}", before) for text in shown for line in text.splitlines()
                    if line.startswith("${server}")]
        self.assertEqual(len(commands), 3)
        for command in commands:
            # Under another name, since this owner has just sent in one.
            self.run_line(SUBMIT_PAGE, command.replace("bot remote mybot", "bot remote farbot"))


if __name__ == "__main__":
    unittest.main()
