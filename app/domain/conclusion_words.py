"""Texts for conclusions on sentences: one line for lists and headings, a sentence or two for the details. Used by window and
reports."""

from __future__ import annotations

from app.domain.conclusion import RATED, Conclusion, relation
from app.domain.match import Match
from app.domain.published_rating import Quote, attributed_rating, capitalised, is_rated, rating_words
from app.domain.review import Decision
from app.domain.verdict import VerdictReason
from app.translation import mark, tr

NOT_COMPARED = mark("Not compared yet")
UNCHECKED = mark("Worth checking – nothing in your library")
NO_MATCH = mark("No match")
REJECTED = mark("Rejected – no fact-check fits")
GONE = mark("Confirmed earlier – not in this ranking")
READ_BOTH = mark("Not compared – read both")
POSSIBLE = mark("Possible match")
DISAGREE = mark("Fact-checks disagree")
_SHORT = {
    VerdictReason.DENIES: mark("Denies a claim rated {rating}"),
    VerdictReason.QUOTES: mark("Quotes a claim rated {rating}"),
    VerdictReason.ASKS: mark("Asks about a claim rated {rating}"),
    VerdictReason.PROMISES: mark("Promise or wish – claim rated {rating}"),
}
_LONG = {
    VerdictReason.SETTLED: mark("Repeats a claim that {publisher} rated {rating}."),
    VerdictReason.UNDECIDED: mark("Repeats a claim that {publisher} rated {rating}."),
    VerdictReason.DENIES: mark("Denies a claim that {publisher} rated {rating}. That alone does not make the sentence true or false."),
    VerdictReason.QUOTES: mark("Reports what others say. {publisher} rated that claim {rating}."),
    VerdictReason.ASKS: mark("Asks about a claim that {publisher} rated {rating}."),
    VerdictReason.PROMISES: mark("Promises, wishes or supposes something. {publisher} rated the claim {rating}."),
    VerdictReason.UNCERTAIN: mark("A similar fact-check exists. It may not be about this exact claim."),
    VerdictReason.NOT_JUDGED: mark("A fact-check was found, but the two texts could not be compared. Read both."),
}
_UNRATED = {
    VerdictReason.SETTLED: mark("Repeats a checked claim that carries no rating"),
    VerdictReason.UNDECIDED: mark("Repeats a checked claim that carries no rating"),
    VerdictReason.DENIES: mark("Denies a checked claim"),
    VerdictReason.QUOTES: mark("Quotes a checked claim"),
    VerdictReason.ASKS: mark("Asks about a checked claim"),
    VerdictReason.PROMISES: mark("Promise or wish – claim without a rating"),
}
_SOMEBODY = mark("a publisher without a name")


def headline(conclusion: Conclusion, quote: Quote = str) -> str:
    """Return the one-line summary: the publisher's own rating where there is one (“PolitiFact: Mostly False”), else the reason why
    there is none."""
    if conclusion.own is not None:
        return tr("Own verdict: {verdict}", verdict=conclusion.own.label)
    if conclusion.rejected:
        return tr(REJECTED)
    line = _headline(conclusion, quote)
    return tr("{finding} (in part)", finding=line) if conclusion.decision is Decision.PARTIAL else line


def explanation(conclusion: Conclusion, quote: Quote = str) -> str:
    """Return the conclusion as one or two sentences for the details."""
    if conclusion.own is not None or conclusion.rejected:
        return f"{headline(conclusion, quote)}."
    source = conclusion.source
    if source is None or conclusion.reason is VerdictReason.NONE:
        return _without_source(conclusion)
    if conclusion.reason is VerdictReason.SIMILAR:
        return _similar(source, quote)
    if conclusion.reason is VerdictReason.DISAGREEMENT:
        return _disagreement(conclusion, quote)
    if conclusion.reason in _UNRATED and not is_rated(source.factcheck):
        return f"{tr(_UNRATED[conclusion.reason])}."
    publisher = quote(source.factcheck.publisher) or tr(_SOMEBODY)
    return capitalised(tr(_LONG[conclusion.reason], publisher=publisher, rating=_quoted(source, quote)))


def likeness(match: Match, quote: Quote = str, *, sure: bool = True) -> str:
    """Return the meaning of a single fact-check for the sentence, hedged unless it is `sure` to be about the same claim."""
    reason, rating = relation(match), _quoted(match, quote)
    if reason in _UNRATED and not is_rated(match.factcheck):
        return f"{tr(_UNRATED[reason])}."
    if reason in RATED:
        return (
            tr("Repeats a claim rated {rating}.", rating=rating) if sure else tr("Probably repeats a claim rated {rating}.", rating=rating)
        )
    if reason is VerdictReason.SIMILAR:
        return _similar(match, quote)
    words = _SHORT.get(reason)
    if words is not None:
        return f"{tr(words, rating=rating)}."
    return f"{tr(READ_BOTH)}." if reason is VerdictReason.NOT_JUDGED else tr("Near in topic, but not the same claim.")


def differing(match: Match, quote: Quote = str) -> tuple[str, ...]:
    """Return the differences between sentence and claim, each as “75,000 ≠ one million”."""
    return tuple(f"{quote(difference.said)} ≠ {quote(difference.checked)}" for difference in match.differs)


def _headline(conclusion: Conclusion, quote: Quote) -> str:
    source, reason = conclusion.source, conclusion.reason
    if source is None or reason is VerdictReason.NONE:
        return _without_source(conclusion).rstrip(".")
    if reason in RATED:
        return attributed_rating(source.factcheck, quote)
    if reason is VerdictReason.SIMILAR:
        return _similar(source, quote).rstrip(".")
    if reason in _SHORT:
        return tr(_UNRATED[reason]) if not is_rated(source.factcheck) else tr(_SHORT[reason], rating=_quoted(source, quote))
    return tr({VerdictReason.DISAGREEMENT: DISAGREE, VerdictReason.NOT_JUDGED: READ_BOTH}.get(reason, POSSIBLE))


def _without_source(conclusion: Conclusion) -> str:
    if conclusion.decision is not None and conclusion.decision.holds:
        return f"{tr(GONE)}."
    if not conclusion.compared:
        return f"{tr(NOT_COMPARED)}."
    return f"{tr(UNCHECKED if conclusion.worthy else NO_MATCH)}."


def _similar(match: Match, quote: Quote) -> str:
    differences = "; ".join(differing(match, quote))
    return tr("Similar claim – differs: {differences}.", differences=differences) if differences else f"{tr('Similar claim')}."


def _disagreement(conclusion: Conclusion, quote: Quote) -> str:
    opposing = [match for match in (conclusion.source, conclusion.against) if match is not None]
    ratings = "; ".join(attributed_rating(match.factcheck, quote) for match in opposing)
    return tr("Fact-checks disagree: {ratings}. Read both.", ratings=ratings)


def _quoted(match: Match, quote: Quote) -> str:
    return rating_words(match.factcheck, quote)
