"""What the stance model sees of a premise and a hypothesis: both vectors, how they differ, and signs of polarity in the words."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from app.inference.wording import opposites, share, wording
from app.ports import FloatMatrix

WORDING_NAMES = (
    "cosine",
    "hypothesis_in_premise",
    "premise_in_hypothesis",
    "jaccard",
    "new_words",
    "left_out_words",
    "premise_negated",
    "hypothesis_negated",
    "negation_differs",
    "negation_differs_by_overlap",
    "opposites",
    "opposites_by_overlap",
    "shared_numbers",
    "other_numbers",
    "new_numbers",
    "new_names",
    "premise_length",
    "hypothesis_length",
)


def width(dimension: int) -> int:
    """Columns of the feature matrix over an encoder of this dimension."""
    return 4 * dimension + len(WORDING_NAMES)


def stance_features(
    premises: Sequence[str], hypotheses: Sequence[str], premise_vectors: FloatMatrix, hypothesis_vectors: FloatMatrix
) -> FloatMatrix:
    """Rows [u, v, |u − v|, u·v, wording], float32; the vectors are scaled to unit variance a column (Conneau et al. 2017, section 3.1)."""
    scale = np.float32(math.sqrt(premise_vectors.shape[1]))
    products = premise_vectors * hypothesis_vectors
    cosines = products.sum(axis=1)
    rows = [_row(left, right, float(cosine)) for left, right, cosine in zip(premises, hypotheses, cosines, strict=True)]
    words = np.array(rows, np.float32).reshape(len(rows), len(WORDING_NAMES))
    differences = np.abs(premise_vectors - hypothesis_vectors)
    return np.hstack([premise_vectors * scale, hypothesis_vectors * scale, differences * scale, products * scale * scale, words])


def _row(premise_text: str, hypothesis_text: str, cosine: float) -> tuple[float, ...]:
    premise, hypothesis = wording(premise_text), wording(hypothesis_text)
    overlap = share(hypothesis.stems, premise.stems)
    negation = float((premise.negations + hypothesis.negations) % 2)
    opposed = min(2, opposites(premise, hypothesis))
    numbers = premise.numbers & hypothesis.numbers
    return (
        cosine,
        overlap,
        share(premise.stems, hypothesis.stems),
        len(premise.stems & hypothesis.stems) / max(1, len(premise.stems | hypothesis.stems)),
        math.log1p(len(hypothesis.stems - premise.stems)),
        math.log1p(len(premise.stems - hypothesis.stems)),
        float(premise.negations > 0),
        float(hypothesis.negations > 0),
        negation,
        negation * overlap,
        float(opposed),
        opposed * overlap,
        math.log1p(len(numbers)),
        float(bool(premise.numbers) and bool(hypothesis.numbers) and not numbers),
        float(bool(hypothesis.numbers - premise.numbers)),
        1.0 - share(hypothesis.names, premise.stems) if hypothesis.names else 0.0,
        math.log1p(premise.length),
        math.log1p(hypothesis.length),
    )
