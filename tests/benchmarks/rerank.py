"""Listwise reranking by a fake model of known error rates: distance of the orders from the ideal, and cost of malformed answers.
Neither library nor weights are needed: the method itself (windows, parsing) is measured, which no real model can exceed."""

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
    """Report order quality by error rate, then malformed answers."""
    lists = list(_lists())
    before = [_measures(values, range(len(values))) for values in lists]
    name = f"rerank, {_LISTS} lists of {_CANDIDATES}, windows of 20, step 10"
    yield _row(f"{name}: as retrieved", before)
    for label, rates in _MISTAKES.items():
        model = FakeLanguageModel(ErringRanker(relevance=_worth, **rates))
        measures = [_reranked(values, index, model) for index, values in enumerate(lists)]
        yield _row(f"{name}: {label}", measures, least=0.95 if not rates else None)
    yield _malformed()


def _lists() -> Iterator[list[int]]:
    """Yield relevances 0 to 5 in the order of a retrieval that is right more often than not; a relevant one may be anywhere."""
    rng = random.Random(_SEED)
    for _ in range(_LISTS):
        values = [*range(1, _RELEVANT + 1), *([0] * (_CANDIDATES - _RELEVANT))]
        noisy_values = {index: rng.gauss(0, 2.0) + 0.7 * value for index, value in enumerate(values)}
        yield [values[index] for index in sorted(noisy_values, key=lambda index: -noisy_values[index])]


def _worth(text: str) -> float:
    return float(text.rpartition("worth ")[2].split()[0])


def _reranked(values: Sequence[int], number: int, model: FakeLanguageModel) -> tuple[float, float, float]:
    candidates = [Candidate(f"A claim of list {number} worth {value}") for value in values]
    ranking = listwise(f"What was said in {number}", candidates, model=model, options=RerankOptions(), cancel=CancelToken())
    return _measures(values, ranking.order)


def _measures(values: Sequence[int], order: Sequence[int]) -> tuple[float, float, float]:
    """Return nDCG@10 against the ideal order, the share of pairs of different relevance in the wrong order, and how often the best
    is first."""
    ordered = [values[index] for index in order]
    ideal = _gain(sorted(values, reverse=True)[:10])
    pairs = [
        (first_value, second_value)
        for index, first_value in enumerate(ordered)
        for second_value in ordered[index + 1 :]
        if first_value != second_value
    ]
    wrong = sum(first_value < second_value for first_value, second_value in pairs) / len(pairs)
    return _gain(ordered[:10]) / ideal, wrong, float(ordered[0] == max(values))


def _gain(values: Sequence[int]) -> float:
    return sum((2**value - 1) / math.log2(index + 2) for index, value in enumerate(values))


def _row(name: str, measures: Sequence[tuple[float, float, float]], *, least: float | None = None) -> Result:
    gain, wrong, first = (sum(measure[column] for measure in measures) / len(measures) for column in range(3))
    return Result(
        name=name,
        value=f"nDCG@10 {gain:.3f}, {wrong:.1%} of pairs the wrong way, best first {first:.1%}",
        target=f"nDCG@10 ≥ {least}" if least else "",
        met=None if least is None else gain >= least,
    )


def _malformed() -> Result:
    started, broken = time.perf_counter(), 0
    for malformed_answer in malformed_answers(_ANSWERS, places=20, seed=_SEED):
        broken += sorted(read_order(malformed_answer, 20)[0]) != list(range(20))
    microseconds = (time.perf_counter() - started) / _ANSWERS * 1e6
    return Result(
        name=f"rerank, {_ANSWERS} malformed answers about 20 places",
        value=f"{broken} give anything but every place once; {microseconds:.0f} µs each",
        target="0",
        met=not broken,
    )
