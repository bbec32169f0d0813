"""`evaluate debates`: given rankings or our own run, scored as in Shaar et al. 2022, with the paper's rebuilt systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from app.domain.document import Document
from app.reading import read_document
from app.services.engine import Engine
from models.research.debate_gold import Gold, SystemScore
from models.research.debates import GoldDebate
from models.research.our_systems import OWN_SYSTEMS, OwnRun, own_inner_score
from models.research.paper.inner import InnerScore, inner_scores
from models.research.paper.measures import ENCODERS
from models.research.paper.measuring import Reach, measure_debates
from models.research.paper.models import Corpus, Job, PaperModels, encoded, load_corpus
from models.research.paper.precision import drift, drift_note
from models.research.paper.retrieval import Sentences
from models.research.paper.systems import System, ablation, ranksvms, single_measures
from models.research.paper.table import PairTable
from models.research.rankings import read_predictions
from models.research.scores import Protocol

SHIPPED_RANKER = (
    "“priorcheck rank” is the shipped ranker, which may have been fitted on these very debates (its card says); the figures to compare "
    "with the paper's are those of the ranker from the other debates, which needs three debates and the extra [train]."
)
FEWEST = 3
"""Minimal number of debates with a verifiable sentence for a ranker to be chosen and fitted on the others."""


class Part(StrEnum):
    """Parts of a run that can be skipped to save time."""

    OWN = "own"
    SINGLE = "single"
    RANKSVM = "ranksvm"
    ABLATION = "ablation"
    INNER = "inner"

    @property
    def needs_measures(self) -> bool:
        """Return True if the part needs the 19 measures."""
        return self is not Part.OWN


@dataclass(frozen=True, slots=True, kw_only=True)
class DebateReport:
    """All results of a run. `positives` counts verifiable sentences by protocol; `notes` are plain sentences."""

    debates: tuple[str, ...]
    positives: Mapping[str, int]
    systems: tuple[SystemScore, ...]
    inner: tuple[InnerScore, ...] = ()
    reach: Reach = field(default_factory=Reach)
    notes: tuple[str, ...] = ()


def score_predictions(gold: Gold, paths: Sequence[Path], notes: Sequence[str]) -> DebateReport:
    """Score given rankings. They are taken as they are: for the second protocol only the gold is limited."""
    rankings = read_predictions(paths, [debate.name for debate in gold.debates])
    system = System(name="given predictions", family="given", rankings=rankings)
    scored = tuple(gold.scored(system, protocol) for protocol in gold.protocols())
    return _report(gold, scored, notes=notes)


def score_own_run(
    gold: Gold, engine: Engine, models: Callable[[], PaperModels], job: Job, *, parts: frozenset[Part], reach: Reach, notes: Sequence[str]
) -> DebateReport:
    """Rank the debates with our systems and the paper's, and score all. Raises LibraryError, ModelError, Cancelled.

    `models` are loaded only if a part needs them, and then first, so that a missing model is reported before the work.
    """
    loaded = models() if any(part.needs_measures for part in parts) else None
    documents = {debate.name: read_document(debate.transcript, cancel=job.cancel, progress=job.progress) for debate in gold.debates}
    run = OwnRun(debates=gold.debates, documents=documents, engine=engine, job=job)
    scored: list[SystemScore] = []
    if Part.OWN in parts:
        notes = [*notes, SHIPPED_RANKER]
        scored += [gold.scored(system, protocol) for system, protocol in _own_systems(gold, run)]
    if loaded is None:
        return _report(gold, scored, notes=notes)
    with engine.snapshot() as snapshot:
        corpus = load_corpus(engine, loaded, snapshot, job)
        if loaded.exact is not None:
            sentence_texts = [sentence.text for document in documents.values() for sentence in document.sentences]
            compared = drift(loaded, loaded.exact, corpus.claims, sentence_texts, job)
            notes = [*notes, drift_note(compared, loaded.stance.identity.precision)]
        sentences = [sentences_of(debate, documents[debate.name], corpus, loaded, job) for debate in gold.debates]
        tables = measure_debates(sentences, corpus, loaded, job, reach=reach)
        scored += [gold.scored(system, protocol) for system, protocol in paper_systems(gold, tables, job, parts)]
        inner: list[InnerScore] = []
        if Part.INNER in parts:
            inner = [*inner_scores(gold.debates, tables, sentences, corpus, job), own_inner_score(run, corpus, tables)]
    return _report(gold, scored, inner=inner, reach=reach, notes=notes)


def _report(
    gold: Gold, scored: Sequence[SystemScore], *, notes: Sequence[str], inner: Sequence[InnerScore] = (), reach: Reach | None = None
) -> DebateReport:
    names = tuple(debate.name for debate in gold.debates)
    return DebateReport(
        debates=names, positives=gold.positives(), systems=tuple(scored), inner=tuple(inner), reach=reach or Reach(), notes=tuple(notes)
    )


def _own_systems(gold: Gold, run: OwnRun) -> Iterator[tuple[System, Protocol]]:
    for name, rank in OWN_SYSTEMS.items():
        for protocol in gold.protocols():
            yield System(name=name, family="our own", rankings=rank(run, protocol)), protocol
    if find_spec("lightgbm") is None:
        return
    from models.research import refitted_ranker  # brings scikit-learn, which no other command should wait for

    for protocol in gold.protocols():
        if len(gold.lines(protocol)) >= FEWEST:
            rankings, detail = refitted_ranker.ranked_leaving_out(run, protocol)
            yield System(name=refitted_ranker.NAME, family="our own", rankings=rankings, detail=detail), protocol


def paper_systems(gold: Gold, tables: Sequence[PairTable], job: Job, parts: frozenset[Part]) -> Iterator[tuple[System, Protocol]]:
    """Yield the requested systems of the paper, each under each protocol."""
    for protocol in gold.protocols():
        lines = gold.lines(protocol)
        system_groups: list[Iterator[System]] = []
        if Part.SINGLE in parts:
            system_groups.append(single_measures(tables, protocol))
        if Part.RANKSVM in parts:
            system_groups.append(ranksvms(tables, lines, protocol, job))
        if Part.ABLATION in parts:
            system_groups.append(ablation(tables, lines, protocol, job))
        for systems in system_groups:
            for system in systems:
                yield system, protocol


def sentences_of(debate: GoldDebate, document: Document, corpus: Corpus, models: PaperModels, job: Job) -> Sentences:
    """Return a debate as the paper's system sees it: its sentences with both encoders' vectors, and the annotated candidates."""
    texts = [sentence.text for sentence in document.sentences]
    lines = [sentence.line or 0 for sentence in document.sentences]
    rows = corpus.rows(pair.factcheck for pair in debate.annotated)
    annotated = debate.candidates()
    return Sentences(
        name=debate.name,
        day=debate.day.toordinal(),
        lines=lines,
        texts=texts,
        vectors={name: encoded(texts, models.encoders[name], job, f"Sentences, {name}") for name in ENCODERS},
        read_vectors={name: encoded(texts, models.readers[name], job, f"Sentences for bodies, {name}") for name in ENCODERS},
        annotated=[[rows[identifier] for identifier in annotated.get(line, ()) if identifier in rows] for line in lines],
    )
