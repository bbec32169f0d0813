"""Stance pairs made from checked claims by rule: what is repeated agrees, what is denied or altered disagrees.

The premise is always the published claim. The polarity set of the tests was written by another author, who did not see these rules.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from models.examples.alter import ASSERTIONS, DENIALS, affirmed, negated, opposite, other_number

SUPPORT, REFUTE, NEUTRAL, NOT_SUPPORT = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class StancePair:
    """A premise, a hypothesis, the label's column (3: refute or neutral), and where the pair comes from."""

    premise: str
    hypothesis: str
    label: int
    source: str


def made_pairs(said: list[tuple[str, str]], claims: list[str], *, count: int, seed: int) -> list[StancePair]:
    """`count` pairs from (claim, the same claim in other words) and from claims alone, about as many of each label.

    A claim against an altered claim disagrees; wrapped in words of denial or assertion it disagrees or agrees; two alterations
    that cancel out (a denial denied) agree; two claims drawn at random have nothing to do with each other.
    """
    chooser = random.Random(seed)
    makers = (_altered, _denied, _asserted, _reworded, _reworded_denied, _cancelled, _unrelated)
    found: list[StancePair] = []
    while len(found) < count:
        pair = chooser.choice(makers)(said, claims, chooser)
        if pair is not None and pair.premise != pair.hypothesis:
            found.append(pair)
    return found


def _change(text: str, chooser: random.Random) -> str | None:
    change = chooser.choice((negated, negated, affirmed, affirmed, opposite, opposite, other_number))
    return change(text, chooser)


def _altered(said: list[tuple[str, str]], claims: list[str], chooser: random.Random) -> StancePair | None:
    claim = chooser.choice(claims)
    changed = _change(claim, chooser)
    if changed is None:
        return None
    first, second = (claim, changed) if chooser.random() < 0.5 else (changed, claim)
    return StancePair(first, second, REFUTE, "made-altered")


def _denied(said: list[tuple[str, str]], claims: list[str], chooser: random.Random) -> StancePair | None:
    claim = chooser.choice(claims)
    return StancePair(claim, chooser.choice(DENIALS)(claim), REFUTE, "made-denied")


def _asserted(said: list[tuple[str, str]], claims: list[str], chooser: random.Random) -> StancePair | None:
    claim = chooser.choice(claims)
    return StancePair(claim, chooser.choice(ASSERTIONS)(claim), SUPPORT, "made-asserted")


def _reworded(said: list[tuple[str, str]], claims: list[str], chooser: random.Random) -> StancePair | None:
    claim, words = chooser.choice(said)
    return StancePair(claim, words, SUPPORT, "made-reworded")


def _reworded_denied(said: list[tuple[str, str]], claims: list[str], chooser: random.Random) -> StancePair | None:
    claim, words = chooser.choice(said)
    changed = chooser.choice(DENIALS)(words) if chooser.random() < 0.4 else _change(words, chooser)
    return None if changed is None else StancePair(claim, changed, REFUTE, "made-reworded-denied")


def _cancelled(said: list[tuple[str, str]], claims: list[str], chooser: random.Random) -> StancePair | None:
    claim = chooser.choice(claims)
    changed = negated(claim, chooser)
    if changed is None:
        return None
    return StancePair(changed, chooser.choice(DENIALS)(claim), SUPPORT, "made-cancelled")


def _unrelated(said: list[tuple[str, str]], claims: list[str], chooser: random.Random) -> StancePair | None:
    return StancePair(chooser.choice(claims), chooser.choice(said)[1], NEUTRAL, "made-unrelated")
