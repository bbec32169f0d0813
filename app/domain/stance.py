"""Stance of a published text towards a statement, in one vocabulary for the whole program.

The premise is the published text (fact-check, evidence, post), the hypothesis the statement. agree = support = entailment, disagree
= refute = contradiction, unrelated = neutral.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

Shift = tuple[float, float]
NO_SHIFT: Shift = (0.0, 0.0)


class Stance(StrEnum):
    """Label of the largest probability."""

    AGREE = "agree"
    DISAGREE = "disagree"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class StanceProbabilities:
    """Calibrated probabilities in [0, 1] that sum to 1."""

    support: float
    refute: float
    neutral: float

    def shifted(self, shift: Shift) -> StanceProbabilities:
        """Return the probabilities under other prior odds of support and refute against neutral (Saerens et al. 2002, equation
        2.4); `shift` has the logarithms of the factors.

        Pairs without a judgement are unchanged. A pair that would flip between agreement and disagreement becomes unjudged: no
        prior may reverse a model's answer.
        """
        if not self.judged or shift == NO_SHIFT:
            return self
        support, refute = (value * math.exp(log_shift) for value, log_shift in zip((self.support, self.refute), shift, strict=True))
        total = support + refute + self.neutral
        shifted = StanceProbabilities(support=support / total, refute=refute / total, neutral=self.neutral / total)
        return NEUTRAL if {self.label, shifted.label} == {Stance.AGREE, Stance.DISAGREE} else shifted

    @property
    def judged(self) -> bool:
        """Return False for the placeholder of a pair that no model has judged (`NEUTRAL`, which no model returns)."""
        return (self.support, self.refute, self.neutral) != (0.0, 0.0, 1.0)

    @property
    def label(self) -> Stance:
        """Return the most probable stance; ties go to the more cautious one (unrelated, then disagree)."""
        best = max(self.support, self.refute, self.neutral)
        if self.neutral == best:
            return Stance.UNRELATED
        return Stance.DISAGREE if self.refute == best else Stance.AGREE


NEUTRAL = StanceProbabilities(support=0.0, refute=0.0, neutral=1.0)
