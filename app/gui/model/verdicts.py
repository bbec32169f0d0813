"""Appearance of verdicts, stances and findings: always a word, an icon and a colour together, never a colour alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.domain.conclusion import Conclusion
from app.domain.conclusion_words import DISAGREE, NO_MATCH, NOT_COMPARED, POSSIBLE, READ_BOTH, REJECTED, UNCHECKED, headline
from app.domain.direction import isolated
from app.domain.match import Match
from app.domain.stance import Stance
from app.domain.verdict import VERDICT_LABELS, Verdict, VerdictReason
from app.gui.model.colours import Tone
from app.gui.model.labels import inert
from app.translation import mark, percent, tr


@dataclass(frozen=True, slots=True)
class Badge:
    """A word in English, name of the icon in `resources/icons`, and tone."""

    english: str
    icon: str
    tone: Tone

    @property
    def word(self) -> str:
        """The word in the reader's language."""
        return tr(self.english)


_VERDICTS = {
    Verdict.TRUE: ("check", Tone.GREEN),
    Verdict.MOSTLY_TRUE: ("check-partial", Tone.GREEN),
    Verdict.MIXED: ("half", Tone.ORANGE),
    Verdict.MOSTLY_FALSE: ("cross-partial", Tone.VERMILLION),
    Verdict.FALSE: ("cross", Tone.VERMILLION),
    Verdict.MISLEADING: ("warning", Tone.VERMILLION),
    Verdict.UNPROVEN: ("question", Tone.BLUE),
    Verdict.OUTDATED: ("clock", Tone.BLUE),
    Verdict.SATIRE: ("satire", Tone.PURPLE),
    Verdict.DISPUTED: ("disputed", Tone.ORANGE),
    Verdict.UNRATED: ("dash", Tone.GREY),
}


def verdict_badge(verdict: Verdict) -> Badge:
    """Our normalised verdict of a fact-check."""
    icon, tone = _VERDICTS[verdict]
    return Badge(VERDICT_LABELS[verdict], icon, tone)


class Finding(StrEnum):
    """Groups of conclusions by which the list is filtered and counted. Ratings are grouped by degree, on our scale; the publishers'
    own
    words are a separate filter.
    """

    FALSE = "rated-false"
    MOSTLY_FALSE = "rated-mostly-false"
    MISLEADING = "rated-misleading"
    MIXED = "rated-mixed"
    MOSTLY_TRUE = "rated-mostly-true"
    TRUE = "rated-true"
    OTHER = "rated-otherwise"
    DISAGREE = "disagree"
    DENIES = "denies"
    SIMILAR = "similar"
    QUOTES = "quotes"
    ASKS = "asks"
    PROMISES = "promises"
    NOT_JUDGED = "not-judged"
    UNCLEAR = "unclear"
    PENDING = "pending"
    UNCHECKED = "unchecked"
    NONE = "none"
    REJECTED = "rejected"


NOTHING_FOUND = frozenset({Finding.PENDING, Finding.UNCHECKED, Finding.NONE})
"""The findings without a fact-check."""
RATINGS = (Finding.FALSE, Finding.MOSTLY_FALSE, Finding.MISLEADING, Finding.MIXED, Finding.MOSTLY_TRUE, Finding.TRUE, Finding.OTHER)
"""The findings that come with a rating, false ones first."""
EARLIER_FINDINGS = {
    "false": (Finding.FALSE, Finding.MOSTLY_FALSE, Finding.MISLEADING),
    "true": (Finding.TRUE, Finding.MOSTLY_TRUE),
    "contradicts": (Finding.DENIES,),
    "found": (Finding.MIXED, Finding.OTHER),
}
"""What filters saved by versions before 0.2 call the findings."""
_BY_VERDICT = {
    Verdict.FALSE: Finding.FALSE,
    Verdict.MOSTLY_FALSE: Finding.MOSTLY_FALSE,
    Verdict.MISLEADING: Finding.MISLEADING,
    Verdict.MIXED: Finding.MIXED,
    Verdict.MOSTLY_TRUE: Finding.MOSTLY_TRUE,
    Verdict.TRUE: Finding.TRUE,
}
_BY_REASON = {
    VerdictReason.DISAGREEMENT: Finding.DISAGREE,
    VerdictReason.DENIES: Finding.DENIES,
    VerdictReason.SIMILAR: Finding.SIMILAR,
    VerdictReason.QUOTES: Finding.QUOTES,
    VerdictReason.ASKS: Finding.ASKS,
    VerdictReason.PROMISES: Finding.PROMISES,
    VerdictReason.NOT_JUDGED: Finding.NOT_JUDGED,
}

