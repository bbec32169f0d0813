"""Time codes of captions and the timing lines that hold two of them, in the many spellings that real files have.

Arrows of every length and kind, wide colons and native digits, blanks inside a time, commas for points, points for colons, frames for
fractions, hours of one digit or none, the caption's number or its words on the same line.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

_COLONS = r"(?:(\d{1,9})\s?:\s?)?(\d{1,3})\s?:\s?(\d{1,2})(?:\s?([.,;:'])\s?(\d{1,9}))?"
_POINTS = r"(\d{1,4})([.,;])(\d{1,2})\7(\d{1,2})(?:([.,;:])(\d{1,3}))?"
_SECONDS = r"(\d{1,6}[.,]\d{1,6})"
_WHOLE = r"(\d\d):(\d\d):(\d\d)[.,](\d{3})"
_USUAL = re.compile(rf"{_WHOLE} --> {_WHOLE}")
_STAMP = re.compile(rf"-?\s?(?:{_COLONS}|{_POINTS}|{_SECONDS})(?![\d:])")
_FRAMES = re.compile(r"\d\s?:\s?\d{1,2}\s?:\s?\d{1,2}\s?[:;]\s?(\d{1,2})(?!\d)")
_DASHES = "-‐‑‒–—―−=~"
_ARROW = re.compile(rf"\s*(?:[{_DASHES}]\s?){{0,5}}[>→⟶⇒➔➜➝]+\s*")
_MAYBE = re.compile(rf"[{_DASHES}]\s?>|[→⟶⇒➔➜➝]|-&gt;")
_RULE = re.compile(rf"\s*(?:[{_DASHES}]\s?){{1,5}}(?=\d|\s|$)\s*")
_COMMA, _GAP = re.compile(r"\s*,\s*"), re.compile(r"[ \t]+")
_NUMBER = re.compile(r"\s*#?(\d{1,6})\s?[.:)\]|–-]?[ \t]+(?=-?\d)")
_SETTING = re.compile(r"\s*(?:(?:align|position|line|size|vertical|region|[XY]\d)\s*[:=]\s*\S+)", re.IGNORECASE)
_MARKS = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_ESCAPED = re.compile(r"--&gt;", re.IGNORECASE)
_BROKEN = re.compile(r"\d?\d\s?:\s?\d|[\dx?_-]{1,3}(?:[:.,][\dx?_-]{2,3})+|nan|undefined|null|infinity|\?\?", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_LONGEST_LINE, _LONGEST_BROKEN, _MOST_LETTERS = 400, 80, 20
_BEGINNINGS = "-#[({OolI\u200b\u200e\u200f\u202a\u202b\u202d\u202e\ufeff"
_SPELLED = str.maketrans({"٫": ".", "،": ",", "∶": ":", "꞉": ":", "、": ",", "。": "."})
_OPENED, _CLOSED = ("[", "(", "{"), ("]", ")", "}")
_LETTERED, _DIGITS = re.compile(r"[\dOolI|][\dOolI|:.,\s]{6,}[\s>-]+[\dOolI|:.,\s]{6,}"), str.maketrans("OolI|", "00111")
"""Times with letters that a scanner or a typist took for digits."""
_RATES = (25.0, 30.0, 50.0, 60.0)
_MANY, _COLONS_OF_FRAMES = 40, 6


class Between(Enum):
    """What stands between the two times of a timing line."""

    ARROW = "arrow"
    RULE = "rule"
    COMMA = "comma"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class Timing:
    """A timing line: seconds (`end` is None where only the start can be read), and the caption's number and words where they share it.

    `start` is None where a line is plainly meant to hold times and they cannot be read.
    """

    start: float | None
    end: float | None
    number: str = ""
    words: str = ""
    between: Between = Between.ARROW


@dataclass(frozen=True, slots=True)
class _Stamp:
    seconds: float
    frames: int
    hours: str
    rest: str
    parts: int
    framed: bool = False


def plain_spelling(line: str) -> str:
    """The line with wide digits and signs as ASCII has them, and without invisible marks."""
    if line.isascii():
        return _ESCAPED.sub("-->", line) if "&" in line else line
    return _ESCAPED.sub("-->", unicodedata.normalize("NFKC", _MARKS.sub("", line)).translate(_SPELLED))


def _stamp(line: str) -> _Stamp | None:
    """The time code at the beginning of a line in plain spelling."""
    found = _STAMP.match(line)
    if not found:
        return None
    negative = line.startswith("-")
    rest = line[found.end() :]
    if found[12]:
        return _Stamp(0.0 if negative else float(found[12].replace(",", ".")), 0, "", rest, 1)
    hours, minutes, seconds, sign, fraction = found.groups()[:5] if found[2] else found.group(6, 8, 9, 10, 11)
    whole = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    framed = sign in (":", ";") and hours is not None and len(fraction) <= 2
    part = int(fraction) / 10 ** len(fraction) if fraction and not framed else 0.0
    parts = 2 + (hours is not None) + (fraction is not None)
    return _Stamp(0.0 if negative else whole + part, int(fraction) if framed else 0, hours or "", rest, parts, framed)


def parse_stamp(text: str, *, rate: float = _RATES[0]) -> float | None:
    """Seconds of a text that is one time code and nothing else, None for any other; `rate` is its frames a second."""
    found = _stamp(plain_spelling(text).strip())
    return found.seconds + found.frames / rate if found and not found.rest.strip() else None


def _between(rest: str, start: _Stamp) -> tuple[Between, str, _Stamp | None] | None:
    """What follows the first time: the kind of separator, the text behind it, and the second time where one can be read."""
    for kind, pattern in ((Between.ARROW, _ARROW), (Between.RULE, _RULE), (Between.COMMA, _COMMA), (Between.GAP, _GAP)):
        found = pattern.match(rest)
        end = _stamp(rest[found.end() :]) if found else None
        if found and (kind is Between.ARROW or (end and _paired(kind, start, end))):
            return kind, rest[found.end() :], end
    return None


def _seconds(parts: Sequence[str]) -> float:
    hours, minutes, seconds, thousandths = map(int, parts)
    return hours * 3600 + minutes * 60 + seconds + thousandths / 1000


def _paired(kind: Between, start: _Stamp, end: _Stamp) -> bool:
    """Whether two times without an arrow between them are a caption's: both whole, and with a comma nothing behind (else a table's row)."""
    if kind is Between.COMMA:
        return min(start.parts, end.parts) >= 3 and (not end.rest.strip() or (start.framed and end.framed))
    return min(start.parts, end.parts) >= 4


def parse_timing(line: str, *, rate: float = _RATES[0]) -> Timing | None:
    """The times of a timing line in seconds; None for a line that is none. `rate` is the frames a second of times that count frames."""
    line = line.strip()
    if not (line[:1].isdecimal() or line[:1] in _BEGINNINGS) or len(line) > _LONGEST_LINE:
        return None
    if usual := _USUAL.fullmatch(line):
        begun, until = (_seconds(usual.groups()[part : part + 4]) for part in (0, 4))
        return Timing(begun, max(begun, until))
    line = plain_spelling(line).strip()
    if line[:1] in _OPENED and line[-1:] in _CLOSED:
        line = line[1:-1].strip()
    if len(line) <= _LONGEST_BROKEN and _LETTERED.fullmatch(line):
        line = line.translate(_DIGITS)
    number = _NUMBER.match(line)
    for place, name in ((0, ""), (number.end() if number else 0, number[1] if number else "")):
        start = _stamp(line[place:])
        parted = _between(start.rest, start) if start else None
        if start and parted:
            return _timing(start, parted, name, rate)
    return None


def _timing(start: _Stamp, parted: tuple[Between, str, _Stamp | None], number: str, rate: float) -> Timing:
    kind, behind, end = parted
    begun = start.seconds + start.frames / rate
    if end is None:
        return Timing(begun, None, number, "" if _unreadable(behind) else behind, kind)
    until = end.seconds + end.frames / rate
    if begun > until and len(start.hours) > 2:  # the caption's number is glued to its hours: "1200:00:40,000"
        number = number or start.hours[:-2]
        begun -= int(start.hours[:-2] + "00") * 3600
    words = end.rest.lstrip(" ,") if kind is Between.COMMA else end.rest
    while setting := _SETTING.match(words):
        words = words[setting.end() :]
    return Timing(begun, max(begun, until), number, words.strip(), kind)


def _unreadable(text: str) -> bool:
    text = text.strip()
    if text.isalpha() and text.islower():
        return True
    return not text or (len(text) < 30 and bool(_BROKEN.search(text) or not _LETTER.search(text)))


def lone_stamp(line: str) -> Timing | None:
    """The beginning of a caption that a line tells alone, with hours, minutes, seconds and their parts; None for any other line."""
    found = _stamp(plain_spelling(line).strip()) if line.strip()[:1].isdecimal() and len(line) < _LONGEST_BROKEN else None
    return Timing(found.seconds, None) if found and found.parts == 4 and not found.rest.strip() else None


def unreadable_timing(line: str, *, numbered: bool = False) -> bool:
    """Return True if a line is meant to hold times that cannot be read; `numbered` where a caption's number stands above it."""
    if len(line) > _LONGEST_BROKEN or not _MAYBE.search(line):
        return False
    line = plain_spelling(line)
    arrow = _ARROW.search(line)
    if not arrow or len(_LETTER.findall(line)) > _MOST_LETTERS:
        return False
    before, behind = line[: arrow.start()].strip(), line[arrow.end() :].strip()
    if numbered and arrow[0].strip() != ">":
        return len(before.split()) <= 2 and len(behind.split()) <= 3
    if arrow[0].strip() in (">", ">>", ">>>") or any(len(_LETTER.findall(_BROKEN.sub("", part))) > 2 for part in (before, behind)):
        return False
    return bool(_BROKEN.match(before) or _BROKEN.match(behind))


def frame_rate(lines: Iterable[str]) -> float:
    """The frames a second that time codes of these lines count in: the lowest usual rate that their frames fit in."""
    frames = [
        int(found)
        for line in lines
        if len(line) <= _LONGEST_LINE and line.count(":") + line.count(";") + line.count("：") >= _COLONS_OF_FRAMES
        for found in _FRAMES.findall(plain_spelling(line))
    ]
    most = max(frames, default=0)
    if most == 23 and len(frames) >= _MANY:
        return 24.0
    return next((rate for rate in _RATES if most < rate), _RATES[-1])
