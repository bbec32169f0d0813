"""AVeriTeC's measures of one claim (section 5): evidence by Hungarian METEOR, then verdict and justification where it is good enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.research.averitec.gold import GoldClaim
from models.research.averitec.meteor import meteor
from models.research.averitec.predictions import Prediction

LEVELS = (0.1, 0.2, 0.25, 0.3, 0.4, 0.5)
"""The λ at which verdict and justification are told."""
MOST = 10
"""So many predicted questions, and as many question-answer pairs, are looked at; others are too many to read and score nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimScore:
    """One claim: Q and Q+A in [0, 1], whether the label is right, METEOR of the justification, and how many questions were asked."""

    questions: float
    pairs: float
    right: bool
    justification: float
    asked: int

    def veracity_at(self, level: float) -> float:
        """1 where the label is right and the evidence scores above λ, else 0."""
        return float(self.right and self.pairs > level)

    def justification_at(self, level: float) -> float:
        """METEOR of the justification where the evidence scores above λ, else 0."""
        return self.justification if self.pairs > level else 0.0


def claim_score(gold: GoldClaim, prediction: Prediction) -> ClaimScore:
    """The measures of one prediction."""
    given = prediction.evidence
    return ClaimScore(
        questions=evidence_score(given.questions[:MOST], gold.evidence.questions),
        pairs=evidence_score(given.pairs[:MOST], gold.evidence.pairs),
        right=prediction.label == gold.label.value,
        justification=meteor(prediction.justification, gold.justification),
        asked=len(given.questions),
    )


def evidence_score(candidates: Sequence[str], references: Sequence[str]) -> float:
    """The mean METEOR of the references, each given at most one candidate so that the whole is largest (equation 1); a reference without
    one scores 0, and so does a claim without references."""
    from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]

    if not candidates or not references:
        return 0.0
    scores = np.array([[meteor(candidate, reference) for reference in references] for candidate in candidates])
    return float(scores[linear_sum_assignment(scores, maximize=True)].sum()) / len(references)
