"""Words that all reports share: verdicts, stances, places, and who decided what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from app.domain.conclusion import conclude, to_decide
from app.domain.conclusion_words import differing, headline
from app.domain.document import Sentence, clock
from app.domain.match import Match
from app.domain.published_rating import attributed_rating, rating_words, verbatim_rating
from app.domain.ranked import Outcome, RankedSentence
from app.domain.review import Decision
from app.domain.stance import Stance
from app.domain.verdict import Verdict
from app.services.reports.review_status import Finding, JudgedMatch, ReviewerMark, ReviewStatus, Side, side_of
from app.translation import mark, number, tr

STANCE_WORDS = {
    Stance.AGREE: mark("says the same"),
    Stance.DISAGREE: mark("says the opposite"),
    Stance.UNRELATED: mark("says neither the same nor the opposite"),
}
_STANCES = {
    Stance.AGREE: mark("The checked claim says the same."),
    Stance.DISAGREE: mark("The checked claim says the opposite."),
    Stance.UNRELATED: mark("The checked claim says neither the same nor the opposite."),
}
RESTS_ON_THIS = mark("The program’s finding rests on this fact-check.")
_OUTCOME = {
    Outcome.MATCH: mark("fact-check found"),
    Outcome.AMBIGUOUS: mark("a similar one, perhaps not about this exact claim"),
    Outcome.NONE: mark("nothing in the library"),
}


def finding_words(entry: RankedSentence) -> str:
    """Return the program's conclusion on a sentence: the publisher's own rating with its sign, or the reason why there is none."""
    return _signed(side_of_program(entry), headline(conclude(entry)))


def side_of_program(entry: RankedSentence) -> Side | None:
    """For the sign of what the program says."""
    rating = conclude(entry).rating
    return side_of(rating) if rating is not None else None


def _signed(side: Side | None, words: str) -> str:
    return f"{SIDE_MARKS[side]} {words}" if side is not None and side is not Side.UNSETTLED else words


def outcome_words(entry: RankedSentence) -> str:
    """Return the outcome of the search for the sentence."""
    return tr(_OUTCOME[entry.outcome]) if entry.compared else tr("not compared yet")


def place_words(sentence: Sentence) -> str:
    """Return the sentence's position: time, page or line, whichever it has."""
    if sentence.time is not None:
        return clock(sentence.time, padded=True)
    if sentence.page is not None:
        return tr("page {number}", number=sentence.page)
    if sentence.line is not None:
        return tr("line {number}", number=sentence.line)
    return tr("sentence {number}", number=sentence.index + 1)


def shown_matches(finding: Finding) -> tuple[JudgedMatch, ...]:
    """The matches worth a reader's time: those that what is said rests on, all that were decided on and not rejected, else the best, and
    others that say the same or the opposite; at most three that nobody looked at. Never those that are merely near."""
    deciding_ids = (finding.entry.verdict_source, finding.entry.verdict_against)
    worth_showing = _worth_showing(finding)
    deciding = [
        judged for judged in finding.matches if judged.match.factcheck.id in deciding_ids and judged.decision is not Decision.REJECTED
    ]
    return (*worth_showing, *(judged for judged in deciding if judged not in worth_showing))


def _worth_showing(finding: Finding) -> tuple[JudgedMatch, ...]:
    open_matches = [judged for judged in finding.matches if judged.decision is not Decision.REJECTED]
    judged_matches = [judged for judged in open_matches if judged.opinion]
    if finding.entry.outcome is Outcome.NONE:
        return tuple(judged_matches)
    about = to_decide(finding.entry)
    undecided = [judged for judged in open_matches if not judged.opinion and judged.match in about]
    taking_sides = [judged for judged in undecided[0 if judged_matches else 1 :] if judged.match.stance is not Stance.UNRELATED]
    return (*judged_matches, *(() if judged_matches else undecided[:1]), *taking_sides[:2])


def stance_words(match: Match) -> str:
    """The stance as a sentence."""
    if not match.stance_probabilities.judged:
        return tr("Not compared – read both.")
    return tr(_STANCES[match.stance])


def source_of_verdict_words(match: Match, entry: RankedSentence) -> str:
    """That the program's verdict rests on this match, where it does."""
    return tr(RESTS_ON_THIS) if entry.rests_on(match) else ""


