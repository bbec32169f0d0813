"""Measures of one query's ranking with graded relevance: nDCG@k, MAP@k, reciprocal rank."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

DEPTHS = (1, 5)
NAMES = ("mrr", *(f"ndcg@{k}" for k in DEPTHS), *(f"map@{k}" for k in DEPTHS))


def query_measures(items: Sequence[frozenset[str]], grades: Mapping[str, int]) -> dict[str, float]:
    """The measures of a ranking (best first; each item all ids that are shown as one) against grades by id (0 and less: irrelevant).

    nDCG@k is that of trec_eval: the gain of an item is its grade, discounted by log2(place + 1) (Järvelin and Kekäläinen 2002), over the
    same sum of the best order. MAP@k and MRR take every grade above 0 as relevant; MAP@k divides by all relevant items (trec_eval's
    map_cut). An item with several ids has the best grade of theirs, and its other ids count as found with it. 0 where nothing is relevant.
    """
    relevant = {name: grade for name, grade in grades.items() if grade > 0}
    gains, wanted = [], dict(relevant)
    for ids in items:
        found = sorted(((wanted[name], name) for name in ids if name in wanted), reverse=True)
        gains.append(found[0][0] if found else 0)
        for _, name in found[1:]:
            del relevant[name]
        for _, name in found:
            del wanted[name]
    if not relevant:
        return dict.fromkeys(NAMES, 0.0)
    ideal = sorted(relevant.values(), reverse=True)
    first = next((place for place, gain in enumerate(gains, start=1) if gain), 0)
    measured = {"mrr": 1 / first if first else 0.0}
    measured |= {f"ndcg@{k}": _dcg(gains[:k]) / _dcg(ideal[:k]) for k in DEPTHS}
    return measured | {f"map@{k}": _precisions(gains[:k]) / len(ideal) for k in DEPTHS}


def _dcg(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(place + 1) for place, gain in enumerate(gains, start=1))


def _precisions(gains: Sequence[int]) -> float:
    """The precisions at the places of relevant items, summed."""
    hits, total = 0, 0.0
    for place, gain in enumerate(gains, start=1):
        if gain:
            hits += 1
            total += hits / place
    return total
