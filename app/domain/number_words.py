"""English number words in a text, which text2num reads, with what it leaves out: articles, halves and dozens.

A phrase whose value is not certain is given with the value None, so that what stands beside it is not taken for a number of its own.
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
    """A number phrase at the characters from `start` to before `end`; `value` is None where it is not certain. `scaled` where a power of
    ten or a dozen is its last word."""

    value: Decimal | None
    start: int
    end: int
    in_words: bool = True
    scaled: bool = False


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


def number_phrases(text: str) -> list[NumberPhrase]:
    """The number words of a text in their order, each phrase whole; "one" and ordinals alone are none."""
    if not _SPELLED.search(text):
        return []
    found: list[NumberPhrase] = []
    after = 0
    for value, start, end in sorted(_read(text), key=lambda one: one[1]):
        if start < after:
            continue
        phrase = _whole(text, Decimal(str(value)), start, end)
        if phrase is not None:
            found.append(phrase)
            after = phrase.end
    return found


def _read(text: str) -> Iterator[tuple[float, int, int]]:
    """Values and spans as text2num reads them, and what it does not know."""
    tokens = list(_TOKEN.finditer(text))
    for number in find_numbers([_Token(token[0]) for token in tokens], "en", threshold=0):
        start, end = tokens[number.start].start(), tokens[number.end - 1].end()
        if not number.is_ordinal:
            yield number.value, start, end
    yield from ((MULTIPLES[match[0].lower()], match.start(), match.end()) for match in _UNREAD.finditer(text))


def _whole(text: str, value: Decimal, start: int, end: int) -> NumberPhrase | None:
    """The phrase that these words belong to; None for "one" and nought alone."""
    scaled = bool(_MULTIPLE_LAST.search(text, start, end))
    needs_article = bool(_MULTIPLE_FIRST.match(text, start))
    is_certain = not (_before(_BETWEEN, text, start) and regex.search(r"\band\b", text[start:end], regex.IGNORECASE))
    if half := _AND_A_HALF.match(text, end):
        value, certain = _with_half(value, half[1], _MULTIPLE_LAST.search(text, start, end))
        is_certain, scaled, end = is_certain and certain, scaled or bool(half[1]), half.end()
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
    """The value of "… and a half [million]", and whether it is certain: half of what is open in "a hundred and a half"."""
    half = Decimal("0.5")
    if following:
        return (value + half) * MULTIPLES[following.lower()], last is None
    multiple = MULTIPLES[last[1].lower()] if last else 1
    return value + half * multiple, multiple == 1 or multiple >= MULTIPLES["million"]


def _with_article(text: str, start: int) -> tuple[int, bool | None]:
    """Where "a hundred" or "half a million" begins, and whether it is half; None where no article counts it ("several hundred",
    "a quarter of a million", "many a hundred")."""
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
    """What the pattern finds right before a place. The text is not cut there, since a word that was cut would look like a whole one."""
    return pattern.search(text, max(0, end - _BEFORE), end)
