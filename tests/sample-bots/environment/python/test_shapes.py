"""Games in the shapes of OpenSpiel's State and PettingZoo's AEC; neither library is needed."""

import copy
import pickle
import random
import sys
import unittest

import numpy as np

import flagfall
from flagfall.aec import AecEnv
from flagfall.state import TERMINAL_PLAYER, State


class States(unittest.TestCase):
    def test_play_every_ruleset_whose_actions_can_be_listed(self):
        for ruleset in flagfall.RULESETS:
            if ruleset == "gogo":
                with self.assertRaisesRegex(ValueError, "new_game plays it"):
                    State(ruleset)
                continue
            state, chance = State(ruleset, seed=2), random.Random(2)
            for _ in range(3000):
                if state.is_terminal():
                    break
                legal = state.legal_actions()
                self.assertEqual(legal, sorted(legal))
                self.assertEqual(state.legal_actions(1 - state.current_player()), [])
                action = chance.choice(legal)
                name = state.action_to_string(state.current_player(), action)
                self.assertEqual(state.string_to_action(state.current_player(), name), action)
                state.apply_action(action)
            with self.subTest(ruleset=ruleset):
                self.assertEqual(sum(state.returns()), 0)
                if state.is_terminal():
                    self.assertEqual(state.current_player(), TERMINAL_PLAYER)
                    self.assertEqual(state.legal_actions(), [])

    def test_what_cannot_be_listed_is_drawn_in_the_middle_of_a_game_too(self):
        for seed in range(60):
            state, chance = State("cards", seed=seed), random.Random(seed)
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))

    def test_children_and_clones_leave_the_state_as_it_is(self):
        state = State("duel", seed=5)
        before = str(state)
        child = state.child(state.legal_actions()[0])
        self.assertEqual((str(state), state.history(), len(child.history())), (before, [], 1))
        self.assertNotEqual(str(child), before)

    def test_resampled_states_are_the_same_to_the_player(self):
        state, chance = State("barrage", seed=5), random.Random(1)
        for _ in range(20):
            state.apply_action(chance.choice(state.legal_actions()))
        other = {str(state.resample_from_infostate(0, chance.random)) for _ in range(5)}
        self.assertGreater(len(other), 1)
        drawn = state.resample_from_infostate(0, chance.random)
        self.assertEqual(drawn.information_state_string(0), state.information_state_string(0))
        np.testing.assert_array_equal(drawn.observation_tensor(0), state.observation_tensor(0))

    def test_the_tensor_is_that_of_a_vector_env(self):
        env = flagfall.VectorEnv("duel", seed=4, keep_games=True)
        for _ in range(9):
            env.step(env.random_actions)
        state = State.of(env.game(0))
        np.testing.assert_array_equal(state.observation_tensor(), env.observations[0])
        self.assertEqual(sum(state.legal_actions_mask()), env.legal_mask[0].sum())

    def test_resampled_states_have_chance_of_their_own(self):
        state, chance = State("cards", seed=3), random.Random(1)
        to_come = {state.resample_from_infostate(0, chance.random)._chance.getrandbits(64) for _ in range(20)}
        self.assertEqual(len(to_come), 20)

    def test_a_state_goes_on_from_a_game_whose_set_ups_are_open(self):
        with self.assertRaisesRegex(ValueError, "gogo"):
            State.of(flagfall.new_game("gogo"))
        state = State.of(flagfall.new_game("duel", seed=3), seed=8)
        self.assertEqual(state.current_player(), 0)
        self.assertEqual(str(state), str(State.of(flagfall.new_game("duel", seed=3), seed=8)))

    def test_a_seed_is_a_number_from_0_on(self):
        begin = (lambda seed: State("duel", seed), lambda seed: State.of(flagfall.new_game("duel"), seed),
                 lambda seed: AecEnv("duel").reset(seed=seed))
        for function in begin:
            # Python's random would take it for 1.
            with self.assertRaisesRegex(ValueError, "the seed is -1; expected a number from 0"):
                function(-1)
            with self.assertRaisesRegex(TypeError, "the seed is 1.5; expected a number from 0"):
                function(1.5)

    def test_another_process_plays_on_in_the_same_way(self):
        for state in (State("barrage", seed=5), State("cards", seed=5)):
            twin, chance = pickle.loads(pickle.dumps(state)), random.Random(1)
            while not state.is_terminal():
                action = chance.choice(state.legal_actions())
                for each in (state, twin):
                    each.apply_action(action)
            self.assertEqual((twin.is_terminal(), twin.returns(), str(twin)), (True, state.returns(), str(state)))

    def test_a_seed_of_numpy_is_the_number_that_it_is(self):
        self.assertEqual(str(State("duel", seed=np.int64(32))), str(State("duel", seed=32)))
        one, same = (State.of(flagfall.new_game("duel"), seed=seed) for seed in (np.int64(5), 5))
        self.assertEqual(str(one), str(same))

    def test_players_are_0_and_1(self):
        state = State("duel", seed=2)
        action = state.legal_actions()[0]
        for player in (-1, 2, -4):
            for call in (state.information_state_string, state.observation_string, state.observation_tensor, state.player_return,
                         state.legal_actions, lambda one: state.action_to_string(one, action),
                         lambda one: state.string_to_action(one, "a1-a2"), lambda one: state.resample_from_infostate(one, random.random)):
                with self.assertRaisesRegex(ValueError, f"there is no player {player}; expected 0 for Red or 1 for Blue"):
                    call(player)

    def test_nobody_is_to_move_at_the_end(self):
        state, chance = State("duel", seed=2), random.Random(2)
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        for call in (state.information_state_string, state.observation_string, state.observation_tensor):
            with self.assertRaisesRegex(ValueError, "the game is over and nobody is to move; name the player"):
                call()
            call(0)

    def test_actions_have_names_with_and_without_a_player(self):
        state = State("duel", seed=2)
        for player in (0, 1):
            action = state.legal_actions()[0]
            name = state.action_to_string(action)
            self.assertEqual(name, state.action_to_string(player, action))
            self.assertEqual(state.string_to_action(name), state.string_to_action(player, name))
            state.apply_action(action)

    def test_history_is_of_whole_numbers(self):
        state = State("duel", seed=2)
        for moves in range(5):
            self.assertEqual(state.move_number(), moves)
            state.apply_action(np.int64(state.legal_actions()[0]))
        self.assertEqual({type(action) for action in state.history()}, {int})
        self.assertEqual(state.clone().move_number(), 5)


