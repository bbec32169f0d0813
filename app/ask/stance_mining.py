"""Posts for and against a statement: who takes a side, in which order they are shown, and who says nearly the same.

Stance alone puts what is surely on a side but about something else on top, and the more so the more posts are judged (MythQA's own ranking
falls from 19 to 0.25 when k grows from 10 to 1,000). So the key is a product of stance and place in the retrieval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.ask.parameters import RECIPE, Recipe
from app.ports import FloatMatrix

SUPPORTING, REFUTING = 0, 1


@dataclass(frozen=True, slots=True)
class Side:
    """One column: places among the judged posts in the order in which they are shown, with score, relevance and cluster of each.

    Clusters are numbered from 0 by their first post; the first post of every cluster comes before all others.
    """

    rows: tuple[int, ...]
    scores: tuple[float, ...]
    relevances: tuple[float, ...]
    clusters: tuple[int, ...]


def sides(stances: FloatMatrix, vectors: FloatMatrix, stance_probability: NDArray[Any], recipe: Recipe = RECIPE) -> tuple[Side, Side]:
    """Return the supporting and the refuting column.

    `stances` (n, 3) are the probabilities (support, refute, neither) of posts in the order of retrieval; `vectors` (n, dimension)
    their unit vectors, zeros where there is none; `stance_probability` (n,) the probability that each takes a side (see
    `app.ask.stance_prior`). A post is in the column of its more probable side, or in none. A column without a post that is sure of
    its side is empty.
    """
    relevance = (1.0 + np.arange(len(stances))) ** -recipe.fading
    side = stances[:, :2].argmax(axis=1) if len(stances) else np.zeros(0, np.int64)
    weights = _weights(stances, recipe)
    columns = []
    for column in (SUPPORTING, REFUTING):
        rows = np.flatnonzero((side == column) & (stances[:, column] >= recipe.least) & (stance_probability >= recipe.spoken))
        if not (stances[rows, column] >= recipe.sure).any():
            rows = rows[:0]
        scores = weights[rows, column] * relevance[rows]
        order = np.lexsort((rows, -scores))
        columns.append(_diverse(rows[order], scores[order], relevance, vectors, recipe))
    return columns[0], columns[1]


def _weights(stances: FloatMatrix, recipe: Recipe) -> NDArray[Any]:
    """Return each post's weight on both sides, (n, 2): its probability, multiplied by its share of both sides' if that is weighed."""
    probabilities = stances[:, :2].astype(np.float64)
    total = np.maximum(probabilities.sum(axis=1, keepdims=True), np.finfo(np.float64).tiny)
    return probabilities * probabilities / total if recipe.weighed else probabilities


def _diverse(rows: NDArray[np.intp], scores: FloatMatrix, relevance: NDArray[Any], vectors: FloatMatrix, recipe: Recipe) -> Side:
    clusters = clustered(vectors[rows], alike=recipe.alike)
    first_of = {cluster: position for position, cluster in reversed(list(enumerate(clusters)))}
    order = sorted(range(len(rows)), key=lambda position: recipe.diverse and first_of[clusters[position]] != position)
    return Side(
        rows=tuple(int(rows[at]) for at in order),
        scores=tuple(float(scores[at]) for at in order),
        relevances=tuple(float(relevance[rows[at]]) for at in order),
        clusters=tuple(clusters[at] for at in order),
    )


def clustered(vectors: FloatMatrix, *, alike: float) -> list[int]:
    """The cluster of each row: that of the leader of one that is nearest to it, from a cosine of `alike`, else a new one that it leads."""
    leaders: list[int] = []
    assignment: list[int] = []
    for row, vector in enumerate(vectors):
        cosines = vectors[leaders] @ vector if leaders else np.zeros(0, np.float32)
        best = int(cosines.argmax()) if len(cosines) else -1
        if best >= 0 and cosines[best] >= alike:
            assignment.append(best)
        else:
            assignment.append(len(leaders))
            leaders.append(row)
    return assignment


def strength(scores: Sequence[float], clusters: Sequence[int]) -> float:
    """Return the strength of a column: the sum of the best score of each cluster."""
    best: dict[int, float] = {}
    for score, cluster in zip(scores, clusters, strict=True):
        best[cluster] = max(score, best.get(cluster, 0.0))
    return float(sum(best.values()))
