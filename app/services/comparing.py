"""The costly part of the cascade: pair scorer, stance and likenesses for the candidates that can change the order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from app.domain.progress import CancelToken
from app.domain.speech import ClaimPair
from app.ranking import likenesses, sentence_traits
from app.services.analysis import Analysis
from app.services.work import COMPARED, FIRST, FIRST_OF_CLAIM, Work
from app.stance import can_read, judge_stances


def is_worth_comparing(work: Work, analysis: Analysis) -> bool:
    """Whether the sentence is compared in full: all single claims are, of a document those that may be verifiable.

    A property of the sentence alone, so that neither the rest of the document nor a cache changes what is compared.
    """
    if not (work.rows >= 0).any():
        return False
    return analysis.single_claims or work.preliminary >= analysis.engine.preliminary_ranker.file.compare_from


def compare(works: Sequence[Work], analysis: Analysis, cancel: CancelToken, *, ordered: Callable[[], None] | None = None) -> None:
    """Compare each sentence's most promising candidates in full; writes into the works.

    The first few of every sentence, then the others of those of which one may be about the same claim. `ordered` is called once the
    order of the candidates is known and their stance is still to be judged; where there is none to judge, never.
    """
    first = FIRST_OF_CLAIM if analysis.single_claims else FIRST
    count = max(COMPARED, analysis.judged)
    _score([(work, work.worthwhile(first)) for work in works], analysis, cancel)
    near = [work for work in works if max(work.pair.values(), default=0.0) >= analysis.engine.preliminary_ranker.file.more_from]
    _score([(work, [column for column in work.worthwhile(count) if column not in work.compared]) for work in near], analysis, cancel)
    _add_likenesses(works, analysis)
    _add_stances(works, analysis, cancel, ordered)


def _score(chosen: Sequence[tuple[Work, list[int]]], analysis: Analysis, cancel: CancelToken) -> None:
    places = [(work, column) for work, columns in chosen for column in columns]
    pairs = [analysis.pair(work.sentence, int(work.rows[column])) for work, column in places]
    scores = analysis.engine.pair_scorer.score(pairs, cancel=cancel).astype(np.float64)
    quick = np.array([work.measures["prefilter"][column] for work, column in places], dtype=np.float64)
    both = analysis.engine.preliminary_ranker.file.together(scores, quick)
    for (work, column), score in zip(places, both, strict=True):
        work.compared.append(column)
        work.pair[column] = float(score)


def _add_likenesses(works: Sequence[Work], analysis: Analysis) -> None:
    for work in works:
        said = sentence_traits(work.sentence.text, work.sentence.speaker)
        for column in work.compared:
            work.likenesses[column] = likenesses(said, analysis.traits_of(int(work.rows[column])))


def _add_stances(works: Sequence[Work], analysis: Analysis, cancel: CancelToken, ordered: Callable[[], None] | None) -> None:
    """Stance where the pair may be about the same claim at all, and where the model can read both sides."""
    least = analysis.engine.ranker.file.stance_from
    asked = []
    for work in works:
        language = analysis.language_of(work.sentence)
        for column in work.compared:
            factcheck = analysis.known[int(work.rows[column])]
            if work.pair[column] < least:
                continue
            if can_read(language, factcheck.language, languages=analysis.engine.stance_languages):
                asked.append((work, column, factcheck.claim))
            else:
                work.unread.add(column)
    if asked and ordered is not None:
        ordered()
    stances = judge_stances([(claim, work.sentence.text) for work, _, claim in asked], scorer=analysis.engine.stance_scorer, cancel=cancel)
    for (work, column, _), stance in zip(asked, stances, strict=True):
        if stance.judged:
            work.stances[column] = stance
        else:
            work.unread.add(column)  # for the ranker, too, "not judged" is not "neither"
    _add_readings([(work, column, claim) for work, column, claim in asked], analysis, cancel)


def _add_readings(asked: Sequence[tuple[Work, int, str]], analysis: Analysis, cancel: CancelToken) -> None:
    """Read speech acts and differences of the pairs whose stance was asked for, and the act of each sentence as a whole."""
    reader = analysis.engine.claim_reader
    if reader is None or not asked:
        return
    pairs = [claim_pair(work.sentence.text, int(work.rows[column]), analysis) for work, column, _ in asked]
    readings = reader.read(pairs, cancel=cancel)
    for (work, column, _), reading in zip(asked, readings, strict=True):
        work.readings[column] = reading
    works = list({id(work): work for work, _, _ in asked}.values())
    for work, act in zip(works, reader.acts([work.sentence.text for work in works], cancel=cancel), strict=True):
        work.act = act


def claim_pair(text: str, row: int, analysis: Analysis) -> ClaimPair:
    """A sentence beside the fact-check in this row of the library, with the days on which each was said."""
    factcheck = analysis.known[row]
    return ClaimPair(text, factcheck.claim, analysis.day, factcheck.claimed or factcheck.published, factcheck.published)
