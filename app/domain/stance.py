"""Stance of a published text towards what is being judged: one vocabulary everywhere.

The premise is the published text (fact-check, evidence, post), the hypothesis what is being judged (the sentence).
agree = support = entailment, disagree = refute = contradiction, unrelated = neutral.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Stance(StrEnum):
    """The label of the largest probability."""

    AGREE = "agree"
    DISAGREE = "disagree"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class StanceProbabilities:
    """Calibrated probabilities in [0, 1] that sum to 1."""

    support: float
    refute: float
    neutral: float

    @property
    def judged(self) -> bool:
        """False for the placeholder of a pair that no model has judged (`NEUTRAL`, which no model gives)."""
        return (self.support, self.refute, self.neutral) != (0.0, 0.0, 1.0)

    @property
    def label(self) -> Stance:
        """The most probable stance; ties go to the more cautious one (unrelated, then disagree)."""
        best = max(self.support, self.refute, self.neutral)
        if self.neutral == best:
            return Stance.UNRELATED
        return Stance.DISAGREE if self.refute == best else Stance.AGREE


NEUTRAL = StanceProbabilities(support=0.0, refute=0.0, neutral=1.0)
