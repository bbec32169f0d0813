"""Where a sentence and a checked claim differ in what can make one true and the other false: numbers, years, names,
the way a quantity goes, negation.

Read off the words alone (English number words and denials), so it is a hint for the reader, never a judgement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import lru_cache

import regex

from app.domain.match import Difference, DifferenceKind
from app.domain.quantities import quantities
from app.domain.wordlists import FALLING, FUNCTION_WORDS, RISING
from app.stance import antonym_swap, negation_mismatch
from app.stance.nearest_clause import nearest_part

_SIGN = regex.compile(r"[$€£¥₹]\s?$")
_PERCENT = regex.compile(r"\s?%|\s(?:percent|per\ cent)\b", regex.IGNORECASE)
_DIRECTION = regex.compile(rf"\b(?:{'|'.join(sorted(RISING | FALLING))})\b(?!\s+than\b)", regex.IGNORECASE)
_YEAR = regex.compile(r"(?:19|20)\d\d")
_LETTERS = regex.compile(r"[\p{L}\p{M}]+")
_NAME = regex.compile(r"(?<![.!?:…\"“„«'‘(]\s)(?<!^)(?<!^[\"“„«'‘(])\b\p{Lu}[\p{L}\p{M}]+(?:\s\p{Lu}[\p{L}\p{M}]+)*")
_MOST = 3


def differences(sentence: str, claim: str) -> tuple[Difference, ...]:
    """What the two say differently, in the order of DifferenceKind; nothing where only one of them speaks of it at all.

    A number, year or name of one is told only where the other has one of its own that the first has not.
    """
    part = nearest_part(sentence, claim)
    found = _unlike_numbers(part, claim)
    found.append(_unlike_names(part, sentence, claim))
    found.append(_unlike_direction(part, claim) or _going_against(part, claim))
    if negation_mismatch(sentence, claim):
        found.append(Difference(kind=DifferenceKind.NEGATION))
    return tuple(one for one in found if one is not None)


def numbers_differ(sentence: str, claim: str) -> bool:
    """Whether a number or a year is among their differences."""
    return any(_unlike_numbers(nearest_part(sentence, claim), claim))


def _unlike_numbers(part: str, claim: str) -> list[Difference | None]:
    """What they say differently in numbers, then in years."""
    said, checked = _numbers(part), _numbers(claim)
    return [_unlike(kind, said[kind], checked[kind]) for kind in (DifferenceKind.NUMBER, DifferenceKind.YEAR)]


@lru_cache(maxsize=1024)
def _numbers(text: str) -> Mapping[DifferenceKind, Mapping[Decimal, str]]:
    """Values with the words they were written in, numbers and years apart; kept, since a claim is beside many."""
    found: dict[DifferenceKind, dict[Decimal, str]] = {DifferenceKind.NUMBER: {}, DifferenceKind.YEAR: {}}
    for one in quantities(text):
        sign, percent = _SIGN.search(text[: one.start]), _PERCENT.match(text, one.end)
        start, end = sign.start() if sign else one.start, percent.end() if percent else one.end
        is_year = _YEAR.fullmatch(text[start:end]) is not None
        found[DifferenceKind.YEAR if is_year else DifferenceKind.NUMBER].setdefault(one.value, text[start:end])
    return found


def _unlike(kind: DifferenceKind, said: Mapping[Decimal, str], checked: Mapping[Decimal, str]) -> Difference | None:
    return _made(kind, (said[value] for value in said if value not in checked), (checked[value] for value in checked if value not in said))


def _unlike_names(part: str, sentence: str, claim: str) -> Difference | None:
    """Names without a word in common with the other text; the part's first word is none where it begins the sentence."""
    said = [name for name in _NAME.findall(sentence) if name in part]
    checked = _NAME.findall(claim)
    everything_said, everything_checked = _folded(sentence), _folded(claim)
    return _made(
        DifferenceKind.NAME,
        (name for name in dict.fromkeys(said) if not _telling(name) & everything_checked),
        (name for name in dict.fromkeys(checked) if not _telling(name) & everything_said),
    )


def _unlike_direction(part: str, claim: str) -> Difference | None:
    """Words that go one way in the one text and the other way in the other; a text that has both ways says neither."""
    said, checked = _directions(part), _directions(claim)
    for one, other in ((RISING, FALLING), (FALLING, RISING)):
        ways = [word for word in said if word.lower() in one], [word for word in checked if word.lower() in other]
        if len(ways[0]) == len(said) and len(ways[1]) == len(checked):
            return _made(DifferenceKind.DIRECTION, *(dict.fromkeys(way) for way in ways))
    return None


def _going_against(part: str, claim: str) -> Difference | None:
    """A word and its opposite, or a comparison the other way round, where all else is alike."""
    words = antonym_swap(part, claim)
    return Difference(kind=DifferenceKind.DIRECTION, said=words[:1], checked=words[1:]) if words else None


def _directions(text: str) -> list[str]:
    return [word[0] for word in _DIRECTION.finditer(text)]


def _telling(name: str) -> frozenset[str]:
    words = _folded(name)
    return words - FUNCTION_WORDS or words


def _folded(text: str) -> frozenset[str]:
    return frozenset(_LETTERS.findall(text.casefold()))


def _made(kind: DifferenceKind, said: Iterable[str], checked: Iterable[str]) -> Difference | None:
    one, other = tuple(said)[:_MOST], tuple(checked)[:_MOST]
    return Difference(kind=kind, said=one, checked=other) if one and other else None
