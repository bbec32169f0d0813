"""Candidate generation: for each sentence the fact-checks that may be about it, cheap measures of each, and a preliminary score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.domain.document import Sentence
from app.domain.match import QueryForm, QueryVariant
from app.domain.progress import CancelToken, Progress
from app.ports import Field, FloatMatrix, Hits, IntMatrix, Mask
from app.ranking import sentence_features
from app.ranking.features import comparable_lexical
from app.ranking.text import words
from app.retrieval import KEEP, ExpandedCandidates, expand, query_variants, search_lexical, take
from app.services.checkworthiness import CHECKWORTHY_FROM, checkworthiness
from app.services.matching.context import MatchContext

BODY_WORDS = 10
"""Words of a single claim from which BM25 on the body is scaled down. Chosen on tweets about PolitiFact articles (5, 10, 20 were tried)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceCandidates:
    """One sentence's n candidates, without duplicates of each other.

    `rows` (n,) into the snapshot, -1 where there is none; `measures` (n,) each, named as in ScoreParts. `prefilter_score` (n,)
    orders the candidates before any is compared in full. `foreign` (n,) marks candidates known to be in another language than the
    sentence. `preliminary` is the preliminary ranker's score. `variants` are the query variants, `found_with` maps a column to the
    form that found it, where the claim's own search did not.
    """

    sentence: Sentence
    rows: IntMatrix
    measures: Mapping[str, FloatMatrix]
    prefilter_score: FloatMatrix
    foreign: Mask
    preliminary: float
    preliminary_probability: float
    checkworthiness: float
    variants: tuple[QueryVariant, ...] = ()
    found_with: Mapping[int, QueryForm] = field(default_factory=dict)

    def most_promising(self, count: int) -> list[int]:
        """Return the columns of the first `count` candidates by prefilter score, then fused score, then row, and of those that
        these displaced."""
        order = np.lexsort((self.rows, -self.measures["fused"], -self.prefilter_score))
        columns = [int(column) for column in order if self.rows[column] >= 0]
        # Candidates that variants found, and those in other languages, displace none: the ones that would have been compared
        # without them follow as well.
        unexpanded = [column for column in columns if column not in self.found_with]
        same_language = [column for column in unexpanded if not self.foreign[column]]
        return list(dict.fromkeys([*columns[:count], *unexpanded[:count], *same_language[:count]]))


def search_words(texts: Sequence[str], context: MatchContext, cancel: CancelToken) -> dict[Field, Hits]:
    """Return the BM25 hits of all texts by field."""
    return search_lexical(texts, snapshot=context.snapshot, allowed=context.search.allowed, cancel=cancel)


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateTable:
    """The measured candidates of q sentences, (q, n) each: rows into the snapshot (-1 for none), measures named as in ScoreParts, and
    `foreign` as in SentenceCandidates; `checkworthiness` (q,)."""

    texts: Sequence[str]
    rows: IntMatrix
    measures: Mapping[str, FloatMatrix]
    foreign: Mask
    checkworthiness: Sequence[float]


def generate_candidates(
    sentences: Sequence[Sentence], lexical: Mapping[Field, Hits], context: MatchContext, *, progress: Progress, cancel: CancelToken
) -> list[SentenceCandidates]:
    """Generate and measure the candidates of each sentence; `lexical` are their hits from `search_words`, in order.

    Each result depends on its sentence only. Raises Cancelled.
    """
    texts = [sentence.text for sentence in sentences]
    variants = [_variants(text, context) for text in texts]
    expanded = _search(texts, variants, lexical, context, progress=progress, cancel=cancel)
    rows = expanded.candidates.rows
    context.factchecks.fetch(rows)
    table = CandidateTable(
        texts=texts,
        rows=rows,
        measures={**expanded.candidates.measures, "prefilter": _prefilter(sentences, rows, context, cancel)},
        foreign=_foreign(sentences, rows, context),
        checkworthiness=_checkworthiness(sentences, context, cancel),
    )
    prefilter_scores = _prefilter_scores(table, context)
    scores = _preliminary_scores(table, context)
    probabilities = context.engine.preliminary_ranker.probability(scores)
    return [
        SentenceCandidates(
            sentence=sentence,
            rows=rows[index],
            measures={name: values[index] for name, values in table.measures.items()},
            prefilter_score=prefilter_scores[index],
            foreign=table.foreign[index],
            preliminary=float(scores[index]),
            preliminary_probability=float(probabilities[index]),
            checkworthiness=table.checkworthiness[index],
            variants=variants[index],
            found_with=expanded.found_with[index],
        )
        for index, sentence in enumerate(sentences)
    ]


def _variants(text: str, context: MatchContext) -> tuple[QueryVariant, ...]:
    return (*query_variants(text), *context.rewordings.get(text, ())) if context.expands else ()


