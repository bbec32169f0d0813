"""Time stamps inside the lines of a transcript: taken out of its words, kept as times.

f4 closes its paragraphs with #00:01:02-3#; oTranscribe, Express Scribe and others put [00:01:02], (1:02) or 00:01:02 anywhere; Markdown
links them to the recording; minutes and broadcasters give the time of day (9:01 p.m.). What opens a line in brackets is left to the readers
of labels.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.domain.progress import CancelToken, cancellable
from app.ingest.documents.draft import Draft, TimeMark
from app.ingest.documents.timing import parse_stamp

_T = r"\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:[.,]\d{1,3}|[;:]\d{2}(?!\d))?"
_LINK = rf"\[{{1,2}}\(?(?P<link>{_T})\)?\]{{1,2}}\([^()\s]{{0,300}}\)"
_HASH = r"#(?P<hash>\d{1,2}:\d{2}:\d{2})(?:[-.,:](?P<part>\d{1,3}))?#"
_BRACKETED = (
    rf"(?P<open>[\[({{<【（])\s*(?:(?P<word>[^\W\d_][^\[\](){{}}<>\d\n]{{0,30}}?)\s+)?(?P<inside>{_T})"
    rf"(?:\s*(?:-{{1,3}}>|[-–—→])\s*(?P<until>{_T}))?\s*[\])}}>】）]"
)
_BARE = r"(?<![\w:.,/#])(?P<bare>\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,3})?|\d{2}:\d{2})(?![\w:%]|[.,]\d)"
_STAMP = re.compile("|".join((_LINK, _HASH, _BRACKETED, _BARE)))
_LINKED = re.compile(_LINK)
_ANY = re.compile(r"\d[:：]\d\d|\d\s?m(?:in)?\s?\d|\d\s?(?:[AaPp]\.?\s?[Mm]|noon|midnight)\b|[前後后午전후]\s?\d")
_OF_DAY = (
    r"(?P<east>(?:午[前後后]|上午|下午|오[전후])\s?)?(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?(?:[:.](?P<second>\d{2}))?"
    r"(?:\s?(?P<half>[AaPp])\.?\s?[Mm]\b\.?|\s?(?P<mid>noon|midnight)\b)?"
)
_UNTIL = r"(?:\s*(?:-|–|—|to)\s*(?:\d{1,2}(?:[:.]\d{2}){0,2}\s?)?(?:[AaPp]\.?\s?[Mm]\b\.?|noon|midnight))?"
_DAY_FIRST = re.compile(rf"\s*[\[(]?{_OF_DAY}{_UNTIL}[\])]?\s*[-–—|:]?\s*(?=\S|$)")
_DAY_LAST = re.compile(rf"(?P<name>\s*\S[^.!?:]{{1,50}}?)[\s,|–—-]+[\[(]?{_OF_DAY}[\])]?\s*$")
_UNITS = re.compile(r"[\[(](?:(\d{1,2})\s?h\s?)?(\d{1,3})\s?m(?:in)?\s?(\d{1,2})\s?s?(?:ec)?[\])]", re.IGNORECASE)
_CODE_WORD = re.compile(rf"\s*(?:TC|T|Time ?code|Timestamp)\s?[:=]?\s?(?=[\[(]?{_T})", re.IGNORECASE)
_TO = r"\s*(?:to|bis|until|hasta|até|-{1,3}>?|[–—→])\s*"
_RANGE_FIRST = re.compile(rf"\s*[\[(]?({_T}){_TO}{_T}[\])]?(?=\s+\S|$)\s*")
_RANGE_LABEL = re.compile(rf"([\[(]\s*{_T}){_TO}{_T}\s*(?=[\])]\**\s*[:：])")
_LINE_RANGE = re.compile(rf"\s*(?:[^\[\](){{}}:\n]{{0,60}}?\s)?[\[(]?({_T}){_TO}({_T})[\])]?")
_BRACKET = re.compile(r"[^\[(\d]{0,60}[\[(]")
_OPENING = re.compile(r"[\s>*•–—-]*")
_LABELLED = re.compile(r"[^.!?\n]{1,60}[:：]\s*\**\s*")
_ENDED = re.compile(r"[.!?…。！？;:：–—-][\"”’»)\]*]*\s*$")
_WINDOW, _LONGEST_LABEL = 20, 90
_LEAST = 3
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class _Found:
    """A stamp that may be one: where it stands, what it tells, and how sure that is (2 certain, 1 by brackets, 0 bare)."""

    line: int
    start: int
    end: int
    time: float
    sure: int
    word: str = ""
    leads: bool = False
    between: bool = False
    closes: bool = False


@dataclass(slots=True)
class Stripped:
    """The texts without their stamps, and what the stamps told: (line, column, seconds), and lines that begin with a range of time."""

    texts: list[str]
    marks: list[tuple[int, int, float]] = field(default_factory=list)
    ranges: dict[int, tuple[float, float]] = field(default_factory=dict)
    closing: bool = False
    cuts: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    first_lines: list[int] = field(default_factory=list)

    def moved(self, number: int, offset: int) -> int:
        """Where a character of a text's first line stands after the stamps before it were taken out."""
        cuts = self.cuts.get(self.first_lines[number], ()) if self.first_lines else ()
        return offset - sum(min(length, max(0, offset - start)) for start, length in cuts)

    def mark(self, draft: Draft) -> None:
        """Add the times to a draft of the texts, one a line."""
        starts = [0]
        for line in "\n".join(self.texts).split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        times = [(starts[line] + column, seconds) for line, column, seconds in self.marks]
        draft.times = self._with_ranges(draft, starts)
        if self.closing:
            draft.times = list(_closing_marks(times, draft)) or draft.times
        elif times or self.ranges:
            added = [TimeMark(offset=offset, time=seconds) for offset, seconds in times]
            draft.times = _rising(sorted([*draft.times, *added], key=lambda mark: mark.offset))

    def _with_ranges(self, draft: Draft, starts: list[int]) -> list[TimeMark]:
        """The draft's times, those of lines that begin with a range of time from their first word to their end."""
        words = [span.start for span in draft.spans]
        kept = [mark for mark in draft.times if bisect_right(starts, mark.offset) - 1 not in self.ranges]
        for line, (begin, end) in self.ranges.items():
            place = bisect_left(words, starts[line])
            if place < len(words) and words[place] < starts[line + 1]:
                kept.append(TimeMark(offset=words[place], end=starts[line + 1] - 1, time=begin, time_end=end))
        return kept