def reason_words(match: Match) -> str:
    """The reasons as one sentence."""
    text = "; ".join(match.reasons)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def difference_words(match: Match) -> str:
    """Return the differences between sentence and claim as one line."""
    distinct_words = dict.fromkeys((*differing(match), *(difference.words for difference in match.differences)))
    return tr("Differs: {what}.", what="; ".join(distinct_words)) if distinct_words else ""


def order_words(match: Match, entry: RankedSentence) -> str:
    """Both places of a match among its sentence's, where a language model gave them another order."""
    if not match.llm_rank or match not in entry.matches:
        return ""
    position = entry.matches.index(match) + 1
    return tr("Place {own} here, place {other} with the language model", own=number(position), other=number(match.llm_rank)) + "."


def source_words(match: Match, day_words: Callable[[date], str] = date.isoformat) -> str:
    """Date and the note that goes with the fact-check; that its publisher is unknown, since no rating can name it then."""
    item = match.factcheck
    parts = ["" if item.publisher else tr("unknown publisher"), day_words(item.published) if item.published else tr("no date"), item.note]
    return " · ".join(part for part in parts if part)


SIDE_MARKS = {Side.FALSE: "✗", Side.MOSTLY_FALSE: "(✗)", Side.TRUE: "✓", Side.MOSTLY_TRUE: "(✓)", Side.BETWEEN: "±", Side.UNSETTLED: "?"}
SIDE_WORDS = {
    Side.FALSE: mark("False"),
    Side.MOSTLY_FALSE: mark("Mostly false"),
    Side.BETWEEN: mark("Mixed or other"),
    Side.MOSTLY_TRUE: mark("Mostly true"),
    Side.TRUE: mark("True"),
    Side.UNSETTLED: mark("No verdict"),
}
DECISION_WORDS = {
    Decision.CONFIRMED: mark("confirmed"),
    Decision.PARTIAL: mark("confirmed in part"),
    Decision.REJECTED: mark("rejected"),
    Decision.DEFERRED: mark("deferred"),
}


def head_words(finding: Finding) -> str:
    """Return the headline of a sentence, as in the window, and its author."""
    conclusion = finding.conclusion
    if conclusion.own is not None:
        return f"{_signed(side_of(conclusion.own), conclusion.own.label)} ({tr('own verdict')})"
    if conclusion.decision is not None and conclusion.decision.holds:
        words = headline(replace(conclusion, decision=Decision.CONFIRMED))
        return f"{_signed(finding.side, words)} ({tr(DECISION_WORDS[conclusion.decision])})"
    words = _signed(finding.side, headline(conclusion))
    if conclusion.rejected:
        return words
    unseen = finding.status is ReviewStatus.UNREVIEWED
    return f"{words} ({tr('not reviewed') if unseen else tr('not decided')})"


def rating_line(match: Match) -> str:
    """Return publisher and rating, followed by the rating exactly as published and the word of our own scale if these differ."""
    check = match.factcheck
    texts = [tr("published as “{rating}”", rating=verbatim) if (verbatim := verbatim_rating(check)) else ""]
    if check.rating and check.verdict is not Verdict.UNRATED and rating_words(check).casefold() != check.verdict.words.casefold():
        texts.append(tr("on our scale: {verdict}", verdict=check.verdict.words))
    notes = "; ".join(text for text in texts if text)
    return f"{attributed_rating(check)} ({notes})" if notes else attributed_rating(check)


def said_words(opinion: ReviewerMark) -> str:
    """Return a reviewer's mark in words: “Mara: confirmed, flagged”."""
    review_mark = opinion.mark
    parts = [tr(DECISION_WORDS[review_mark.decision]) if review_mark.decision else "", tr("flagged") if review_mark.flagged else ""]
    parts.append(tr("own verdict {verdict}", verdict=review_mark.verdict.words) if review_mark.verdict else "")
    words = ", ".join(part for part in parts if part)
    return f"{opinion.reviewer or tr('Somebody')}: {words or tr('noted')}"


def match_label(judged: JudgedMatch) -> str:
    """Return the decisions on a match, with those of differing reviewers; "Not reviewed" if there are none."""
    if judged.opinion is None:
        return tr("Not reviewed")
    return "; ".join(said_words(opinion) for opinion in (judged.opinion, *judged.dissents))


def sentence_label(finding: Finding) -> str:
    """Return the decisions on the sentence itself; "" if there are none."""
    return "; ".join(said_words(opinion) for opinion in (*((finding.opinion,) if finding.opinion else ()), *finding.dissents))
