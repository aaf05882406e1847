"""Games of every ruleset in Python."""

import copy
import json
import pickle
import random
import subprocess
import tempfile
import unittest
from os import environ
from pathlib import Path

import numpy as np

import flagfall

PROGRAM = Path(environ["FLAGFALL_BUILD"]) / "flagfall"


def played(ruleset, actions, seed=1, options=None):
    """A game played at random, by numbers where the actions can be listed, by words where not."""
    game = flagfall.new_game(ruleset, seed, options)
    chance = random.Random(seed)
    for _ in range(actions):
        if game.is_over:
            break
        side = chance.choice(game.pending())[0]
        legal = game.legal_actions(side)
        game.apply(chance.choice(legal) if legal else game.sample(chance.getrandbits(64), side), side)
    return game


class Games(unittest.TestCase):
    def test_numbers_and_names_are_the_same_actions(self):
        for ruleset in flagfall.RULESETS:
            game = played(ruleset, 12)
            for side, _ in game.pending():
                numbers, names = game.legal_actions(side), game.legal_names(side)
                if numbers is None:
                    self.assertIsNone(names)
                    continue
                with self.subTest(ruleset=ruleset, side=side):
                    self.assertEqual([game.action_name(number, side) for number in numbers], names)
                    self.assertEqual([game.action_number(name, side) for name in names], numbers)

    def test_verify_takes_the_records(self):
        for ruleset in flagfall.RULESETS:
            with self.subTest(ruleset=ruleset), tempfile.TemporaryDirectory() as folder:
                game = played(ruleset, 10**6)
                self.assertEqual(sum(game.returns()), 0)
                file = Path(folder) / "game.json"
                file.write_text(game.to_record())
                said = subprocess.run([PROGRAM, "--home", folder, "verify", "--file", file], capture_output=True, text=True)
                self.assertEqual(said.returncode, 0, said.stderr)
                self.assertIn("played again by the rules, all legal", said.stdout)
                self.assertIn(f"{file}: played elsewhere", said.stdout)
                record = json.loads(file.read_text())
                record["entries"].pop()
                file.write_text(json.dumps(record))
                said = subprocess.run([PROGRAM, "--home", folder, "verify", "--file", file], capture_output=True, text=True)
                self.assertNotEqual(said.returncode, 0)

    def test_a_record_gives_the_game_again(self):
        for ruleset in flagfall.RULESETS:
            game = played(ruleset, 20)
            again = flagfall.from_record(game.to_record())
            for observer in ("red", "blue", "spectator", "all"):
                with self.subTest(ruleset=ruleset, observer=observer):
                    self.assertEqual(again.view(observer), game.view(observer))

    def test_a_determinized_game_looks_the_same_to_its_observer(self):
        for ruleset in flagfall.RULESETS:
            game = played(ruleset, 8)
            self.assertFalse(game.is_over)
            drawn = [game.determinize("blue", seed) for seed in range(4)]
            with self.subTest(ruleset=ruleset):
                for one in drawn:
                    self.assertEqual(one.view("blue"), game.view("blue"))
                    self.assertEqual(one.information_state_string("blue"), game.information_state_string("blue"))
                self.assertEqual(game.determinize("blue", 1).view("all"), drawn[1].view("all"))
                with self.assertRaisesRegex(RuntimeError, "determinized"):
                    drawn[0].information_state_string("red")

    def test_a_determinized_game_keeps_nothing_that_was_hidden(self):
        game = played("cards", 8)
        drawn = game.determinize("red", 1)
        with self.assertRaisesRegex(RuntimeError, "no seed"):
            drawn.seed  # noqa: B018
        # Two observers together know more than either.
        for observer in ("red", "blue"):
            with self.assertRaisesRegex(RuntimeError, "determinized"):
                drawn.determinize("blue", 1).information_state_string(observer)
        self.assertEqual(drawn.determinize("red", 2).information_state_string("red"), game.information_state_string("red"))

    def test_information_states_tell_apart_what_was_told_apart(self):
        one, other = (flagfall.new_game("duel") for _ in range(2))
        for game, seed in ((one, 1), (other, 2)):
            game.apply(game.sample(5, "red"), "red")
            game.apply(game.sample(seed, "blue"), "blue")
        self.assertNotEqual(one.information_state_string("blue"), other.information_state_string("blue"))
        hidden = {json.loads(line)["pieces_placed"]["pieces"][0].get("type") for line in
                  one.information_state_string("red").splitlines()[2:]}
        self.assertEqual(hidden, {None})

    def test_errors_name_clauses_and_change_nothing(self):
        game = flagfall.new_game("barrage")
        with self.assertRaises(flagfall.RuleError) as refused:
            game.apply("setup a1=F", "red")
        self.assertEqual(refused.exception.clause, "R1.2")
        for side in ("red", "blue"):
            game.apply(game.sample(3, side), side)
        before = game.to_record()
        number = next(number for number in range(flagfall.PLY_NUMBERS) if number not in game.legal_actions())
        with self.assertRaises(flagfall.RuleError) as refused:
            game.apply(number)
        self.assertIsInstance(refused.exception, ValueError)
        self.assertTrue(refused.exception.clause.startswith("R2."), refused.exception)
        self.assertEqual(game.to_record(), before)

    def test_what_there_is_not_is_told_with_what_there_is(self):
        with self.assertRaisesRegex(ValueError, "classic"):
            flagfall.new_game("chess")
        with self.assertRaisesRegex(ValueError, "two_squares"):
            flagfall.new_game("duel", options={"two_square": 3})
        with self.assertRaisesRegex(ValueError, "expected red or blue"):
            flagfall.new_game("duel").legal_actions("green")
        with self.assertRaisesRegex(ValueError, "expected red, blue, spectator or all"):
            flagfall.new_game("duel").view("me")
        with self.assertRaisesRegex(ValueError, "expected 32"):
            flagfall.new_game("duel", b"short")
        with self.assertRaisesRegex(ValueError, "2\\*\\*256"):
            flagfall.new_game("duel", -1)
        with self.assertRaisesRegex(RuntimeError, "over"):
            played("duel", 10**6).legal_actions()

    def test_copies_play_on_by_themselves(self):
        game = played("cards", 6)
        before = game.to_record()
        for twin in (game.clone(), copy.copy(game), copy.deepcopy(game)):
            twin.apply(twin.sample(1))
        self.assertEqual(game.to_record(), before)

    def test_another_process_gets_a_game_by_its_record(self):
        for ruleset in flagfall.RULESETS:
            game = played(ruleset, 9)
            twin = pickle.loads(pickle.dumps(game))
            self.assertEqual(twin.information_state_string("blue"), game.information_state_string("blue"), ruleset)
            for each in (game, twin):
                each.apply(each.sample(1))
            self.assertEqual(twin.to_record(), game.to_record(), ruleset)
        with self.assertRaisesRegex(RuntimeError, "has no record"):
            pickle.dumps(played("cards", 6).determinize("red"))

    def test_chance_follows_from_the_seed(self):
        one, same, other = (flagfall.new_game("cards", seed).view("all") for seed in (7, 7, 8))
        self.assertEqual(one, same)
        self.assertNotEqual(one, other)
        self.assertEqual(flagfall.new_game("cards", 7).seed, (7).to_bytes(32, "little"))

    def test_a_seed_of_numpy_is_the_number_that_it_is(self):
        for number in (np.int64(32), np.uint8(7), np.int64(2**33)):
            self.assertEqual(flagfall.new_game("duel", number).seed, int(number).to_bytes(32, "little"))
        self.assertEqual(flagfall.new_game("duel", bytearray(range(32))).seed, bytes(range(32)))
        with self.assertRaisesRegex(ValueError, "the seed is -1; expected 32 bytes or a number from 0"):
            flagfall.new_game("duel", np.int64(-1))
        for wrong in (1.5, "seven", [0] * 32, None):
            with self.assertRaisesRegex(TypeError, "expected 32 bytes or a number from 0"):
                flagfall.new_game("duel", wrong)

    def test_numbers_out_of_range_are_told_with_the_range(self):
        game = played("duel", 2)
        for call, said in (
            (lambda: game.sample(2**64), "the seed is 18446744073709551616; expected a number from 0 to 18446744073709551615"),
            (lambda: game.determinize("red", -1), "the seed is -1; expected a number from 0"),
            (lambda: game.events("red", -1), "first is -1; expected a number from 0"),
            (lambda: game.apply(2**40), "the ply is 1099511627776; expected a number from 0 to 1999"),
            (lambda: game.action_name(-1), "the ply is -1; expected a number from 0 to 1999"),
            (lambda: played("bluffing", 3).apply(-1), "the action is -1; expected a number from 0"),
            (lambda: flagfall.ply_name(2000), "the ply is 2000; expected a number from 0 to 1999"),
            (lambda: flagfall.turned(2**70), "the ply is 1180591620717411303424; expected a number from 0 to 1999"),
        ):
            with self.assertRaisesRegex(ValueError, said):
                call()
        for call in (lambda: game.sample(1.5), lambda: game.apply(None), lambda: flagfall.ply_squares("a1")):
            with self.assertRaisesRegex(TypeError, "expected a number from 0"):
                call()
        game.apply(np.uint64(game.legal_actions()[0]))

    def test_a_game_that_was_not_initialized_is_refused(self):
        game, observer = (kind.__new__(kind) for kind in (flagfall.Game, flagfall.Observer))
        for read in (game.pending, game.clone, observer.observation, observer.legal_mask, lambda: observer.side):
            with self.assertRaisesRegex(RuntimeError, "was not initialized; call the class"):
                read()


