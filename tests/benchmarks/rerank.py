"""Listwise reranking by a fake model of known error rates: how far the orders are from the ideal, and what malformed answers cost.

Neither library nor weights are needed: what is measured is the method (windows, parsing), which no real model can do better than.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from app.domain.progress import CancelToken
from app.reranking import RerankOptions, listwise, read_order
from app.reranking.questions import Candidate
from tests.benchmarks.table import Result
from tests.fakes.llm import ErringRanker, FakeLanguageModel
from tests.fakes.malformed import malformed_answers

_LISTS, _CANDIDATES, _RELEVANT, _SEED = 200, 50, 5, 20261123
_MISTAKES = {
    "no mistakes": {},
    "10% of neighbours swapped": {"swapped": 0.1},
    "30% of neighbours swapped": {"swapped": 0.3},
    "50% of neighbours swapped": {"swapped": 0.5},
    "20% left out": {"missing": 0.2},
    "10% swapped, 10% left out, 10% twice, 10% invented, prose": {
        "swapped": 0.1,
        "missing": 0.1,
        "twice": 0.1,
        "invented": 0.1,
        "chatter": 0.5,
    },
}
_ANSWERS = 1000


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Order quality by error rate, then malformed answers."""
    lists = list(_lists())
    before = [_measures(values, range(len(values))) for values in lists]
    name = f"rerank, {_LISTS} lists of {_CANDIDATES}, windows of 20, step 10"
    yield _row(f"{name}: as retrieved", before)
    for told, rates in _MISTAKES.items():
        model = FakeLanguageModel(ErringRanker(relevance=_worth, **rates))
        found = [_reranked(values, place, model) for place, values in enumerate(lists)]
        yield _row(f"{name}: {told}", found, least=0.95 if not rates else None)
    yield _malformed()


def _lists() -> Iterator[list[int]]:
    """Relevances 0 to 5 in the order of a retrieval that is right more often than not; a relevant one may stand anywhere."""
    dice = random.Random(_SEED)
    for _ in range(_LISTS):
        values = [*range(1, _RELEVANT + 1), *([0] * (_CANDIDATES - _RELEVANT))]
        places = {place: dice.gauss(0, 2.0) + 0.7 * value for place, value in enumerate(values)}
        yield [values[place] for place in sorted(places, key=lambda place: -places[place])]


def _worth(text: str) -> float:
    return float(text.rpartition("worth ")[2].split()[0])


def _reranked(values: Sequence[int], number: int, model: FakeLanguageModel) -> tuple[float, float, float]:
    candidates = [Candidate(f"A claim of list {number} worth {value}") for value in values]
    found = listwise(f"What was said in {number}", candidates, model=model, options=RerankOptions(), cancel=CancelToken())
    return _measures(values, found.order)


def _measures(values: Sequence[int], order: Sequence[int]) -> tuple[float, float, float]:
    """nDCG@10 against the ideal order, the share of pairs of different relevance that stand the wrong way, and how often the best is first."""
    ordered = [values[place] for place in order]
    ideal = _gain(sorted(values, reverse=True)[:10])
    pairs = [(one, other) for place, one in enumerate(ordered) for other in ordered[place + 1 :] if one != other]
    wrong = sum(one < other for one, other in pairs) / len(pairs)
    return _gain(ordered[:10]) / ideal, wrong, float(ordered[0] == max(values))


def _gain(values: Sequence[int]) -> float:
    return sum((2**value - 1) / math.log2(place + 2) for place, value in enumerate(values))


def _row(name: str, found: Sequence[tuple[float, float, float]], *, least: float | None = None) -> Result:
    gain, wrong, first = (sum(each[column] for each in found) / len(found) for column in range(3))
    return Result(
        name=name,
        value=f"nDCG@10 {gain:.3f}, {wrong:.1%} of pairs the wrong way, best first {first:.1%}",
        target=f"nDCG@10 ≥ {least}" if least else "",
        met=None if least is None else gain >= least,
    )


def _malformed() -> Result:
    started, broken = time.perf_counter(), 0
    for said in malformed_answers(_ANSWERS, places=20, seed=_SEED):
        broken += sorted(read_order(said, 20)[0]) != list(range(20))
    spent = (time.perf_counter() - started) / _ANSWERS * 1e6
    return Result(
        name=f"rerank, {_ANSWERS} malformed answers about 20 places",
        value=f"{broken} give anything but every place once; {spent:.0f} µs each",
        target="0",
        met=not broken,
    )
