"""How verdicts, stances and findings look: always a word, an icon and a colour together, never a colour alone."""

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
class Look:
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


def verdict_look(verdict: Verdict) -> Look:
    """Our normalised verdict of a fact-check."""
    icon, tone = _VERDICTS[verdict]
    return Look(VERDICT_LABELS[verdict], icon, tone)


class Finding(StrEnum):
    """What is said of a sentence, in groups by which the list is filtered and counted; the publishers' own words are a filter of their
    own. What is rated is grouped by degree, on our scale."""

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
    Finding.FALSE: Look(mark("Rated false"), "cross", Tone.VERMILLION),
    Finding.MOSTLY_FALSE: Look(mark("Rated mostly false"), "cross-partial", Tone.VERMILLION),
    Finding.MISLEADING: Look(mark("Rated misleading"), "warning", Tone.VERMILLION),
    Finding.MIXED: Look(mark("Rated mixed or half true"), "half", Tone.ORANGE),
    Finding.MOSTLY_TRUE: Look(mark("Rated mostly true"), "check-partial", Tone.GREEN),
    Finding.TRUE: Look(mark("Rated true"), "check", Tone.GREEN),
    Finding.OTHER: Look(mark("Another rating"), "dash", Tone.BLUE),
    Finding.DISAGREE: Look(DISAGREE, "disputed", Tone.ORANGE),
    Finding.DENIES: Look(mark("Denies a rated claim"), "opposite", Tone.BLUE),
    Finding.SIMILAR: Look(mark("Similar claim"), "similar", Tone.GREY),
    Finding.QUOTES: Look(mark("Quotes a rated claim"), "quote", Tone.GREY),
    Finding.ASKS: Look(mark("Asks about a rated claim"), "question", Tone.GREY),
    Finding.PROMISES: Look(mark("Promise or wish"), "clock", Tone.GREY),
    Finding.NOT_JUDGED: Look(READ_BOTH, "question", Tone.GREY),
    Finding.UNCLEAR: Look(POSSIBLE, "question", Tone.GREY),
    Finding.PENDING: Look(NOT_COMPARED, "clock", Tone.GREY),
    Finding.UNCHECKED: Look(UNCHECKED, "unchecked", Tone.GREY),
    Finding.NONE: Look(NO_MATCH, "dash", Tone.GREY),
    Finding.REJECTED: Look(REJECTED, "rejected", Tone.GREY),
}


def finding_look(finding: Finding) -> Look:
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


def conclusion_look(conclusion: Conclusion) -> Look:
    """Icon and tone of what is said of a sentence; a rating that is neither true nor false has its own."""
    finding = finding_of(conclusion)
    return verdict_look(conclusion.rating) if finding is Finding.OTHER and conclusion.rating is not None else finding_look(finding)


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
    Stance.AGREE: Look(mark("Agrees"), "agrees", Tone.GREY),
    Stance.DISAGREE: Look(mark("Contradicts"), "opposite", Tone.GREY),
    Stance.UNRELATED: Look(mark("Not the same claim"), "dash", Tone.GREY),
}


_VERY_LIKELY, _LIKELY = 0.85, 0.65
_BANDS = (
    (_VERY_LIKELY, mark("{what}: very likely, {share}")),
    (_LIKELY, mark("{what}: likely, {share}")),
    (0.0, mark("{what}: perhaps, {share}")),
)


def in_band(what: str, share: float) -> str:
    """What a model says, how surely in a word, and the probability itself."""
    return tr(next(words for least, words in _BANDS if share >= least), what=what, share=percent(share))


def stance_look(match: Match) -> Look:
    """The stance of the checked claim towards the sentence; grey, since it judges nothing."""
    return _STANCES[match.stance] if match.stance_probabilities.judged else Look(mark("Not compared"), "dash", Tone.GREY)
