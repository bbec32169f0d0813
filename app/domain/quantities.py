"""Quantities in a text: what was counted or measured, whatever way it is written ("three hundred million", "300 million", "$300M").

Figures of every language, with English words for powers of ten behind them, and English number words, which text2num reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

import regex
from text_to_num import find_numbers

_POWERS = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12, "k": 3, "m": 6, "mn": 6, "bn": 9, "tn": 12}
"""Words and signs behind a figure, by powers of ten."""
_SIGNS = "|".join(name for name in _POWERS if len(name) < 3)
_SCALES = "|".join(name for name in _POWERS if len(name) > 2)
_FIGURE = regex.compile(
    rf"""(?<![\p{{L}}\p{{N}}.,]|\p{{L}}-)
    (?P<digits>\p{{Nd}}{{1,3}}(?:[,\u00a0\u202f]\p{{Nd}}{{3}})+(?:\.\p{{Nd}}+)?|\p{{Nd}}+(?:\.\p{{Nd}}+)?)
    (?:(?:[\s-]?(?P<word>{_SCALES})|(?P<sign>{_SIGNS}))\b)?  (?![\p{{L}}\p{{N}}]|[.,]\p{{Nd}})""",
    regex.IGNORECASE | regex.VERBOSE,
)
_SEPARATOR = regex.compile(r"[,\u00a0\u202f]")
_SPELLED = regex.compile(
    rf"""\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen
    |(?:twen|thir|for|fif|six|seven|eigh|nine)ty|dozen|{_SCALES})\b""",
    regex.IGNORECASE | regex.VERBOSE,
)
_DOZENS = regex.compile(r"\s+dozen\b", regex.IGNORECASE)
_DOZEN = regex.compile(r"\bdozen\b", regex.IGNORECASE)
_ARTICLE = regex.compile(r"\ban?\s$", regex.IGNORECASE)
_TOKEN = regex.compile(r"[^\W\d_]+|.", regex.DOTALL)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text, at the characters from `start` to before `end`."""

    value: Decimal
    start: int
    end: int


class _Token:
    """A word or sign as text2num wants it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def text(self) -> str:
        return self._text

    def text_lowercase(self) -> str:
        return self._text.lower()

    def nt_separated(self, previous: object) -> bool:
        """Whether a pause of the speaker divides two numbers; written text has no such mark."""
        return False

    def not_a_number_part(self) -> bool:
        return False


@lru_cache(maxsize=8192)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of a text in their order: figures with the power of ten behind them, number words from two on ("one" is mostly a
    pronoun) and dozens. Ordinals, and figures that are part of a word ("COVID-19", "1990s"), are none.
    """
    found = [_figure(match) for match in _FIGURE.finditer(text)]
    if _SPELLED.search(text):
        figures = tuple(found)
        found += [one for one in _spelled(text) if not any(one.start < other.end and other.start < one.end for other in figures)]
    return tuple(sorted(found, key=lambda one: one.start))


def _figure(match: regex.Match[str]) -> Quantity:
    power = _POWERS.get((match["word"] or match["sign"] or "").lower(), 0)
    return Quantity(Decimal(_SEPARATOR.sub("", match["digits"])) * 10**power, match.start(), match.end())


def _spelled(text: str) -> Iterator[Quantity]:
    tokens = list(_TOKEN.finditer(text))
    after = 0
    for number in find_numbers([_Token(token[0]) for token in tokens], "en", threshold=0):
        start, end = tokens[number.start].start(), tokens[number.end - 1].end()
        dozens = _DOZENS.match(text, end)
        if not number.is_ordinal and (number.value > 1 or dozens) and not text[start].isdigit():
            yield from _alone(text, after, start)
            end = dozens.end() if dozens else end
            value = Decimal(str(number.value)) * (12 if dozens else 1)
            yield Quantity(value, _with_article(text, start), end)
            after = end
    yield from _alone(text, after, len(text))


def _alone(text: str, start: int, end: int) -> Iterator[Quantity]:
    """Dozens that no number stands before."""
    for match in _DOZEN.finditer(text, start, end):
        yield Quantity(Decimal(12), _with_article(text, match.start()), match.end())


def _with_article(text: str, start: int) -> int:
    """Where "a hundred" begins."""
    before = _ARTICLE.search(text[max(0, start - 3) : start])
    return start - len(before[0]) if before else start