_FINDINGS = {
    Finding.FALSE: Badge(mark("Rated false"), "cross", Tone.VERMILLION),
    Finding.MOSTLY_FALSE: Badge(mark("Rated mostly false"), "cross-partial", Tone.VERMILLION),
    Finding.MISLEADING: Badge(mark("Rated misleading"), "warning", Tone.VERMILLION),
    Finding.MIXED: Badge(mark("Rated mixed or half true"), "half", Tone.ORANGE),
    Finding.MOSTLY_TRUE: Badge(mark("Rated mostly true"), "check-partial", Tone.GREEN),
    Finding.TRUE: Badge(mark("Rated true"), "check", Tone.GREEN),
    Finding.OTHER: Badge(mark("Another rating"), "dash", Tone.BLUE),
    Finding.DISAGREE: Badge(DISAGREE, "disputed", Tone.ORANGE),
    Finding.DENIES: Badge(mark("Denies a rated claim"), "opposite", Tone.BLUE),
    Finding.SIMILAR: Badge(mark("Similar claim"), "similar", Tone.GREY),
    Finding.QUOTES: Badge(mark("Quotes a rated claim"), "quote", Tone.GREY),
    Finding.ASKS: Badge(mark("Asks about a rated claim"), "question", Tone.GREY),
    Finding.PROMISES: Badge(mark("Promise or wish"), "clock", Tone.GREY),
    Finding.NOT_JUDGED: Badge(READ_BOTH, "question", Tone.GREY),
    Finding.UNCLEAR: Badge(POSSIBLE, "question", Tone.GREY),
    Finding.PENDING: Badge(NOT_COMPARED, "clock", Tone.GREY),
    Finding.UNCHECKED: Badge(UNCHECKED, "unchecked", Tone.GREY),
    Finding.NONE: Badge(NO_MATCH, "dash", Tone.GREY),
    Finding.REJECTED: Badge(REJECTED, "rejected", Tone.GREY),
}


def finding_badge(finding: Finding) -> Badge:
    """The group's own words, icon and tone."""
    return _FINDINGS[finding]


def finding_of(conclusion: Conclusion) -> Finding:
    """The group of what is said of a sentence."""
    if conclusion.rejected:
        return Finding.REJECTED
    if conclusion.rating is not None:
        return _BY_VERDICT.get(conclusion.rating, Finding.OTHER)
    if conclusion.source is None or conclusion.reason is VerdictReason.NONE:
        return _without_source(conclusion)
    return _BY_REASON.get(conclusion.reason, Finding.UNCLEAR)


def conclusion_badge(conclusion: Conclusion) -> Badge:
    """Icon and tone of what is said of a sentence; a rating that is neither true nor false has its own."""
    finding = finding_of(conclusion)
    return verdict_badge(conclusion.rating) if finding is Finding.OTHER and conclusion.rating is not None else finding_badge(finding)


def conclusion_words(conclusion: Conclusion) -> str:
    """The conclusion of a sentence, on one line of the window."""
    return headline(conclusion, quoted)


def quoted(text: str) -> str:
    """Text from outside within a line of our own words: it turns nothing around and hides nothing."""
    return isolated(inert(text))


def _without_source(conclusion: Conclusion) -> Finding:
    if conclusion.decision is not None and conclusion.decision.holds:
        return Finding.UNCLEAR
    if not conclusion.compared:
        return Finding.PENDING
    return Finding.UNCHECKED if conclusion.worthy else Finding.NONE


_STANCES = {
    Stance.AGREE: Badge(mark("Agrees"), "agrees", Tone.GREY),
    Stance.DISAGREE: Badge(mark("Contradicts"), "opposite", Tone.GREY),
    Stance.UNRELATED: Badge(mark("Not the same claim"), "dash", Tone.GREY),
}


_VERY_LIKELY, _LIKELY = 0.85, 0.65
_BANDS = (
    (_VERY_LIKELY, mark("{what}: very likely, {share}")),
    (_LIKELY, mark("{what}: likely, {share}")),
    (0.0, mark("{what}: perhaps, {share}")),
)


def in_band(statement: str, share: float) -> str:
    """Return a model's statement with its certainty in a word and the probability."""
    return tr(next(words for least, words in _BANDS if share >= least), what=statement, share=percent(share))


def stance_badge(match: Match) -> Badge:
    """The stance of the checked claim towards the sentence; grey, since it judges nothing."""
    return _STANCES[match.stance] if match.stance_probabilities.judged else Badge(mark("Not compared"), "dash", Tone.GREY)
