"""Matches from a sentence's candidates: chosen, ordered, with what they have in common and why they are here."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from app.domain.factcheck import FactCheck
from app.domain.match import Match, QueryForm, ScoreParts
from app.domain.stance import NEUTRAL
from app.ranking import LIKENESSES, RankerFile, differences, match_reasons
from app.services.analysis import Analysis
from app.services.work import Work
from app.stance import ENGLISH, can_read
from app.translation import mark, tr

_DIGITS = 6
_CONTRADICTED = mark("agreement is not judged: words and model contradict each other")
NOT_JUDGED = mark("agreement is not judged: the model reads English only")
_NOT_READ = mark("agreement is not judged: the model does not read this language")
_FOUND_WITH = {
    QueryForm.PLAIN: mark("found with without who said it, links and tags"),
    QueryForm.QUOTED: mark("found with the quoted part only"),
    QueryForm.PART: mark("found with one part of the post"),
    QueryForm.NAMES: mark("found with names and numbers only"),
    QueryForm.NO_NUMBERS: mark("found with numbers removed"),
}


def build_matches(work: Work, analysis: Analysis, *, thresholds: RankerFile, top: int) -> tuple[Match, ...]:
    """The `top` matches of a sentence: those compared in full by pair probability, then the others; a total order."""
    return tuple(_match(work, column, analysis, thresholds) for column in work.order()[:top])


def _match(work: Work, column: int, analysis: Analysis, thresholds: RankerFile) -> Match:
    row = int(work.rows[column])
    parts = _parts(work, column)
    factcheck = analysis.known[row].without_body()
    judged = work.stances.get(column, NEUTRAL)
    match = Match(
        factcheck=factcheck,
        score=_score(work, column),
        parts=parts,
        stance=judged.label,
        stance_probabilities=judged,
        same_as=others_of_group(row, analysis),
        differences=differences(work.sentence.text, factcheck.claim) if column in work.compared else (),
        found_with=work.forms.get(column, QueryForm.WHOLE),
        probability=_chance(parts, thresholds),
        reading=work.readings.get(column),
    )
    if judged.judged and not match.contrary:  # what people say in debates seldom contradicts, unless it does so in so many words
        stance = judged.shifted(thresholds.stance_shift)
        match = replace(match, stance=stance.label, stance_probabilities=stance)
    reasons = match_reasons(work.sentence.text, match)
    unjudged = column in work.compared and not match.stance_probabilities.judged and (parts.pair or 0.0) >= thresholds.stance_from
    more = (tr(_why_not_judged(work, factcheck, analysis)),) if unjudged else ()
    found_with = (tr(_FOUND_WITH[match.found_with]),) if match.found_with in _FOUND_WITH else ()
    return replace(match, reasons=(*reasons, *found_with, *more))


def _why_not_judged(work: Work, factcheck: FactCheck, analysis: Analysis) -> str:
    languages = analysis.engine.stance_languages
    if can_read(analysis.language_of(work.sentence), factcheck.language, languages=languages):
        return _CONTRADICTED
    return NOT_JUDGED if languages == ENGLISH else _NOT_READ


def _score(work: Work, column: int) -> float:
    """The pair probability; what was not compared in full stands below what was, by its promise."""
    if column in work.compared:
        return round(work.pair[column], _DIGITS)
    promise = 1.0 / (1.0 + math.exp(-float(work.measures["promise"][column])))  # no probability, but in its order
    return promise * min(work.pair.values(), default=1.0)


def _chance(parts: ScoreParts, thresholds: RankerFile) -> float | None:
    if parts.pair is None:
        return None
    return round(thresholds.chance(parts.pair, parts.quoted or 0.0), _DIGITS)


def _parts(work: Work, column: int) -> ScoreParts:
    measured = {name: round(float(values[column]), _DIGITS) for name, values in work.measures.items() if name != "promise"}
    if column not in work.compared:
        return ScoreParts(**measured)
    quoted = float(work.likenesses[column][LIKENESSES.index("quoted")])
    return ScoreParts(**measured, pair=round(work.pair[column], _DIGITS), quoted=round(quoted, _DIGITS))


def others_of_group(row: int, analysis: Analysis) -> tuple[str, ...]:
    """The ids of the duplicates of the fact-check in this row."""
    groups, ids = analysis.snapshot.groups, analysis.snapshot.ids
    if analysis.group_sizes[groups[row]] == 1:
        return ()
    same = np.flatnonzero(groups == groups[row])
    return tuple(sorted(ids[int(other)] for other in same if other != row))
