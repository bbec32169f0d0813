"""Scores compared sentences: features, score, probability, matches, verdict, outcome and reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from app.domain.log_odds import log_odds
from app.domain.ranked import Outcome, RankedSentence, with_matches
from app.domain.verdict import SentenceVerdict
from app.ports import FloatMatrix, Mask
from app.ranking import (
    FULL_FEATURES,
    OF_CANDIDATES,
    OVERLAP_FEATURES,
    ComparedTable,
    full_features,
    outcome,
    rule,
    sentence_form,
    sentence_reasons,
)
from app.services.matching.comparison import ComparedPair, Comparison
from app.services.matching.context import MatchContext
from app.services.matching.matches import build_matches
from app.translation import mark, tr

NOT_COMPARED = mark("not compared in full yet")
STANCE_PENDING = mark("fact-checks were found; whether they agree is still being judged")
# How likely any candidate is about a single claim: what the second one is taken for where there is none.
_ALONE = 0.001


def score_sentences(comparisons: Sequence[Comparison], context: MatchContext, repeated: Mapping[int, float]) -> list[RankedSentence]:
    """Return the sentences with score, probability, matches, verdict and reasons, in order. Each depends on its own comparison
    only.

    `repeated` gives, by sentence index, how much a sentence repeats an earlier one. Ranks are 0: the caller orders.
    """
    features, scores = _scores(comparisons, context, repeated)
    probabilities = context.ranker.probability(scores)
    return [
        _ranked(comparison, context, row.tolist(), float(score), float(probability))
        for comparison, row, score, probability in zip(comparisons, features, scores, probabilities, strict=True)
    ]


def _scores(
    comparisons: Sequence[Comparison], context: MatchContext, repeated: Mapping[int, float]
) -> tuple[FloatMatrix, NDArray[np.float64]]:
    """Return features and scores (q,): each sentence is scored by the fact-checks in its own language, and by the others where that
    score is higher."""
    features = final_features(comparisons, context, repeated)
    scores = context.ranker.score(features)
    indexes = np.array(
        [index for index, comparison in enumerate(comparisons) if _has_compared(comparison, context, foreign=True)], np.int64
    )
    # A fact-check in another language has neither stance nor shared words, and would hide one in the sentence's language.
    if len(indexes):
        foreign_features = final_features([comparisons[index] for index in indexes], context, repeated, foreign=True)
        foreign_scores = context.ranker.score(foreign_features)
        only_foreign = np.array([not _has_compared(comparisons[index], context, foreign=False) for index in indexes])
        higher = only_foreign | (foreign_scores > scores[indexes])
        features[indexes[higher]], scores[indexes[higher]] = foreign_features[higher], foreign_scores[higher]
    return features, scores


def _has_compared(comparison: Comparison, context: MatchContext, *, foreign: bool) -> bool:
    """Return True if a candidate of these languages that decides was compared in full: the ranker was trained on such sentences
    only."""
    marked = comparison.candidates.foreign
    return any(column < context.feature_depth and bool(marked[column]) is foreign for column in comparison.pairs)


def final_features(
    comparisons: Sequence[Comparison], context: MatchContext, repeated: Mapping[int, float], *, foreign: bool = False
) -> FloatMatrix:
    """Return the final ranker's features, shape (q, len(FULL_FEATURES)), from the fact-checks in the sentence's language, or in
    other ones."""
    sentences = [comparison.candidates for comparison in comparisons]
    of_sentence = sentence_form([candidates.sentence.text for candidates in sentences])
    of_sentence["preliminary"] = np.array([candidates.preliminary for candidates in sentences], dtype=np.float32)
    of_sentence["checkworthiness"] = np.array([candidates.checkworthiness for candidates in sentences], dtype=np.float32)
    of_sentence["repeated"] = np.array([repeated.get(candidates.sentence.index, 0.0) for candidates in sentences], dtype=np.float32)
    depth = context.feature_depth
    table = ComparedTable(
        compared=_mask(
            comparisons,
            depth,
            lambda comparison, column: column in comparison.pairs and bool(comparison.candidates.foreign[column]) is foreign,
        ),
        settling=_mask(comparisons, depth, lambda comparison, column: context.settles(int(comparison.candidates.rows[column]))),
        false=_mask(
            comparisons, depth, lambda comparison, column: context.factchecks[int(comparison.candidates.rows[column])].verdict.settles_false
        ),
        measures={name: stack_measures([_measure(comparison, name) for comparison in comparisons], depth) for name in OF_CANDIDATES},
        of_sentence=of_sentence,
    )
    return full_features(table, single_probability=_ALONE if context.single_claims else 0.0)


def _mask(comparisons: Sequence[Comparison], width: int, predicate: Callable[[Comparison, int], bool]) -> Mask:
    """Return a mask of the first candidates for which `predicate` is true, shape (q, width)."""
    mask = np.zeros((len(comparisons), width), dtype=bool)
    for index, comparison in enumerate(comparisons):
        columns = np.flatnonzero(comparison.candidates.rows[:width] >= 0)
        mask[index, columns] = [predicate(comparison, int(column)) for column in columns]
    return mask


def stack_measures(values: Sequence[FloatMatrix], width: int) -> FloatMatrix:
    """Stack one measure of the first `width` candidates of each sentence, shape (q, width), 0 where there are fewer."""
    matrix = np.zeros((len(values), width), np.float32)
    for index, of_sentence in enumerate(values):
        matrix[index, : len(of_sentence)] = of_sentence[:width]
    return matrix


def _measure(comparison: Comparison, name: str) -> FloatMatrix:
    """Return a measure by column: a cheap one of all candidates, or one of the full comparison, 0 where a pair was not compared."""
    candidates = comparison.candidates
    if name in candidates.measures:
        return candidates.measures[name]
    values = np.zeros(len(candidates.rows), np.float32)
    for column, pair in comparison.pairs.items():
        values[column] = _compared_measure(pair, name)
    return values


def _compared_measure(pair: ComparedPair, name: str) -> float:
    if name == "pair":
        return pair.probability
    return float(pair.overlap[OVERLAP_FEATURES.index(name)]) if name in OVERLAP_FEATURES else pair.stance_feature(name)


def _ranked(comparison: Comparison, context: MatchContext, features: Sequence[float], score: float, probability: float) -> RankedSentence:
    thresholds = context.ranker.file
    built_matches = build_matches(comparison, context, top=max(context.verdict_depth, context.options.listed))
    matches = built_matches[: context.verdict_depth]
    result = outcome(matches, thresholds, probability)
    ruling = rule(matches, thresholds, outcome=result)
    entry = RankedSentence(
        rank=0,
        sentence=comparison.candidates.sentence,
        score=score,
        probability=probability,
        verdict=ruling.verdict,
        outcome=result,
        matches=built_matches,
        reasons=sentence_reasons(matches, ruling, result, dict(zip(FULL_FEATURES, features, strict=True))),
        verdict_probability=ruling.right,
        checkworthiness=comparison.candidates.checkworthiness,
        variants=comparison.candidates.variants,
        verdict_source=ruling.source,
        verdict_against=ruling.against,
        verdict_reason=ruling.reason,
        speech_act=comparison.speech_act,
    )
    return with_matches(entry, built_matches[: context.options.kept])


def preliminary_entry(comparison: Comparison, context: MatchContext, *, reason: str = NOT_COMPARED) -> RankedSentence:
    """Return the entry of a sentence before its full comparison, or before its stance is judged; `reason` says which."""
    candidates = comparison.candidates
    return RankedSentence(
        rank=0,
        sentence=candidates.sentence,
        score=log_odds(candidates.preliminary_probability),
        probability=candidates.preliminary_probability,
        verdict=SentenceVerdict.UNKNOWN,
        outcome=Outcome.NONE,
        matches=build_matches(comparison, context, top=context.options.top),
        reasons=(tr(reason),),
        checkworthiness=candidates.checkworthiness,
        compared=False,
    )
