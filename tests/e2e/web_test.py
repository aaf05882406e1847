"""The web report of a running server, and the same as files: every path, live games, and who must not learn what."""

import gzip
import json
import signal
import threading
import unittest
import urllib.parse

from arena import BUILD
from web_site import SiteTest

class Site(SiteTest):
    def create(self, *arguments):
        self.ask(self.zoe, "tournament", "create", "--ruleset", "barrage", "--tc", "60+1", "--seed", 7, *arguments)

    # ---- The tests.

    def test_every_path_of_a_tournament(self):
        self.add_sample("random", "sergeant", "scout")
        self.serve("--http", "127.0.0.1:0", "--site-title", "A <b>test</b>")
        self.create("--bots", "random,sergeant,scout", "--format", "swiss", "--rounds", 2, "--games", 2)
        self.ask("", "tournament", "watch", 1)
        site = self.api("site")
        self.assertEqual((site["title"], site["bots"], site["games"]), ("A <b>test</b>", 3, 4))
        self.assertEqual([pool["name"] for pool in site["pools"]], ["barrage"])
        self.assertEqual(len(self.api("leaderboards/barrage")["rows"]), 3)
        self.assertGreaterEqual(len(self.api("rulesets")["rulesets"]), 7)
        self.assertEqual(len(self.api("bots")["bots"]), 3)
        bot = self.api("bots/random")
        self.assertNotIn("folder", bot["bot"])
        self.assertGreater(bot["records"][0]["spending"]["decisions"], 0)
        self.assertEqual(self.api("tournaments")["tournaments"][0]["state"], "STATE_FINISHED")
        page = self.api("tournaments/1")
        self.assertEqual((page["rounds"], len(page["tournament"]["standings"])), (2, 3))
        self.assertEqual([m.get("second", "") == "" for m in self.api("tournaments/1/rounds/2")["matches"]], [False, True])
        games = self.api("games?bot=random&ruleset_id=barrage")["games"]
        self.assertTrue(games)
        status = self.api("status")
        self.assertNotIn("games", status)
        for game in self.api("games")["games"]:
            self.check_game(game["game_id"])
        self.check_front_page()
        self.api("games/9-9", status=404)
        self.api("games?bots=x", status=400)
        self.assertEqual(self.end_server(), 0)

    def check_game(self, game_id):
        sent, body = self.get(f"/api/v1/games/{game_id}")
        self.assertIn("immutable", sent["cache-control"])
        replay = json.loads(body)
        self.assertTrue(replay["is_over"])
        self.assertEqual(len(replay["board"]["plies"]), replay["steps"])
        for form, extension in (("record", "json"), ("text", "txt"), ("xml", "xml")):
            sent, body = self.get(f"/api/v1/games/{game_id}/{form}")
            self.assertEqual(sent["content-disposition"], f'attachment; filename="{game_id}.{extension}"')
            command = "json" if form == "record" else form
            exported = self.ask("", "game", "export", game_id, "--format", command).stdout
            self.assertEqual(body.decode(), exported, "as the command line writes it")
        self.assertEqual([name for name, _ in self.events(f"games/{game_id}/events")], ["over"])

    def check_front_page(self):
        sent, body = self.get("/")
        self.assertEqual(sent["content-type"], "text/html; charset=utf-8")
        self.assertIn(b"Flagfall", body)
        self.get("/api/v1/../../../etc/passwd", 404)

    def test_a_tournament_is_watched_from_its_first_game_to_its_end(self):
        self.add_sample("random")
        play_on = self.add_stroller()
        self.serve("--http", "127.0.0.1:0")
        self.create("--bots", "random,stroller", "--rounds", 4, "--games", 2, "--concurrency", 1)
        seen = []
        watched = []
        self.watched = []
        for name, event in self.events("tournaments/1/events"):
            if name != "progress":
                continue
            seen.append(event)
            # A game may be over by the time that its watch has come.
            if event.get("running") and not play_on.exists() and not any(thread.is_alive() for thread in watched):
                game = event["running"][0]
                self.assertIn(game["red"], ("random", "stroller"))
                watched.append(threading.Thread(target=self.watch, args=(game["game_id"], play_on)))
                watched[-1].start()
        self.assertEqual(seen[-1]["state"], "STATE_FINISHED")
        self.assertEqual(seen[-1]["games_stored"], 8)
        stored = [event.get("games_stored", 0) for event in seen]
        self.assertEqual(stored, sorted(stored))
        for thread in watched:
            thread.join()
        self.assertEqual({names[-1] for names in self.watched}, {"over"})
        self.assertGreater(max(names.count("steps") for names in self.watched), 1)

    def watch(self, game_id, play_on):
        names = []
        self.watched.append(names)
        for name, _ in self.events(f"games/{game_id}/events"):
            names.append(name)
            if names.count("steps") == 2:
                play_on.touch()

    def test_what_runs_is_public_and_no_more(self):
        self.add_sample("random", "sergeant")
        self.serve("--http", "127.0.0.1:0", "--public-delay", "0.2")
        self.create("--bots", "random,sergeant", "--rounds", 5000, "--concurrency", 1)
        self.wait_for(lambda: self.api("status").get("games"), "a game that runs")
        found = []
        def look():
            for game in self.api("status").get("games", []):
                answer = self.api("games/" + game["game_id"])
                if not answer.get("is_over") and answer.get("steps", 0) > 3:
                    found.append((game["game_id"], answer))
            return found
        self.wait_for(look, "a game with some steps")
        game_id, replay = found[0]
        self.assertNotIn("seed", replay)
        self.assertNotIn("comments", replay)
        shown = {origin for origin in replay["board"].get("learnt", [])[1::4]}
        for army in ("red", "blue"):
            pieces = replay["board"][army]["pieces"]
            for origin, piece in zip(pieces[::2], pieces[1::2]):
                self.assertEqual(piece, 0, f"{game_id}: {origin} is told, of {shown}")
        self.assertEqual(self.api("site")["delay_seconds"], 0.2)
        self.assertEqual(self.end_server(signal.SIGTERM), 0)

    def test_tells_authors_the_address_that_the_host_gives(self):
        self.serve("--http", "127.0.0.1:0", "--public-address", "tls:arena.example:7443")
        self.assertEqual(self.api("site")["submission_address"], "tls:arena.example:7443")

    def test_a_report_has_what_the_server_answers(self):
        self.add_sample("random", "sergeant")
        self.flagfall("tournament", "run", "--bots", "random,sergeant", "--ruleset", "barrage", "--games", 2, "--tc", "60+1")
        out = self.folder / "site"
        self.assertRegex(self.flagfall("report", "--out", out).stdout, r"^2 games, \d+ files")
        self.serve("--http", "127.0.0.1:0")
        def read(name):
            return json.loads(gzip.decompress((out / "data" / f"{name}.json.gz").read_bytes()))
        for game_id in read("games/index-0")["game_ids"]:
            self.assertEqual(read(f"games/1/{game_id}"), self.api(f"games/{game_id}"))
            exported = self.flagfall("game", "export", game_id, "--format", "text").stdout
            self.assertEqual(read(f"exports/1/{game_id}")["text"], exported)
        for name in ("rulesets", "bots", "bots/random", "leaderboards/barrage", "tournaments"):
            self.assertEqual(read(name), self.api(name), name)
        self.assertEqual(read("site")["game_chunks"], 1)
        self.assertTrue((out / "index.html").is_file())
        self.refused("report", "--out", self.folder, saying="no report")

    def test_a_port_that_is_taken(self):
        self.serve("--http", "127.0.0.1:0")
        port = urllib.parse.urlsplit(self.site).port
        self.home = self.folder / "other"
        self.refused("serve", "--listen", "127.0.0.1:0", "--http", f"127.0.0.1:{port}",
                     saying=f"cannot listen on 127.0.0.1:{port}")


@unittest.skipUnless((BUILD / "web-report").is_dir(), "the web report was not built; that takes Node")
class FrontEnd(unittest.TestCase):
    def test_all_of_it_is_small(self):
        files = [path for path in (BUILD / "web-report").rglob("*") if path.is_file()]
        sizes = {str(path): len(gzip.compress(path.read_bytes())) for path in files}
        # Archives are for whoever asks for them, and a guide's text is fetched by who reads it.
        guides = {path: size for path, size in sizes.items() if "/assets/_guide_" in path}
        code = {path: size for path, size in sizes.items() if path not in guides and "/archives/" not in path}
        self.assertLessEqual(sum(code.values()), 165_000, code)
        self.assertLessEqual(max(guides.values()), 70_000, guides)


if __name__ == "__main__":
    unittest.main()
