"""Games that neither the server nor any of its workers can play: a host is told once, other games go on, and they begin when a
worker comes that can."""

import contextlib
import json
import shutil
import subprocess
import unittest
import urllib.request

from arena import SAMPLE_BOTS
from workers import WorkersTest

GONE = "no game waits any more for a worker that can play it"


class WaitingGames(WorkersTest):
    def submit(self, name, **limits):
        """A copy of scout under this name, which runs in a strict sandbox."""
        folder = shutil.copytree(SAMPLE_BOTS / "scout", self.folder / "bots" / name)
        manifest = json.loads((folder / "bot.json").read_text()) | {"name": name, "limits": limits}
        (folder / "bot.json").write_text(json.dumps(manifest))
        self.flagfall("bot", "submit", folder)

    def start_workers(self, *names, arguments=()):
        """Returns when they have asked for games, so that the server knows of them."""
        for name in names:
            self.start_worker(name, "--games-at-once", 1, *arguments)
        known = lambda: {worker["name"] for worker in self.asked(self.zoe, "cluster", "workers", "list")}
        self.wait_for(lambda: known() >= set(names), "the workers at the server")

    def logged(self):
        return self.log_path.read_text()

    def waiting(self, tournament, token=None):
        shown, = self.asked(self.zoe if token is None else token, "tournament", "show", str(tournament))
        waiting = shown.get("waiting", {})
        return waiting.get("games", 0), waiting.get("reason", "")

    def assert_waits(self, tournament, games, reason):
        """Within the patience of a test; and the host was told once, in the words that it is shown too."""
        self.wait_for(lambda: self.waiting(tournament)[0] == games, f"{games} games that wait")
        self.assertIn(reason, self.waiting(tournament)[1])
        told = f"{games} games wait for a worker that can play them: {self.waiting(tournament)[1]}"
        self.assertIn(f"tournament {tournament}: {told}\n", self.logged())
        self.assertIn(f"\n{told}\n", self.ask(self.zoe, "tournament", "show", tournament).stdout)
        # At the home itself too. A visitor hears how many, and nothing of the machines.
        self.assertIn(f"\n{told}\n", self.flagfall("tournament", "show", tournament).stdout)
        self.assertEqual(self.waiting(tournament, token=""), (games, ""))
        self.assert_watchers_are_told(tournament, games, told)

    def assert_watchers_are_told(self, tournament, games, told):
        """Whoever watches at the command line or reads the site: hosts why the games wait, all others how many do."""
        said = {self.zoe: f"flagfall: {told}\n", "": f"flagfall: {games} games wait for a worker that can play them\n"}
        for token, line in said.items():
            with self.watching(tournament, token) as watched:
                self.wait_for(lambda: line in watched.read_text(), f"a watcher that is told: {line}")
        with urllib.request.urlopen(f"{self.site.rstrip('/')}/api/v1/tournaments/{tournament}", timeout=60) as answer:
            page = json.load(answer)
        self.assertEqual(page["progress"]["games_waiting"], games, page)
        self.assertNotIn(self.waiting(tournament)[1], json.dumps(page))

    @contextlib.contextmanager
    def watching(self, tournament, token):
        """What `tournament watch` prints, as long as this lasts."""
        path = self.folder / f"watched-{tournament}"
        with path.open("w") as out:
            watcher = subprocess.Popen(self.command(*self.at_server(token), "tournament", "watch", tournament),
                                       env=self.environment, cwd=self.folder, stdout=out, stderr=out)
            try:
                yield path
            finally:
                watcher.kill()
                watcher.wait()

    def assert_begins(self, tournament, games, told=(1,)):
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, games)
        self.assertEqual(self.waiting(tournament), (0, ""))
        logged = self.logged()
        told_to_wait = logged.count(" wait for a worker that can play them: ")
        self.assertIn(told_to_wait, told, logged)
        # Of games that are all over before the server looks at its workers again, only the tournament's end is told.
        self.assertLessEqual(logged.count(f"tournament {tournament}: {GONE}"), told_to_wait, logged)
        self.assertIn(f"tournament {tournament} is finished", logged)
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()
        self.flagfall("db", "check")

    def test_a_bot_that_asks_for_more_memory_than_any_worker_gives(self):
        self.add_sample("random", "sergeant")
        self.submit("large", memory_bytes_max=2 << 30)
        self.serve("--http", "127.0.0.1:0")
        self.start_workers("small", arguments=("--sandbox", "strict", "--bot-memory-max", "1G"))
        tournament = self.create("--bots", "large,random,sergeant", "--rounds", 1)
        self.wait_for(lambda: self.stored(tournament) == 2, "the games of the others")
        self.assert_waits(tournament, 4, "large@1 gets 2 GiB of memory at the server, and the worker gives a bot 1 GiB at most")
        self.assertEqual(self.stored(tournament), 2)
        self.assertEqual(self.said_by("small").count("large@1 gets 2 GiB"), 1, self.said_by("small"))
        self.start_worker("roomy", "--games-at-once", 1)
        self.assert_begins(tournament, 6)

    def test_strict_sandboxes_that_no_worker_can_make(self):
        self.add_sample("random", "sergeant")
        self.submit("strict")
        self.serve("--http", "127.0.0.1:0")
        programs = self.folder / "programs"
        programs.mkdir()
        self.environment["PATH"], before = str(programs), self.environment["PATH"]
        self.start_workers("one", "two")
        self.environment["PATH"] = before
        tournament = self.create("--bots", "strict,random,sergeant", "--rounds", 1)
        self.wait_for(lambda: self.stored(tournament) == 2, "the games of the others")
        self.assert_waits(tournament, 4, "strict@1 needs a strict sandbox, and the worker has none: ")
        # No lease was burnt for it.
        self.assertNotIn("given back", self.logged())
        self.start_worker("able", "--games-at-once", 1)
        self.assert_begins(tournament, 6)

    def test_a_bot_that_no_worker_can_have(self):
        self.add_sample("random", "sergeant")
        folder = shutil.copytree(SAMPLE_BOTS / "scout", self.folder / "bots" / "linked")
        manifest = json.loads((folder / "bot.json").read_text()) | {"name": "linked"}
        (folder / "bot.json").write_text(json.dumps(manifest))
        self.flagfall("bot", "add", folder)
        # Links are not taken to workers, as those of a virtual environment of Python.
        (folder / "python3").symlink_to("/usr/bin/python3")
        self.serve("--http", "127.0.0.1:0")
        self.start_workers("one", "two")
        tournament = self.create("--bots", "linked,random,sergeant", "--rounds", 1)
        self.wait_for(lambda: self.stored(tournament) == 2, "the games of the others")
        self.assert_waits(tournament, 4, "linked could not be played by the worker: ")
        self.assertIn("links are not", self.waiting(tournament)[1])
        for name in ("one", "two"):
            self.assertEqual(self.logged().count(f"worker {name} of cluster has given back"), 1, self.logged())
        (folder / "python3").unlink()
        # The server may have looked at the files a moment ago; then the first lease is given back, and the next is one minute later.
        self.start_worker("three", "--games-at-once", 1)
        self.assert_begins(tournament, 6, told=(1, 2))

    def test_a_tournament_without_any_worker_waits_and_says_so(self):
        self.add_sample("random", "sergeant")
        self.serve("--http", "127.0.0.1:0")
        tournament = self.create("--bots", "random,sergeant", "--rounds", 1)
        self.assert_waits(tournament, 2, "no worker asks for games")
        # A server that is started again finds out anew, and one that is told to pause says nothing more.
        self.ask(self.zoe, "tournament", "pause", tournament)
        self.wait_for(lambda: self.shown(tournament)["state"] == "STATE_PAUSED", "the pause")
        self.assertEqual(self.waiting(tournament), (0, ""))
        self.ask(self.zoe, "tournament", "resume", tournament)
        self.start_worker("one", "--games-at-once", 1)
        self.wait_until_finished(tournament)
        self.assert_played_once(tournament, 2)

    def second_games_alone(self, tournament):
        """Whose first games, before them, are over."""
        over = {int(game["game_id"].partition("-")[2]) for game in self.games_of(tournament)}
        return [number + 1 for number in over if number % 2 and number + 1 not in over]

    def test_a_second_game_without_set_ups_whose_first_is_over_waits_for_nobody(self):
        self.add_sample("random", "cardsharp")
        self.serve(heartbeat=60)
        made, = self.asked(self.zoe, "tournament", "create", "--ruleset", "cards", "--tc", "60+1", "--bots", "random,cardsharp", "--rounds", 5000,
                           "--duplicate", "--concurrency", 1)
        tournament = made["id"]
        while not (alone := self.second_games_alone(tournament)):
            before = self.stored(tournament)
            self.start_worker("going", "--games-at-once", 1, "--grace", 0)
            self.wait_for(lambda before=before: self.stored(tournament) > before, "a game")
            self.stop_worker("going")
        self.start_worker("staying", "--games-at-once", 1)
        self.wait_for(lambda: not set(alone) & set(self.second_games_alone(tournament)), f"the games {alone}")
        self.assertNotIn("has given back", self.logged())
        self.ask(self.zoe, "tournament", "cancel", tournament)
        self.assertEqual(self.stop_worker("staying"), 0)
        self.assertEqual(self.end_server(), 0)
        self.assert_sound()

    def test_a_remote_bot_that_never_comes_forfeits_and_holds_up_nobody(self):
        self.add_sample("random", "sergeant")
        self.serve("--http", "127.0.0.1:0")
        ann = self.owner("ann")
        self.asked(ann, "bot", "remote", "away", "--rulesets", "barrage")
        self.start_workers("one")
        tournament = self.create("--bots", "away,random,sergeant", "--rounds", 1, "--faults-max", 1)
        self.wait_until_finished(tournament)
        games = self.games_of(tournament)
        self.assertEqual(len(games), 6)
        for game in games:
            forfeited = "away" in (game["red"], game["blue"])
            self.assertEqual(game["outcome"]["reason"] == "REASON_FORFEIT_NO_SHOW", forfeited, game)
        self.assertNotIn("wait for a worker", self.logged())


if __name__ == "__main__":
    unittest.main()
