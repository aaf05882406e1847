"""A policy as a bot in a real arena: it sees there what it sees in a VectorEnv."""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ["FLAGFALL_BUILD"])
sys.path[:0] = [str(HERE.parents[1] / "e2e"), str(BUILD / "python"), str(HERE / "python")]
from arena import ArenaTest  # noqa: E402
from test_playing import SIDES, set_up_of  # noqa: E402

import flagfall  # noqa: E402

EXAMPLES = HERE.parents[2] / "sample-bots/environment/examples"
GAMES = 20
# A bot that prints what it is shown, as a hash, and what it answers.
BOT = """
import hashlib
import numpy as np
import flagfall

def policy(observations, legal_mask):
    shown = hashlib.sha256(observations.tobytes() + legal_mask.tobytes()).hexdigest()
    number = int(legal_mask[0].nonzero()[0][int(shown[:8], 16) % legal_mask[0].sum()])
    print("saw", shown, number, flush=True)
    return [number]

flagfall.play(policy)
"""


class PolicyInAnArena(ArenaTest):
    def add_policy(self, name, text):
        command = ["/usr/bin/env", f"PYTHONPATH={BUILD / 'python'}", "/usr/bin/python3", "-B", "bot.py"]
        folder = self.write_bot(name, command=command, rulesets=["duel", "barrage"])
        (folder / "bot.py").write_text(text)
        self.flagfall("bot", "add", folder)

    def test_sees_what_it_sees_in_an_environment(self):
        self.add_policy("watcher", BOT)
        self.add_sample("random")
        self.flagfall("match", "watcher", "random", "--ruleset", "duel", "--games", GAMES, "--tc", "60+1", "--max-plies", 300,
                      "--concurrency", 1)
        games = self.games()
        self.assertEqual(len(games), GAMES)
        for told in games:
            self.assertNotIn(told["outcome"]["reason"], ("REASON_RESIGNED", "REASON_ILLEGAL_ACTION", "REASON_DISCONNECTED"))
            side = 0 if told["red"] == "watcher" else 1
            record = self.record(told["game_id"])
            # Red may win by its first ply. Blue has then printed nothing, and what prints nothing has no log.
            printed = self.game_log(told["game_id"], "watcher") if len(plies_of(record)) > side else ""
            seen = [line.split()[1:] for line in printed.splitlines() if line.startswith("saw")]
            self.compare(record, side, seen)
        self.assert_sound()

    def compare(self, record, side, seen):
        """Plays the game of the record again in an environment; at each ply of the side it shows what the bot saw."""
        import hashlib

        game = flagfall.from_record(json.dumps(record))
        env = flagfall.VectorEnv("duel", set_ups=[tuple(set_up_of(game, one) for one in SIDES)])
        plies = plies_of(record)
        for index, ply in enumerate(plies):
            number = flagfall.ply_number(f"{name(ply.get('from', 0))}-{name(ply.get('to', 0))}")
            number = number if index % 2 == 0 else flagfall.turned(number)
            if index % 2 == side:
                shown = hashlib.sha256(env.observations.tobytes() + env.legal_mask.tobytes()).hexdigest()
                self.assertEqual(seen[index // 2], [shown, str(number)], f"ply {index + 1}")
            env.step(env.random_actions * 0 + number)
        self.assertEqual(len(seen), (len(plies) + 1 - side) // 2)

    def test_the_ten_lines_of_the_guide_play(self):
        text = (EXAMPLES / "random_policy.py").read_text()
        page = (EXAMPLES.parent / "README.md").read_text()
        shown = "\n".join(line for line in text.splitlines()[2:] if line)
        self.assertIn(shown, "\n".join(line[4:] for line in page.splitlines() if line.startswith("    ")))
        self.add_policy("ten", text)
        self.add_sample("random")
        self.flagfall("match", "ten", "random", "--ruleset", "barrage", "--games", 2, "--tc", "60+1", "--max-plies", 200)
        self.assertEqual({game["outcome"]["reason"] for game in self.games()} &
                         {"REASON_RESIGNED", "REASON_ILLEGAL_ACTION", "REASON_DISCONNECTED", "REASON_FORFEIT_NO_SHOW"}, set())

    def test_the_training_of_the_guide_makes_a_bot(self):
        page = (EXAMPLES.parent / "README.md").read_text()
        train, add, match = re.search(r"^    (/usr/bin/python3 examples/.*)\n    (flagfall .*)\n    (flagfall .*)$", page, re.M).groups()
        words = train.replace("examples/", f"{EXAMPLES}/").replace("--minutes 10", "--minutes 0.05").split()
        python = dict(os.environ, PYTHONPATH=str(BUILD / "python"), PYTHONDONTWRITEBYTECODE="1")
        curve = subprocess.run(words, cwd=self.folder, env=python, check=True, capture_output=True, text=True).stdout
        self.assertIn("score against random", curve)
        self.flagfall(*add.split()[1:])
        self.add_sample("random")
        self.flagfall(*match.replace("--games 100", "--games 4").split()[1:])
        for game in self.games():
            self.assertIn(game["outcome"]["reason"], ("REASON_FLAG_CAPTURED", "REASON_NO_LEGAL_PLY", "REASON_BOTH_IMMOBILE"))
        subprocess.run([*words, "--bot", "other", "--ruleset", "barrage"], cwd=self.folder, env=python, check=True, capture_output=True)
        self.flagfall("bot", "add", self.folder / "other")
        self.assertEqual(self.json("bot", "show", "other")[0]["manifest"]["rulesets"], ["barrage"])

    def test_training_moves_the_weights_of_what_won(self):
        sys.path.insert(0, str(EXAMPLES))
        self.addCleanup(sys.path.remove, str(EXAMPLES))
        import train_duel

        trainer = train_duel.Trainer(seed=1, threads=1)
        while trainer.games < train_duel.BATCH:
            trainer.step()
        self.assertGreater(abs(trainer.weights).max(), 0)


def plies_of(record):
    return [entry["acted"]["action"]["ply"] for entry in record["entries"] if "ply" in entry.get("acted", {}).get("action", {})]


def name(square):
    return f"{'abcdefghij'[square % 10]}{square // 10 + 1}"


if __name__ == "__main__":
    unittest.main()
