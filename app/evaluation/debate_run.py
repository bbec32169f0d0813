"""`evaluate debates`: given rankings or our own run, scored as in Shaar et al. 2022, beside the paper's rebuilt systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import Path

from app.domain.document import Document
from app.errors import InputError
from app.evaluation.debates import GoldDebate, read_gold
from app.evaluation.own import OWN_SYSTEMS, OwnRun, own_inner_score
from app.evaluation.paper.inner import InnerScore, inner_scores
from app.evaluation.paper.measures import ENCODERS
from app.evaluation.paper.measuring import measure_debates
from app.evaluation.paper.models import Corpus, Job, PaperModels, encoded, load_corpus
from app.evaluation.paper.retrieval import Sentences
from app.evaluation.paper.systems import System, ablation, ranksvms, single_measures
from app.evaluation.paper.table import PairTable
from app.evaluation.rankings import read_predictions
from app.evaluation.scores import Protocol, Score, line_gold, score
from app.ingest.documents import read_document
from app.ports import Library
from app.services.engine import Engine

DEPTH = 50
RESAMPLES = 1000
SHIPPED_RANKER = (
    "“priorcheck rank” is the shipped ranker, which may have been fitted on these very debates (its card says); the figures to compare "
    "with the paper's are those of the ranker from the other debates."
)


class Part(StrEnum):
    """What can be left out of a run, to save time."""

    OWN = "own"
    SINGLE = "single"
    RANKSVM = "ranksvm"
    ABLATION = "ablation"
    INNER = "inner"

    @property
    def needs_measures(self) -> bool:
        """Whether the 19 measures must be computed for it."""
        return self is not Part.OWN


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemScore:
    """One system under one protocol: over all lines, and over all but the repeated ones."""

    name: str
    family: str
    protocol: Protocol
    score: Score
    without_repeated: Score
    detail: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class DebateReport:
    """Everything that was measured. `positives` counts verifiable sentences by protocol; `notes` are plain sentences."""

    debates: tuple[str, ...]
    positives: Mapping[str, int]
    systems: tuple[SystemScore, ...]
    inner: tuple[InnerScore, ...] = ()
    depth: int = DEPTH
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """The debates and, where a library could be asked, when their fact-checks were published."""

    debates: tuple[GoldDebate, ...]
    published: Mapping[str, date] | None
    resamples: int = RESAMPLES

    def protocols(self) -> tuple[Protocol, ...]:
        """Both, or only the one that needs no dates."""
        return tuple(Protocol) if self.published is not None else (Protocol.ALL,)

    def scored(self, system: System, protocol: Protocol) -> SystemScore:
        """A system's measures under this protocol."""
        both = [
            score(
                system.rankings,
                line_gold(self.debates, protocol, published=self.published or {}, without_repeated=without),
                resamples=self.resamples,
            )
            for without in (False, True)
        ]
        return SystemScore(
            name=system.name, family=system.family, protocol=protocol, score=both[0], without_repeated=both[1], detail=system.detail
        )

    def positives(self) -> dict[str, int]:
        """Verifiable sentences by protocol."""
        found = {}
        for protocol in self.protocols():
            gold = line_gold(self.debates, protocol, published=self.published or {}, without_repeated=False)
            found[protocol.value] = sum(len(own.verifying) for own in gold.values())
        return found


def load_gold(folder: Path, library: Library | None, *, resamples: int = RESAMPLES) -> tuple[Gold, tuple[str, ...]]:
    """The debates, with notes for the user. Raises InputError when nothing in the folder can be scored."""
    debates = read_gold(folder)
    if not any(debate.pairs for debate in debates):
        raise InputError("gold-empty", f"No pair in “{folder}” makes a sentence verifiable.", hint="Name the folder of annotated debates.")
    if library is None:
        return Gold(debates=debates, published=None, resamples=resamples), (
            "Without a library the days of publication are not known: scored over all fact-checks only.",
        )
    wanted = {pair.factcheck for debate in debates for pair in debate.pairs}
    known = library.get(sorted(wanted))
    notes = (f"{len(wanted - known.keys())} of the gold's {len(wanted)} verifying fact-checks are not in the library.",)
    published = {identifier: item.published for identifier, item in known.items() if item.published}
    return Gold(debates=debates, published=published, resamples=resamples), notes if wanted - known.keys() else ()


def score_predictions(gold: Gold, paths: Sequence[Path], notes: Sequence[str]) -> DebateReport:
    """Score given rankings. They are taken as they are: for the second protocol only the gold is limited."""
    rankings = read_predictions(paths, [debate.name for debate in gold.debates])
    system = System(name="given predictions", family="given", rankings=rankings)
    scored = tuple(gold.scored(system, protocol) for protocol in gold.protocols())
    return _report(gold, scored, notes=notes)


def score_own_run(
    gold: Gold, engine: Engine, models: Callable[[], PaperModels], job: Job, *, parts: frozenset[Part], depth: int, notes: Sequence[str]
) -> DebateReport:
    """Rank the debates with our systems and the paper's, and score all. Raises LibraryError, ModelError, Cancelled.

    `models` are loaded only when a part needs them, and then first: what is missing is told before the work.
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
        sentences = [sentences_of(debate, documents[debate.name], corpus, loaded, job) for debate in gold.debates]
        tables = measure_debates(sentences, corpus, loaded, job, depth=depth)
        scored += [gold.scored(system, protocol) for system, protocol in paper_systems(gold, tables, job, parts)]
        inner: list[InnerScore] = []
        if Part.INNER in parts:
            inner = [*inner_scores(gold.debates, tables, sentences, corpus, job), own_inner_score(run, corpus, tables)]
    return _report(gold, scored, inner=inner, depth=depth, notes=notes)


def _report(
    gold: Gold, scored: Sequence[SystemScore], *, notes: Sequence[str], inner: Sequence[InnerScore] = (), depth: int = DEPTH
) -> DebateReport:
    names = tuple(debate.name for debate in gold.debates)
    return DebateReport(
        debates=names, positives=gold.positives(), systems=tuple(scored), inner=tuple(inner), depth=depth, notes=tuple(notes)
    )


def _own_systems(gold: Gold, run: OwnRun) -> Iterator[tuple[System, Protocol]]:
    from app.evaluation import own_fitted  # brings scikit-learn, which no other command should wait for

    for name, rank in (OWN_SYSTEMS | {own_fitted.NAME: own_fitted.ranked_leaving_out}).items():
        for protocol in gold.protocols():
            yield System(name=name, family="our own", rankings=rank(run, protocol)), protocol


def paper_systems(gold: Gold, tables: Sequence[PairTable], job: Job, parts: frozenset[Part]) -> Iterator[tuple[System, Protocol]]:
    """The paper's systems that were asked for, each under each protocol."""
    for protocol in gold.protocols():
        lines = line_gold(gold.debates, protocol, published=gold.published or {}, without_repeated=False)
        made: list[Iterator[System]] = []
        if Part.SINGLE in parts:
            made.append(single_measures(tables, protocol))
        if Part.RANKSVM in parts:
            made.append(ranksvms(tables, lines, protocol, job))
        if Part.ABLATION in parts:
            made.append(ablation(tables, lines, protocol, job))
        for systems in made:
            for system in systems:
                yield system, protocol


def sentences_of(debate: GoldDebate, document: Document, corpus: Corpus, models: PaperModels, job: Job) -> Sentences:
    """A debate as the paper's system sees it: its sentences with both encoders' vectors, and what annotators looked at."""
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
        annotated=[[rows[one] for one in annotated.get(line, ()) if one in rows] for line in lines],
    )