def _closing_marks(times: Sequence[tuple[int, float]], draft: Draft) -> Iterator[TimeMark]:
    """Marks of stamps that close what they time: each run of words ends at its stamp and begins at the one before."""
    before, seconds = 0, None
    words = [span.start for span in draft.spans]
    for offset, until in times:
        place = bisect_left(words, before)
        begins = words[place] if place < len(words) and words[place] < offset else before
        yield TimeMark(offset=begins, end=offset, time=seconds, time_end=until)
        before, seconds = offset, until
    if times:
        yield TimeMark(offset=before, time=seconds)


def _rising(marks: Sequence[TimeMark]) -> list[TimeMark]:
    kept: list[TimeMark] = []
    for mark in marks:
        if not kept or (mark.time or 0.0) >= (kept[-1].time or 0.0):
            kept.append(mark)
    return kept


def unlinked(text: str) -> str:
    """The text with stamps that link to the recording as plain stamps in brackets."""
    return _LINKED.sub(lambda found: f"[{found['link']}]", text)


def without_stamps(texts: Sequence[str], *, cancel: CancelToken) -> Stripped:
    """The texts (of one or more lines each) with the stamps inside their lines taken out, where stamps run them."""
    if not any(_ANY.search(text) for text in cancellable(texts, cancel)):
        return Stripped(list(texts))
    heights = [text.count("\n") + 1 for text in texts]
    lines = _by_the_day(_usually_written([line for text in texts for line in text.split("\n")]))
    cancel.check()
    ranges = _ranges(lines)
    cancel.check()
    lines = [_by_its_start(line) if number in ranges else line for number, line in enumerate(lines)]
    found = _believed([each for number, line in enumerate(cancellable(lines, cancel)) for each in _stamps(number, line)])
    stripped = Stripped([], ranges=ranges)
    closing = [each.closes for each in found]
    stripped.closing = len(closing) >= 2 and sum(closing) * 3 >= len(closing) * 2
    by_line: dict[int, list[_Found]] = {}
    for each in found:
        by_line.setdefault(each.line, []).append(each)
    for number, stamps in cancellable(by_line.items(), cancel):
        lines[number] = _taken_out(lines[number], stamps, stripped)
    place = 0
    for height in heights:
        stripped.first_lines.append(place)
        stripped.texts.append("\n".join(lines[place : place + height]))
        place += height
    return stripped