def _search(
    texts: Sequence[str],
    variants: Sequence[tuple[QueryVariant, ...]],
    lexical: Mapping[Field, Hits],
    context: MatchContext,
    *,
    progress: Progress,
    cancel: CancelToken,
) -> ExpandedCandidates:
    """Search with the texts and all their variants; return the candidates of each text, and what each variant found."""
    # One search for all texts: a pass over the library's vectors costs the same for any number of queries.
    queries = [*texts, *(variant.text for of_text in variants for variant in of_text)]
    vectors = context.engine.sentence_encoder.encode(queries, progress=progress, cancel=cancel)
    search = context.search
    least = min(context.verdict_depth, search.group_count())
    keep = max(KEEP, least)
    dense, of_texts = search.dense(vectors, keep=keep), np.arange(len(texts), dtype=np.int32)
    candidates = search.find(texts, vectors[of_texts], lexical, take(dense, of_texts), keep=keep, least=least, cancel=cancel)
    if context.expands:
        return expand(texts, vectors, candidates, variants=variants, dense=dense, search=search, cancel=cancel)
    return ExpandedCandidates(candidates=candidates, found_with=[{} for _ in texts])


def _prefilter(sentences: Sequence[Sentence], rows: IntMatrix, context: MatchContext, cancel: CancelToken) -> FloatMatrix:
    """Return the prefilter's probability of each candidate, in the shape of `rows`; 0 where there is none."""
    positions = np.argwhere(rows >= 0)
    pairs = [context.pair(sentences[query], int(rows[query, column])) for query, column in positions]
    scores = np.zeros(rows.shape, dtype=np.float32)
    if pairs:
        scores[positions[:, 0], positions[:, 1]] = context.engine.prefilter.score(pairs, cancel=cancel)
    return scores


def _prefilter_scores(table: CandidateTable, context: MatchContext) -> FloatMatrix:
    """Return the prefilter scores (q, n), from the prefilter and BM25 on the body."""
    # BM25 grows with the number of query words, and that of a long post would drown the prefilter. Sentences of a document keep
    # all of it, as its weight was chosen with them.
    shares = [min(1.0, BODY_WORDS / (len(words(text)) or 1)) if context.single_claims else 1.0 for text in table.texts]
    body = table.measures["bm25_body"] * np.array(shares, dtype=np.float32)[:, None]
    return context.engine.preliminary_ranker.file.prefilter_score(table.measures["prefilter"], body)


def _checkworthiness(sentences: Sequence[Sentence], context: MatchContext, cancel: CancelToken) -> list[float]:
    """Return the check-worthiness of each sentence; neither high nor low where the model cannot read the language."""
    texts, languages = [sentence.text for sentence in sentences], [context.language_of(sentence) for sentence in sentences]
    judged = checkworthiness(texts, context.engine.checkworthiness_scorer, cancel, languages=languages)
    return [CHECKWORTHY_FROM if result.abstain else result.score for result in judged]


def _foreign(sentences: Sequence[Sentence], rows: IntMatrix, context: MatchContext) -> Mask:
    """Return a mask of the candidates that are known to be in another language than their sentence."""
    is_foreign = np.zeros(rows.shape, dtype=bool)
    for query, sentence in enumerate(sentences):
        sentence_language = _primary_language(context.language_of(sentence))
        languages = [_primary_language(context.factchecks[int(row)].language) if row >= 0 else "" for row in rows[query]]
        is_foreign[query] = [bool(sentence_language and other and sentence_language != other) for other in languages]
    return is_foreign


def _primary_language(code: str) -> str:
    """Return the language code without its region, "" where the language is unknown."""
    primary = code.partition("-")[0]
    return "" if primary == "und" else primary


def _preliminary_scores(table: CandidateTable, context: MatchContext) -> NDArray[np.float64]:
    """Return the preliminary scores (q,), from the candidates in the sentence's language, or from the others where that score is
    higher."""
    ranker, foreign = context.engine.preliminary_ranker, table.foreign
    scores = ranker.score(preliminary_features(table, context, among=~foreign))
    if not foreign.any():
        return scores
    foreign_scores = ranker.score(preliminary_features(table, context, among=foreign))
    present = table.rows >= 0
    has_same, has_foreign = (present & ~foreign).any(axis=1), (present & foreign).any(axis=1)
    return np.where(has_foreign & (~has_same | (foreign_scores > scores)), foreign_scores, scores)


def preliminary_features(table: CandidateTable, context: MatchContext, *, among: Mask) -> FloatMatrix:
    """Return the preliminary ranker's features, shape (q, len(FEATURES)), from the candidates that `among` (q, n) marks and that
    may decide."""
    depth = context.feature_depth
    rows, measures = table.rows[:, :depth], {name: values[:, :depth] for name, values in table.measures.items()}
    bodies = np.array([row >= 0 and bool(context.factchecks[row].body) for row in rows.ravel().tolist()], dtype=bool).reshape(rows.shape)
    bm25 = {part: measures[f"bm25_{part.value}"] for part in Field}
    lexical = comparable_lexical(bm25, bodies, factchecks=len(context.snapshot.ids))
    return sentence_features(measures | lexical, context.settling(rows) & among[:, :depth], table.texts, table.checkworthiness)
