"""A policy as a bot: it sees what it sees in a VectorEnv."""

import logging
import unittest

import numpy as np
from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot.game_table import GameTable
from flagfall_bot.options import Options

import flagfall
from flagfall.playing import player_of

GAMES = 30
SIDES = ("red", "blue")


class Seat:
    """One player of a game, by the SDK, with messages as they come over the wire."""

    def __init__(self, policy, game, number):
        self.side = SIDES[number]
        self._table = GameTable(player_of(policy), Options(""))
        started = bot_service_pb2.GameStarted(game_id="g", side=number + 1)
        started.ruleset.id = game.ruleset
        for name, value in game.options.items():
            started.ruleset.options.add(name=name, value=value)
        self._table.on(self._sent(bot_service_pb2.PlayResponse(game_started=started)))
        self._told = 0
        self._asked = 0

    def act(self, game):
        """Asks the player for its action."""
        return self.ask(game).act.action

    def ask(self, game):
        """Asks the player; returns the message with which it answers."""
        self._asked += 1
        kind = {"set_up": 1, "ply": 2}[game.pending()[0][1]]
        asked = bot_service_pb2.DecisionRequired(game_id="g", decision=self._asked, kind=kind)
        asked.events.extend(game_pb2.Event.FromString(event) for event in game.events(self.side, self._told))
        self._told = game.actions
        (answer,) = self._table.on(self._sent(bot_service_pb2.PlayResponse(decision_required=asked)))
        return answer

    @staticmethod
    def _sent(message):
        return bot_service_pb2.PlayResponse.FromString(message.SerializeToString())


class Noted:
    """A policy that notes what it is shown, and answers with what it is told to, or a legal ply by its own lights."""

    def __init__(self):
        self.seen = []

    def __call__(self, observations, legal_mask):
        self.seen.append((observations.copy(), legal_mask.copy()))
        # The choice depends on everything that is seen.
        weights = (legal_mask * (1 + (observations.reshape(len(observations), -1).astype(np.int64).sum(1)[:, None]
                                      * np.arange(1, flagfall.PLY_NUMBERS + 1)) % 977))
        return weights.argmax(1)


class PolicyOnTheStream(unittest.TestCase):
    def test_sees_what_it_sees_in_the_environment(self):
        for ruleset, games in (("duel", GAMES), ("barrage", GAMES // 3), ("classic", 2), ("battle", 2)):
            env = flagfall.VectorEnv(ruleset, n=1, seed=3, keep_games=True, max_plies=400)
            policy, plies = Noted(), 0
            for _ in range(games):
                self.play_beside(env, policy)
                plies += len(policy.seen)
                policy.seen.clear()
            with self.subTest(ruleset=ruleset):
                self.assertGreater(plies, 20 * games)

    def play_beside(self, env, policy):
        """Plays the environment's next game there and over the SDK, and compares at each ply."""
        given = env.game(0)
        game = flagfall.new_game(env.ruleset, 0, env.options)
        for side in SIDES:
            game.apply(set_up_of(given, side), side)
        on_stream = Noted()
        seats = [Seat(on_stream, game, number) for number in range(2)]
        while True:
            side = int(env.to_move[0])
            chosen = policy(env.observations, env.legal_mask)
            action = seats[side].act(game)
            for mine, theirs in zip(policy.seen[-1], on_stream.seen[-1]):
                np.testing.assert_array_equal(mine, theirs)
            from_square, to = getattr(action.ply, "from"), action.ply.to
            game.apply(f"{square_name(from_square)}-{square_name(to)}")
            env.step(chosen)
            if env.done[0]:
                self.assertTrue(game.is_over or env.truncated[0])
                self.assertEqual(env.last_game(0).view("all")["board"]["pieces"], game.view("all")["board"]["pieces"])
                return


class WhatAPolicyAnswers(unittest.TestCase):
    """Taken and refused as by VectorEnv.step."""

    def answered(self, answer, is_blue=False):
        """What the bot sends, and what its log says of it. `answer` is of the number of a legal ply."""
        game = flagfall.new_game("duel", 3)
        for side in SIDES:
            game.apply(game.sample(3, side), side)
        if is_blue:
            game.apply(game.legal_actions()[0])
        seat = Seat(lambda _, legal_mask: answer(int(legal_mask.argmax())), game, int(is_blue))
        with self.assertLogs("flagfall_bot") as logged:
            logging.getLogger("flagfall_bot").info("asked")
            sent = seat.ask(game)
        return sent, "\n".join(logged.output)

    def test_one_whole_number_is_taken(self):
        for answer in (lambda ply: [ply], lambda ply: (ply,), lambda ply: np.array([ply], np.uint16)):
            self.assertTrue(self.answered(answer)[0].HasField("act"))

    def test_what_step_refuses_is_refused_and_told(self):
        for wrong in (lambda ply: np.array([ply + 0.7]), lambda ply: [[ply]], lambda ply: [ply, 5], lambda ply: ply,
                      lambda ply: [True], lambda ply: None):
            sent, log = self.answered(wrong)
            self.assertTrue(sent.HasField("resign"), sent)
            self.assertIn("expected one array of whole numbers", log)

    def test_a_ply_that_the_mask_forbids_is_named(self):
        for is_blue in (False, True):
            sent, log = self.answered(lambda ply: [0], is_blue)
            self.assertTrue(sent.HasField("resign"), sent)
            self.assertIn(f"the policy chose 0 ({'j10-j10' if is_blue else 'a1-a1'}); expected a number at which legal_mask", log)
        for number in (-1, flagfall.PLY_NUMBERS, 2**40):
            self.assertIn(f"the policy chose {number}, which is no ply", self.answered(lambda ply: [number])[1])


def square_name(square):
    return f"{'abcdefghij'[square % 10]}{square // 10 + 1}"


LETTERS = {"SPY": "S", "SCOUT": "2", "MINER": "3", "SERGEANT": "4", "LIEUTENANT": "5", "CAPTAIN": "6", "MAJOR": "7",
           "COLONEL": "8", "GENERAL": "9", "MARSHAL": "M", "BOMB": "B", "FLAG": "F"}


def set_up_of(game, side):
    pieces = [piece for piece in game.view("all")["board"]["pieces"] if piece["owner"] == f"SIDE_{side.upper()}"]
    return "setup " + " ".join(
        f"{square_name(piece.get('origin', 0))}={LETTERS[piece['type'].removeprefix('PIECE_TYPE_')]}" for piece in pieces)


if __name__ == "__main__":
    unittest.main()
