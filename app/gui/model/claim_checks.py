"""Checklist beside a claim: whether it can be understood without its original text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from app.domain.verification import ClaimForm
from app.gui.model.typed_day import day_trouble, read_day
from app.translation import mark, tr

_SUBJECTS = re.compile(r"\b(?:he|she|it|they|we|i|you|his|her|its|their|our|my|your|him|them|us|this|these|those)\b", re.IGNORECASE)
_WEEKDAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_RELATIVE = re.compile(
    r"\b(?:yesterday|today|tomorrow|tonight|now|currently|recently|lately|ago|last (?:week|month|year|night)|next (?:week|month|year)"
    rf"|this (?:week|month|year|morning|evening)|(?:{_WEEKDAYS})(?!,? (?:\d|the \d|{_MONTHS})))\b",
    re.IGNORECASE,
)
_TIME = re.compile(rf"\b(?:1[5-9]|20)\d\d\b|\b(?:{_MONTHS})\b")
_NAME = re.compile(rf"(?<!^)(?<![.!?“\"] )\b(?!(?:{_WEEKDAYS}|{_MONTHS})\b)[A-Z][\w’'-]+|\b[A-Z]{{2,}}\b")
_SEVERAL = re.compile(
    r"[.!?…]\s+\S|;|\b(?:and|but)\s+(?:he|she|it|they|we|i|that|also)\b|,\s+(?:while|whereas|although)\b"
    r"|,\s+(?:and|but)\s+(?:\w+\s+){1,3}(?:is|are|was|were|has|have|had|will|can|did|does|do)\b",
    re.IGNORECASE,
)
_FIRST_NAME = re.compile(r"^(?:[A-Z][\w’'-]+\s+)+")

_OPENING = frozenset(
    "a an the in on at by for from since after before when while if as all every each some many most more no nobody somebody everybody "
    "there one two three half only".split()
)


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the checklist: the question, whether the claim meets it, and advice where it does not."""

    words: str
    fine: bool
    advice: str = ""


_WHO = mark("Says who or what it is about")
_WHEN = mark("Says when, or the form has its day")
_WHERE = mark("Names a place, a person or an organisation")
_PRONOUN = mark("No “he”, “it” or “this” that points outside")
_RELATIVE_WORDS = mark("No “yesterday” or “recently”")
_ONE = mark("One claim, not several")


def checks_of(claim: ClaimForm) -> tuple[Check, ...]:
    """Return the checklist of a claim; empty for an empty claim."""
    text = " ".join(claim.text.split())
    if not text:
        return ()
    pronoun = _leading_pronoun(text)
    relative = _RELATIVE.search(text)
    has_name = bool(_NAME.search(text)) or _begins_with_name(text)
    dated = claim.made is not None or bool(_TIME.search(text))
    several_claims = _SEVERAL.search(text.rstrip(".!?… "))
    return (
        Check(tr(_WHO), not pronoun and len(text.split()) > 2, tr("Begin with the name of who or what the claim is about.")),
        Check(tr(_WHERE), has_name or bool(claim.location), tr("Name the place, person or organisation in full.")),
        Check(tr(_WHEN), dated, tr("Write the year or day into the claim, or give the day on which it was made.")),
        Check(tr(_PRONOUN), not pronoun, tr("Write the name instead of “{word}”.", word=pronoun)),
        Check(tr(_RELATIVE_WORDS), relative is None, tr("Write the day instead of “{word}”.", word=relative.group() if relative else "")),
        Check(tr(_ONE), several_claims is None, tr("Make a verification of its own for each claim.")),
    )


def _begins_with_name(text: str) -> bool:
    """Return whether a text begins with a name: several capitalised words, or one that is no common first word. The first word of a
    sentence is capitalised anyway.
    """
    words = _FIRST_NAME.match(text)
    first = words.group().split() if words else []
    return len(first) > 1 or (len(first) == 1 and first[0].casefold() not in _OPENING and _SUBJECTS.fullmatch(first[0]) is None)


def _leading_pronoun(text: str) -> str:
    """Return a subject pronoun without a name before it, or ""."""
    match = _SUBJECTS.search(text)
    before = text[: match.start()] if match else ""
    return match.group() if match and not _NAME.search(before) and not before[:1].isupper() else ""


def day_problem(text: str, today: date) -> str:
    """Return the error of a claim's date as typed; "" where it is valid."""
    typed_day = read_day(text)
    return tr("This day is still to come.") if typed_day and typed_day > today else day_trouble(text)
