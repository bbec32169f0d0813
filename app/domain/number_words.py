"""English number words in a text: text2num's, extended by articles, halves and dozens.

A phrase with an uncertain value is returned with the value None, so that a number next to it is not taken for a separate one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

import regex
from text_to_num import find_numbers

MULTIPLES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12}
_MULTIPLE = "|".join(MULTIPLES)
_NTHS = "third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twentieth|hundredth|thousandth|millionth"
FRACTION = rf"half|halves|quarters?|(?:{_NTHS})s?"
_LETTERS = r"\p{L}\p{M}\p{N}_"
_SPELLED = regex.compile(
    rf"""\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen
    |(?:twen|thir|for|fif|six|seven|eigh|nine)ty|one|{_MULTIPLE})\b""",
    regex.IGNORECASE | regex.VERBOSE,
)
_TOKEN = regex.compile(r"[^\W\d_]+|.", regex.DOTALL)
_UNREAD = regex.compile(r"\b(?:dozen|trillion)\b", regex.IGNORECASE)
"""Multiples that text2num does not know."""
_MULTIPLE_FIRST = regex.compile(rf"(?:{_MULTIPLE})\b", regex.IGNORECASE)
_MULTIPLE_LAST = regex.compile(rf"\b({_MULTIPLE})$", regex.IGNORECASE)
_MULTIPLE_NEXT = regex.compile(rf"[\s-]+({_MULTIPLE})\b", regex.IGNORECASE)
_AND_A_HALF = regex.compile(rf"\s+and\s+a\s+half\b(?:[\s-]+({_MULTIPLE})\b)?", regex.IGNORECASE)
_FRACTION_NEXT = regex.compile(rf"[\s-]+(?:and\s+an?\s+)?(?:{FRACTION})\b", regex.IGNORECASE)
_BEFORE = 40
"""Characters looked at before a number word."""
_ARTICLE = regex.compile(rf"(?<![{_LETTERS}'’.-])an?[\s-]+$", regex.IGNORECASE)
_COUNTED = regex.compile(rf"(?<![{_LETTERS}'’.-])(?:another|first|last|next|past|every|each)\s+$", regex.IGNORECASE)
"""Words before "hundred" that count it as one, and are no part of the number: "another hundred", "the first hundred days"."""
_HALF = regex.compile(rf"(?<![{_LETTERS}'’.-])half(?:\s+of)?[\s-]+$", regex.IGNORECASE)
_NOT_HALF_ALONE = regex.compile(rf"(?<![{_LETTERS}])(?:an?|one|other|first|second|{_MULTIPLE})[\s-]+$", regex.IGNORECASE)
_PART_OF = regex.compile(rf"(?<![{_LETTERS}])(?:(?:{FRACTION})(?:\s+of)?|many|such|point)[\s-]+$", regex.IGNORECASE)
_BETWEEN = regex.compile(rf"(?<![{_LETTERS}])(?:between|from)\s+(?:an?\s+)?$", regex.IGNORECASE)
_INSIDE_BEFORE = regex.compile(rf"(?:[{_LETTERS}.,]|[{_LETTERS}][-'’/:])$")
_INSIDE_AFTER = regex.compile(rf"[{_LETTERS}]|['’/:][{_LETTERS}]|[.,-]\p{{N}}")


@dataclass(frozen=True, slots=True)
class NumberPhrase:
    """A number phrase from character `start` to before `end`; `value` is None if uncertain. `scaled`: its last word is a power of
    ten or a dozen."""

    value: Decimal | None
    start: int
    end: int
    in_words: bool = True
    scaled: bool = False


class _Token:
    """A token with the interface that text2num expects."""

    def __init__(self, text: str) -> None:
        self._text = text

    def text(self) -> str:
        return self._text

    def text_lowercase(self) -> str:
        return self._text.lower()

    def nt_separated(self, previous: object) -> bool:
        """Return False: only speech has pauses that separate numbers."""
        return False

    def not_a_number_part(self) -> bool:
        return False


def number_phrases(text: str) -> list[NumberPhrase]:
    """Return the number phrases of a text in order; "one" and ordinals by themselves are left out."""
    if not _SPELLED.search(text):
        return []
    phrases: list[NumberPhrase] = []
    after = 0
    for value, start, end in sorted(_read(text), key=lambda reading: reading[1]):
        if start < after:
            continue
        phrase = _whole(text, Decimal(str(value)), start, end)
        if phrase is not None:
            phrases.append(phrase)
            after = phrase.end
    return phrases


def _read(text: str) -> Iterator[tuple[float, int, int]]:
    """Yield values and spans: those that text2num finds, and those that it does not know."""
    tokens = list(_TOKEN.finditer(text))
    for number in find_numbers([_Token(token[0]) for token in tokens], "en", threshold=0):
        start, end = tokens[number.start].start(), tokens[number.end - 1].end()
        if not number.is_ordinal:
            yield number.value, start, end
    yield from ((MULTIPLES[match[0].lower()], match.start(), match.end()) for match in _UNREAD.finditer(text))


def _whole(text: str, value: Decimal, start: int, end: int) -> NumberPhrase | None:
    """Return the complete phrase around these words; None for a lone "one" or zero."""
    scaled = bool(_MULTIPLE_LAST.search(text, start, end))
    needs_article = bool(_MULTIPLE_FIRST.match(text, start))
    is_certain = not (_before(_BETWEEN, text, start) and regex.search(r"\band\b", text[start:end], regex.IGNORECASE))
    if half := _AND_A_HALF.match(text, end):
        value, sure_value = _with_half(value, half[1], _MULTIPLE_LAST.search(text, start, end))
        is_certain, scaled, end = is_certain and sure_value, scaled or bool(half[1]), half.end()
    elif multiple := _MULTIPLE_NEXT.match(text, end):
        value, scaled, end = value * MULTIPLES[multiple[1].lower()], True, multiple.end()
    if value <= 1:
        return None
    if _FRACTION_NEXT.match(text, end) or (_before(_PART_OF, text, start) and not _before(_HALF, text, start)):
        is_certain = False
    if needs_article:
        start, halved = _with_article(text, start)
        is_certain = is_certain and halved is not None
        value = value / 2 if halved else value
    if _before(_INSIDE_BEFORE, text, start) or _INSIDE_AFTER.match(text, end):
        is_certain = False
    return NumberPhrase(value if is_certain else None, start, end, scaled=scaled)


def _with_half(value: Decimal, following: str | None, last: regex.Match[str] | None) -> tuple[Decimal, bool]:
    """Return the value of "… and a half [million]" and its certainty: "a hundred and a half" is ambiguous."""
    half = Decimal("0.5")
    if following:
        return (value + half) * MULTIPLES[following.lower()], last is None
    multiple = MULTIPLES[last[1].lower()] if last else 1
    return value + half * multiple, multiple == 1 or multiple >= MULTIPLES["million"]


def _with_article(text: str, start: int) -> tuple[int, bool | None]:
    """Return the start of "a hundred" or "half a million", and True for a half; None if no article belongs to the number ("several
    hundred", "a quarter of a million", "many a hundred")."""
    article = _before(_ARTICLE, text, start)
    begin = article.start() if article else start
    if half := _before(_HALF, text, begin):
        is_alone = not _before(_NOT_HALF_ALONE, text, half.start())
        return half.start(), True if is_alone else None
    if not article and _before(_COUNTED, text, begin):
        return begin, False
    if not article or _before(_PART_OF, text, begin):
        return begin, None
    return begin, False


def _before(pattern: regex.Pattern[str], text: str, end: int) -> regex.Match[str] | None:
    """Match the pattern directly before `end`. The text itself is not cut there, since a truncated word would look like a whole
    one."""
    return pattern.search(text, max(0, end - _BEFORE), end)
