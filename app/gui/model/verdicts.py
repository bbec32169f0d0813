"""How verdicts, stances and findings look: always a word, an icon and a colour together, never a colour alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.domain.match import Match
from app.domain.ranked import Outcome, RankedSentence
from app.domain.stance import Stance
from app.domain.verdict import SentenceVerdict, Verdict
from app.gui.model.colours import Tone


@dataclass(frozen=True, slots=True)
class Look:
    """Word, name of the icon in `resources/icons`, and tone."""

    word: str
    icon: str
    tone: Tone


_VERDICTS = {
    Verdict.TRUE: Look("True", "check", Tone.GREEN),
    Verdict.MOSTLY_TRUE: Look("Mostly true", "check-partial", Tone.GREEN),
    Verdict.MIXED: Look("Mixed", "half", Tone.ORANGE),
    Verdict.MOSTLY_FALSE: Look("Mostly false", "cross-partial", Tone.VERMILLION),
    Verdict.FALSE: Look("False", "cross", Tone.VERMILLION),
    Verdict.MISLEADING: Look("Misleading", "warning", Tone.VERMILLION),
    Verdict.UNPROVEN: Look("Unproven", "question", Tone.BLUE),
    Verdict.OUTDATED: Look("Outdated", "clock", Tone.BLUE),
    Verdict.SATIRE: Look("Satire", "satire", Tone.PURPLE),
    Verdict.DISPUTED: Look("Disputed", "disputed", Tone.ORANGE),
    Verdict.UNRATED: Look("Unrated", "dash", Tone.GREY),
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
    UNCHECKED = "unchecked"
    NONE = "none"


NOTHING_FOUND = frozenset({Finding.UNCHECKED, Finding.NONE})
"""The findings without a fact-check."""
_WORTHY = 0.5

_FINDINGS = {
    Finding.FALSE: Look("False", "cross", Tone.VERMILLION),
    Finding.TRUE: Look("True", "check", Tone.GREEN),
    Finding.CONTRADICTS: Look("Contradicts a false claim", "opposite", Tone.BLUE),
    Finding.FOUND: Look("Fact-check found", "half", Tone.ORANGE),
    Finding.UNCLEAR: Look("Perhaps checked", "question", Tone.GREY),
    Finding.UNCHECKED: Look("Not checked by anybody", "unchecked", Tone.GREY),
    Finding.NONE: Look("No match", "dash", Tone.GREY),
}


def finding_look(finding: Finding) -> Look:
    """The finding of a sentence."""
    return _FINDINGS[finding]


def finding_of(ranked: RankedSentence) -> Finding:
    """Settled true or false; else whether it contradicts a false claim (which makes nothing true), or is checked, or perhaps; without
    a fact-check, whether it is a claim that is worth one."""
    if ranked.outcome is Outcome.NONE:
        return Finding.UNCHECKED if ranked.checkworthiness > _WORTHY else Finding.NONE
    if ranked.verdict is SentenceVerdict.TRUE:
        return Finding.TRUE
    if ranked.verdict is SentenceVerdict.FALSE:
        return Finding.FALSE
    if ranked.matches and _contradicts_false(ranked.matches[0]):
        return Finding.CONTRADICTS
    return Finding.FOUND if ranked.outcome is Outcome.MATCH else Finding.UNCLEAR


def _contradicts_false(match: Match) -> bool:
    return match.stance is Stance.DISAGREE and match.factcheck.verdict.settles_false


_STANCES = {
    Stance.AGREE: Look("Agrees", "agrees", Tone.GREY),
    Stance.DISAGREE: Look("Contradicts", "opposite", Tone.GREY),
    Stance.UNRELATED: Look("Not the same claim", "dash", Tone.GREY),
}


def stance_look(match: Match) -> Look:
    """The stance of the checked claim towards the sentence; grey, since it judges nothing."""
    return _STANCES[match.stance] if match.stance_probabilities.judged else Look("Agreement not judged", "dash", Tone.GREY)


def implication(match: Match, *, sure: bool = True) -> str:
    """One sentence that says what this match means for the sentence of the document; guarded where that is not `sure`."""
    word = verdict_look(match.factcheck.verdict).word.lower()
    if not match.stance_probabilities.judged:
        return "Whether it says the same was not judged; compare the two texts."
    if match.stance is Stance.UNRELATED:
        return "Near in topic, but not the same claim."
    if match.stance is Stance.AGREE:
        ending = ", which settles nothing." if match.factcheck.verdict.ambiguous else "."
        return f"The sentence {'says' if sure else 'seems to say'} what was rated {word}{ending}"
    contradicts = f"The sentence {'contradicts' if sure else 'seems to contradict'} a claim rated {word}."
    return f"{contradicts} That alone does not make it true." if match.factcheck.verdict.settles_false else contradicts
