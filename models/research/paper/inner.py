"""Inner mean average precision (Shaar et al. 2022, Table 3): a ranking of one sentence's fact-checks, with those with a stance as
relevant.

A sentence counts if one of its pairs is labelled agree or disagree; these pairs are relevant. The paper does not say which
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
    """Score of one measure over the annotated candidates of each sentence, and over the library (None if not computed).

    `exact` is False if, over the library, only each sentence's candidates were measured and any other pair counts as missed.
    """

    name: str
    annotated: float
    library: float | None
    exact: bool


def inner_scores(
    debates: Sequence[GoldDebate], tables: Sequence[PairTable], sentences: Sequence[Sentences], corpus: Corpus, job: Job
) -> list[InnerScore]:
    """Return all 19 measures, means over the sentences of all debates."""
    annotated: dict[str, list[float]] = {name: [] for name in MEASURES}
    library: dict[str, list[float]] = {name: [] for name in MEASURES}
    report_progress = job.progress_callback("Inner measures")
    for number, (debate, table, debate_sentences) in enumerate(zip(debates, tables, sentences, strict=True)):
        report_progress(number, len(debates))
        rows = corpus.rows(pair.factcheck for pair in debate.annotated)
        annotated_candidates = debate.candidates()
        index_of_line = {line: index for index, line in enumerate(table.lines)}
        for line, gold_ids in debate.with_stance().items():
            if line not in index_of_line:
                continue
            sentence = _Sentence(
                table, index_of_line[line], gold_ids, [identifier for identifier in annotated_candidates[line] if identifier in rows], rows
            )
            scores_by_measure = full_scores(debate_sentences, index_of_line[line], corpus)
            for name in MEASURES:
                annotated[name].append(sentence.over_annotated(name))
                library[name].append(
                    over_library(scores_by_measure[name], sentence.relevant)
                    if name in scores_by_measure
                    else sentence.over_candidates(name)
                )
    return [InnerScore(name=name, annotated=mean(annotated[name]), library=mean(library[name]), exact=name in CHEAP) for name in MEASURES]


class _Sentence:
    """Pairs of one sentence in the table, with the relevant ones."""

    def __init__(
        self, table: PairTable, sentence: int, gold_ids: frozenset[str], looked_at: Sequence[str], rows: Mapping[str, int]
    ) -> None:
        pair_slice = table.pairs(sentence)
        self.rows = table.rows[pair_slice]
        self.values = table.values[pair_slice]
        self.looked_at_values = table.looked_at[pair_slice]
        self.candidate = table.members[Protocol.ALL][pair_slice]
        self.looked_at = np.isin(self.rows, [rows[identifier] for identifier in looked_at])
        self.relevant = frozenset(rows.get(identifier, -1) for identifier in gold_ids)

    def over_annotated(self, name: str) -> float:
        return self._over(name, self.looked_at, self.looked_at_values)

    def over_candidates(self, name: str) -> float:
        return self._over(name, self.candidate, self.values)

    def _over(self, name: str, mask: NDArray[np.bool_], measured: FloatMatrix) -> float:
        values = measured[mask, MEASURES.index(name)]
        order = np.argsort(-values, kind="stable")  # NaN stands last
        ranked = self.rows[mask][order][: int((~np.isnan(values)).sum())]
        return average_precision(ranked.tolist(), self.relevant)


def full_scores(sentences: Sentences, sentence: int, corpus: Corpus) -> dict[str, FloatMatrix]:
    """Return the cheap measures of one sentence with every fact-check, (n,) each."""
    every = np.arange(len(corpus.ids), dtype=np.int32)
    text = sentences.texts[sentence]
    scores = {column: corpus.snapshot.lexical(field).scores(text, every) for column, field in zip(BM25, BM25_FIELDS, strict=True)}
    for encoder in ENCODERS:
        for column, field in zip(text_columns(encoder), DENSE_FIELDS, strict=True):
            scores[column] = corpus.vectors[encoder, field] @ sentences.vectors[encoder][sentence]
    return scores


def over_library(scores: FloatMatrix, relevant: frozenset[int]) -> float:
    """Return the average precision of all rows by score, ties by row. A score of 0 is no hit (no shared word, no title)."""
    order = np.argsort(-scores, kind="stable")
    return average_precision(order[scores[order] != 0].tolist(), relevant)
