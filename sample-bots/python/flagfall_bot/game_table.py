"""The games of a bot: the referee's messages go in, and the bot's come out. It has no stream and no threads."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot.bluffing import BluffingState
from flagfall_bot.cards import CardsState
from flagfall_bot.game import Action, DecisionKind, Game
from flagfall_bot.game_state import GameState, Ply
from flagfall_bot.gogo import GogoState
from flagfall_bot.options import Options
from flagfall_bot.player import Answer, Player, Resignation, TimeLeft
from flagfall_bot.set_up import SetUp, set_up_action

PlayRequest = bot_service_pb2.PlayRequest
PlayerFactory = Callable[[bot_service_pb2.GameStarted, Options], Player]

log = logging.getLogger(__name__)

_STATES: dict[str, type[Game]] = {"bluffing": BluffingState, "cards": CardsState, "gogo": GogoState}


def new_game(started: bot_service_pb2.GameStarted) -> Game:
    """Makes a player's knowledge at the game's beginning, by ruleset. It is a GameState for board games."""
    return _STATES.get(started.ruleset.id, GameState)(started)


def game_id_of(message: bot_service_pb2.PlayResponse) -> str:
    """The game that the message is about; empty for messages about none."""
    kind = message.WhichOneof("message")
    told = getattr(message, kind) if kind else None
    return told.game_started.game_id if kind == "game_resumed" else getattr(told, "game_id", "")


def _action_of(choice: SetUp | Ply | Action) -> Action:
    if isinstance(choice, Ply):
        return Action(ply=choice.message())
    if isinstance(choice, Mapping):
        return set_up_action(choice)
    if not isinstance(choice, Action):
        kinds = "a set-up, a Ply, an Action, an Answer or a Resignation"
        raise TypeError(f"the player returned {choice!r:.60} instead of a choice, which is {kinds}")
    return choice


@dataclass
class _Seat:
    game: Game
    player: Player
    # The last decision that was asked for, and when it came, by time.monotonic().
    decision: bot_service_pb2.DecisionRequired | None = None
    arrived: float = 0.0


@dataclass
class _GivenUp:
    """A game whose player has crashed. It is resigned, or lost by an action without content where none may resign."""

    game_id: str
    why: str
    # The last decision that was asked for; 0 before the first.
    decision: int = 0
    may_resign: bool = True

    def on(self, message: bot_service_pb2.PlayResponse) -> list[PlayRequest]:
        kind = message.WhichOneof("message")
        told = message.game_resumed.decision_required if kind == "game_resumed" else message.decision_required
        self.decision = max(self.decision, told.decision)
        if kind == "game_error" and message.game_error.code == message.game_error.CODE_NOT_ALLOWED:
            self.may_resign = False
        elif kind == "game_error" and message.game_error.code != message.game_error.CODE_ILLEGAL_ACTION:
            return []
        elif kind not in ("game_error", "game_resumed", "decision_required"):
            return []
        return self.give_up()

    def give_up(self) -> list[PlayRequest]:
        if self.may_resign:
            return [PlayRequest(resign=bot_service_pb2.Resign(game_id=self.game_id))]
        if not self.decision:
            return []
        act = bot_service_pb2.Act(game_id=self.game_id, decision=self.decision, comment=self.why, action=Action())
        return [PlayRequest(act=act)]


class GameTable:
    """Answers the referee's messages about games. A player that raises an exception loses its own game."""

    def __init__(self, new_player: PlayerFactory, options: Options) -> None:
        self._new_player = new_player
        self._options = options
        self._seats: dict[str, _Seat] = {}
        self._given_up: dict[str, _GivenUp] = {}

    def on(self, message: bot_service_pb2.PlayResponse, waited: float = 0.0) -> list[PlayRequest]:
        """Returns the bot's answers in the order in which they have to be sent.

        waited: the seconds that the message has waited for the bot's other games, while the player's clock ran.
        """
        game_id = game_id_of(message)
        try:
            if game_id not in self._given_up:
                return self._on(message, time.monotonic() - waited)
            return self._given_up[game_id].on(message)
        except Exception as error:
            if message.HasField("game_over"):
                log.exception("%s: the player has crashed after the game's end", game_id)
                return []
            log.exception("%s: the player has crashed, and its game is given up", game_id)
            asked = self._seats[game_id].decision if game_id in self._seats else None
            why = f"the player has crashed: {type(error).__name__}: {error}"
            self._given_up[game_id] = _GivenUp(game_id, why, asked.decision if asked else 0)
            return self._given_up[game_id].give_up()
        finally:
            if message.HasField("game_over"):
                self._seats.pop(game_id, None)
                self._given_up.pop(game_id, None)

    def _on(self, message: bot_service_pb2.PlayResponse, arrived: float) -> list[PlayRequest]:
        kind = message.WhichOneof("message")
        if kind == "game_started":
            started = message.game_started
            self._seats[started.game_id] = _Seat(new_game(started), self._new_player(started, self._options))
            return []
        if kind == "game_resumed":
            return self._resume(message.game_resumed, arrived)
        if kind not in ("decision_required", "events_occurred", "draw_offered", "game_over", "game_error"):
            return []
        told = getattr(message, kind)
        seat = self._seats.get(told.game_id)
        if seat is None:
            log.warning("%s: the referee speaks of a game that it had not started here", told.game_id)
            return []
        if kind == "decision_required":
            return self._decide(seat, told, arrived)
        if kind == "draw_offered":
            return self._consider_draw(seat, told.game_id)
        if kind == "game_error":
            return self._mend(seat, told)
        if kind == "game_over":
            seat.game.outcome = told.outcome
        self._apply(seat, told.events)
        if kind == "game_over":
            seat.player.on_game_over(seat.game, told)
        return []

    def stop_thinking(self) -> None:
        """Ends all games. Called from another thread than `on`."""
        for game_id, seat in list(self._seats.items()):
            try:
                seat.player.stop_thinking()
            except Exception:
                log.exception("%s: the player has crashed as it was told to stop", game_id)

    def _resume(self, resumed: bot_service_pb2.GameResumed, arrived: float) -> list[PlayRequest]:
        started = resumed.game_started
        seat = self._seats.get(started.game_id)
        # A player that is still there is kept; its knowledge of the game is built again.
        player = seat.player if seat else self._new_player(started, self._options)
        seat = self._seats[started.game_id] = _Seat(new_game(started), player)
        self._apply(seat, resumed.events)
        asks = resumed.HasField("decision_required")
        return self._decide(seat, resumed.decision_required, arrived) if asks else []

    def _decide(
        self, seat: _Seat, decision: bot_service_pb2.DecisionRequired, arrived: float
    ) -> list[PlayRequest]:
        self._apply(seat, decision.events)
        seat.decision, seat.arrived = decision, arrived
        return self._ask(seat, decision)

    def _mend(self, seat: _Seat, error: bot_service_pb2.GameError) -> list[PlayRequest]:
        log.warning("%s: decision %d was not accepted: %s", error.game_id, error.decision, error.message)
        asked = seat.decision
        if error.code != error.CODE_ILLEGAL_ACTION or asked is None or asked.decision != error.decision:
            return []
        seat.player.on_illegal(seat.game, error)
        # The clock has been running since the decision came.
        return self._ask(seat, asked)

    def _ask(self, seat: _Seat, decision: bot_service_pb2.DecisionRequired) -> list[PlayRequest]:
        game, kind = seat.game, DecisionKind(decision.kind)
        game.ask(kind, decision.legal_actions)
        left = TimeLeft.of(game.started, decision, time.monotonic() - seat.arrived)
        choice = seat.player.choose(game, kind, left)
        if isinstance(choice, Resignation):
            return [PlayRequest(resign=bot_service_pb2.Resign(game_id=decision.game_id))]
        answer = choice if isinstance(choice, Answer) else Answer(choice)
        act = bot_service_pb2.Act(game_id=decision.game_id, decision=decision.decision, comment=answer.comment)
        act.action.CopyFrom(_action_of(answer.action))
        for origin, weights in answer.beliefs.items():
            act.beliefs.pieces.add(origin=origin, weights=weights)
        offer = PlayRequest(offer_draw=bot_service_pb2.OfferDraw(game_id=decision.game_id))
        return [offer, PlayRequest(act=act)] if answer.offers_draw else [PlayRequest(act=act)]

    @staticmethod
    def _consider_draw(seat: _Seat, game_id: str) -> list[PlayRequest]:
        if not seat.player.accepts_draw(seat.game):
            return []
        return [PlayRequest(accept_draw=bot_service_pb2.AcceptDraw(game_id=game_id))]

    @staticmethod
    def _apply(seat: _Seat, events: Sequence[game_pb2.Event]) -> None:
        if events:
            seat.game.apply(events)
            seat.player.on_events(seat.game, events)
