"""The settings of a bot, from FLAGFALL_BOT_OPTIONS."""

from __future__ import annotations

import json
import random
from typing import TypeVar

from flagfall.v1 import bot_service_pb2

Value = TypeVar("Value", int, float, bool, str)


class Options:
    """A JSON object whose values are strings, numbers or booleans."""

    def __init__(self, text: str = "") -> None:
        try:
            values = json.loads(text) if text else {}
        except ValueError:
            values = None
        if not isinstance(values, dict):
            raise ValueError(f'FLAGFALL_BOT_OPTIONS must be a JSON object as in {{"seed": 7}}, and is: {text}')
        self._values: dict[str, object] = values

    def get(self, name: str, fallback: Value) -> Value:
        """Returns the setting's value in the type of `fallback`, or `fallback` when the setting is absent."""
        value = self._values.get(name, fallback)
        if isinstance(fallback, bool):
            return value if isinstance(value, bool) else str(value).lower() == "true"
        return type(fallback)(value)  # type: ignore[call-overload]

    def random_for(self, started: bot_service_pb2.GameStarted) -> random.Random:
        """The random numbers of one game. With the option `seed`, they follow from it and the game's id and side."""
        seed = self.get("seed", 0)
        return random.Random(f"{seed} {started.game_id} {started.side}" if seed else None)