class Aec(unittest.TestCase):
    def test_a_game_that_is_over_at_once_is_won_and_lost(self):
        # One Spy for each, which its own Bombs may wall in.
        env, ends = AecEnv("duel", options={"army": "1-0-1-0-0-0-0-0-0-0-0-38", "zone_rows": 4}), set()
        for seed in range(20):
            env.reset(seed=seed)
            if not env.game.is_over:
                continue
            for agent in env.agent_iter():
                ends.add((agent, env.last()[1] == env.game.returns()[agent == "blue"]))
                env.step(None)
        self.assertEqual(ends, {("red", True), ("blue", True)})

    def test_agents_take_turns_to_the_end(self):
        env, chance, ends = AecEnv("duel"), random.Random(3), set()
        for seed in range(20):
            env.reset(seed=seed)
            turns = []
            for agent in env.agent_iter():
                observation, reward, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    ends.add((agent, reward))
                    env.step(None)
                    continue
                turns.append(agent)
                env.step(chance.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            self.assertEqual(turns[:4], ["red", "blue", "red", "blue"])
        self.assertTrue({("red", 1.0), ("red", -1.0), ("blue", 1.0), ("blue", -1.0)} <= ends, ends)

    def test_what_agents_observe_is_within_their_spaces(self):
        env = AecEnv("barrage", max_plies=4)
        env.reset(seed=1)
        for _ in range(4):
            for agent in env.agents:
                space, seen = env.observation_space(agent), env.observe(agent)
                for name, box in space.items():
                    self.assertEqual((seen[name].shape, str(seen[name].dtype)), (box.shape, box.dtype))
            self.assertEqual(env.observe("red" if env.agent_selection == "blue" else "blue")["action_mask"].sum(), 0)
            env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        self.assertEqual(env.truncations, {"red": True, "blue": True})
        with self.assertRaisesRegex(ValueError, "expected the action None"):
            env.step(3)

    def test_the_same_seed_begins_the_same_game(self):
        env = AecEnv("duel", render_mode="ansi")
        drawn = []
        for seed in (1, 1, np.int64(1), 2):
            env.reset(seed=seed)
            drawn.append(env.render())
        self.assertEqual(drawn[0], drawn[1])
        self.assertEqual(drawn[0], drawn[2])
        self.assertNotEqual(drawn[0], drawn[3])

    def test_nothing_can_be_done_before_a_game_has_begun(self):
        env = AecEnv("duel")
        for call in (env.last, env.state, lambda: env.step(3), lambda: env.observe("red"), lambda: list(env.agent_iter())):
            with self.assertRaisesRegex(RuntimeError, "call reset\\(\\) first"):
                call()

    def test_nothing_can_be_done_after_all_have_left(self):
        env = AecEnv("duel", max_plies=2)
        env.reset(seed=1)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
        for call in (env.last, lambda: env.step(None)):
            with self.assertRaisesRegex(RuntimeError, "both agents have left; call reset"):
                call()
        env.reset(seed=1)
        env.last()

    def test_has_the_parts_of_the_shape(self):
        env = AecEnv("duel")
        self.assertIs(env.unwrapped, env)
        for agent in env.possible_agents:
            self.assertIs(env.observation_space(agent), env.observation_spaces[agent])
            self.assertIs(env.action_space(agent), env.action_spaces[agent])
        for call in (env.observation_space, env.action_space):
            with self.assertRaisesRegex(ValueError, "there is no agent 'green'; expected 'red' or 'blue'"):
                call("green")
        env.reset(seed=2)
        with self.assertRaisesRegex(ValueError, "there is no agent 'green'"):
            env.observe("green")
        state = env.state()
        self.assertEqual((state.shape, str(state.dtype)), (env.state_space.shape, env.state_space.dtype))
        np.testing.assert_array_equal(state[1], env.observe("blue")["observation"])

    def test_arguments_are_checked(self):
        with self.assertRaisesRegex(ValueError, "there is no render_mode 'human'; expected None or 'ansi'"):
            AecEnv("duel", render_mode="human")
        with self.assertRaisesRegex(ValueError, "max_plies is -1; expected a number from 0"):
            AecEnv("duel", max_plies=-1)

    def test_a_copy_plays_on_by_itself(self):
        env = AecEnv("duel", render_mode="ansi")
        env.reset(seed=4)
        before, seen = env.render(), env.observe("red")["observation"]
        twin = copy.deepcopy(env)
        for _ in range(6):
            twin.step(int(twin.last()[0]["action_mask"].argmax()))
        self.assertEqual((env.render(), env.agent_selection), (before, "red"))
        np.testing.assert_array_equal(env.observe("red")["observation"], seen)
        self.assertNotEqual(twin.render(), before)

    def test_neither_library_is_there(self):
        self.assertFalse({"pettingzoo", "gymnasium", "pyspiel"} & set(sys.modules))


if __name__ == "__main__":
    unittest.main()
