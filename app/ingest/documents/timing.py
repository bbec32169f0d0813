"""Parse time codes of captions, and timing lines with two of them, in the many spellings of real files.

Arrows of every length and kind, full-width colons and native digits, blanks inside a time, commas for points, points for colons,
frames for fractions, hours of one digit or none, the caption's number or words on the same line.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

# Hours (optional), minutes, seconds and a fraction or frames.
_COLONS = r"(?:(\d{1,9})\s?:\s?)?(\d{1,3})\s?:\s?(\d{1,2})(?:\s?([.,;:'])\s?(\d{1,9}))?"
# The same with one other separator throughout: "00.01.02,500".
_POINTS = r"(\d{1,4})([.,;])(\d{1,2})\7(\d{1,2})(?:([.,;:])(\d{1,3}))?"
_SECONDS = r"(\d{1,6}[.,]\d{1,6})"
_WHOLE = r"(\d\d):(\d\d):(\d\d)[.,](\d{3})"
# The spelling of nearly all SubRip and WebVTT files, for speed.
_USUAL = re.compile(rf"{_WHOLE} --> {_WHOLE}")
_STAMP = re.compile(rf"-?\s?(?:{_COLONS}|{_POINTS}|{_SECONDS})(?![\d:])")
_FRAMES = re.compile(r"\d\s?:\s?\d{1,2}\s?:\s?\d{1,2}\s?[:;]\s?(\d{1,2})(?!\d)")
# Programs replace the hyphens of an arrow by dashes of every kind.
_DASHES = "-‐‑‒–—―−=~"
_ARROW = re.compile(rf"\s*(?:[{_DASHES}]\s?){{0,5}}[>→⟶⇒➔➜➝]+\s*")
_ARROW_LIKE = re.compile(rf"[{_DASHES}]\s?>|[→⟶⇒➔➜➝]|-&gt;")
_RULE = re.compile(rf"\s*(?:[{_DASHES}]\s?){{1,5}}(?=\d|\s|$)\s*")
_COMMA, _GAP = re.compile(r"\s*,\s*"), re.compile(r"[ \t]+")
_NUMBER = re.compile(r"\s*#?(\d{1,6})\s?[.:)\]|–-]?[ \t]+(?=-?\d)")
# Positions of captions after their times.
_SETTING = re.compile(r"\s*(?:(?:align|position|line|size|vertical|region|[XY]\d)\s*[:=]\s*\S+)", re.IGNORECASE)
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_ESCAPED = re.compile(r"--&gt;", re.IGNORECASE)
_BROKEN_TIME = re.compile(r"\d?\d\s?:\s?\d|[\dx?_-]{1,3}(?:[:.,][\dx?_-]{2,3})+|nan|undefined|null|infinity|\?\?", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_MAX_LINE_LENGTH, _MAX_BROKEN_LENGTH, _MAX_LETTERS = 400, 80, 20
_LINE_STARTS = "-#[({OolI\u200b\u200e\u200f\u202a\u202b\u202d\u202e\ufeff"
_PUNCTUATION = str.maketrans({"٫": ".", "،": ",", "∶": ":", "꞉": ":", "、": ",", "。": "."})
_OPENING_BRACKETS, _CLOSING_BRACKETS = ("[", "(", "{"), ("]", ")", "}")
# Times with letters that a scanner or a typist confused with digits.
_TIMES_WITH_LETTERS, _LETTERS_TO_DIGITS = (
    re.compile(r"[\dOolI|][\dOolI|:.,\s]{6,}[\s>-]+[\dOolI|:.,\s]{6,}"),
    str.maketrans("OolI|", "00111"),
)
_RATES = (25.0, 30.0, 50.0, 60.0)
_MIN_FILM_FRAMES, _MIN_COLONS_WITH_FRAMES = 40, 6


class Separator(Enum):
    """The separator between the two times of a timing line."""

    ARROW = "arrow"
    RULE = "rule"
    COMMA = "comma"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class Timing:
    """A timing line: times in seconds, and the caption's number and words if they share the line.

    `end` is None if only the start can be read. `start` is None if the line is plainly meant to hold times that cannot be read.
    """

    start: float | None
    end: float | None
    number: str = ""
    words: str = ""
    separator: Separator = Separator.ARROW


@dataclass(frozen=True, slots=True)
class _Stamp:
    seconds: float
    frames: int
    hours: str
    remainder: str
    parts: int
    framed: bool = False


def plain_spelling(line: str) -> str:
    """Return the line with full-width digits and signs in ASCII, without invisible marks."""
    if line.isascii():
        return _ESCAPED.sub("-->", line) if "&" in line else line
    return _ESCAPED.sub("-->", unicodedata.normalize("NFKC", _INVISIBLE.sub("", line)).translate(_PUNCTUATION))


def _stamp(line: str) -> _Stamp | None:
    """Return the time code at the beginning of a line in plain spelling, None if there is none."""
    match = _STAMP.match(line)
    if not match:
        return None
    negative = line.startswith("-")
    remainder = line[match.end() :]
    if match[12]:
        return _Stamp(0.0 if negative else float(match[12].replace(",", ".")), 0, "", remainder, 1)
    hours, minutes, seconds, sign, fraction = match.groups()[:5] if match[2] else match.group(6, 8, 9, 10, 11)
    whole_seconds = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    # A fourth part after a colon or semicolon counts frames.
    framed = sign in (":", ";") and hours is not None and len(fraction) <= 2
    fraction_seconds = int(fraction) / 10 ** len(fraction) if fraction and not framed else 0.0
    parts = 2 + (hours is not None) + (fraction is not None)
    return _Stamp(
        0.0 if negative else whole_seconds + fraction_seconds, int(fraction) if framed else 0, hours or "", remainder, parts, framed
    )


def parse_stamp(text: str, *, rate: float = _RATES[0]) -> float | None:
    """Return the seconds of a text that is exactly one time code, else None. `rate` is in frames a second."""
    stamp = _stamp(plain_spelling(text).strip())
    return stamp.seconds + stamp.frames / rate if stamp and not stamp.remainder.strip() else None


def _split_at_separator(remainder: str, start: _Stamp) -> tuple[Separator, str, _Stamp | None] | None:
    """Return the separator after the first time, the text after it, and the second time if readable."""
    for kind, pattern in ((Separator.ARROW, _ARROW), (Separator.RULE, _RULE), (Separator.COMMA, _COMMA), (Separator.GAP, _GAP)):
        match = pattern.match(remainder)
        end = _stamp(remainder[match.end() :]) if match else None
        if match and (kind is Separator.ARROW or (end and _is_caption_pair(kind, start, end))):
            return kind, remainder[match.end() :], end
    return None


def _seconds(parts: Sequence[str]) -> float:
    hours, minutes, seconds, thousandths = map(int, parts)
    return hours * 3600 + minutes * 60 + seconds + thousandths / 1000


def _is_caption_pair(kind: Separator, start: _Stamp, end: _Stamp) -> bool:
    """Return True if two times without an arrow belong to a caption.

    Both have all their parts, and after a comma nothing may follow (else the line is a table row).
    """
    if kind is Separator.COMMA:
        return min(start.parts, end.parts) >= 3 and (not end.remainder.strip() or (start.framed and end.framed))
    return min(start.parts, end.parts) >= 4


def parse_timing(line: str, *, rate: float = _RATES[0]) -> Timing | None:
    """Return the times of a timing line in seconds; None for other lines. `rate` is in frames a second."""
    line = line.strip()
    if not (line[:1].isdecimal() or line[:1] in _LINE_STARTS) or len(line) > _MAX_LINE_LENGTH:
        return None
    if usual := _USUAL.fullmatch(line):
        start_seconds, end_seconds = (_seconds(usual.groups()[part : part + 4]) for part in (0, 4))
        return Timing(start_seconds, max(start_seconds, end_seconds))
    line = plain_spelling(line).strip()
    if line[:1] in _OPENING_BRACKETS and line[-1:] in _CLOSING_BRACKETS:
        line = line[1:-1].strip()
    if len(line) <= _MAX_BROKEN_LENGTH and _TIMES_WITH_LETTERS.fullmatch(line):
        line = line.translate(_LETTERS_TO_DIGITS)
    number = _NUMBER.match(line)
    for position, name in ((0, ""), (number.end() if number else 0, number[1] if number else "")):
        start = _stamp(line[position:])
        separation = _split_at_separator(start.remainder, start) if start else None
        if start and separation:
            return _timing(start, separation, name, rate)
    return None


def _timing(start: _Stamp, separation: tuple[Separator, str, _Stamp | None], number: str, rate: float) -> Timing:
    kind, text_after, end = separation
    start_seconds = start.seconds + start.frames / rate
    if end is None:
        return Timing(start_seconds, None, number, "" if _unreadable(text_after) else text_after, kind)
    end_seconds = end.seconds + end.frames / rate
    # The caption's number is attached to its hours: "1200:00:40,000".
    if start_seconds > end_seconds and len(start.hours) > 2:
        number = number or start.hours[:-2]
        start_seconds -= int(start.hours[:-2] + "00") * 3600
    words = end.remainder.lstrip(" ,") if kind is Separator.COMMA else end.remainder
    # What follows the settings are words on the timing line.
    while setting := _SETTING.match(words):
        words = words[setting.end() :]
    return Timing(start_seconds, max(start_seconds, end_seconds), number, words.strip(), kind)


def _unreadable(text: str) -> bool:
    text = text.strip()
    if text.isalpha() and text.islower():
        return True
    return not text or (len(text) < 30 and bool(_BROKEN_TIME.search(text) or not _LETTER.search(text)))


def lone_stamp(line: str) -> Timing | None:
    """Return the start of a caption whose line holds only that, with hours, minutes, seconds and fraction; None for other lines."""
    stamp = _stamp(plain_spelling(line).strip()) if line.strip()[:1].isdecimal() and len(line) < _MAX_BROKEN_LENGTH else None
    return Timing(stamp.seconds, None) if stamp and stamp.parts == 4 and not stamp.remainder.strip() else None


def unreadable_timing(line: str, *, numbered: bool = False) -> bool:
    """Return True if a line is meant to hold times that cannot be read. `numbered` says that a caption's number is above it."""
    if len(line) > _MAX_BROKEN_LENGTH or not _ARROW_LIKE.search(line):
        return False
    line = plain_spelling(line)
    arrow = _ARROW.search(line)
    if not arrow or len(_LETTER.findall(line)) > _MAX_LETTERS:
        return False
    before, after = line[: arrow.start()].strip(), line[arrow.end() :].strip()
    if numbered and arrow[0].strip() != ">":
        return len(before.split()) <= 2 and len(after.split()) <= 3
    if arrow[0].strip() in (">", ">>", ">>>") or any(len(_LETTER.findall(_BROKEN_TIME.sub("", part))) > 2 for part in (before, after)):
        return False
    return bool(_BROKEN_TIME.match(before) or _BROKEN_TIME.match(after))


def frame_rate(lines: Iterable[str]) -> float:
    """Return the frames a second of these lines' time codes: the lowest usual rate that fits their frame numbers."""
    frames = [
        int(frame)
        for line in lines
        if len(line) <= _MAX_LINE_LENGTH and line.count(":") + line.count(";") + line.count("：") >= _MIN_COLONS_WITH_FRAMES
        for frame in _FRAMES.findall(plain_spelling(line))
    ]
    highest = max(frames, default=0)
    # A few numbers up to 23 could also be of a higher rate.
    if highest == 23 and len(frames) >= _MIN_FILM_FRAMES:
        return 24.0
    return next((rate for rate in _RATES if highest < rate), _RATES[-1])
