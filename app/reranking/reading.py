"""An order read out of what a language model said, however badly it said it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = re.compile(r"\d+")
_BRACKETED = re.compile(r"\[\s*(\d+)\s*\]")
_LONGEST = 6
"""Digits that a number may have and still mean a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """What was wrong with orders: places named twice, invented, or left out; `asked` is how many places there were to name."""

    asked: int = 0
    twice: int = 0
    invented: int = 0
    missing: int = 0

    def __add__(self, other: Faults) -> Faults:
        return Faults(
            asked=self.asked + other.asked,
            twice=self.twice + other.twice,
            invented=self.invented + other.invented,
            missing=self.missing + other.missing,
        )


NO_FAULTS = Faults()


def read_order(text: str, count: int) -> tuple[tuple[int, ...], Faults]:
    """From “[3] > [1] > [2]” the places (2, 0, 1), every one from 0 to count - 1 exactly once; and what was wrong.

    Numbers in brackets are believed where there are any, else all numbers (prose may hold others). What is named again counts for its
    first place; what is not there is passed over; what is left out follows behind, in the order it had.
    """
    named = _BRACKETED.findall(text) or _NUMBER.findall(text)
    order: dict[int, None] = {}
    twice = invented = 0
    for digits in named:
        index = int(digits) - 1 if len(digits) <= _LONGEST else -1
        if not 0 <= index < count:
            invented += 1
        elif index in order:
            twice += 1
        else:
            order[index] = None
    missing = [index for index in range(count) if index not in order]
    return (*order, *missing), Faults(asked=count, twice=twice, invented=invented, missing=len(missing))
