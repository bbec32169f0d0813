"""Inner mean average precision (Shaar et al. 2022, Table 3): the fact-checks of one sentence, those with a stance relevant.

A sentence counts when a pair of it is labelled agree or disagree; these pairs are relevant. The paper does not say which
fact-checks are ranked, so both are reported: those that annotators looked at, and the whole library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.ports import FloatMatrix
from models.research.debates import GoldDebate
from models.research.metrics import average_precision, mean
from models.research.paper.measures import BM25, CHEAP, ENCODERS, MEASURES, text_columns
from models.research.paper.models import Corpus, Job
from models.research.paper.retrieval import BM25_FIELDS, DENSE_FIELDS, Sentences
from models.research.paper.table import PairTable
from models.research.scores import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class InnerScore:
    """One measure: over the annotated candidates of each sentence, and over the library (None where that was not computed).

    `exact` is False where, over the library, only each sentence's candidates were measured and any other pair counts as missed.
    """

    name: str
    annotated: float
    library: float | None
    exact: bool


def inner_scores(
    debates: Sequence[GoldDebate], tables: Sequence[PairTable], sentences: Sequence[Sentences], corpus: Corpus, job: Job
) -> list[InnerScore]:
    """All 19 measures, means over the sentences of all debates."""
    annotated: dict[str, list[float]] = {name: [] for name in MEASURES}
    library: dict[str, list[float]] = {name: [] for name in MEASURES}
    tell = job.told("Inner measures")
    for number, (debate, table, said) in enumerate(zip(debates, tables, sentences, strict=True)):
        tell(number, len(debates))
        rows = corpus.rows(pair.factcheck for pair in debate.annotated)
        looked_at = debate.candidates()
        place = {line: index for index, line in enumerate(table.lines)}
        for line, wanted in debate.with_stance().items():
            if line not in place:
                continue
            own = _Sentence(table, place[line], wanted, [one for one in looked_at[line] if one in rows], rows)
            full = full_scores(said, place[line], corpus)
            for name in MEASURES:
                annotated[name].append(own.over_annotated(name))
                library[name].append(over_library(full[name], own.relevant) if name in full else own.over_candidates(name))
    return [InnerScore(name=name, annotated=mean(annotated[name]), library=mean(library[name]), exact=name in CHEAP) for name in MEASURES]


class _Sentence:
    """One sentence's pairs in the table and which of them are relevant."""

    def __init__(self, table: PairTable, sentence: int, wanted: frozenset[str], looked_at: Sequence[str], rows: Mapping[str, int]) -> None:
        where = table.pairs(sentence)
        self.rows = table.rows[where]
        self.values = table.values[where]
        self.looked_at_values = table.looked_at[where]
        self.candidate = table.members[Protocol.ALL][where]
        self.looked_at = np.isin(self.rows, [rows[one] for one in looked_at])
        self.relevant = frozenset(rows.get(one, -1) for one in wanted)

    def over_annotated(self, name: str) -> float:
        return self._over(name, self.looked_at, self.looked_at_values)

    def over_candidates(self, name: str) -> float:
        return self._over(name, self.candidate, self.values)

    def _over(self, name: str, which: NDArray[np.bool_], measured: FloatMatrix) -> float:
        values = measured[which, MEASURES.index(name)]
        order = np.argsort(-values, kind="stable")  # NaN stands last
        ranked = self.rows[which][order][: int((~np.isnan(values)).sum())]
        return average_precision(ranked.tolist(), self.relevant)


def full_scores(said: Sentences, sentence: int, corpus: Corpus) -> dict[str, FloatMatrix]:
    """The cheap measures of one sentence with every fact-check, (n,) each."""
    every = np.arange(len(corpus.ids), dtype=np.int32)
    text = said.texts[sentence]
    scores = {column: corpus.snapshot.lexical(field).scores(text, every) for column, field in zip(BM25, BM25_FIELDS, strict=True)}
    for encoder in ENCODERS:
        for column, field in zip(text_columns(encoder), DENSE_FIELDS, strict=True):
            scores[column] = corpus.vectors[encoder, field] @ said.vectors[encoder][sentence]
    return scores


def over_library(scores: FloatMatrix, relevant: frozenset[int]) -> float:
    """Average precision of all rows by score, ties by row; a score of 0 is no hit (no shared word, no title)."""
    order = np.argsort(-scores, kind="stable")
    return average_precision(order[scores[order] != 0].tolist(), relevant)
