"""Many games at once in Python."""

import copy
import os
import pickle
import signal
import subprocess
import tempfile
import threading
import traceback
import unittest
from os import environ
from pathlib import Path

import numpy as np

import flagfall

PROGRAM = Path(environ["FLAGFALL_BUILD"]) / "flagfall"
RED = "a1=F b1=S c1=2 d1=2 a2=3 b2=3 a3=9 b3=M c3=B d3=B"
BLUE = "a10=F b10=S c10=2 d10=2 a9=3 b9=3 a8=9 b8=M c8=B d8=B"


class Buffers(unittest.TestCase):
    def test_arrays_show_each_step_without_a_copy(self):
        env = flagfall.VectorEnv("classic", n=5, seed=2)
        names = ("observations", "legal_mask", "rewards", "done", "truncated", "to_move", "plies", "random_actions")
        arrays = {name: getattr(env, name) for name in names}
        plies = np.zeros(5)
        for _ in range(30):
            env.step(arrays["random_actions"])
            for name, array in arrays.items():
                self.assertTrue(np.shares_memory(array, getattr(env, name)), name)
                np.testing.assert_array_equal(array, getattr(env, name))
            plies = np.where(arrays["done"], 0, plies + 1)
            np.testing.assert_array_equal(arrays["plies"], plies)
        with self.assertRaises(ValueError):
            arrays["legal_mask"][0] = True

    def test_arrays_outlive_their_environment(self):
        mask = flagfall.VectorEnv("duel", n=2).legal_mask
        self.assertGreater(mask.sum(), 0)

    def test_types_and_shapes(self):
        env = flagfall.VectorEnv("duel", n=3, observe=False)
        self.assertIsNone(env.observations)
        self.assertEqual(env.legal_mask.dtype, bool)
        self.assertEqual((env.rewards.dtype, env.rewards.shape), (np.float32, (3, 2)))

    def test_actions_of_any_whole_type(self):
        first, second = (flagfall.VectorEnv("duel", n=4, seed=9) for _ in range(2))
        first.step(first.random_actions)
        second.step(second.random_actions.astype(np.int64))
        np.testing.assert_array_equal(first.observations, second.observations)
        first.step(first.random_actions.tolist())
        second.step(second.random_actions)
        np.testing.assert_array_equal(first.observations, second.observations)
        for wrong, told in ((np.zeros(4), r"float64 of shape \(4,\)"), (np.zeros((4, 1), np.int32), r"int32 of shape \(4, 1\)"),
                            ([0.5] * 4, "float64"), (["a4-a5"] * 4, "<U5"), (None, r"object of shape \(\)")):
            with self.assertRaisesRegex(ValueError, f"the actions are an array of {told}.*; expected whole numbers, one for each"):
                first.step(wrong)
        with self.assertRaises(flagfall.RuleError) as refused:
            first.step(np.full(4, 2**40))
        self.assertEqual(refused.exception.clause, "R2.1")

    def test_only_one_thread_is_in_a_step(self):
        env = flagfall.VectorEnv("classic", n=4096, seed=1, observe=False)
        refused, steps = [], []

        def play():
            for _ in range(200):
                try:
                    env.step(env.random_actions.copy())
                    steps.append(1)
                except RuntimeError as error:
                    refused.append(str(error))
                except flagfall.RuleError:
                    # The other thread's step came between.
                    pass

        threads = [threading.Thread(target=play) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertGreater(len(steps), 0)
        self.assertTrue(all("one may be at a time" in words for words in refused))

    def test_a_forked_process_is_refused_what_its_parent_has_threads_for(self):
        env, alone = (flagfall.VectorEnv("duel", n=64, threads=threads, seed=1) for threads in (2, 1))
        child = os.fork()
        if child == 0:
            # Whatever hangs ends with the process.
            signal.alarm(60)
            try:
                for call in (env.reset, lambda: env.step(env.random_actions)):
                    with self.assertRaisesRegex(RuntimeError, "make a VectorEnv after the fork"):
                        call()
                del env
                alone.step(alone.random_actions)
                again = flagfall.VectorEnv("duel", n=64, threads=2, seed=1)
                again.step(again.random_actions)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        env.step(env.random_actions)

    def test_an_environment_that_was_not_initialized_is_refused(self):
        for kind in flagfall.VectorEnv.__mro__[:2]:
            env = kind.__new__(kind)
            for read in (lambda: env.legal_mask, lambda: env.n, lambda: env.step([0]), lambda: env.game(0)):
                with self.assertRaisesRegex(RuntimeError, "was not initialized; call the class"):
                    read()


class SetUps(unittest.TestCase):
    def test_given_ones(self):
        env = flagfall.VectorEnv("duel", n=3, set_ups=[(RED, BLUE)], keep_games=True)
        placed = {(piece["origin"], piece["type"]) for piece in map(with_zeros, env.game(1).view("all")["board"]["pieces"])}
        self.assertIn((0, "PIECE_TYPE_FLAG"), placed)
        self.assertIn((90, "PIECE_TYPE_FLAG"), placed)

    def test_of_a_book(self):
        with tempfile.TemporaryDirectory() as folder:
            book = Path(folder) / "own.book"
            book.write_text("# mine\nruleset duel\nFS22...... 33........ 9MBB......\n")
            env = flagfall.VectorEnv("duel", n=2, set_ups=book, keep_games=True)
            origins = {piece["origin"] for piece in map(with_zeros, env.game(0).view("all")["board"]["pieces"])}
            self.assertEqual(origins, {0, 1, 2, 3, 10, 11, 20, 21, 22, 23} | {99 - at for at in
                                                                             (0, 1, 2, 3, 10, 11, 20, 21, 22, 23)})
            book.write_text("ruleset duel\nFS22......X\n")
            with self.assertRaisesRegex(ValueError, "own.book:2"):
                flagfall.VectorEnv("duel", set_ups=book)
            book.write_text("ruleset duel\n")
            with self.assertRaisesRegex(ValueError, "no set-up"):
                flagfall.VectorEnv("duel", set_ups=book)

    def test_that_the_rules_refuse(self):
        with self.assertRaises(flagfall.RuleError) as refused:
            flagfall.VectorEnv("duel", set_ups=[(RED, RED)])
        self.assertEqual(refused.exception.clause, "R1.3")
        self.assertIn("pair 0, blue", str(refused.exception))


    def test_texts_that_are_no_pairs(self):
        for wrong in (["a1=F", "a10=F"], [("a1=F",)]):
            with self.assertRaisesRegex(ValueError, "expected pairs of words, Red's set-up and Blue's"):
                flagfall.VectorEnv("barrage", set_ups=wrong)


class Copies(unittest.TestCase):
    def test_are_not_made_and_the_error_says_what_to_do(self):
        env = flagfall.VectorEnv("barrage", n=3)
        self.assertEqual(repr(env), "<flagfall.VectorEnv of 3 games of barrage>")
        for made in (pickle.dumps, copy.copy, copy.deepcopy):
            with self.assertRaisesRegex(TypeError, "make another one, in the process that steps it"):
                made(env)


class Actions(unittest.TestCase):
    def test_an_error_names_the_number_that_was_given(self):
        env = flagfall.VectorEnv("duel", n=2)
        for given in (np.array([5000, 0], np.int32), np.array([5000, 0]), np.array([-7, 0]), np.array([2**40, 0]),
                      np.array([2**63, 0], np.uint64), np.array([-128, 0], np.int8)):
            with self.assertRaisesRegex(flagfall.RuleError, f"game 0: {given[0]} is no ply; expected 0 to 1999"):
                env.step(given)
        with self.assertRaisesRegex(ValueError, "there are 3 actions; expected 2"):
            env.step(np.array([2**63, 0, 0], np.uint64))

    def test_numbers_out_of_range_are_told_with_the_range(self):
        for name, number, least, most in (
            ("seed", 2**64, 0, 2**64 - 1), ("seed", -1, 0, 2**64 - 1), ("n", 2**31, 1, 2**20), ("n", 0, 1, 2**20),
            ("threads", -2**70, 1, 256), ("max_plies", -1, 0, 2**32 - 1), ("max_plies_without_capture", 2**32, 0, 2**32 - 1),
        ):
            with self.assertRaisesRegex(ValueError, f"{name} is {number}; expected a number from {least} to {most}"):
                flagfall.VectorEnv("duel", **{name: number})
        with self.assertRaisesRegex(TypeError, "n is 1.5; expected a number from 1"):
            flagfall.VectorEnv("duel", n=1.5)
        env = flagfall.VectorEnv("duel", n=np.int64(3), seed=np.uint64(2**64 - 1), keep_games=True)
        for index in (-1, 3, 2**64):
            with self.assertRaisesRegex(ValueError, f"the game is {index}; expected a number from 0 to 2"):
                env.game(index)


class Games(unittest.TestCase):
    def test_kept_games_are_those_that_were_played(self):
        env = flagfall.VectorEnv("duel", n=4, seed=6, keep_games=True, max_plies=300)
        over = 0
        while over < 20:
            env.step(env.random_actions)
            for index in np.flatnonzero(env.done):
                game = env.last_game(index)
                self.assertTrue(game.is_over)
                self.assertEqual(game.returns(), env.rewards[index].tolist())
                self.assertEqual("plies" in game.outcome, bool(env.truncated[index]), game.outcome)
                over += 1

    def test_verify_takes_their_records(self):
        for ruleset in ("classic", "battle", "duel", "barrage"):
            env = flagfall.VectorEnv(ruleset, n=6, seed=8, keep_games=True, max_plies=300, max_plies_without_capture=60)
            ends = set()
            for _ in range(700):
                env.step(env.random_actions)
                for index in np.flatnonzero(env.done):
                    game = env.last_game(index)
                    end = game.outcome
                    if end in ends:
                        continue
                    ends.add(end)
                    with self.subTest(ruleset=ruleset, end=end), tempfile.TemporaryDirectory() as folder:
                        file = Path(folder) / "game.json"
                        file.write_text(game.to_record())
                        said = subprocess.run([PROGRAM, "--home", folder, "verify", "--file", file], capture_output=True, text=True)
                        self.assertEqual(said.returncode, 0, said.stderr)
                        self.assertIn("played again by the rules, all legal", said.stdout)
            self.assertGreater(len(ends), 1, ends)

    def test_other_rulesets_are_refused_with_what_plays_them(self):
        with self.assertRaisesRegex(ValueError, "new_game plays all"):
            flagfall.VectorEnv("cards")


def with_zeros(piece):
    return {"origin": 0, **piece}


if __name__ == "__main__":
    unittest.main()
