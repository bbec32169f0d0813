"""Our own systems on the annotated debates: rankings by name, and the pair scorer's inner measures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.document import Document
from app.domain.factcheck import FactCheck
from app.domain.options import MatchOptions
from app.ports import FloatMatrix, PairInput
from app.services.engine import Engine
from app.services.matching.context import PRECEDING
from app.services.ranking import rank_document
from models.research.debates import GoldDebate
from models.research.metrics import average_precision, mean
from models.research.paper.inner import InnerScore
from models.research.paper.measures import COLUMN, NLI
from models.research.paper.models import Corpus, Job
from models.research.paper.table import PairTable
from models.research.rankings import Rankings, ranking_of
from models.research.scores import Protocol

_PAIRS = 512
"""Pairs scored between two saves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRun:
    """What a system of ours ranks: the debates, their documents by name, and the engine."""

    debates: Sequence[GoldDebate]
    documents: Mapping[str, Document]
    engine: Engine
    job: Job


OwnSystem = Callable[[OwnRun, Protocol], Rankings]


def ranked_by_engine(run: OwnRun, protocol: Protocol) -> Rankings:
    """What `priorcheck rank` gives, with `--as-of` the debate's day where only earlier fact-checks count."""
    rankings = {}
    for debate in run.debates:
        options = MatchOptions(as_of=debate.day if protocol is Protocol.BEFORE else None)
        ranked = rank_document(
            run.documents[debate.name], engine=run.engine, options=options, progress=run.job.progress, cancel=run.job.cancel
        )
        rankings[debate.name] = ranking_of(ranked)
    return rankings


OWN_SYSTEMS: dict[str, OwnSystem] = {"priorcheck rank": ranked_by_engine}
"""Systems of ours by name; each is scored beside the paper's."""


def own_inner_score(run: OwnRun, corpus: Corpus, tables: Sequence[PairTable]) -> InnerScore:
    """Inner mean average precision of our pair scorer, over annotated candidates and over those of the library that NLI judged."""
    annotated, library = [], []
    for debate, table in zip(run.debates, tables, strict=True):
        rows = corpus.rows(pair.factcheck for pair in debate.annotated)
        place = {line: index for index, line in enumerate(table.lines)}
        looked_at = debate.candidates()
        for line, wanted in debate.with_stance().items():
            if line not in place:
                continue
            where = table.judged(place[line])
            scores = _pair_scores(run, debate.name, place[line], table.rows[where].tolist(), corpus)
            ranked = table.rows[where][np.argsort(-scores, kind="stable")]
            chosen = {rows[one] for one in looked_at[line] if one in rows}
            found = table.members[Protocol.ALL][where] & ~np.isnan(table.values[where, COLUMN[NLI[0]]])
            member = set(table.rows[where][found].tolist())
            relevant = frozenset(rows.get(one, -1) for one in wanted)
            annotated.append(average_precision([row for row in ranked.tolist() if row in chosen], relevant))
            library.append(average_precision([row for row in ranked.tolist() if row in member], relevant))
    return InnerScore(name="our pair scorer", annotated=mean(annotated), library=mean(library), exact=False)


def _pair_scores(run: OwnRun, name: str, sentence: int, rows: Sequence[int], corpus: Corpus) -> FloatMatrix:
    scorer = run.engine.pair_scorer
    pairs = [_pair(run.documents[name], sentence, item) for item in corpus.snapshot.factchecks(rows)]
    parts = [np.zeros(0, np.float32)]
    for start in range(0, len(pairs), _PAIRS):
        run.job.cancel.check()
        chunk = pairs[start : start + _PAIRS]

        def make(chunk: list[PairInput] = chunk) -> dict[str, FloatMatrix]:
            return {"scores": scorer.score(chunk, cancel=run.job.cancel)}

        parts.append(run.job.work.arrays("pair", ["pair-1", scorer.identity.key(), *map(repr, chunk)], make)["scores"])
    return np.concatenate(parts)


def _pair(document: Document, place: int, item: FactCheck) -> PairInput:
    """The pair as an analysis shows it to the scorer: with the sentences before, nearest first."""
    sentence = document.sentences[place]
    before = document.sentences[max(0, place - PRECEDING) : place]
    return PairInput(
        sentence=sentence.text,
        context=tuple(other.text for other in reversed(before)),
        speaker=sentence.speaker,
        claim=item.claim,
        title=item.title,
        claimant=item.claimant,
        published=item.published,
    )
