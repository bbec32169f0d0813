"""Measures of one query's ranking with graded relevance: nDCG@k, MAP@k, reciprocal rank."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

DEPTHS = (1, 5)
NAMES = ("mrr", *(f"ndcg@{k}" for k in DEPTHS), *(f"map@{k}" for k in DEPTHS))


def query_measures(items: Sequence[frozenset[str]], grades: Mapping[str, int]) -> dict[str, float]:
    """Return the measures of a ranking against grades by id (0 or less: irrelevant).

    The ranking is best first, and each item has all ids that are shown as one. nDCG@k is that of trec_eval: the gain of an item is
    its grade, discounted by log2(place + 1) (Järvelin and Kekäläinen 2002), over the same sum of the best order. MAP@k and MRR take
    every grade above 0 as relevant; MAP@k divides by all relevant items (trec_eval's map_cut). An item with several ids has the
    best of their grades, and its other ids count as found with it. 0 if nothing is relevant.
    """
    relevant = {name: grade for name, grade in grades.items() if grade > 0}
    gains, open_grades = [], dict(relevant)
    for ids in items:
        graded = sorted(((open_grades[name], name) for name in ids if name in open_grades), reverse=True)
        gains.append(graded[0][0] if graded else 0)
        for _, name in graded[1:]:
            del relevant[name]
        for _, name in graded:
            del open_grades[name]
    if not relevant:
        return dict.fromkeys(NAMES, 0.0)
    ideal = sorted(relevant.values(), reverse=True)
    first = next((rank for rank, gain in enumerate(gains, start=1) if gain), 0)
    measured = {"mrr": 1 / first if first else 0.0}
    measured |= {f"ndcg@{k}": _dcg(gains[:k]) / _dcg(ideal[:k]) for k in DEPTHS}
    return measured | {f"map@{k}": _precisions(gains[:k]) / len(ideal) for k in DEPTHS}


def _dcg(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def _precisions(gains: Sequence[int]) -> float:
    """Return the sum of the precisions at the ranks of relevant items."""
    hits, total = 0, 0.0
    for rank, gain in enumerate(gains, start=1):
        if gain:
            hits += 1
            total += hits / rank
    return total
