"""Builds matches from a sentence's comparison: the best candidates in order, with their scores, stance, differences and reasons."""

from __future__ import annotations

import math
from dataclasses import replace

from app.domain.factcheck import FactCheck
from app.domain.match import Match, QueryForm, ScoreParts
from app.domain.stance import NEUTRAL
from app.ranking import OVERLAP_FEATURES, RankerFile, differences, match_reasons
from app.services.matching.comparison import Comparison
from app.services.matching.context import MatchContext
from app.stance import ENGLISH, can_read
from app.translation import mark, tr

_DIGITS = 6
_CONTRADICTED = mark("agreement is not judged: words and model contradict each other")
NOT_JUDGED = mark("agreement is not judged: the model reads English only")
_UNREADABLE = mark("agreement is not judged: the model does not read this language")
_FOUND_WITH = {
    QueryForm.PLAIN: mark("found with without who said it, links and tags"),
    QueryForm.QUOTED: mark("found with the quoted part only"),
    QueryForm.PART: mark("found with one part of the post"),
    QueryForm.NAMES: mark("found with names and numbers only"),
    QueryForm.NO_NUMBERS: mark("found with numbers removed"),
}


def build_matches(comparison: Comparison, context: MatchContext, *, top: int, thresholds: RankerFile | None = None) -> tuple[Match, ...]:
    """Return the `top` matches of a sentence in a total order: those compared in full by pair probability, then the others.

    `thresholds` are the ranker's own, unless others are given.
    """
    file = thresholds or context.ranker.file
    return tuple(_match(comparison, column, context, file) for column in comparison.order()[:top])


def _match(comparison: Comparison, column: int, context: MatchContext, thresholds: RankerFile) -> Match:
    candidates, pair = comparison.candidates, comparison.pairs.get(column)
    row, text = int(candidates.rows[column]), candidates.sentence.text
    factcheck = context.factchecks[row].without_body()
    parts = _parts(comparison, column)
    stance = pair.stance if pair else NEUTRAL
    match = Match(
        factcheck=factcheck,
        score=_score(comparison, column),
        parts=parts,
        stance=stance.label,
        stance_probabilities=stance,
        same_as=context.duplicates_of(row),
        differences=differences(text, factcheck.claim) if pair else (),
        found_with=candidates.found_with.get(column, QueryForm.WHOLE),
        probability=_chance(parts, thresholds),
        reading=pair.reading if pair else None,
    )
    if stance.judged and not match.contrary:  # debates seldom contradict a fact-check, unless they do so in so many words
        stance = stance.shifted(thresholds.stance_shift)
        match = replace(match, stance=stance.label, stance_probabilities=stance)
    reasons = [*match_reasons(text, match)]
    if match.found_with in _FOUND_WITH:
        reasons.append(tr(_FOUND_WITH[match.found_with]))
    if pair and not stance.judged and (parts.pair or 0.0) >= thresholds.stance_from:
        reasons.append(tr(_why_not_judged(comparison, factcheck, context)))
    return replace(match, reasons=tuple(reasons))


def _why_not_judged(comparison: Comparison, factcheck: FactCheck, context: MatchContext) -> str:
    languages = context.engine.stance_languages
    if can_read(context.language_of(comparison.candidates.sentence), factcheck.language, languages=languages):
        return _CONTRADICTED
    return NOT_JUDGED if languages == ENGLISH else _UNREADABLE


def _score(comparison: Comparison, column: int) -> float:
    """Return the pair probability. A candidate that was not compared in full scores below those that were, in the order of
    prefilter scores."""
    if column in comparison.pairs:
        return round(comparison.pairs[column].probability, _DIGITS)
    share = 1.0 / (1.0 + math.exp(-float(comparison.candidates.prefilter_score[column])))  # no probability, but in its order
    return share * min((pair.probability for pair in comparison.pairs.values()), default=1.0)


def _chance(parts: ScoreParts, thresholds: RankerFile) -> float | None:
    if parts.pair is None:
        return None
    return round(thresholds.chance(parts.pair, parts.quoted or 0.0), _DIGITS)


def _parts(comparison: Comparison, column: int) -> ScoreParts:
    measures = {name: round(float(values[column]), _DIGITS) for name, values in comparison.candidates.measures.items()}
    pair = comparison.pairs.get(column)
    if pair is None:
        return ScoreParts(**measures)
    quoted = float(pair.overlap[OVERLAP_FEATURES.index("quoted")])
    return ScoreParts(**measures, pair=round(pair.probability, _DIGITS), quoted=round(quoted, _DIGITS))
