"""Ranking quality on the seven annotated debates: mean average precision of `priorcheck rank`, and a cosine baseline.

Nothing of these debates trains any model of the first version; the ranker is trained on other debates (models/ranker/train.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np

from app.bootstrap import Session
from app.domain.document import Document
from app.domain.options import MatchOptions
from app.domain.progress import CancelToken, no_progress
from app.evaluation.debates import GoldDebate, mean_average_precision, read_gold
from app.ingest.documents import read_document
from app.ports import Field
from app.services.engine import Engine
from app.services.ranking import rank_document
from tests.benchmarks import library
from tests.benchmarks.table import Result


@dataclass(frozen=True, slots=True)
class Setting:
    """One way of scoring: over all fact-checks, or over those published before each debate."""

    name: str
    before: bool
    target: float


SETTINGS = (Setting("all fact-checks", False, 0.398), Setting("published before the debate", True, 0.317))


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """MAP of our ranking and of the baseline (maximum claim cosine, half-true skipped), both ways."""
    session = Session()
    engine = session.engine(library.ensure(data, work))
    debates = read_gold(data / "debates")
    documents = {debate.name: read_document(debate.transcript, cancel=CancelToken(), progress=no_progress) for debate in debates}
    for setting in SETTINGS:
        gold = {debate.name: _gold(debate, engine, setting) for debate in debates}
        ours = {debate.name: _rank(documents[debate.name], debate, engine, setting) for debate in debates}
        value, each = mean_average_precision(ours, gold)
        detail = ", ".join(f"{name[:8]} {score:.3f}" for name, score in each.items())
        yield Result(
            name=f"MAP, seven debates, {setting.name}",
            value=f"{value:.3f} ({detail})",
            target=f"≥ {setting.target}",
            met=value >= setting.target,
        )
        base = {debate.name: _baseline(documents[debate.name], debate, engine, setting) for debate in debates}
        yield Result(
            name=f"MAP of the baseline (maximum cosine, half-true skipped), {setting.name}",
            value=f"{mean_average_precision(base, gold)[0]:.3f}",
        )
    session.close()


def _gold(debate: GoldDebate, engine: Engine, setting: Setting) -> frozenset[int]:
    if not setting.before:
        return debate.verifiable()
    known = engine.library.get([pair.factcheck for pair in debate.pairs])
    published: dict[str, date] = {key: item.published for key, item in known.items() if item.published}
    return debate.verifiable(published=published)


def _rank(document: Document, debate: GoldDebate, engine: Engine, setting: Setting) -> Sequence[int]:
    options = MatchOptions(as_of=debate.day if setting.before else None)
    ranked = rank_document(document, engine=engine, options=options, progress=no_progress, cancel=CancelToken())
    return [entry.sentence.line or 0 for entry in ranked.sentences]


def _baseline(document: Document, debate: GoldDebate, engine: Engine, setting: Setting) -> Sequence[int]:
    with engine.snapshot() as snapshot:
        vectors = engine.encoder.encode([entry.text for entry in document.sentences], progress=no_progress, cancel=CancelToken())
        rows = np.arange(len(snapshot.ids), dtype=np.int32)
        usable = np.array([not item.verdict.ambiguous for item in snapshot.factchecks(rows.tolist())])
        if setting.before:
            usable &= (snapshot.published > 0) & (snapshot.published < debate.day.toordinal())
        best = (vectors @ snapshot.vector_rows(Field.CLAIM, rows[usable]).T).max(axis=1)
    order = np.lexsort((np.arange(len(best)), -best))
    return [document.sentences[place].line or 0 for place in order]
