"""`bluffing` (R6): what a player knows of its game, the actions, and the results of fights between claims."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence

from flagfall.v1 import bluffing_pb2, bot_service_pb2, game_pb2
from flagfall_bot.board import FILES, AttackResult, PieceType, Side, file_of, neighbours, row_of
from flagfall_bot.game import Action, DecisionKind
from flagfall_bot.game_state import GameState, Piece, Ply

# The types that may be claimed for an attacker (R6.2) and declared for an attacked piece (R6.5; only the Flag as Flag).
ATTACK_CLAIMS = [piece_type for piece_type in PieceType if piece_type.is_movable]
DECLARATIONS = [*ATTACK_CLAIMS, PieceType.BOMB]


class BluffCall(enum.IntEnum):
    """What a player calls, because it does not believe it."""

    MOVEMENT = 1
    ATTACK = 2
    DEFENCE = 3


def ply(move: Ply) -> Action:
    """DecisionKind.PLY: a ply to an empty square."""
    return Action(bluffing=bluffing_pb2.BluffingAction(ply=move.message()))


def attack(move: Ply, claim: PieceType, tokens: int = 0) -> Action:
    """DecisionKind.PLY: an attack on an opposing piece, with the claim for the attacker and the tokens (R6.2)."""
    claimed = bluffing_pb2.ClaimedAttack(ply=move.message(), claim=claim, tokens=tokens)
    return Action(bluffing=bluffing_pb2.BluffingAction(attack=claimed))


def call(doubted: BluffCall) -> Action:
    """At PLY calls the movement (R6.3); at DEFENCE the movement or the attack (R6.4); at CALL the defence (R6.6)."""
    return Action(bluffing=bluffing_pb2.BluffingAction(call=doubted))


def declare(piece_type: PieceType) -> Action:
    """DecisionKind.DEFENCE: declares the type of the attacked piece (R6.5)."""
    return Action(bluffing=bluffing_pb2.BluffingAction(declaration=piece_type))


def let_stand() -> Action:
    """DecisionKind.CALL: does not call the defence (R6.6)."""
    return Action(bluffing=bluffing_pb2.BluffingAction(let_stand=bluffing_pb2.LetStand()))


def combat(
    attacker: PieceType, tokens: int, defender: PieceType, *, eleven_beats_spy: bool = False
) -> AttackResult:
    """The table of R6.8, line by line. BluffingState.combat has the option of its game."""
    if attacker is PieceType.FLAG:
        return AttackResult.BOTH_REMOVED if defender is PieceType.FLAG else AttackResult.DEFENDER_WINS
    if defender is PieceType.FLAG:
        return AttackResult.ATTACKER_WINS
    if attacker is PieceType.BOMB:
        if defender is PieceType.BOMB:
            return AttackResult.BOTH_REMOVED
        return AttackResult.DEFENDER_WINS if defender is PieceType.MINER else AttackResult.ATTACKER_WINS
    strength = attacker + tokens
    if defender is PieceType.BOMB:
        takes_it = attacker is PieceType.MINER or strength == PieceType.MINER
        return AttackResult.ATTACKER_WINS if takes_it else AttackResult.DEFENDER_WINS
    if attacker is PieceType.SPY and defender is PieceType.MARSHAL:
        return AttackResult.ATTACKER_WINS
    if attacker is PieceType.MARSHAL and tokens and defender is PieceType.SPY and not eleven_beats_spy:
        return AttackResult.DEFENDER_WINS
    if strength == defender:
        return AttackResult.BOTH_REMOVED
    return AttackResult.ATTACKER_WINS if strength > defender else AttackResult.DEFENDER_WINS


def _direction(start: int, end: int) -> tuple[int, int]:
    columns, rows = file_of(end) - file_of(start), row_of(end) - row_of(start)
    return (columns > 0) - (columns < 0), (rows > 0) - (rows < 0)


class BluffingState(GameState):
    """All that a player knows of its game of `bluffing`."""

    def __init__(self, started: bot_service_pb2.GameStarted) -> None:
        super().__init__(started)
        # Attack tokens by side.
        self.tokens: dict[Side, int] = dict.fromkeys(Side, 0)
        # The attack that is still open, or None; attacker and target are origins.
        self.contest: bluffing_pb2.BluffingContest | None = None
        # Whether the player to move may call the movement of the last ply.
        self.may_call_movement = False
        self.is_last_ply_taken_back = False
        self.last_call: bluffing_pb2.CallMade | None = None
        # At a decision, the legal attacks on opposing pieces; legal_plies go to empty squares. If there are so many
        # tokens that legal_actions are not listed, legal_plies is empty, and these are attacks that are surely legal.
        self.legal_attacks: list[Ply] = []

    @property
    def view(self) -> bluffing_pb2.BluffingView:
        """The same as the referee's message, while the game is on; made anew at each call."""
        return bluffing_pb2.BluffingView(
            board=super().view,
            pieces=[
                bluffing_pb2.BluffingPiece(origin=piece.origin, claim=piece.claim or 0,
                                           possible_types=sorted(piece.possible_types))
                for _, piece in sorted(self.pieces.items())
                if piece.claim or piece.possible_types
            ],
            tokens=bluffing_pb2.AttackTokens(red=self.tokens[Side.RED], blue=self.tokens[Side.BLUE]),
            contest=self.contest,
            may_call_movement=self.may_call_movement,
            is_last_ply_taken_back=self.is_last_ply_taken_back,
            last_call=self.last_call,
        )

    def combat(self, attacker: PieceType, tokens: int, defender: PieceType) -> AttackResult:
        """The result of such an attack in this game."""
        eleven_beats_spy = self.options.get("eleven_beats_spy") == "true"
        return combat(attacker, tokens, defender, eleven_beats_spy=eleven_beats_spy)

    def possible_types(self, piece: Piece) -> set[PieceType]:
        """The types that the piece may have, given what calls have shown and what the opponent still has."""
        if piece.type is not None:
            return {piece.type}
        hidden = set(self.hidden_counts())
        return hidden & piece.possible_types if piece.possible_types else hidden

    def attacks_from(self, square: int) -> Iterator[Ply]:
        """Attacks on the nearest pieces along rows and files (R6.1), including those that R3 bars."""
        own = self.at(square)
        for step in (1, -1, FILES, -FILES):
            at = square
            while at + step in neighbours(at):
                at += step
                target = self.at(at)
                if target is not None:
                    if own is not None and target.owner != own.owner:
                        yield Ply(square, at)
                    break

    def ask(self, kind: DecisionKind, legal_actions: Sequence[Action]) -> None:
        super().ask(kind, legal_actions)
        told = [action.bluffing for action in legal_actions]
        self.legal_plies = [Ply.of(action.ply) for action in told if action.HasField("ply")]
        # legal_actions has each attack with every claim and every number of tokens.
        attacks = dict.fromkeys(Ply.of(action.attack.ply) for action in told if action.HasField("attack"))
        self.legal_attacks = list(attacks) if told or kind is not DecisionKind.PLY else self._surely_legal_attacks()

    def _surely_legal_attacks(self) -> list[Ply]:
        """Attacks for the case that tokens allow so many attacks that the referee does not list them.

        These are the attacks that do not go back the way the piece came, since R3 bars only such; or all if none does.
        """
        came_from = {ply.end: ply.start for ply in self.plies}
        attacks = [ply for piece in self.own_pieces() for ply in self.attacks_from(piece.square)]
        sure = [ply for ply in attacks
                if _direction(*ply) != _direction(ply.start, came_from.get(ply.start, ply.start))]
        return sure or attacks

    def _follow(self, event: game_pb2.Event) -> None:
        if event.WhichOneof("kind") == "bluffing":
            self._hear(event.bluffing)
            return
        super()._follow(event)
        if event.HasField("ply_made"):
            self.may_call_movement = self.contest is None
            self.contest = None
            self.is_last_ply_taken_back = False

    def _hear(self, event: bluffing_pb2.BluffingEvent) -> None:
        kind = event.WhichOneof("kind")
        if kind == "attack":
            self._open_contest(event.attack)
        elif kind == "call":
            self._note_call(event.call)
        elif kind == "declaration":
            if self.contest is None:
                raise ValueError("an event declares what an attacked piece is, and none is attacked")
            self.contest.declaration = event.declaration
        elif kind == "ply_taken_back":
            self._take_back(event.ply_taken_back)
        elif kind == "piece":
            piece = self._piece(event.piece.origin)
            piece.claim = PieceType(event.piece.claim) if event.piece.claim else None
            piece.possible_types = frozenset(PieceType(value) for value in event.piece.possible_types)
        elif kind == "tokens":
            self.tokens = {Side.RED: event.tokens.red, Side.BLUE: event.tokens.blue}
        # Another kind comes from a later version of the referee.

    def _open_contest(self, claimed: bluffing_pb2.ClaimedAttack) -> None:
        attacker, target = (self.at(square) for square in Ply.of(claimed.ply))
        if attacker is None or target is None:
            raise ValueError(f"an attack goes from {claimed.ply}, and one of the squares is empty")
        self.contest = bluffing_pb2.BluffingContest(attack=claimed, attacker=attacker.origin, target=target.origin)
        self.may_call_movement = False

    def _note_call(self, made: bluffing_pb2.CallMade) -> None:
        self.last_call = made
        if self.contest is None:
            self.may_call_movement = False
        elif made.call == BluffCall.MOVEMENT:
            self.contest.is_movement_called = True
        elif made.call == BluffCall.ATTACK:
            self.contest.is_attack_called = True

    def _take_back(self, taken_back: bluffing_pb2.PlyTakenBack) -> None:
        piece = self._piece(taken_back.origin)
        if self.at(piece.square) is piece:
            del self._by_square[piece.square]
        piece.square = self.plies[-1].start
        piece.has_moved = taken_back.has_moved
        self._by_square[piece.square] = piece
        self.may_call_movement = False
        self.is_last_ply_taken_back = True