class Observers(unittest.TestCase):
    def test_follow_what_their_player_is_told_and_nothing_else(self):
        game = played("duel", 12)
        for own, other in (("red", "blue"), ("blue", "red")):
            for wrong in (other, "spectator"):
                observer = flagfall.Observer("duel", {}, own)
                with self.assertRaisesRegex(ValueError, f"expected the events that {own} is told"):
                    observer.follow(game.events(wrong))
                # Nothing has changed.
                observer.follow(game.events(own))
                self.assertEqual(observer.to_move, game.pending()[0][0])

    def test_refuse_games_of_other_armies(self):
        for ruleset, options in (("barrage", {}), ("classic", {}), ("duel", {"zone_rows": "2"})):
            for side in ("red", "blue"):
                game = played(ruleset, 2, options=options)
                with self.assertRaisesRegex(ValueError, "set-up is none of this ruleset with these options"):
                    flagfall.Observer("duel", {"zone_rows": "1"}, side).follow(game.events(side))

    def test_copies_follow_by_themselves(self):
        game = played("duel", 2)
        observer = flagfall.Observer("duel", {}, "red")
        observer.follow(game.events("red"))
        told = game.actions
        game.apply(game.legal_actions()[0])
        for twin in (copy.copy(observer), copy.deepcopy(observer)):
            twin.follow(game.events("red", told))
            self.assertEqual((twin.to_move, observer.to_move), ("blue", "red"))


if __name__ == "__main__":
    unittest.main()
