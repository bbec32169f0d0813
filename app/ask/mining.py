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

from app.ask.recipe import RECIPE, Recipe
from app.ports import FloatMatrix

SUPPORTING, REFUTING = 0, 1


@dataclass(frozen=True, slots=True)
class Side:
    """One column: places among the judged posts in the order in which they are shown, with score, relevance and cluster of each.

    Clusters are numbered from 0 by their first post; the first post of every cluster comes before all others.
    """

    places: tuple[int, ...]
    scores: tuple[float, ...]
    relevances: tuple[float, ...]
    clusters: tuple[int, ...]


def sides(stances: FloatMatrix, vectors: FloatMatrix, taking: NDArray[Any], recipe: Recipe = RECIPE) -> tuple[Side, Side]:
    """The supporting and the refuting column.

    `stances` (n, 3) are the probabilities (support, refute, neither) of posts in the order in which they were retrieved; `vectors`
    (n, dimension) their unit vectors, zeros where there is none; `taking` (n,) how probably each takes a side (see `app.ask.siding`). A
    post is in the column of its more probable side, or in none; a column without a post that is sure of its side is empty.
    """
    relevance = (1.0 + np.arange(len(stances))) ** -recipe.fading
    side = stances[:, :2].argmax(axis=1) if len(stances) else np.zeros(0, np.int64)
    weights = _weights(stances, recipe)
    found = []
    for which in (SUPPORTING, REFUTING):
        places = np.flatnonzero((side == which) & (stances[:, which] >= recipe.least) & (taking >= recipe.spoken))
        if not (stances[places, which] >= recipe.sure).any():
            places = places[:0]
        scores = weights[places, which] * relevance[places]
        order = np.lexsort((places, -scores))
        found.append(_diverse(places[order], scores[order], relevance, vectors, recipe))
    return found[0], found[1]


def _weights(stances: FloatMatrix, recipe: Recipe) -> NDArray[Any]:
    """How much each post's side counts, (n, 2): its probability, by its share of both sides' where that is weighed."""
    taken = stances[:, :2].astype(np.float64)
    both = np.maximum(taken.sum(axis=1, keepdims=True), np.finfo(np.float64).tiny)
    return taken * taken / both if recipe.weighed else taken


def _diverse(places: NDArray[np.intp], scores: FloatMatrix, relevance: NDArray[Any], vectors: FloatMatrix, recipe: Recipe) -> Side:
    clusters = clustered(vectors[places], alike=recipe.alike)
    leads = {cluster: place for place, cluster in reversed(list(enumerate(clusters)))}
    order = sorted(range(len(places)), key=lambda place: recipe.diverse and leads[clusters[place]] != place)
    return Side(
        places=tuple(int(places[at]) for at in order),
        scores=tuple(float(scores[at]) for at in order),
        relevances=tuple(float(relevance[places[at]]) for at in order),
        clusters=tuple(clusters[at] for at in order),
    )


def clustered(vectors: FloatMatrix, *, alike: float) -> list[int]:
    """The cluster of each row: that of the leader of one that is nearest to it, from a cosine of `alike`, else a new one that it leads."""
    leaders: list[int] = []
    found: list[int] = []
    for row, vector in enumerate(vectors):
        near = vectors[leaders] @ vector if leaders else np.zeros(0, np.float32)
        best = int(near.argmax()) if len(near) else -1
        if best >= 0 and near[best] >= alike:
            found.append(best)
        else:
            found.append(len(leaders))
            leaders.append(row)
    return found


def strength(scores: Sequence[float], clusters: Sequence[int]) -> float:
    """How strongly a column speaks: the sum of its scores, of each cluster the best alone."""
    best: dict[int, float] = {}
    for score, cluster in zip(scores, clusters, strict=True):
        best[cluster] = max(score, best.get(cluster, 0.0))
    return float(sum(best.values()))
