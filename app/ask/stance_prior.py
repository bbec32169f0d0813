"""Probability that a post takes a side on a claim at all, from the network's stance and the post's nearness to the claim.

The network was trained on opinions about the claim's own topic. In a collection about other things it takes some posts for a denial
of anything ("Is the moon made of cheese?": "the boathouse is my uncle's"), and a column of such posts would answer the question.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.domain.log_odds import log_odds_array
from app.ports import FloatMatrix

_SAID, _NEAR, _SHIFT = 0.8, 7.83, -6.03
"""Logistic regression on 110 claims of Perspectrum's training part, each with the 60 opinions nearest to it and 30 of a pile about other
claims: of the log odds of a side by the network, and of the cosine to the claim, whether the opinion is annotated for the claim
(`python -m models.opinion.siding DATA`)."""
_SAID_ALONE, _SHIFT_ALONE = 1.13, -2.46
"""The same without the cosine, for a post that has no vector yet."""
_MOST, _ENOUGH = 3, 0.35
"""A pile speaks of a claim where so many of its posts, the likeliest, take a side so often in expectation."""
_MARGIN = 1e-4


def siding(stances: FloatMatrix, vectors: FloatMatrix, claim: FloatMatrix) -> NDArray[Any]:
    """The probability in (0, 1) that each post takes a side, (n,).

    `stances` (n, 3) are the network's probabilities (support, refute, neither), `vectors` (n, dimension) the posts' unit vectors, zeros
    where there is none, `claim` (dimension,) the claim's.
    """
    odds = log_odds_array(stances[:, :2].sum(axis=1), margin=_MARGIN)
    odds_with_claim = _SAID * odds + _NEAR * (vectors @ claim) + _SHIFT
    probabilities: NDArray[Any] = 1.0 / (1.0 + np.exp(-np.where(vectors.any(axis=1), odds_with_claim, _SAID_ALONE * odds + _SHIFT_ALONE)))
    return probabilities


def spoken_of(stance_probability: NDArray[Any]) -> bool:
    """Return True if a collection whose posts take a side with these probabilities, (n,), speaks of the claim at all."""
    return bool(np.sort(stance_probability)[-_MOST:].sum() >= _ENOUGH)
