"""Measures of fact-check retrieval for single claims: those of the CheckThat! lab (MAP@k, MRR, P@k) and Hit@k."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.domain.ranked import RankedSentence
from app.errors import InputError
from models.research.classification import area_under_curve
from models.research.metrics import mean

DEPTHS = (1, 3, 5, 10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """Search result for one query.

    Items are best first, each with all ids that are shown as one. Our own matching also gives its outcome ("match", "ambiguous",
    "none") and the probability that any fact-check is about the query.
    """

    items: tuple[frozenset[str], ...]
    outcome: str = ""
    probability: float | None = None


Gold = Mapping[str, frozenset[str]]
"""Ids of the fact-checks about each query, by query id; an empty set if there is none."""


def retrieved_of(entry: RankedSentence) -> Retrieved:
    """Return the result of our own matching."""
    items = tuple(frozenset((match.factcheck.id, *match.same_as)) for match in entry.matches)
    return Retrieved(items=items, outcome=entry.outcome.value, probability=entry.probability)


def check_queries(results: Mapping[str, Retrieved], gold: Gold, source: Path) -> None:
    """Raises InputError when a query of the gold has no row in `source`."""
    missing = [key for key in gold if key not in results]
    if missing:
        remainder = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        message = f"“{source}” has no row for the query “{missing[0]}” of the gold{remainder}."
        raise InputError("predictions-missing", message, hint="Every query of the gold needs one.")


def retrieval_report(results: Mapping[str, Retrieved], gold: Gold) -> dict[str, Any]:
    """Return all measures of these results. They hold every query of the gold; other queries are not scored.

    MAP@k, MRR, P@k and Hit@k are means over the queries with fact-checks in the gold. `outcomes` counts the outcomes of queries
    with and without one. `outcome_auc` is the area under the ROC curve of the probability in telling them apart. Both are None if
    the results have none, or the gold has no query without a fact-check.
    """
    scored_keys = [key for key in gold if gold[key]]
    scores = [query_scores(results[key].items, gold[key]) for key in scored_keys]
    return {
        "queries": len(scored_keys),
        "queries_without_gold": len(gold) - len(scored_keys),
        "not_scored": sum(key not in gold for key in results),
        **{name: mean([score[name] for score in scores]) for name in measure_names()},
        "outcomes": _outcomes(results, gold),
        "outcome_auc": _outcome_auc(results, gold),
    }


def measure_names() -> tuple[str, ...]:
    """Return the names of the measures of one query."""
    return (*(f"map@{k}" for k in DEPTHS), "mrr", *(f"hit@{k}" for k in DEPTHS), *(f"p@{k}" for k in DEPTHS))


def query_scores(items: Sequence[frozenset[str]], relevant: frozenset[str]) -> dict[str, float]:
    """Return the measures of one query. An item is a hit when any of its ids is relevant; relevant ids shown as one item count
    once.

    map@k: the sum of the precisions at the hits up to k, over all relevant items (trec_eval's map_cut); p@k: hits up to k, over k;
    hit@k: 1 if there is one up to k; mrr: 1 / rank of the first hit among all items.
    """
    hits = [bool(ids & relevant) for ids in items]
    merged = sum(len(ids & relevant) - 1 for ids, hit in zip(items, hits, strict=True) if hit)
    relevant_count = len(relevant) - merged
    precisions = [sum(hits[: index + 1]) / (index + 1) if hit else 0.0 for index, hit in enumerate(hits)]
    scores = {f"map@{k}": sum(precisions[:k]) / relevant_count for k in DEPTHS}
    scores["mrr"] = 1 / (hits.index(True) + 1) if any(hits) else 0.0
    scores |= {f"hit@{k}": float(any(hits[:k])) for k in DEPTHS}
    return scores | {f"p@{k}": sum(hits[:k]) / k for k in DEPTHS}


def _outcomes(results: Mapping[str, Retrieved], gold: Gold) -> dict[str, dict[str, int]] | None:
    if any(not results[key].outcome for key in gold):
        return None
    sides = {"with_gold": [key for key in gold if gold[key]], "without_gold": [key for key in gold if not gold[key]]}
    return {name: dict(sorted(Counter(results[key].outcome for key in keys).items())) for name, keys in sides.items()}


def _outcome_auc(results: Mapping[str, Retrieved], gold: Gold) -> float | None:
    scores = [results[key].probability for key in gold]
    known_scores = [score for score in scores if score is not None]
    return area_under_curve(known_scores, [bool(gold[key]) for key in gold]) if len(known_scores) == len(scores) else None
