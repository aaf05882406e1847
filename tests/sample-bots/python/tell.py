"""Games that a referee tells, through tell_game: random ones with the referee's views, and such as a player plays."""

from __future__ import annotations

import base64
import os
import subprocess
from collections.abc import Iterator
from typing import TypeVar

from flagfall.v1 import bot_service_pb2, game_pb2
from flagfall_bot import Options, Player, Side
from flagfall_bot.game_table import GameTable
from google.protobuf.message import Message

RULESETS = ("classic", "battle", "duel", "barrage", "bluffing", "cards", "gogo",
            # Options that a bot has to heed (R1.6, R8.1, R8.4).
            "duel[army=2-1-9-1-0-0-0-0-0-0-1-1,zone_rows=2]", "gogo[bases=chosen,overstep=moved_back]", "gogo[rounds=3]",
            "gogo[bases=chosen,rounds=2]")

PlayResponse = bot_service_pb2.PlayResponse
Told = TypeVar("Told", bound=Message)


def _read(line: bytes, message: Told) -> Told:
    message.ParseFromString(base64.b64decode(line))
    return message


def _command(ruleset: str, seed: int, side: Side) -> list[str]:
    return [os.environ["TELL_GAME"], ruleset, str(seed), side.name.lower()]


def told_game(ruleset: str, seed: int,
              side: Side = Side.RED) -> tuple[PlayResponse, list[tuple[PlayResponse, game_pb2.View]]]:
    """What a player is told of a random game: the start, and all that follows with its view after it."""
    lines = subprocess.run(_command(ruleset, seed, side), check=True, capture_output=True).stdout.splitlines()
    messages = (_read(line, PlayResponse()) for line in lines[1::2])
    views = (_read(line, game_pb2.View()) for line in lines[2::2])
    return _read(lines[0], PlayResponse()), list(zip(messages, views, strict=True))


def told_messages(ruleset: str, seed: int, side: Side = Side.RED) -> list[PlayResponse]:
    """The same without the views."""
    started, told = told_game(ruleset, seed, side)
    return [started, *(message for message, _ in told)]


def inner(message: PlayResponse) -> Message:
    """What the message holds."""
    return getattr(message, message.WhichOneof("message"))


def play(ruleset: str, seed: int, side: Side, player: type[Player]) -> game_pb2.Outcome:
    """How a game ends that the player plays against random actions. AssertionError when one of its own is refused."""
    table = GameTable(player, Options(f'{{"seed": {seed}}}'))
    command = [*_command(ruleset, seed, side), "play"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as teller:
        for message in _messages(teller):
            for request in table.on(message):
                teller.stdin.write(base64.b64encode(request.act.action.SerializeToString()) + b"\n")
                teller.stdin.flush()
        refusal = teller.stderr.read().decode()
    assert teller.returncode == 0, f"{ruleset}, seed {seed}: {refusal}"
    return message.game_over.outcome


def _messages(teller: subprocess.Popen[bytes]) -> Iterator[PlayResponse]:
    return (_read(line, PlayResponse()) for line in teller.stdout)


def score_against_random(ruleset: str, player: type[Player], games: int) -> float:
    """1 when it wins all, with sides alternating."""
    score = 0.0
    for seed in range(1, games + 1):
        side = Side.RED if seed % 2 else Side.BLUE
        result = play(ruleset, seed, side, player).result
        won = game_pb2.RESULT_RED_WINS if side is Side.RED else game_pb2.RESULT_BLUE_WINS
        score += 1 if result == won else 0.5 if result == game_pb2.RESULT_DRAW else 0
    return score / games
