"""Speech acts: a speaker asserts, denies, quotes, asks about, promises or wishes a statement."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class SpeechAct(StrEnum):
    """A speech act. Only what is asserted can be true or false of the speaker's own words.

    QUOTE is also what is reported, attributed or merely named ("the claim that …"); PROMISE also what is wished, planned, demanded or
    supposed ("if …", "would").
    """

    ASSERT = "assert"
    DENY = "deny"
    QUOTE = "quote"
    ASK = "ask"
    PROMISE = "promise"


class SlotKind(StrEnum):
    """Respects in which a sentence and a checked claim about the same subject may differ. SAYING: the fact-check is about
    somebody's saying it, the speaker asserts it."""

    WHO = "who"
    WHERE = "where"
    WHEN = "when"
    HOW_MUCH = "how-much"
    COMPARED = "compared-to"
    WHAT = "what"
    SAYING = "saying"


@dataclass(frozen=True, slots=True)
class ClaimPair:
    """A sentence and a checked claim. `said` is the day of the sentence, `checked` the day of the claim or, if unknown, of the
    fact-check; relative times such as "last year" count from these. `published` is the fact-check's day."""

    sentence: str
    claim: str
    said: date | None = None
    checked: date | None = None
    published: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotDifference:
    """A difference: the words of the sentence (`said`) and of the checked claim (`checked`)."""

    kind: SlotKind
    said: str
    checked: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimReading:
    """Speech act of a sentence towards a checked claim, and their differences."""

    act: SpeechAct
    differs: tuple[SlotDifference, ...] = ()
