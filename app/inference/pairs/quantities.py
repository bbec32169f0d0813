"""Equal quantities, written alike: "three hundred million", "300 million" and "300,000,000" are the same to a reader, but not to a
network that reads word pieces. Only what both texts hold is touched, so that nothing becomes equal that was not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from text_to_num import find_numbers

from app.ports import PairInput

_SCALES = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12, "k": 3, "m": 6, "mn": 6, "b": 9, "bn": 9, "tn": 12}
"""Words and signs behind a figure, by powers of ten."""
_FIGURE = re.compile(
    r"(?<![\w.,/:+-])(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,15}(?:\.\d{1,6})?)"
    r"(?:(?:\s|-)?(?P<word>hundred|thousand|million|billion|trillion)\b|(?P<sign>k|m|mn|b|bn|tn)\b)?(?![\w/:]|[.,]\d)",
    re.IGNORECASE,
)
_SPELLED = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|billion|trillion)\b",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[^\W\d_]+|.", re.DOTALL)
_ARTICLE = re.compile(r"\ban?\s$", re.IGNORECASE)
_MOST = 1600
"""Characters that are looked at: more than the network reads."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text, at the characters from `start` to before `end`."""

    value: Decimal
    start: int
    end: int


class _Token:
    """A word or sign as the parser of numbers wants it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def text(self) -> str:
        return self._text

    def text_lowercase(self) -> str:
        return self._text.lower()

    def nt_separated(self, previous: object) -> bool:
        """Numbers that stand apart in the sound of speech; written text has no such mark."""
        return False

    def not_a_number_part(self) -> bool:
        return False


def alike(pair: PairInput) -> PairInput:
    """The pair, its sentence with every quantity that the claim holds, too, written as the claim writes it."""
    said = quantities(pair.sentence)
    checked = quantities(pair.claim) if said else ()
    if not checked:
        return pair
    wanted = {one.value: pair.claim[one.start : one.end] for one in reversed(checked)}
    sentence, changed = pair.sentence, False
    for one in reversed(said):
        written = wanted.get(one.value, "")
        if written and written.casefold() != sentence[one.start : one.end].casefold():
            sentence, changed = sentence[: one.start] + written + sentence[one.end :], True
    return replace(pair, sentence=sentence) if changed else pair


@lru_cache(maxsize=8192)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of a text in their order: figures, with the power of ten behind them, and English number words above one.

    Ordinals, numbers that are part of another word ("COVID-19", "1990s"), times, dates with strokes and shares ("2/3") are none.
    """
    text = text[:_MOST]
    found = [_figure(match) for match in _FIGURE.finditer(text)]
    if _SPELLED.search(text):
        found += [one for one in _spelled(text) if not any(one.start < other.end and other.start < one.end for other in found)]
    return tuple(sorted(found, key=lambda one: one.start))


def _figure(match: re.Match[str]) -> Quantity:
    scale = (match["word"] or match["sign"] or "").lower()
    value = Decimal(match["digits"].replace(",", "")) * 10 ** _SCALES.get(scale, 0)
    return Quantity(value, match.start(), match.end())


def _spelled(text: str) -> list[Quantity]:
    tokens = list(_TOKEN.finditer(text))
    found = []
    for number in find_numbers([_Token(token.group()) for token in tokens], "en", threshold=0):
        start, end = tokens[number.start].start(), tokens[number.end - 1].end()
        if number.is_ordinal or number.value <= 1 or not _SPELLED.match(text, start):
            continue
        before = _ARTICLE.search(text[:start])
        found.append(Quantity(Decimal(str(number.value)), before.start() if before else start, end))
    return found
