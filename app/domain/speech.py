"""What a speaker does with a statement: asserts it, denies it, quotes it, asks about it, or promises or wishes it."""

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
    """A respect in which a sentence and a checked claim may differ although they are about the same. SAYING: the fact-check looked into
    whether somebody said it, the speaker says it."""

    WHO = "who"
    WHERE = "where"
    WHEN = "when"
    HOW_MUCH = "how-much"
    COMPARED = "compared-to"
    WHAT = "what"
    SAYING = "saying"


@dataclass(frozen=True, slots=True)
class ClaimPair:
    """A sentence and a checked claim: `said` is the day of the sentence, `checked` the day on which the claim was made or, where that is
    not known, on which the fact-check was published; times such as "last year" count from these. `published` is the fact-check's day."""

    sentence: str
    claim: str
    said: date | None = None
    checked: date | None = None
    published: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotDifference:
    """A difference: the words of the sentence, and those of the claim that was checked."""

    kind: SlotKind
    said: str
    checked: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimReading:
    """The speech act of a sentence towards a checked claim, and the differences of the two."""

    act: SpeechAct
    differs: tuple[SlotDifference, ...] = ()
