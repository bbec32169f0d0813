"""Assign passages to questions: the surest pairs first, no passage twice, no question with more answers than it may have."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

MOST = 10
"""Answers to all questions together, as many as AVeriTeC's scorer looks at and a person can read."""
Repeats = Callable[[int, int], bool]
"""Whether two passages, by their places, say the same."""


def surplus_passages(about: NDArray[np.float64], repeats: Repeats) -> list[int]:
    """The places of all but the `MOST` passages that are most about the claim, each said once."""
    selected: list[int] = []
    for passage in np.argsort(-about, kind="stable").tolist():
        if len(selected) < MOST and not any(repeats(passage, other) for other in selected):
            selected.append(passage)
    return sorted(set(range(len(about))) - set(selected))


def assigned(scores: NDArray[np.float64], *, per_question: int, least: float, repeats: Repeats) -> list[list[int]]:
    """For each question (row of `scores`) the places of its passages (columns), best first; at most `each`, none below `least`."""
    by_question: list[list[int]] = [[] for _ in scores]
    used: list[int] = []
    for cell in np.argsort(-scores, axis=None, kind="stable"):
        question, passage = divmod(int(cell), scores.shape[1])
        if len(used) >= MOST or scores[question, passage] < least:
            break
        if len(by_question[question]) < per_question and not _taken(passage, used, repeats):
            by_question[question].append(passage)
            used.append(passage)
    return by_question


def _taken(passage: int, used: list[int], repeats: Repeats) -> bool:
    return passage in used or any(repeats(passage, other) for other in used)
