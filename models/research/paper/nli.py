"""NLI posteriors of many (claim, sentence) pairs: each pair once, pairs of like length together, kept as they are made."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.ports import FloatMatrix, StanceScorer
from models.research.paper.measures import NLI
from models.research.paper.models import Job
from models.research.paper.tiers import chunks, tiers_of

_PAIRS = 4096
"""Pairs judged between two saves."""
_TIERS = (3, 5, 10, 20, 30, 50)


def entailment(pairs: Sequence[tuple[str, str]], places: NDArray[np.integer], scorer: StanceScorer, job: Job) -> FloatMatrix:
    """Posteriors (n, 3) of each pair, its first text as premise and its second as hypothesis; pairs with the best `places` (n,) first.

    Raises Cancelled.
    """
    number: dict[tuple[str, str], int] = {}
    rows = np.array([number.setdefault(pair, len(number)) for pair in pairs], np.int64)
    unique = list(number)
    tiers = np.full(len(unique), len(pairs), np.int64)
    np.minimum.at(tiers, rows, tiers_of(places, _TIERS))
    result = np.zeros((len(unique), len(NLI)), np.float32)
    tell, done = job.told("Stance of claims and sentences"), 0
    for chosen in chunks(tiers, [f"{claim} {text}" for claim, text in unique], size=_PAIRS):
        tell(done, len(unique))
        premises, hypotheses = zip(*(unique[place] for place in chosen), strict=True)

        def make(premises: Sequence[str] = premises, hypotheses: Sequence[str] = hypotheses) -> dict[str, FloatMatrix]:
            return {"posteriors": scorer.stance(premises, hypotheses, cancel=job.cancel)}

        result[chosen] = job.work.arrays("nli", ["nli-1", scorer.identity.key(), *premises, *hypotheses], make)["posteriors"]
        done += len(chosen)
    return result[rows]