def _ranges(lines: Sequence[str]) -> dict[int, tuple[float, float]]:
    """The lines that begin with a range of time: in brackets, or bare where most lines do."""
    found = {number: span for number, line in enumerate(lines) if (span := _range(line))}
    bare = [number for number in found if not _BRACKET.match(lines[number])]
    runs = len(bare) >= _LEAST and len(bare) * 2 > sum(bool(line.strip()) for line in lines)
    return found if runs else {number: span for number, span in found.items() if number not in bare}


def _by_its_start(line: str) -> str:
    """A line with a range of time, which stands first or between a speaker and the colon, with the range's beginning alone."""
    shown, leads = _RANGE_FIRST.subn(r"[\1] ", line)
    return shown if leads else _RANGE_LABEL.sub(r"\1", line, count=1)


def _range(line: str) -> tuple[float, float] | None:
    found = _LINE_RANGE.match(line[:200])
    if not found:
        return None
    start, end = parse_stamp(found[1]), parse_stamp(found[2])
    return (start, end) if start is not None and end is not None and start < end else None


def _stamps(number: int, line: str) -> Iterator[_Found]:
    """What may be a stamp of a line; looks no further around one than a window, so that a line of nothing but stamps takes no longer."""
    if not _ANY.search(line):
        return
    opening = _OPENING.match(line)
    first, last = opening.end() if opening else 0, len(line.rstrip())
    for found in _STAMP.finditer(line):
        inside = found["link"] or found["hash"] or found["inside"] or found["bare"]
        seconds = parse_stamp(inside)
        if seconds is None:
            continue
        seconds += int(found["part"]) / 10 ** len(found["part"]) if found["part"] else 0.0
        leads, closes = found.start() <= first, found.end() >= last
        ours = bool(found["link"] or found["hash"] or found["word"] or found["open"] in ("{", "<", "【", "（"))
        if not ours and (leads or _labels(line, found.start(), found.end(), closes=closes)):
            continue
        whole = found["inside"] and inside.count(":") + inside.count("：") >= 2
        sure = 2 if ours or whole else 1 if found["inside"] and inside[0] == "0" else 0
        ended = _ENDED.search(line[max(0, found.start() - _WINDOW) : found.start()]) is not None
        word = found["word"] or ""
        yield _Found(number, found.start(), found.end(), seconds, sure, word, leads, leads or closes or ended, closes and not leads)


def _labels(line: str, start: int, end: int, *, closes: bool) -> bool:
    """Return True if a stamp belongs to a speaker's label, which is read by others: before or behind its colon, or behind a name alone."""
    if line[end : end + _WINDOW].lstrip()[:1] in (":", "：") and not closes:
        return True
    before = line[:start] if start <= _LONGEST_LABEL else ""
    return bool(before) and (_LABELLED.fullmatch(before) is not None or (closes and len(before.split()) <= 6 and not _ENDED.search(before)))


def _believed(found: list[_Found]) -> list[_Found]:
    """The stamps that are believed: certain ones, those in brackets where several rise, bare ones where they run the text."""
    times = [each.time for each in found]
    rises = times == sorted(times)
    certain = sum(each.sure == 2 for each in found)
    between = sum(each.between for each in found)
    many = rises and len(found) >= _LEAST and between * 3 >= len(found) * 2
    return [each for each in found if each.sure == 2 or (each.sure == 1 and (rises or certain)) or (many and each.between)]


