"""Where sentences end: Unicode's sentence terminals, what stands before and behind them, and what `sentencex` says of full stops.

A full stop is judged by the word before it and by the letter behind it; the other terminals end a sentence wherever they stand, in
scripts without spaces too. Quotations and brackets of up to 200 characters stay whole.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence

import regex

from app.ingest.documents.full_stops import Habits, Judge, Surroundings

_CLOSING = r"[\p{Pe}\p{Pf}\p{Pi}\"']"
_MARKS = r"(?:\[[\p{N}\p{L}]{1,3}\])*[⁰¹²³⁴-⁹]*(?:[ ]\[\d{1,3}\](?=\s+\p{Lu}))*"
_HAN = r"\p{Han}\p{Hiragana}\p{Katakana}"
_STOPS = "[.!?\u061f‼‽⁇-⁉…;\u037e]"
_STOP = regex.compile(
    r"(?P<wide>[[\p{SB=ST}．]--[!?؟‼‽⁇-⁉;၊]][\p{SB=ST}\p{SB=AT}…]*+)(?:[\p{Pe}\p{Pf}\"']|“(?=\s|$))*" + _MARKS
    + rf"|(?P<stop>(?<!{_STOPS}){_STOPS}++)(?:{_CLOSING}*(?:[\u00a0\u202f ][»›])?{_MARKS}(?=\s|$)|[\p{{Pe}}\p{{Pf}}\"']*(?=[{_HAN}])"
    + rf"|(?<=[{_HAN}][.!?])(?=\d))",
    regex.VERSION1,
)  # fmt: skip
_PLAIN_STOP = re.compile(r"(?P<wide>(?!))|(?P<stop>(?<![.!?;])[.!?;]++)[)\]}\"']*(?:\[\w{1,3}\])*(?:[ ]\[\d{1,3}\](?=\s+[A-Z]))*(?=\s|$)")
"""The same in texts that have our letters alone, by the quicker engine."""
_HELD = regex.compile(
    r"(?:(?<=[\s(\[{—–\-:])|^)\"(?=[^\s\"])[^\"\n]{1,200}?(?<=[^\s\"])\"(?![\p{L}\p{N}])|“[^“”\n]{1,200}”|„[^„“”\n]{1,200}[“”]"
    r"|(?:(?<=\s)|^)«[^«»\n]{1,200}»|(?:(?<=\s)|^)»(?=\S)[^«»\n]{1,200}«|「[^「」\n]{1,200}」|『[^『』\n]{1,200}』|（[^（）\n]{1,200}）"
    r"|\((?:[^()\n]|\([^()\n]{0,60}\)){1,200}\)|\[[^\[\]\n]{1,200}\]"
)
_QUOTE = regex.compile('"')
_NATIVE_DIGIT = regex.compile(r"[\p{Nd}--[0-9]]", regex.VERSION1)
_MARKED = regex.compile(r"[\"“„«»「『（(\[]")
_GERSHAYIM = regex.compile(r"(?<=\p{Hebrew}\p{M}*)\"(?=\p{Hebrew})")
_PARTICLE = regex.compile(r"\p{Hiragana}")
_SPEAKER = regex.compile(r"[^\d\p{P}\s][^\p{P}\s]{0,11}(?=[。！？!?]|$)")
"""What goes on behind a quotation in Chinese or Japanese: a particle, or the few words that say who speaks."""
_LOOK = 200


def _in_our_digits(text: str) -> str:
    """The text with the digits of every script as those of ours, character for character."""
    return _NATIVE_DIGIT.sub(lambda found: str(unicodedata.decimal(found[0])), text)


def sentence_ends(shadow: str, language: str, habits: Habits) -> Iterator[int]:
    """Where the sentences of a paragraph end, closing marks included; its own end comes last. `language` is an ISO 639-1 code."""
    plain = shadow if shadow.isascii() else _GERSHAYIM.sub("״", _in_our_digits(shadow))
    stops = [(found.start(), found.end(), found) for found in (_PLAIN_STOP if plain.isascii() else _STOP).finditer(plain)]
    if not stops or stops[0][1] >= len(plain.rstrip()):
        yield len(shadow)
        return
    held = _held(plain)
    quotes = [found.start() for found in _QUOTE.finditer(plain)]
    judge = Judge(plain, language, habits)
    begin = 0
    for start, end, found in stops:
        if end >= len(plain):
            break
        behind = end + len(plain[end : end + _LOOK]) - len(plain[end : end + _LOOK].lstrip())
        if behind >= len(plain):
            break
        if found["wide"]:
            end = _before_opening(start, end, quotes)  # noqa: PLW2901 - a quotation that opens is none that closes
            decimal = found["wide"] == "．" and plain[start - 1 : start].isdigit() and plain[end : end + 1].isdigit()
            ends = not decimal and not _speaks_on(plain, end, _around(held, end), language)
        else:
            around = Surroundings.of(plain, begin, start, behind)
            ends = judge.ends(found["stop"], around) or (not around.next.islower() and (_indent(plain, begin), end) in _around(held, end))
        if ends and not any(low < end < high for low, high in _around(held, end)):
            yield end
            begin = end
    yield len(shadow)


def _before_opening(start: int, end: int, quotes: Sequence[int]) -> int:
    """The end of a stop without the straight mark that opens a quotation behind it, an even number of others standing before."""
    at = bisect_left(quotes, start)
    return quotes[at] if at < len(quotes) and quotes[at] < end and at % 2 == 0 else end


def _indent(plain: str, begin: int) -> int:
    """Where the words of a sentence begin that begins at `begin`."""
    ahead = plain[begin : begin + _LOOK]
    return begin + len(ahead) - len(ahead.lstrip())


def _speaks_on(plain: str, end: int, held: Sequence[tuple[int, int]], language: str) -> bool:
    """Return True if a sentence goes on behind the quotation that closes at `end`, which no colon announces."""
    opened = next((low for low, high in held if high == end), None)
    return (
        opened is not None
        and plain[opened - 1 : opened] not in ("：", ":", "，")
        and bool((_SPEAKER if language == "zh" else _PARTICLE).match(plain, end))
    )


def _held(plain: str) -> list[tuple[int, int]]:
    return [found.span() for found in _HELD.finditer(plain)] if _MARKED.search(plain) else []


def _around(held: Sequence[tuple[int, int]], place: int) -> Sequence[tuple[int, int]]:
    at = bisect_left(held, (place, 0))
    return held[max(0, at - 1) : at + 1]
