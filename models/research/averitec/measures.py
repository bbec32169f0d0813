"""Measures of AVeriTeC for one claim (section 5): evidence by Hungarian METEOR; verdict and justification if it is good enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.research.averitec.gold import GoldClaim
from models.research.averitec.meteor import meteor
from models.research.averitec.predictions import Prediction

LEVELS = (0.1, 0.2, 0.25, 0.3, 0.4, 0.5)
"""Values of λ at which verdict and justification are reported."""
MOST = 10
"""Limit of the predicted questions, and of the question-answer pairs, that are scored. More are too many to read and score
nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimScore:
    """Score of one claim: Q and Q+A in [0, 1], correctness of the label, METEOR of the justification, number of questions."""

    questions: float
    pairs: float
    right: bool
    justification: float
    question_count: int

    def veracity_at(self, level: float) -> float:
        """Return 1 if the label is right and the evidence scores above λ, else 0."""
        return float(self.right and self.pairs > level)

    def justification_at(self, level: float) -> float:
        """Return METEOR of the justification if the evidence scores above λ, else 0."""
        return self.justification if self.pairs > level else 0.0


def claim_score(gold: GoldClaim, prediction: Prediction) -> ClaimScore:
    """Return the measures of one prediction."""
    predicted = prediction.evidence
    return ClaimScore(
        questions=evidence_score(predicted.questions[:MOST], gold.evidence.questions),
        pairs=evidence_score(predicted.pairs[:MOST], gold.evidence.pairs),
        right=prediction.label == gold.label.value,
        justification=meteor(prediction.justification, gold.justification),
        question_count=len(predicted.questions),
    )


def evidence_score(candidates: Sequence[str], references: Sequence[str]) -> float:
    """Return the mean METEOR of the references (equation 1).

    Each reference is paired with at most one candidate, so that the sum is largest. A reference without a candidate scores 0, and
    so does a claim without references.
    """
    from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

    if not candidates or not references:
        return 0.0
    scores = np.array([[meteor(candidate, reference) for reference in references] for candidate in candidates])
    return float(scores[linear_sum_assignment(scores, maximize=True)].sum()) / len(references)
