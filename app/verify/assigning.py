"""Which passage answers which question: the surest pairs first, no passage twice, no question with more answers than it may have."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

MOST = 10
"""Answers to all questions together, as many as AVeriTeC's scorer looks at and a person can read."""
Repeats = Callable[[int, int], bool]
"""Whether two passages, by their places, say the same."""


def unwanted(about: NDArray[np.float64], repeats: Repeats) -> list[int]:
    """The places of all but the `MOST` passages that are most about the claim, each said once."""
    kept: list[int] = []
    for place in np.argsort(-about, kind="stable").tolist():
        if len(kept) < MOST and not any(repeats(place, other) for other in kept):
            kept.append(place)
    return sorted(set(range(len(about))) - set(kept))


def assigned(scores: NDArray[np.float64], *, each: int, least: float, repeats: Repeats) -> list[list[int]]:
    """For each question (row of `scores`) the places of its passages (columns), best first; at most `each`, none below `least`."""
    chosen: list[list[int]] = [[] for _ in scores]
    taken: list[int] = []
    for place in np.argsort(-scores, axis=None, kind="stable"):
        question, passage = divmod(int(place), scores.shape[1])
        if len(taken) >= MOST or scores[question, passage] < least:
            break
        if len(chosen[question]) < each and not _taken(passage, taken, repeats):
            chosen[question].append(passage)
            taken.append(passage)
    return chosen


def _taken(passage: int, taken: list[int], repeats: Repeats) -> bool:
    return passage in taken or any(repeats(passage, other) for other in taken)
