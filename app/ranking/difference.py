"""Finds differences between a sentence and a checked claim that can change a verdict: numbers, years, names, direction of change,
negation.

The texts are compared on the surface (English number words and negations). A difference is a hint for the reader, never a
judgement.
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
    """Return the differences of the two texts in the order of DifferenceKind.

    A number, year or name is reported only where each text has one that the other lacks.
    """
    part = nearest_part(sentence, claim)
    candidates = _number_differences(part, claim)
    candidates.append(_name_difference(part, sentence, claim))
    candidates.append(_direction_difference(part, claim) or _going_against(part, claim))
    if negation_mismatch(sentence, claim):
        candidates.append(Difference(kind=DifferenceKind.NEGATION))
    return tuple(difference for difference in candidates if difference is not None)


def numbers_differ(sentence: str, claim: str) -> bool:
    """Return True if the two texts differ in a number or a year."""
    return any(_number_differences(nearest_part(sentence, claim), claim))


def _number_differences(part: str, claim: str) -> list[Difference | None]:
    """Return the difference in numbers, then the one in years; None where there is none."""
    part_numbers, claim_numbers = _numbers(part), _numbers(claim)
    return [_value_difference(kind, part_numbers[kind], claim_numbers[kind]) for kind in (DifferenceKind.NUMBER, DifferenceKind.YEAR)]


@lru_cache(maxsize=1024)
def _numbers(text: str) -> Mapping[DifferenceKind, Mapping[Decimal, str]]:
    """Return the values in a text with the words they were written in, by kind. Cached, since one claim is compared with many
    sentences."""
    by_kind: dict[DifferenceKind, dict[Decimal, str]] = {DifferenceKind.NUMBER: {}, DifferenceKind.YEAR: {}}
    for quantity in quantities(text):
        sign, percent = _SIGN.search(text[: quantity.start]), _PERCENT.match(text, quantity.end)
        start, end = sign.start() if sign else quantity.start, percent.end() if percent else quantity.end
        is_year = _YEAR.fullmatch(text[start:end]) is not None
        by_kind[DifferenceKind.YEAR if is_year else DifferenceKind.NUMBER].setdefault(quantity.value, text[start:end])
    return by_kind


def _value_difference(kind: DifferenceKind, part_values: Mapping[Decimal, str], claim_values: Mapping[Decimal, str]) -> Difference | None:
    return _difference(
        kind,
        (part_values[value] for value in part_values if value not in claim_values),
        (claim_values[value] for value in claim_values if value not in part_values),
    )


def _name_difference(part: str, sentence: str, claim: str) -> Difference | None:
    """Return names that share no word with the other text. The first word of a sentence does not count as a name."""
    part_names = [name for name in _NAME.findall(sentence) if name in part]
    claim_names = _NAME.findall(claim)
    sentence_words, claim_words = _folded(sentence), _folded(claim)
    return _difference(
        DifferenceKind.NAME,
        (name for name in dict.fromkeys(part_names) if not _telling(name) & claim_words),
        (name for name in dict.fromkeys(claim_names) if not _telling(name) & sentence_words),
    )


def _direction_difference(part: str, claim: str) -> Difference | None:
    """Return the words for a rise in one text and for a fall in the other. A text that has both says neither."""
    part_words, claim_words = _directions(part), _directions(claim)
    for part_way, claim_way in ((RISING, FALLING), (FALLING, RISING)):
        direction_words = (
            [word for word in part_words if word.lower() in part_way],
            [word for word in claim_words if word.lower() in claim_way],
        )
        if len(direction_words[0]) == len(part_words) and len(direction_words[1]) == len(claim_words):
            return _difference(DifferenceKind.DIRECTION, *(dict.fromkeys(matching_words) for matching_words in direction_words))
    return None


def _going_against(part: str, claim: str) -> Difference | None:
    """Return a word and its opposite, or a reversed comparison, where the texts otherwise agree."""
    words = antonym_swap(part, claim)
    return Difference(kind=DifferenceKind.DIRECTION, said=words[:1], checked=words[1:]) if words else None


def _directions(text: str) -> list[str]:
    return [word[0] for word in _DIRECTION.finditer(text)]


def _telling(name: str) -> frozenset[str]:
    words = _folded(name)
    return words - FUNCTION_WORDS or words


def _folded(text: str) -> frozenset[str]:
    return frozenset(_LETTERS.findall(text.casefold()))


def _difference(kind: DifferenceKind, part_texts: Iterable[str], claim_texts: Iterable[str]) -> Difference | None:
    of_part, of_claim = tuple(part_texts)[:_MOST], tuple(claim_texts)[:_MOST]
    return Difference(kind=kind, said=of_part, checked=of_claim) if of_part and of_claim else None
