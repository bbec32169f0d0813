"""From a stance scorer's rows to stance probabilities."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.progress import CancelToken
from app.domain.stance import StanceProbabilities
from app.ports import StanceScorer

_DIGITS = 6


def judge_stances(pairs: Sequence[tuple[str, str]], *, scorer: StanceScorer, cancel: CancelToken) -> list[StanceProbabilities]:
    """The stance of each (published text, what is judged) pair, in order; equal pairs are judged once.

    Raises Cancelled when the user stopped it.
    """
    unique = list(dict.fromkeys(pairs))
    if not unique:
        return []
    rows = scorer.stance([premise for premise, _ in unique], [hypothesis for _, hypothesis in unique], cancel=cancel)
    known = {pair: _probabilities(row.tolist()) for pair, row in zip(unique, rows, strict=True)}
    return [known[pair] for pair in pairs]


def _probabilities(row: Sequence[float]) -> StanceProbabilities:
    support, refute, neutral = (round(float(value), _DIGITS) for value in row)
    return StanceProbabilities(support=support, refute=refute, neutral=neutral)
