"""Quantities in a text, however they are written ("three hundred million", "300 million", "$300M").

Reads figures of every language, with English words for powers of ten, and English number words. A span always is a whole number
phrase between whole words. Phrases that cannot be read with certainty ("several million", "2/3 million", "nineteen eighty-four")
are skipped, since a wrong value does more harm than none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

import regex

from app.domain.number_words import FRACTION, MULTIPLES, NumberPhrase, number_phrases

_SIGNS = {"k": 10**3, "m": 10**6, "mn": 10**6, "bn": 10**9, "tn": 10**12}
_MULTIPLE = "|".join(MULTIPLES)
_FIGURE = regex.compile(
    rf"""(?<![\p{{L}}\p{{M}}\p{{N}}_.,/:^]|\p{{L}}-|[\p{{L}}\p{{M}}\p{{N}}_]['’])  (?!(?<=['‘’])\p{{Nd}}{{2}}(?!\p{{N}}))
    (?P<digits>\p{{Nd}}{{1,3}}(?:[,\u00a0\u202f]\p{{Nd}}{{3}})+(?:\.\p{{Nd}}+)?|\p{{Nd}}+(?:\.\p{{Nd}}+)?)
    (?:(?:[ \t\u00a0\u202f-]?(?P<word>{_MULTIPLE}))+\b|(?P<sign>{"|".join(_SIGNS)})\b)?
    (?![\p{{L}}\p{{M}}\p{{N}}_^]|[.,'’/:]\p{{N}}|['’]\p{{L}})""",
    regex.IGNORECASE | regex.VERBOSE,
)
_GO_ON = regex.compile(
    rf"[ \t]\p{{Nd}}{{3}}(?!\p{{N}})|\s+\p{{Nd}}+/\p{{Nd}}|\s+and\s+an?\s+(?:{FRACTION})\b|[\s-]+(?:{FRACTION})\b", regex.IGNORECASE
)
"""What makes another number of the figure before it: "25 000", "5 1/2", "5 and a half", "2 thirds"."""
_RANGE = regex.compile(r"\s*(?:[-–—]|\b(?:to|or|and)\b)\s*", regex.IGNORECASE)
_TOUCHING = regex.compile(r"[\s-]+")
_SEPARATOR = regex.compile(r"[,\u00a0\u202f]")
_MOST_DIGITS = 24
"""Longer figures are identifiers; a Decimal would round them, too."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text, at the characters from `start` to before `end`."""

    value: Decimal
    start: int
    end: int


@lru_cache(maxsize=8192)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of a text in order: figures with their power of ten, number words from two on ("one" is mostly a
    pronoun) and dozens.

    Ordinals, fractions, and figures within a word or a time ("COVID-19", "1990s", "9:30") are left out.
    """
    figures = [_figure(text, match) for match in _FIGURE.finditer(text)]
    phrases = _joined(figures, number_phrases(text))
    doubtful = set(_doubtful(text, phrases))
    return tuple(
        Quantity(phrase.value, phrase.start, phrase.end)
        for index, phrase in enumerate(phrases)
        if phrase.value is not None and index not in doubtful
    )


def _joined(figures: list[NumberPhrase], spelled: list[NumberPhrase]) -> list[NumberPhrase]:
    """Return all phrases in order. A figure that continues in number words ("1 million two hundred thousand") becomes uncertain."""
    separate = [phrase for phrase in spelled if not any(_overlap(phrase, figure) for figure in figures)]
    longer_phrases = [phrase for phrase in spelled if any(_overlap(phrase, figure) and phrase.end > figure.end for figure in figures)]
    unclear = [replace(phrase, value=None) if any(_overlap(phrase, other) for other in longer_phrases) else phrase for phrase in figures]
    return sorted([*unclear, *separate], key=lambda phrase: phrase.start)


def _overlap(first: NumberPhrase, second: NumberPhrase) -> bool:
    return first.start < second.end and second.start < first.end


def _figure(text: str, match: regex.Match[str]) -> NumberPhrase:
    """Return the phrase of a figure; its value is None if the following text changes the number."""
    start, end = match.span()
    digits = _SEPARATOR.sub("", match["digits"])
    # The digits that `regex` knows may be of a later Unicode than Python's.
    if len(digits) > _MOST_DIGITS or not digits.replace(".", "").isdecimal() or _GO_ON.match(text, end):
        return NumberPhrase(None, start, end)
    value = Decimal(digits)
    for word in match.captures("word"):
        value *= MULTIPLES[word.lower()]
    if match["sign"]:
        value *= _SIGNS[match["sign"].lower()]
    return NumberPhrase(value, start, end, in_words=False, scaled=bool(match["word"] or match["sign"]))


def _doubtful(text: str, phrases: list[NumberPhrase]) -> Iterable[int]:
    """Yield the indexes of phrases that are uncertain because of a neighbour: adjacent phrases ("nineteen eighty-four", "1 million
    two hundred thousand", "25 000"), and the lower end of a range whose power of ten follows the upper end ("two or three
    hundred", "5 to 10 million")."""
    for index, (first, second) in enumerate(pairwise(phrases)):
        text_between = text[first.end : second.start]
        both_in_words = first.in_words and second.in_words
        if _TOUCHING.fullmatch(text_between) and (both_in_words or (first.scaled and second.in_words) or first.value is None):
            yield from (index, index + 1)
        if second.scaled and not first.scaled and _RANGE.fullmatch(text_between):
            yield index
