"""The paper's systems as rankings: each measure alone (Table 5, top), RankSVM and its variants (Table 5), the ablation (Table 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.research.paper.features import Variant, sentence_features
from models.research.paper.measures import GROUPS, MEASURES, TITLES
from models.research.paper.models import Job
from models.research.paper.table import PairTable
from models.research.paper.work import digest_of
from models.research.rankings import NAMED, DebateRanking, RankedLine, Rankings
from models.research.ranksvm import STRENGTHS, Group, leave_one_out
from models.research.scores import LineGold, Protocol

COUNTS = (1, 3, 5, 10, 20, 30)
ABLATED = (Variant.SKIPPING, 5)
"""Variant of the ablation. The paper's published code ablates it with N = 5."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """Named ranking of all debates. `family` groups the rows of a table, `detail` says how it was made."""

    name: str
    family: str
    rankings: Rankings
    detail: Mapping[str, object] = field(default_factory=dict)


def single_measures(tables: Sequence[PairTable], protocol: Protocol) -> Iterator[System]:
    """Yield a system for each single measure: sentences by its maximum over fact-checks, fact-checks by the measure."""
    for name in MEASURES:
        rankings = {table.name: _by_measure(table, name, protocol) for table in tables}
        yield System(name=TITLES[name], family="single measure", rankings=rankings)


def _by_measure(table: PairTable, name: str, protocol: Protocol) -> DebateRanking:
    scores = table.measure(name, protocol)
    return _ranking(table, table.best(scores), scores)


def _ranking(table: PairTable, sentence_scores: Floats, pair_scores: NDArray[np.float32]) -> DebateRanking:
    """Return the sentences by score, ties in document order, each with its best fact-checks by the pair scores."""
    order = np.argsort(-sentence_scores, kind="stable")
    return [
        RankedLine(table.lines[index], tuple(frozenset((identifier,)) for identifier in table.top(int(index), pair_scores, NAMED)))
        for index in order
    ]


def ranksvms(tables: Sequence[PairTable], gold: Mapping[str, LineGold], protocol: Protocol, job: Job) -> Iterator[System]:
    """Yield RankSVM in all variants, N in `COUNTS`. Each debate is ranked by a model of the others."""
    report_progress = job.progress_callback("RankSVM")
    for number, variant in enumerate(Variant):
        widest = [sentence_features(table, variant, max(COUNTS), protocol) for table in tables]
        for index, count in enumerate(COUNTS):
            report_progress(number * len(COUNTS) + index, len(Variant) * len(COUNTS))
            features = [debate_features[:, : count * len(MEASURES)] for debate_features in widest]
            yield _ranksvm(tables, features, gold, protocol, job, name=f"{variant.value}, N = {count}", family=variant.value)


def ablation(tables: Sequence[PairTable], gold: Mapping[str, LineGold], protocol: Protocol, job: Job) -> Iterator[System]:
    """Yield one variant of RankSVM with all measures, then without each group of them."""
    report_progress = job.progress_callback("Ablation")
    variant, count = ABLATED
    measure_sets = {"all measures": MEASURES} | {
        f"without {group}": tuple(name for name in MEASURES if name not in left_out) for group, left_out in GROUPS.items()
    }
    for index, (name, measures) in enumerate(measure_sets.items()):
        report_progress(index, len(measure_sets))
        features = [sentence_features(table, variant, count, protocol, measures=measures) for table in tables]
        yield _ranksvm(tables, features, gold, protocol, job, name=name, family=f"ablation of {variant.value}, N = {count}")


def _ranksvm(
    tables: Sequence[PairTable],
    features: Sequence[Floats],
    gold: Mapping[str, LineGold],
    protocol: Protocol,
    job: Job,
    *,
    name: str,
    family: str,
) -> System:
    """Return a RankSVM system. A debate's fact-checks keep the order of BM25 on the body, by which they were retrieved."""
    groups = [Group(debate_features, _relevant(table, gold)) for table, debate_features in zip(tables, features, strict=True)]
    results = _left_out(groups, job)
    rankings = {
        table.name: _ranking(table, scores, table.measure("bm25_body", protocol))
        for table, (scores, _) in zip(tables, results, strict=True)
    }
    strengths = {table.name: strength for table, (_, strength) in zip(tables, results, strict=True)}
    return System(name=name, family=family, rankings=rankings, detail={"strength_by_fold": strengths})


def _left_out(groups: Sequence[Group], job: Job) -> list[tuple[Floats, float]]:
    """Return `leave_one_out`, cached in the work folder by features and labels."""
    key = ["ranksvm-1", *(digest_of(group.features) for group in groups), *(digest_of(group.relevant) for group in groups)]

    def make() -> dict[str, NDArray[Any]]:
        results = leave_one_out(groups)
        return {"scores": np.concatenate([scores for scores, _ in results]), "strengths": np.array([strength for _, strength in results])}

    stored = job.work.arrays("ranksvm", [*key, str(STRENGTHS)], make)
    scores = np.split(stored["scores"], np.cumsum([len(group.relevant) for group in groups])[:-1])
    return list(zip(scores, stored["strengths"].tolist(), strict=True))


def _relevant(table: PairTable, gold: Mapping[str, LineGold]) -> NDArray[np.bool_]:
    verifying = gold[table.name].verifying if table.name in gold else {}
    return np.array([line in verifying for line in table.lines], np.bool_)
