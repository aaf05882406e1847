"""How scout plays `bluffing`: mostly it tells the truth, sometimes it lies, and it counts the opponent's lies.

All choices use expected values over the possible types of opposing pieces, given what is known of them and how often
the opponent's claims have been true.
"""

import random
from collections.abc import Sequence

from flagfall.v1 import game_pb2
from flagfall_bot import Action, AttackResult, DecisionKind, Piece, PieceType, Ply, bluffing, distance, random_action
from flagfall_bot.bluffing import BluffCall, BluffingState
from worth import VALUE, danger, gain

# The value of an attack token.
TOKEN = 3.0
# The value of making the opponent's ply void.
TEMPO = 2.0
# The value of a fight compared with walking about.
BOLDNESS = 1.0
# The share of each lie among the lies that an opponent could tell about a piece.
SHARE_OF_A_LIE = 0.2
# The assumed probability that scout's own lie is called.
CALLED = 0.3
# The probability that a cheap piece attacks as a better one.
BLUFFS = 0.2
CHEAP = VALUE[PieceType.MINER]
# By this factor a piece that has moved is less likely a Bomb or a Flag than one that has not.
MOVED = 0.3

Odds = dict[PieceType, float]


class Bluffer:
    """Answers the decisions of one game."""

    def __init__(self, chance: random.Random) -> None:
        self._random = chance
        self._forget()

    def _forget(self) -> None:
        # How often calls have shown the opponent's claims to be true or false, with some trust to begin with.
        self._truths, self._lies = 2, 1

    def listen(self, game: BluffingState, events: Sequence[game_pb2.Event]) -> None:
        """Learns how often the opponent's claims are true."""
        for event in events:
            if event.HasField("pieces_placed"):
                # The game is told from its beginning, after a break of the stream once more.
                self._forget()
            if event.bluffing.call.caller == game.side:
                self._lies += event.bluffing.call.was_bluff
                self._truths += not event.bluffing.call.was_bluff

    def choose(self, game: BluffingState, kind: DecisionKind) -> Action:
        if kind is DecisionKind.DEFENCE:
            return self._answer_attack(game)
        if kind is DecisionKind.CALL:
            return self._answer_declaration(game)
        return self._play(game)

    # ---- Beliefs.

    def odds(self, game: BluffingState, piece: Piece) -> Odds:
        """The probability of each type of the piece, regardless of claims."""
        hidden = game.hidden_counts()
        weights = {}
        for one in game.possible_types(piece):
            weights[one] = max(1, hidden[one]) * (MOVED if piece.has_moved and not one.is_movable else 1)
        total = sum(weights.values())
        return {one: weight / total for one, weight in weights.items()}

    def belief(self, odds: Odds, claim: PieceType) -> float:
        """The probability that a claim is true."""
        honesty = self._truths / (self._truths + self._lies)
        true = odds.get(claim, 0) * honesty
        false = (1 - odds.get(claim, 0)) * (1 - honesty) * SHARE_OF_A_LIE
        return true / (true + false) if true else 0

    def _movement_bluff(self, odds: Odds, ply: Ply) -> float:
        """The probability that a piece with these odds must not move like this."""
        if distance(ply.start, ply.end) > 1:
            return 1 - self.belief(odds, PieceType.SCOUT)
        return odds.get(PieceType.BOMB, 0) + odds.get(PieceType.FLAG, 0)

    # ---- The own ply.

    def _play(self, game: BluffingState) -> Action:
        last = game.at(game.plies[-1].end) if game.may_call_movement else None
        if last is not None:
            doubt = self._movement_bluff(self.odds(game, last), game.plies[-1])
            if doubt * TEMPO > (1 - doubt) * TOKEN:
                return bluffing.call(BluffCall.MOVEMENT)
        targets = list(game.opposing_pieces())
        moves = self._honest(game, game.legal_plies)
        scores = [(self._score_move(game, ply, targets), bluffing.ply(ply)) for ply in moves]
        scores += [self._weigh_attack(game, ply) for ply in self._honest(game, game.legal_attacks)]
        if not scores:
            return random_action(game, DecisionKind.PLY, self._random)
        return max(scores, key=lambda scored: scored[0] + self._random.random())[1]

    @staticmethod
    def _honest(game: BluffingState, plies: Sequence[Ply]) -> list[Ply]:
        """The plies that are no movement bluffs (R6.1)."""
        return [
            ply
            for ply in plies
            for own in [game.at(ply.start).type]
            if own is PieceType.SCOUT or own.is_movable and distance(ply.start, ply.end) == 1
        ]

    @staticmethod
    def _score_move(game: BluffingState, ply: Ply, targets: Sequence[Piece]) -> float:
        own = game.at(ply.start)
        nearer = min(distance(ply.end, piece.square) for piece in targets) < min(
            distance(ply.start, piece.square) for piece in targets)
        return danger(game, own, ply.start) - danger(game, own, ply.end) + (0.4 if nearer else 0)

    def _weigh_attack(self, game: BluffingState, ply: Ply) -> tuple[float, Action]:
        """The best attack by this ply, and its expected value."""
        own, odds = game.at(ply.start), self.odds(game, game.at(ply.end))

        def worth(tokens: int) -> float:
            won = sum(odds[one] * gain(game.combat(own.type, tokens, one), VALUE[own.type], VALUE[one]) for one in odds)
            return won - tokens * TOKEN

        tokens = max(range(min(game.tokens[game.side], 9) + 1), key=worth)
        claim = own.type
        if VALUE[own.type] <= CHEAP and not own.is_revealed and self._random.random() < BLUFFS:
            claim = max((one for one in self._credible(game) if one.is_movable), default=claim)
        return worth(tokens) + BOLDNESS, bluffing.attack(ply, claim, tokens)

    @staticmethod
    def _credible(game: BluffingState) -> set[PieceType]:
        """The types that an own piece may have from the opponent's point of view."""
        return {piece.type for piece in game.own_pieces() if not piece.is_revealed}

    # ---- Being attacked.

    def _answer_attack(self, game: BluffingState) -> Action:
        contest = game.contest
        own, attacker = game.pieces[contest.target], game.pieces[contest.attacker]
        odds, claim, tokens = self.odds(game, attacker), PieceType(contest.attack.claim), contest.attack.tokens
        belief = self.belief(odds, claim)
        value, declared = self._best_declaration(game, own, self._expected(odds, claim, belief))
        answers = [(value, bluffing.declare(declared))]
        if not contest.is_attack_called:
            lies = {one: odds[one] / (1 - odds.get(claim, 0)) for one in odds if one is not claim}
            right = sum(odd * self._won_by_call(game.combat(one, tokens, own.type), VALUE[one], VALUE[own.type])
                        for one, odd in lies.items())
            answers.append(((1 - belief) * right + belief * (value - TOKEN), bluffing.call(BluffCall.ATTACK)))
            if not contest.is_movement_called:
                doubt = self._movement_bluff(odds, Ply.of(contest.attack.ply))
                answers.append((doubt * TEMPO + (1 - doubt) * (value - TOKEN), bluffing.call(BluffCall.MOVEMENT)))
        return max(answers, key=lambda answer: answer[0])[1]

    @staticmethod
    def _won_by_call(result: AttackResult, attacker: float, own: float) -> float:
        """Calls: a bluffing attacker is removed, with a piece that it would have beaten or tied (R6.4)."""
        return attacker - (own if result is not AttackResult.DEFENDER_WINS else 0)

    def _best_declaration(self, game: BluffingState, own: Piece, attacker: float) -> tuple[float, PieceType]:
        """The truth, or a claim that may save the piece if the truth would lose it; with its expected value."""
        claim, tokens = PieceType(game.contest.attack.claim), game.contest.attack.tokens

        def worth(declared: PieceType) -> float:
            stands = -gain(game.combat(claim, tokens, declared), attacker, VALUE[own.type])
            if declared is own.type:
                return stands + CALLED * TOKEN
            return (1 - CALLED) * stands - CALLED * (VALUE[own.type] + TOKEN)

        choices = [own.type]
        if not own.is_revealed and game.combat(claim, tokens, own.type) is not AttackResult.DEFENDER_WINS:
            choices += sorted(self._credible(game) - {own.type, PieceType.FLAG})
        return max((worth(one), one) for one in choices)

    @staticmethod
    def _expected(odds: Odds, claim: PieceType, belief: float) -> float:
        """The expected value of a piece about which this is claimed."""
        return belief * VALUE[claim] + (1 - belief) * sum(odd * VALUE[one] for one, odd in odds.items())

    # ---- Attacking, after the opponent's declaration.

    def _answer_declaration(self, game: BluffingState) -> Action:
        contest = game.contest
        own, target = game.pieces[contest.attacker], game.pieces[contest.target]
        odds, declared, tokens = self.odds(game, target), PieceType(contest.declaration), contest.attack.tokens
        belief, value = self.belief(odds, declared), VALUE[own.type]
        result = game.combat(PieceType(contest.attack.claim), tokens, declared)
        stands = gain(result, value, self._expected(odds, declared, belief))
        lies = {one: odds[one] / (1 - odds.get(declared, 0)) for one in odds if one is not declared}
        # A bluffing defender is removed, with a piece that it would have beaten or tied (R6.6).
        right = TOKEN + sum(
            odd * (VALUE[one] - (value if game.combat(own.type, tokens, one) is not AttackResult.ATTACKER_WINS else 0))
            for one, odd in lies.items())
        called = (1 - belief) * right + belief * (gain(result, value, VALUE[declared]) - TOKEN)
        return bluffing.call(BluffCall.DEFENCE) if called > stands else bluffing.let_stand()
