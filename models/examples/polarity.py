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


Made = StancePair | None


@dataclass(frozen=True, slots=True)
class PairMaker:
    """Makes pairs of `claims` and of `said`: (claim, the same claim in other words)."""

    said: list[tuple[str, str]]
    claims: list[str]
    chooser: random.Random

    def pairs(self, count: int) -> list[StancePair]:
        """So many pairs, every way of making one as often.

        A claim against an altered claim disagrees; wrapped in words of denial or assertion it disagrees or agrees; two changes
        that cancel out (a denial denied) agree; two claims drawn at random have nothing to do with each other.
        """
        makers = (self._altered, self._denied, self._asserted, self._reworded, self._reworded_denied, self._cancelled, self._unrelated)
        found: list[StancePair] = []
        while len(found) < count:
            pair = self.chooser.choice(makers)()
            if pair is not None and pair.premise != pair.hypothesis:
                found.append(pair)
        return found

    def _change(self, text: str) -> str | None:
        change = self.chooser.choice((negated, negated, affirmed, affirmed, opposite, opposite, other_number))
        return change(text, self.chooser)

    def _altered(self) -> Made:
        claim = self.chooser.choice(self.claims)
        changed = self._change(claim)
        if changed is None:
            return None
        first, second = (claim, changed) if self.chooser.random() < 0.5 else (changed, claim)
        return StancePair(first, second, REFUTE, "made-altered")

    def _denied(self) -> Made:
        claim = self.chooser.choice(self.claims)
        return StancePair(claim, self.chooser.choice(DENIALS)(claim), REFUTE, "made-denied")

    def _asserted(self) -> Made:
        claim = self.chooser.choice(self.claims)
        return StancePair(claim, self.chooser.choice(ASSERTIONS)(claim), SUPPORT, "made-asserted")

    def _reworded(self) -> Made:
        claim, words = self.chooser.choice(self.said)
        return StancePair(claim, words, SUPPORT, "made-reworded")

    def _reworded_denied(self) -> Made:
        claim, words = self.chooser.choice(self.said)
        changed = self.chooser.choice(DENIALS)(words) if self.chooser.random() < 0.4 else self._change(words)
        return None if changed is None else StancePair(claim, changed, REFUTE, "made-reworded-denied")

    def _cancelled(self) -> Made:
        claim = self.chooser.choice(self.claims)
        changed = negated(claim, self.chooser)
        return None if changed is None else StancePair(changed, self.chooser.choice(DENIALS)(claim), SUPPORT, "made-cancelled")

    def _unrelated(self) -> Made:
        return StancePair(self.chooser.choice(self.claims), self.chooser.choice(self.said)[1], NEUTRAL, "made-unrelated")
