"""Stance pairs made from checked claims by rule: a repeated claim agrees, a denied or altered one disagrees.

The premise is always the published claim. The polarity set of the tests was written by another author, who did not see these rules.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from models.examples.alter import ASSERTIONS, DENIALS, affirmed, negated, opposite, other_number
from models.examples.reword import QUOTED_DENIALS, WRAPPERS, other_month, other_words, swapped_comparison, swapped_names, turned_comparison
from models.examples.statements import Statement, sentence, statement

SUPPORT, REFUTE, NEUTRAL, NOT_SUPPORT = 0, 1, 2, 3
HALF, QUARTER = 0.5, 0.25
AGREEING, DISAGREEING = 0.42, 0.46


@dataclass(frozen=True, slots=True)
class StancePair:
    """Premise, hypothesis, column of the label (3: refute or neutral), and source."""

    premise: str
    hypothesis: str
    label: int
    source: str


Made = StancePair | None


@dataclass(frozen=True, slots=True)
class PairMaker:
    """Maker of stance pairs from `claims` and from `rewordings`, pairs of a claim and the same claim in other words."""

    rewordings: list[tuple[str, str]]
    claims: list[str]
    chooser: random.Random

    def pairs(self, count: int) -> list[StancePair]:
        """Return `count` pairs. Every rule is used equally often.

        A claim disagrees with an altered claim. Within words of denial it disagrees, within words of assertion it agrees. Two
        changes that cancel out (a denied denial) agree. Two random claims are unrelated.
        """
        makers = (
            *(self._altered, self._denied, self._asserted, self._reworded, self._reworded_denied, self._cancelled, self._unrelated),
            *(self._other_words, self._swapped, self._turned, self._quoted, self._stated, self._stated, self._stated, self._stated),
        )
        result: list[StancePair] = []
        while len(result) < count:
            pair = self.chooser.choice(makers)()
            if pair is not None and pair.premise != pair.hypothesis:
                result.append(pair)
        return result

    def _change(self, text: str) -> str | None:
        change = self.chooser.choice((negated, negated, affirmed, affirmed, opposite, opposite, other_number, other_month))
        return change(text, self.chooser)

    def _other_words(self) -> Made:
        """Return a pair that agrees, with a number in another form. If something else was changed too, it disagrees."""
        claim = self.chooser.choice(self.claims)
        words = other_words(claim, self.chooser)
        if words is None or self.chooser.random() < HALF:
            return None if words is None else StancePair(claim, words, SUPPORT, "made-other-words")
        changed = self._change(words)
        return None if changed is None else StancePair(claim, changed, REFUTE, "made-other-words")

    def _swapped(self) -> Made:
        claim = self.chooser.choice(self.claims)
        changed = self.chooser.choice((swapped_names, swapped_comparison))(claim, self.chooser)
        return None if changed is None else StancePair(claim, changed, REFUTE, "made-swapped")

    def _turned(self) -> Made:
        """Return a pair that agrees: the same comparison from the other side."""
        claim = self.chooser.choice(self.claims)
        changed = turned_comparison(claim, self.chooser)
        return None if changed is None else StancePair(claim, changed, SUPPORT, "made-turned")

    def _quoted(self) -> Made:
        claim = self.chooser.choice(self.claims)
        denied = self.chooser.random() < HALF
        wrap = self.chooser.choice(QUOTED_DENIALS if denied else WRAPPERS)
        return StancePair(claim, wrap(claim), REFUTE if denied else SUPPORT, "made-quoted")

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
        claim, words = self.chooser.choice(self.rewordings)
        return StancePair(claim, words, SUPPORT, "made-reworded")

    def _reworded_denied(self) -> Made:
        claim, words = self.chooser.choice(self.rewordings)
        changed = self.chooser.choice(DENIALS)(words) if self.chooser.random() < 0.4 else self._change(words)
        return None if changed is None else StancePair(claim, changed, REFUTE, "made-reworded-denied")

    def _cancelled(self) -> Made:
        claim = self.chooser.choice(self.claims)
        changed = negated(claim, self.chooser)
        return None if changed is None else StancePair(changed, self.chooser.choice(DENIALS)(claim), SUPPORT, "made-cancelled")

    def _stated(self) -> Made:
        """Pair a plain statement with a rewording, a contradiction or an unrelated statement."""
        stated, draw = statement(self.chooser), self.chooser.random()
        premise = sentence(self.chooser.choice([stated.same[0], *stated.same]))
        if draw < AGREEING:
            return StancePair(premise, self._agreeing(stated), SUPPORT, "made-stated")
        if draw < AGREEING + DISAGREEING:
            return StancePair(premise, self._disagreeing(stated), REFUTE, "made-stated")
        other = self.chooser.choice([*stated.unrelated, statement(self.chooser).same[0]])
        return StancePair(premise, sentence(other), NEUTRAL, "made-stated")

    def _agreeing(self, stated: Statement) -> str:
        draw = self.chooser.random()
        if stated.denials and draw < QUARTER:
            return self.chooser.choice(DENIALS[:2])(sentence(self.chooser.choice(stated.denials)))
        text = sentence(self.chooser.choice([*stated.same, *stated.weaker]))
        return self.chooser.choice((*ASSERTIONS, *WRAPPERS))(text) if draw < HALF else text

    def _disagreeing(self, stated: Statement) -> str:
        draw = self.chooser.random()
        if draw < QUARTER:
            return self.chooser.choice((*DENIALS, *QUOTED_DENIALS))(sentence(self.chooser.choice(stated.same)))
        text = sentence(self.chooser.choice([*stated.denials, *stated.contraries]))
        return self.chooser.choice((*ASSERTIONS, *WRAPPERS))(text) if draw < HALF else text

    def _unrelated(self) -> Made:
        return StancePair(self.chooser.choice(self.claims), self.chooser.choice(self.rewordings)[1], NEUTRAL, "made-unrelated")
