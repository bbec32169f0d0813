"""Parses the order in a language model's reply, however badly it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBER = re.compile(r"\d+")
_BRACKETED = re.compile(r"\[\s*(\d+)\s*\]")
_LONGEST = 6
"""Digits that a number may have and still mean a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """Counts of errors in orders: indexes named twice, invented, or missing, of `expected` indexes in all."""

    expected: int = 0
    repeated: int = 0
    invented: int = 0
    missing: int = 0

    def __add__(self, other: Faults) -> Faults:
        return Faults(
            expected=self.expected + other.expected,
            repeated=self.repeated + other.repeated,
            invented=self.invented + other.invented,
            missing=self.missing + other.missing,
        )


NO_FAULTS = Faults()


def read_order(text: str, count: int) -> tuple[tuple[int, ...], Faults]:
    """Parse “[3] > [1] > [2]” into the indexes (2, 0, 1), each from 0 to count - 1 exactly once, and count the errors.

    Numbers in brackets are used if there are any, else all numbers (prose may hold others). Repeated and invented numbers are
    skipped; missing ones follow at the end in their old order.
    """
    written_numbers = _BRACKETED.findall(text) or _NUMBER.findall(text)
    order: dict[int, None] = {}
    repeated = invented = 0
    for digits in written_numbers:
        index = int(digits) - 1 if len(digits) <= _LONGEST else -1
        if not 0 <= index < count:
            invented += 1
        elif index in order:
            repeated += 1
        else:
            order[index] = None
    missing = [index for index in range(count) if index not in order]
    return (*order, *missing), Faults(expected=count, repeated=repeated, invented=invented, missing=len(missing))
