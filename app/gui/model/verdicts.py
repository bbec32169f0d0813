"""How verdicts, stances and findings look: always a word, an icon and a colour together, never a colour alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.domain.match import Match
from app.domain.ranked import Outcome, RankedSentence
from app.domain.stance import Stance
from app.domain.verdict import SentenceVerdict, Verdict
from app.gui.model.colours import Tone
from app.gui.model.labels import percent
from app.translation import mark, tr


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
    Verdict.TRUE: Look(mark("True"), "check", Tone.GREEN),
    Verdict.MOSTLY_TRUE: Look(mark("Mostly true"), "check-partial", Tone.GREEN),
    Verdict.MIXED: Look(mark("Mixed"), "half", Tone.ORANGE),
    Verdict.MOSTLY_FALSE: Look(mark("Mostly false"), "cross-partial", Tone.VERMILLION),
    Verdict.FALSE: Look(mark("False"), "cross", Tone.VERMILLION),
    Verdict.MISLEADING: Look(mark("Misleading"), "warning", Tone.VERMILLION),
    Verdict.UNPROVEN: Look(mark("Unproven"), "question", Tone.BLUE),
    Verdict.OUTDATED: Look(mark("Outdated"), "clock", Tone.BLUE),
    Verdict.SATIRE: Look(mark("Satire"), "satire", Tone.PURPLE),
    Verdict.DISPUTED: Look(mark("Disputed"), "disputed", Tone.ORANGE),
    Verdict.UNRATED: Look(mark("Unrated"), "dash", Tone.GREY),
}


def verdict_look(verdict: Verdict) -> Look:
    """Our normalised verdict of a fact-check."""
    return _VERDICTS[verdict]


class Finding(StrEnum):
    """What the library says of a sentence, as the list shows and filters it."""

    FALSE = "false"
    TRUE = "true"
    CONTRADICTS = "contradicts"
    FOUND = "found"
    UNCLEAR = "unclear"
    PENDING = "pending"
    UNCHECKED = "unchecked"
    NONE = "none"


NOTHING_FOUND = frozenset({Finding.UNCHECKED, Finding.NONE})
"""The findings without a fact-check."""
_WORTHY = 0.5
_PROMISING = 0.02

_FINDINGS = {
    Finding.FALSE: Look(mark("False"), "cross", Tone.VERMILLION),
    Finding.TRUE: Look(mark("True"), "check", Tone.GREEN),
    Finding.CONTRADICTS: Look(mark("Contradicts a false claim"), "opposite", Tone.BLUE),
    Finding.FOUND: Look(mark("Fact-check found"), "half", Tone.ORANGE),
    Finding.UNCLEAR: Look(mark("Perhaps checked"), "question", Tone.GREY),
    Finding.PENDING: Look(mark("Not compared yet"), "clock", Tone.GREY),
    Finding.UNCHECKED: Look(mark("Not checked by anybody"), "unchecked", Tone.GREY),
    Finding.NONE: Look(mark("No match"), "dash", Tone.GREY),
}


def finding_look(finding: Finding) -> Look:
    """The finding of a sentence."""
    return _FINDINGS[finding]


def finding_of(ranked: RankedSentence, *, final: bool = True) -> Finding:
    """Settled true or false; else whether it contradicts a false claim (which makes nothing true), or is checked, or perhaps; without
    a fact-check, whether it is a claim that is worth one. While the ranking is not `final`, what was not compared in full is only
    said to be so, where it may be verified or is a claim."""
    if ranked.outcome is Outcome.NONE:
        if not final and _to_compare(ranked):
            return Finding.PENDING
        return Finding.UNCHECKED if ranked.checkworthiness > _WORTHY else Finding.NONE
    if ranked.verdict is SentenceVerdict.TRUE:
        return Finding.TRUE
    if ranked.verdict is SentenceVerdict.FALSE:
        return Finding.FALSE
    if ranked.matches and _contradicts_false(ranked.matches[0]):
        return Finding.CONTRADICTS
    return Finding.FOUND if ranked.outcome is Outcome.MATCH else Finding.UNCLEAR


def _to_compare(ranked: RankedSentence) -> bool:
    promising = ranked.probability >= _PROMISING or ranked.checkworthiness > _WORTHY
    return promising and bool(ranked.matches) and ranked.matches[0].parts.pair is None


def _contradicts_false(match: Match) -> bool:
    return match.stance is Stance.DISAGREE and match.factcheck.verdict.settles_false


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


def bands_told() -> str:
    """Which probabilities the words of `in_band` stand for."""
    most, more = percent(_VERY_LIKELY), percent(_LIKELY)
    return tr("A calibrated probability: “very likely” from {most}, “likely” from {more}, below that “perhaps”.", most=most, more=more)


def stance_look(match: Match) -> Look:
    """The stance of the checked claim towards the sentence; grey, since it judges nothing."""
    return _STANCES[match.stance] if match.stance_probabilities.judged else Look(mark("Agreement not judged"), "dash", Tone.GREY)


def implication(match: Match, *, sure: bool = True) -> str:
    """One sentence that says what this match means for the sentence of the document; guarded where that is not `sure`."""
    verdict = match.factcheck.verdict
    if not match.stance_probabilities.judged:
        return tr("Whether it says the same was not judged; compare the two texts.")
    if match.stance is Stance.UNRELATED:
        return tr("Near in topic, but not the same claim.")
    if match.stance is Stance.AGREE:
        return _agreement(verdict.words, settles=not verdict.ambiguous, sure=sure)
    said = (
        tr("The sentence contradicts a claim rated {verdict}.") if sure else tr("The sentence seems to contradict a claim rated {verdict}.")
    )
    contradicts = said.format(verdict=verdict.words)
    return " ".join((contradicts, tr("That alone does not make it true."))) if verdict.settles_false else contradicts


def _agreement(verdict: str, *, settles: bool, sure: bool) -> str:
    if settles:
        said = tr("The sentence says what was rated {verdict}.") if sure else tr("The sentence seems to say what was rated {verdict}.")
    elif sure:
        said = tr("The sentence says what was rated {verdict}, which settles nothing.")
    else:
        said = tr("The sentence seems to say what was rated {verdict}, which settles nothing.")
    return said.format(verdict=verdict)
