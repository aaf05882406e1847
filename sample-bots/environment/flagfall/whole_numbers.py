"""Whole numbers that a caller gives, as Python's own or NumPy's."""

from __future__ import annotations

import operator
import random
from typing import SupportsIndex


def whole_number(value: SupportsIndex, name: str, least: int, most: int, expected: str = "") -> int:
    """The number as an int. TypeError where it is none, ValueError where it is out of its range.

    name: what the errors call it. expected: what they say is expected; by default a number of the range.

    >>> whole_number(7, "the seed", 0, 9)
    7
    >>> whole_number(12, "the seed", 0, 9)
    Traceback (most recent call last):
    ValueError: the seed is 12; expected a number from 0 to 9
    """
    expected = expected or f"a number from {least} to {most}"
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; expected {expected}") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}; expected {expected}")
    return number


def chance_of(seed: SupportsIndex) -> random.Random:
    """The chance that follows from a seed, a number below 2**256; random.Random would take -1 for 1."""
    return random.Random(whole_number(seed, "the seed", 0, (1 << 256) - 1, "a number from 0 to 2**256 - 1"))
