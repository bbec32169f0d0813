"""From measured and compared sentences to ranked ones: features, score, probability, verdict, outcome, reasons."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from app.domain.ranked import Outcome, RankedSentence, with_matches
from app.domain.verdict import SentenceVerdict
from app.ports import FloatMatrix, Mask
from app.ranking import (
    FULL_FEATURES,
    OF_CANDIDATES,
    ComparedTable,
    Ranker,
    full_features,
    outcome,
    rule,
    sentence_form,
    sentence_reasons,
)
from app.services.analysis import Analysis
from app.services.matches import build_matches
from app.services.work import Work, stacked
from app.translation import mark, tr

NOT_YET = mark("not compared in full yet")
STANCE_WAITS = mark("fact-checks were found; whether they agree is still being judged")
_LEAST = 1e-6
_ALONE = 0.001
"""How likely any candidate is about a single claim: what the second one is taken for where there is none."""


def ranker_of(analysis: Analysis) -> Ranker:
    """The ranker for what is being analysed."""
    return analysis.engine.query_ranker if analysis.single_claims else analysis.engine.ranker


def features_of(works: Sequence[Work], analysis: Analysis, repeated: Mapping[int, float], *, foreign: bool = False) -> FloatMatrix:
    """The final features, shape (q, len(FULL_FEATURES)), by the fact-checks in the sentence's language, or by those in others;
    `repeated` says by sentence index how much it repeats an earlier one."""
    of_sentence = sentence_form([work.sentence.text for work in works])
    of_sentence["preliminary"] = np.array([work.preliminary for work in works], dtype=np.float32)
    of_sentence["checkworthiness"] = np.array([work.checkworthiness for work in works], dtype=np.float32)
    of_sentence["repeated"] = np.array([repeated.get(work.sentence.index, 0.0) for work in works], dtype=np.float32)
    table = ComparedTable(
        compared=_mask(works, analysis.counted, lambda work, column: column in work.compared and bool(work.foreign[column]) is foreign),
        settling=_mask(works, analysis.counted, lambda work, column: analysis.counts(int(work.rows[column]))),
        false=_mask(works, analysis.counted, lambda work, column: analysis.known[int(work.rows[column])].verdict.settles_false),
        measures={name: stacked(works, name, analysis.counted) for name in OF_CANDIDATES},
        of_sentence=of_sentence,
    )
    return full_features(table, alone=_ALONE if analysis.single_claims else 0.0)


def _mask(works: Sequence[Work], width: int, holds: Callable[[Work, int], bool]) -> Mask:
    """Of the first candidates, those that are there and for which this holds."""
    mask = np.zeros((len(works), width), dtype=bool)
    for place, work in enumerate(works):
        there = np.flatnonzero(work.rows[:width] >= 0)
        mask[place, there] = [holds(work, int(column)) for column in there]
    return mask


def judge(works: Sequence[Work], analysis: Analysis, repeated: Mapping[int, float]) -> list[RankedSentence]:
    """The sentences with score, probability, matches, verdict and reasons. Ranks are 0: the caller orders."""
    ranker = ranker_of(analysis)
    rows, scores = _scored(works, analysis, repeated)
    probabilities = ranker.probability(scores)
    return [
        _judged(work, analysis, row.tolist(), float(score), float(probability))
        for work, row, score, probability in zip(works, rows, scores, probabilities, strict=True)
    ]


def _scored(works: Sequence[Work], analysis: Analysis, repeated: Mapping[int, float]) -> tuple[FloatMatrix, NDArray[np.float64]]:
    """Features and scores (q,). A fact-check in another language has neither stance nor wording to show, so that it would hide the one
    beside it that has: each sentence is scored by those in its own language, and by the others where these say more."""
    ranker = ranker_of(analysis)
    rows = features_of(works, analysis, repeated)
    scores = ranker.score(rows)
    places = np.array([place for place, work in enumerate(works) if _compared(work, analysis, foreign=True)], np.int64)
    if len(places):
        others = features_of([works[place] for place in places], analysis, repeated, foreign=True)
        theirs = ranker.score(others)
        alone = np.array([not _compared(works[place], analysis, foreign=False) for place in places])
        more = alone | (theirs > scores[places])
        rows[places[more]], scores[places[more]] = others[more], theirs[more]
    return rows, scores


def _compared(work: Work, analysis: Analysis, *, foreign: bool) -> bool:
    """Whether a candidate of these languages that counts was compared in full: of nothing the ranker has learnt nothing."""
    return any(column < analysis.counted and bool(work.foreign[column]) is foreign for column in work.compared)


def _judged(work: Work, analysis: Analysis, features: Sequence[float], score: float, probability: float) -> RankedSentence:
    thresholds = ranker_of(analysis).file
    listed = build_matches(work, analysis, thresholds=thresholds, top=max(analysis.judged, analysis.options.listed))
    matches = listed[: analysis.judged]
    found = outcome(matches, thresholds, probability)
    ruling = rule(matches, thresholds, found=found)
    entry = RankedSentence(
        rank=0,
        sentence=work.sentence,
        score=score,
        probability=probability,
        verdict=ruling.verdict,
        outcome=found,
        matches=listed,
        reasons=sentence_reasons(matches, ruling, found, dict(zip(FULL_FEATURES, features, strict=True))),
        verdict_probability=ruling.right,
        checkworthiness=work.checkworthiness,
        variants=work.variants,
        verdict_source=ruling.source,
        verdict_against=ruling.against,
        verdict_reason=ruling.reason,
        speech_act=work.act,
    )
    return with_matches(entry, listed[: analysis.options.kept])


def preliminary(work: Work, analysis: Analysis, *, told: str = NOT_YET) -> RankedSentence:
    """What can be said of a sentence before its candidates are compared in full, or before their stance is judged; `told` says which."""
    return RankedSentence(
        rank=0,
        sentence=work.sentence,
        score=log_odds_of(work.preliminary_probability),
        probability=work.preliminary_probability,
        verdict=SentenceVerdict.UNKNOWN,
        outcome=Outcome.NONE,
        matches=build_matches(work, analysis, thresholds=ranker_of(analysis).file, top=analysis.options.top),
        reasons=(tr(told),),
        checkworthiness=work.checkworthiness,
        compared=False,
    )


def log_odds_of(probability: float) -> float:
    """The log-odds of a probability, cut at one in a million: what preliminary and final scores are compared on meanwhile."""
    cut = min(max(probability, _LEAST), 1 - _LEAST)
    return math.log(cut / (1 - cut))
