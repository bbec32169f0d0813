"""Find the ends of sentences: Unicode's sentence terminals, judged by their context.

A full stop is judged by the word before it and the letter after it (`full_stops`). The other terminals always end a sentence, also
in scripts without spaces. Quotations and brackets of up to 200 characters stay whole.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence

import regex

from app.ingest.documents.full_stops import FullStopClassifier, StopContext, WritingHabits

_CLOSING = r"[\p{Pe}\p{Pf}\p{Pi}\"']"
# Footnote marks after a stop belong to the sentence before it.
_NOTE_MARKS = r"(?:\[[\p{N}\p{L}]{1,3}\])*[⁰¹²³⁴-⁹]*(?:[ ]\[\d{1,3}\](?=\s+\p{Lu}))*"
_CJK = r"\p{Han}\p{Hiragana}\p{Katakana}"
_STOPS = "[.!?\u061f‼‽⁇-⁉…;\u037e]"
_STOP = regex.compile(
    r"(?P<wide>[[\p{SB=ST}．]--[!?؟‼‽⁇-⁉;၊]][\p{SB=ST}\p{SB=AT}…]*+)(?:[\p{Pe}\p{Pf}\"']|“(?=\s|$))*" + _NOTE_MARKS
    + rf"|(?P<stop>(?<!{_STOPS}){_STOPS}++)(?:{_CLOSING}*(?:[\u00a0\u202f ][»›])?{_NOTE_MARKS}(?=\s|$)|[\p{{Pe}}\p{{Pf}}\"']*(?=[{_CJK}])"
    + rf"|(?<=[{_CJK}][.!?])(?=\d))",
    regex.VERSION1,
)  # fmt: skip
# The same pattern for ASCII texts, in the faster engine.
_PLAIN_STOP = re.compile(r"(?P<wide>(?!))|(?P<stop>(?<![.!?;])[.!?;]++)[)\]}\"']*(?:\[\w{1,3}\])*(?:[ ]\[\d{1,3}\](?=\s+[A-Z]))*(?=\s|$)")
# Quotations and brackets of up to 200 characters; longer ones are cut like other text.
_ENCLOSED = regex.compile(
    r"(?:(?<=[\s(\[{—–\-:])|^)\"(?=[^\s\"])[^\"\n]{1,200}?(?<=[^\s\"])\"(?![\p{L}\p{N}])|“[^“”\n]{1,200}”|„[^„“”\n]{1,200}[“”]"
    r"|(?:(?<=\s)|^)«[^«»\n]{1,200}»|(?:(?<=\s)|^)»(?=\S)[^«»\n]{1,200}«|「[^「」\n]{1,200}」|『[^『』\n]{1,200}』|（[^（）\n]{1,200}）"
    r"|\((?:[^()\n]|\([^()\n]{0,60}\)){1,200}\)|\[[^\[\]\n]{1,200}\]"
)
_QUOTE = regex.compile('"')
_NATIVE_DIGIT = regex.compile(r"[\p{Nd}--[0-9]]", regex.VERSION1)
_OPENING_MARK = regex.compile(r"[\"“„«»「『（(\[]")
# Hebrew abbreviations have a quotation mark before their last letter, often typed as a straight one.
_GERSHAYIM = regex.compile(r"(?<=\p{Hebrew}\p{M}*)\"(?=\p{Hebrew})")
_PARTICLE = regex.compile(r"\p{Hiragana}")
# What continues a sentence after a quotation in Chinese or Japanese: a particle, or the few words that name the speaker.
_SPEAKER = regex.compile(r"[^\d\p{P}\s][^\p{P}\s]{0,11}(?=[。！？!?]|$)")
_WINDOW = 200


def _with_ascii_digits(text: str) -> str:
    """Return the text with the digits of every script replaced by 0–9. The length does not change."""
    return _NATIVE_DIGIT.sub(lambda match: str(unicodedata.decimal(match[0])), text)


def sentence_ends(shadow: str, language: str, habits: WritingHabits) -> Iterator[int]:
    """Yield the end offsets of a paragraph's sentences with their closing marks; the last is the paragraph's end.

    `language` is an ISO 639-1 code.
    """
    # The replacements keep the length, so that offsets of `plain` are offsets of `shadow`.
    plain = shadow if shadow.isascii() else _GERSHAYIM.sub("״", _with_ascii_digits(shadow))
    stops = [(match.start(), match.end(), match) for match in (_PLAIN_STOP if plain.isascii() else _STOP).finditer(plain)]
    if not stops or stops[0][1] >= len(plain.rstrip()):
        yield len(shadow)
        return
    enclosed = _enclosed_spans(plain)
    quotes = [match.start() for match in _QUOTE.finditer(plain)]
    judge = FullStopClassifier(plain, language, habits)
    begin = 0
    for start, end, match in stops:
        if end >= len(plain):
            break
        next_start = end + len(plain[end : end + _WINDOW]) - len(plain[end : end + _WINDOW].lstrip())
        if next_start >= len(plain):
            break
        if match["wide"]:
            end = _end_before_opening_quote(start, end, quotes)  # noqa: PLW2901 - an opening mark belongs to the next sentence
            # A full-width full stop between digits is a decimal point.
            decimal = match["wide"] == "．" and plain[start - 1 : start].isdigit() and plain[end : end + 1].isdigit()
            ends = not decimal and not _continues_after_quote(plain, end, _spans_near(enclosed, end), language)
        else:
            context = StopContext.of(plain, begin, start, next_start)
            ends = judge.ends_sentence(match["stop"], context) or (
                not context.next_letter.islower() and (_first_word_offset(plain, begin), end) in _spans_near(enclosed, end)
            )
        if ends and not any(low < end < high for low, high in _spans_near(enclosed, end)):
            yield end
            begin = end
    yield len(shadow)


def _end_before_opening_quote(start: int, end: int, quotes: Sequence[int]) -> int:
    """Return the end of a stop, without a straight quotation mark that opens a quotation after it.

    The mark opens one if an even number of straight marks precede it.
    """
    index = bisect_left(quotes, start)
    return quotes[index] if index < len(quotes) and quotes[index] < end and index % 2 == 0 else end


def _first_word_offset(plain: str, begin: int) -> int:
    """Return the offset of the first word at or after `begin`."""
    ahead = plain[begin : begin + _WINDOW]
    return begin + len(ahead) - len(ahead.lstrip())


def _continues_after_quote(plain: str, end: int, enclosed: Sequence[tuple[int, int]], language: str) -> bool:
    """Return True if the sentence continues after a quotation that ends at `end` and that no colon introduces."""
    opened = next((low for low, high in enclosed if high == end), None)
    return (
        opened is not None
        and plain[opened - 1 : opened] not in ("：", ":", "，")
        and bool((_SPEAKER if language == "zh" else _PARTICLE).match(plain, end))
    )


def _enclosed_spans(plain: str) -> list[tuple[int, int]]:
    return [match.span() for match in _ENCLOSED.finditer(plain)] if _OPENING_MARK.search(plain) else []


def _spans_near(spans: Sequence[tuple[int, int]], offset: int) -> Sequence[tuple[int, int]]:
    index = bisect_left(spans, (offset, 0))
    return spans[max(0, index - 1) : index + 1]