class _Line:
    """A line on its way to one without stamps: one blank between two parts, none before a sign or at the beginning."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.length = 0

    def add(self, text: str) -> None:
        """Put a part behind the others."""
        before = self._parts[-1] if self._parts else ""
        if text[:1].isspace() and (not before or before[-1].isspace()):
            text = text.lstrip()
        elif before[-1:].isspace() and text[:1] in (".", ",", ";", "!", "?"):
            self._parts[-1] = before.rstrip()
            self.length += len(self._parts[-1]) - len(before)
        if text:
            self._parts.append(text)
            self.length += len(text)

    def __str__(self) -> str:
        return "".join(self._parts)


def _taken_out(line: str, stamps: Sequence[_Found], stripped: Stripped) -> str:
    """The line without these stamps; one that leads it is put the way that labels have them."""
    built, place = _Line(), 0
    marks: list[tuple[int, float]] = []
    for each in stamps:
        built.add(line[place : each.start])
        place = each.end
        if each.leads and not each.word:
            built.add(f"[{_clock(each.time)}] ")
            continue
        if each.word:
            built.add(f"[{each.word}]")
        marks.append((built.length, each.time))
        removed = each.end - each.start - (len(each.word) + 2 if each.word else 0)
        stripped.cuts.setdefault(each.line, []).append((each.start, removed))
    built.add(line[place:])
    whole = str(built).rstrip() if place >= len(line.rstrip()) else str(built)
    stripped.marks += [(stamps[0].line, min(column, len(whole)), seconds) for column, seconds in marks]
    return whole


def _clock(seconds: float) -> str:
    whole, part = divmod(round(seconds * 1000), 1000)
    hours, rest = divmod(whole, 3600)
    return f"{hours % 100:02d}:{rest // 60:02d}:{rest % 60:02d}" + (f".{part:03d}" if part else "")


def _usually_written(lines: list[str]) -> list[str]:
    """The lines with stamps such as [1m05s], "TC 00:01:05" and "00:01 to 00:05" as others have them, where two lines go that way."""
    for pattern, usual in ((_UNITS, _units), (_CODE_WORD, "")):
        matched = [pattern.search(line) if pattern is _UNITS else pattern.match(line[:80]) for line in lines]
        if sum(map(bool, matched)) >= 2:
            count = 0 if pattern is _UNITS else 1
            lines = [pattern.sub(usual, line, count=count) if found else line for line, found in zip(lines, matched, strict=True)]
    return lines


def _units(found: re.Match[str]) -> str:
    return f"[{_clock(int(found[1] or 0) * 3600 + int(found[2]) * 60 + int(found[3]))}]"


def _by_the_day(lines: list[str]) -> list[str]:
    """The lines with times of day at their beginning, or behind a name alone, as time codes of 24 hours; where two lines rise so."""
    first = [_of_day(_DAY_FIRST.match(line[:200])) for line in lines]
    last = [None if head or len(line) > 90 else _of_day(_DAY_LAST.fullmatch(line)) for head, line in zip(first, lines, strict=True)]
    times = [_seconds_of_day(found) for found in first if found]
    heads = [_seconds_of_day(found) for found in last if found]
    use_first, use_last = (len(each) >= 2 and None not in each for each in (times, heads))
    days = 0.0
    before = 0.0
    shown = list[str]()
    for line, opening, closing in zip(lines, first, last, strict=True):
        found = opening if opening and use_first else closing if closing and use_last else None
        seconds = _seconds_of_day(found) if found else None
        if found is None or seconds is None:
            shown.append(line)
            continue
        days += _DAY if seconds + days < before - _DAY / 2 else 0.0
        before = seconds + days
        shown.append(f"[{_clock(before)}] {line[found.end() :]}" if found is opening else f"{found['name'].rstrip()} {_clock(before)}")
    return shown


def _of_day(found: re.Match[str] | None) -> re.Match[str] | None:
    """The match itself where it says which half of the day it means."""
    return found if found and (found["half"] or found["mid"] or found["east"]) else None


def _seconds_of_day(found: re.Match[str]) -> float | None:
    hour, minute, second = int(found["hour"]), int(found["minute"] or 0), int(found["second"] or 0)
    if not (1 <= hour <= 12 and minute < 60 and second < 60):
        return None
    later = (
        found["mid"] == "noon" or (found["east"] or "").strip() in ("午後", "午后", "下午", "오후") or (found["half"] or "") in ("P", "p")
    )
    return float((hour % 12 + (12 if later else 0)) * 3600 + minute * 60 + second)
