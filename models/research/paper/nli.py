"""NLI posteriors of many (claim, sentence) pairs: distinct pairs, in batches of similar length, stored as they are made."""

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


def entailment(pairs: Sequence[tuple[str, str]], ranks: NDArray[np.integer], scorer: StanceScorer, job: Job) -> FloatMatrix:
    """Return the posteriors (n, 3) of each pair, with its first text as premise and its second as hypothesis.

    Pairs with the best `ranks` (n,) are computed first. Raises Cancelled.
    """
    number: dict[tuple[str, str], int] = {}
    rows = np.array([number.setdefault(pair, len(number)) for pair in pairs], np.int64)
    unique = list(number)
    tiers = np.full(len(unique), len(pairs), np.int64)
    np.minimum.at(tiers, rows, tiers_of(ranks, _TIERS))
    result = np.zeros((len(unique), len(NLI)), np.float32)
    report_progress, scored = job.progress_callback("Stance of claims and sentences"), 0
    for pair_numbers in chunks(tiers, [f"{claim} {text}" for claim, text in unique], size=_PAIRS):
        report_progress(scored, len(unique))
        premises, hypotheses = zip(*(unique[index] for index in pair_numbers), strict=True)

        def make(premises: Sequence[str] = premises, hypotheses: Sequence[str] = hypotheses) -> dict[str, FloatMatrix]:
            return {"posteriors": scorer.stance(premises, hypotheses, cancel=job.cancel)}

        result[pair_numbers] = job.work.arrays("nli", ["nli-1", scorer.identity.key(), *premises, *hypotheses], make)["posteriors"]
        scored += len(pair_numbers)
    return result[rows]
