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
    """Inputs of our own systems: the debates, their documents by name, and the engine."""

    debates: Sequence[GoldDebate]
    documents: Mapping[str, Document]
    engine: Engine
    job: Job


OwnSystem = Callable[[OwnRun, Protocol], Rankings]


def ranked_by_engine(run: OwnRun, protocol: Protocol) -> Rankings:
    """Return the ranking of `priorcheck rank`. If only earlier fact-checks count, `--as-of` is the debate's day."""
    rankings = {}
    for debate in run.debates:
        options = MatchOptions(as_of=debate.day if protocol is Protocol.BEFORE else None)
        ranked = rank_document(
            run.documents[debate.name], engine=run.engine, options=options, progress=run.job.progress, cancel=run.job.cancel
        )
        rankings[debate.name] = ranking_of(ranked)
    return rankings


OWN_SYSTEMS: dict[str, OwnSystem] = {"priorcheck rank": ranked_by_engine}
"""Our systems by name, which are scored next to the paper's."""


def own_inner_score(run: OwnRun, corpus: Corpus, tables: Sequence[PairTable]) -> InnerScore:
    """Return the inner mean average precision of our pair scorer, over annotated candidates and over those of the library with NLI."""
    annotated, library = [], []
    for debate, table in zip(run.debates, tables, strict=True):
        rows = corpus.rows(pair.factcheck for pair in debate.annotated)
        index_of_line = {line: index for index, line in enumerate(table.lines)}
        annotated_candidates = debate.candidates()
        for line, gold_ids in debate.with_stance().items():
            if line not in index_of_line:
                continue
            judged_pairs = table.judged(index_of_line[line])
            scores = _pair_scores(run, debate.name, index_of_line[line], table.rows[judged_pairs].tolist(), corpus)
            ranked = table.rows[judged_pairs][np.argsort(-scores, kind="stable")]
            annotated_rows = {rows[identifier] for identifier in annotated_candidates[line] if identifier in rows}
            retrieved = table.members[Protocol.ALL][judged_pairs] & ~np.isnan(table.values[judged_pairs, COLUMN[NLI[0]]])
            member = set(table.rows[judged_pairs][retrieved].tolist())
            relevant = frozenset(rows.get(identifier, -1) for identifier in gold_ids)
            annotated.append(average_precision([row for row in ranked.tolist() if row in annotated_rows], relevant))
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


def _pair(document: Document, index: int, item: FactCheck) -> PairInput:
    """Return the pair as the analysis shows it to the scorer: with the preceding sentences, nearest first."""
    sentence = document.sentences[index]
    before = document.sentences[max(0, index - PRECEDING) : index]
    return PairInput(
        sentence=sentence.text,
        context=tuple(other.text for other in reversed(before)),
        speaker=sentence.speaker,
        claim=item.claim,
        title=item.title,
        claimant=item.claimant,
        published=item.published,
    )
