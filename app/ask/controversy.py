"""Controversy of a statement, from how strongly both camps speak (see `stance_mining.strength`)."""

from __future__ import annotations

import math

from app.domain.ask import Holding

ENOUGH = 1.0
"""Strength of both camps together at which the contradiction score has 1 - 1/e of what the balance gives."""
CLEAR = 2 / 3
"""Share of one camp from which its answer is given."""
LEAST = 0.3
"""Strength of both camps below which nothing is said."""


def contested(supporting: float, refuting: float) -> float:
    """The contradiction score in [0, 1]: balance times amount, 2 min(s, r) / (s + r) * (1 - exp(-(s + r) / ENOUGH)).

    0 where only one camp speaks, near 1 where both speak often and about equally.
    """
    total = supporting + refuting
    if total <= 0.0:
        return 0.0
    return 2.0 * min(supporting, refuting) / total * (1.0 - math.exp(-total / ENOUGH))


def holding(supporting: float, refuting: float) -> Holding:
    """YES or NO where one camp has at least two thirds of the strength of both; else, and where both say too little, NOT SURE."""
    total = supporting + refuting
    if total < LEAST:
        return Holding.NOT_SURE
    if supporting / total >= CLEAR:
        return Holding.YES
    return Holding.NO if refuting / total >= CLEAR else Holding.NOT_SURE
