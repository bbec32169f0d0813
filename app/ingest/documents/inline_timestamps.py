"""Remove timestamps from the lines of a transcript and keep them as times.

f4 closes its paragraphs with #00:01:02-3#. oTranscribe, Express Scribe and others put [00:01:02], (1:02) or 00:01:02 anywhere.
Markdown links them to the recording. Minutes and broadcasters give the time of day (9:01 p.m.). A timestamp in brackets at the
start of a line is left to the readers of labels.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.domain.progress import CancelToken, cancellable
from app.ingest.documents.draft import Draft, TimeMark
from app.ingest.documents.timing import parse_stamp

# A time: 1:02, 00:01:02, with full-width colons, fractions or frames.
_TIME = r"\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:[.,]\d{1,3}|[;:]\d{2}(?!\d))?"
# A Markdown link to the recording: [00:01:02](https://…).
_LINK = rf"\[{{1,2}}\(?(?P<link>{_TIME})\)?\]{{1,2}}\([^()\s]{{0,300}}\)"
# f4's form: #00:01:02-3#.
_HASH = r"#(?P<hash>\d{1,2}:\d{2}:\d{2})(?:[-.,:](?P<part>\d{1,3}))?#"
_BRACKETED = (
    rf"(?P<open>[\[({{<【（])\s*(?:(?P<word>[^\W\d_][^\[\](){{}}<>\d\n]{{0,30}}?)\s+)?(?P<inside>{_TIME})"
    rf"(?:\s*(?:-{{1,3}}>|[-–—→])\s*(?P<until>{_TIME}))?\s*[\])}}>】）]"
)
# A bare time must not be part of a longer number, a path or a percentage.
_BARE = r"(?<![\w:.,/#])(?P<bare>\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,3})?|\d{2}:\d{2})(?![\w:%]|[.,]\d)"
_STAMP = re.compile("|".join((_LINK, _HASH, _BRACKETED, _BARE)))
_LINKED = re.compile(_LINK)
# A quick test for lines without any time.
_ANY_TIME = re.compile(r"\d[:：]\d\d|\d\s?m(?:in)?\s?\d|\d\s?(?:[AaPp]\.?\s?[Mm]|noon|midnight)\b|[前後后午전후]\s?\d")
# Times of day: "9:01 p.m.", "noon", "午後 9:01".
_TIME_OF_DAY = (
    r"(?P<east>(?:午[前後后]|上午|下午|오[전후])\s?)?(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?(?:[:.](?P<second>\d{2}))?"
    r"(?:\s?(?P<half>[AaPp])\.?\s?[Mm]\b\.?|\s?(?P<mid>noon|midnight)\b)?"
)
_UNTIL = r"(?:\s*(?:-|–|—|to)\s*(?:\d{1,2}(?:[:.]\d{2}){0,2}\s?)?(?:[AaPp]\.?\s?[Mm]\b\.?|noon|midnight))?"
_TIME_OF_DAY_FIRST = re.compile(rf"\s*[\[(]?{_TIME_OF_DAY}{_UNTIL}[\])]?\s*[-–—|:]?\s*(?=\S|$)")
_TIME_OF_DAY_LAST = re.compile(rf"(?P<name>\s*\S[^.!?:]{{1,50}}?)[\s,|–—-]+[\[(]?{_TIME_OF_DAY}[\])]?\s*$")
# Times with units in brackets: [1m05s], (1 h 2 min 5 sec).
_WITH_UNITS = re.compile(r"[\[(](?:(\d{1,2})\s?h\s?)?(\d{1,3})\s?m(?:in)?\s?(\d{1,2})\s?s?(?:ec)?[\])]", re.IGNORECASE)
# A word before the time: "TC 00:01:05", "Timestamp: 00:01".
_CODE_WORD = re.compile(rf"\s*(?:TC|T|Time ?code|Timestamp)\s?[:=]?\s?(?=[\[(]?{_TIME})", re.IGNORECASE)
_RANGE_DASH = r"\s*(?:to|bis|until|hasta|até|-{1,3}>?|[–—→])\s*"
_RANGE_FIRST = re.compile(rf"\s*[\[(]?({_TIME}){_RANGE_DASH}{_TIME}[\])]?(?=\s+\S|$)\s*")
_RANGE_LABEL = re.compile(rf"([\[(]\s*{_TIME}){_RANGE_DASH}{_TIME}\s*(?=[\])]\**\s*[:：])")
_LINE_RANGE = re.compile(rf"\s*(?:[^\[\](){{}}:\n]{{0,60}}?\s)?[\[(]?({_TIME}){_RANGE_DASH}({_TIME})[\])]?")
_BRACKET = re.compile(r"[^\[(\d]{0,60}[\[(]")
_OPENING = re.compile(r"[\s>*•–—-]*")
_LABELLED = re.compile(r"[^.!?\n]{1,60}[:：]\s*\**\s*")
_SENTENCE_END = re.compile(r"[.!?…。！？;:：–—-][\"”’»)\]*]*\s*$")
_WINDOW, _LONGEST_LABEL = 20, 90
_MIN_BARE_STAMPS = 3
_SECONDS_A_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class _Stamp:
    """A possible timestamp: its position, its time in seconds, and its certainty (2 certain, 1 by brackets, 0 bare)."""

    line: int
    start: int
    end: int
    time: float
    certainty: int
    word: str = ""
    leads: bool = False
    at_boundary: bool = False
    closes: bool = False


@dataclass(slots=True)
class StrippedTexts:
    """Texts without their timestamps, the times as (line, column, seconds), and the lines that begin with a time range."""

    texts: list[str]
    times: list[tuple[int, int, float]] = field(default_factory=list)
    ranges: dict[int, tuple[float, float]] = field(default_factory=dict)
    stamps_close: bool = False
    removed: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    first_lines: list[int] = field(default_factory=list)

    def shifted_offset(self, number: int, offset: int) -> int:
        """Return the offset of a character in a text's first line after timestamps before it were removed."""
        cuts = self.removed.get(self.first_lines[number], ()) if self.first_lines else ()
        return offset - sum(min(length, max(0, offset - start)) for start, length in cuts)

    def add_times(self, draft: Draft) -> None:
        """Add the times to a draft of the texts, one text a line."""
        starts = [0]
        for line in "\n".join(self.texts).split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        times = [(starts[line] + column, seconds) for line, column, seconds in self.times]
        draft.times = self._with_ranges(draft, starts)
        if self.stamps_close:
            draft.times = list(_closing_marks(times, draft)) or draft.times
        elif times or self.ranges:
            added = [TimeMark(offset=offset, time=seconds) for offset, seconds in times]
            draft.times = _rising_times(sorted([*draft.times, *added], key=lambda mark: mark.offset))

    def _with_ranges(self, draft: Draft, starts: list[int]) -> list[TimeMark]:
        """Return the draft's times; a line with a time range has its times from its first word to its end."""
        words = [span.start for span in draft.spans]
        marks = [mark for mark in draft.times if bisect_right(starts, mark.offset) - 1 not in self.ranges]
        for line, (begin, end) in self.ranges.items():
            index = bisect_left(words, starts[line])
            if index < len(words) and words[index] < starts[line + 1]:
                marks.append(TimeMark(offset=words[index], end=starts[line + 1] - 1, time=begin, time_end=end))
        return marks


def _closing_marks(times: Sequence[tuple[int, float]], draft: Draft) -> Iterator[TimeMark]:
    """Yield marks for timestamps at the end of what they time: each run of words begins at the previous timestamp."""
    before, seconds = 0, None
    words = [span.start for span in draft.spans]
    for offset, until in times:
        index = bisect_left(words, before)
        begins = words[index] if index < len(words) and words[index] < offset else before
        yield TimeMark(offset=begins, end=offset, time=seconds, time_end=until)
        before, seconds = offset, until
    if times:
        yield TimeMark(offset=before, time=seconds)


def _rising_times(marks: Sequence[TimeMark]) -> list[TimeMark]:
    rising: list[TimeMark] = []
    for mark in marks:
        if not rising or (mark.time or 0.0) >= (rising[-1].time or 0.0):
            rising.append(mark)
    return rising


def unlink_timestamps(text: str) -> str:
    """Replace timestamps that link to the recording by timestamps in brackets."""
    return _LINKED.sub(lambda match: f"[{match['link']}]", text)


def strip_timestamps(texts: Sequence[str], *, cancel: CancelToken) -> StrippedTexts:
    """Remove timestamps from the lines of texts, where they run through the document."""
    # Most texts have no times at all.
    if not any(_ANY_TIME.search(text) for text in cancellable(texts, cancel)):
        return StrippedTexts(list(texts))
    heights = [text.count("\n") + 1 for text in texts]
    lines = _with_24_hour_times(_with_usual_spelling([line for text in texts for line in text.split("\n")]))
    cancel.check()
    ranges = _ranges(lines)
    cancel.check()
    lines = [_with_range_start(line) if number in ranges else line for number, line in enumerate(lines)]
    accepted = _accepted_stamps([stamp for number, line in enumerate(cancellable(lines, cancel)) for stamp in _stamps(number, line)])
    stripped = StrippedTexts([], ranges=ranges)
    closing = [stamp.closes for stamp in accepted]
    stripped.stamps_close = len(closing) >= 2 and sum(closing) * 3 >= len(closing) * 2
    by_line: dict[int, list[_Stamp]] = {}
    for stamp in accepted:
        by_line.setdefault(stamp.line, []).append(stamp)
    for number, stamps in cancellable(by_line.items(), cancel):
        lines[number] = _without_stamps(lines[number], stamps, stripped)
    first_line = 0
    for height in heights:
        stripped.first_lines.append(first_line)
        stripped.texts.append("\n".join(lines[first_line : first_line + height]))
        first_line += height
    return stripped


def _ranges(lines: Sequence[str]) -> dict[int, tuple[float, float]]:
    """Return the time range of each line that begins with one: in brackets, or bare if most lines have one."""
    ranges = {number: span for number, line in enumerate(lines) if (span := _range(line))}
    bare = [number for number in ranges if not _BRACKET.match(lines[number])]
    runs = len(bare) >= _MIN_BARE_STAMPS and len(bare) * 2 > sum(bool(line.strip()) for line in lines)
    return ranges if runs else {number: span for number, span in ranges.items() if number not in bare}


def _with_range_start(line: str) -> str:
    """Replace a time range at the start of a line, or between a speaker and the colon, by its first time."""
    rewritten, leads = _RANGE_FIRST.subn(r"[\1] ", line)
    return rewritten if leads else _RANGE_LABEL.sub(r"\1", line, count=1)


def _range(line: str) -> tuple[float, float] | None:
    match = _LINE_RANGE.match(line[:200])
    if not match:
        return None
    start, end = parse_stamp(match[1]), parse_stamp(match[2])
    return (start, end) if start is not None and end is not None and start < end else None


def _stamps(number: int, line: str) -> Iterator[_Stamp]:
    """Yield the possible timestamps of a line."""
    if not _ANY_TIME.search(line):
        return
    opening = _OPENING.match(line)
    first, last = opening.end() if opening else 0, len(line.rstrip())
    for match in _STAMP.finditer(line):
        inside = match["link"] or match["hash"] or match["inside"] or match["bare"]
        seconds = parse_stamp(inside)
        if seconds is None:
            continue
        seconds += int(match["part"]) / 10 ** len(match["part"]) if match["part"] else 0.0
        leads, closes = match.start() <= first, match.end() >= last
        unambiguous = bool(match["link"] or match["hash"] or match["word"] or match["open"] in ("{", "<", "【", "（"))
        # Timestamps that lead a line or belong to a label are read with the labels.
        if not unambiguous and (leads or _belongs_to_label(line, match.start(), match.end(), closes=closes)):
            continue
        has_hours = match["inside"] and inside.count(":") + inside.count("：") >= 2
        certainty = 2 if unambiguous or has_hours else 1 if match["inside"] and inside[0] == "0" else 0
        # Only a window around each match is searched, so that a line of nothing but timestamps takes linear time.
        ended = _SENTENCE_END.search(line[max(0, match.start() - _WINDOW) : match.start()]) is not None
        word = match["word"] or ""
        yield _Stamp(number, match.start(), match.end(), seconds, certainty, word, leads, leads or closes or ended, closes and not leads)


def _belongs_to_label(line: str, start: int, end: int, *, closes: bool) -> bool:
    """Return True if a timestamp belongs to a speaker's label: before or after its colon, or after a name without more words."""
    if line[end : end + _WINDOW].lstrip()[:1] in (":", "：") and not closes:
        return True
    before = line[:start] if start <= _LONGEST_LABEL else ""
    return bool(before) and (
        _LABELLED.fullmatch(before) is not None or (closes and len(before.split()) <= 6 and not _SENTENCE_END.search(before))
    )


def _accepted_stamps(stamps: list[_Stamp]) -> list[_Stamp]:
    """Return the accepted timestamps: certain ones, bracketed ones in rising order, and bare ones that run through the text."""
    times = [stamp.time for stamp in stamps]
    rises = times == sorted(times)
    certain = sum(stamp.certainty == 2 for stamp in stamps)
    between = sum(stamp.at_boundary for stamp in stamps)
    # Bare times in ordinary sentences ("at 10:15") do not rise, or stand within the sentence.
    many = rises and len(stamps) >= _MIN_BARE_STAMPS and between * 3 >= len(stamps) * 2
    return [
        stamp for stamp in stamps if stamp.certainty == 2 or (stamp.certainty == 1 and (rises or certain)) or (many and stamp.at_boundary)
    ]


class _LineBuilder:
    """Builds a line without timestamps: one blank between parts, none at the beginning or before punctuation."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.length = 0

    def add(self, text: str) -> None:
        """Append a part."""
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


def _without_stamps(line: str, stamps: Sequence[_Stamp], stripped: StrippedTexts) -> str:
    """Remove timestamps from a line; a leading one is rewritten in the form that labels use."""
    built, position = _LineBuilder(), 0
    marks: list[tuple[int, float]] = []
    for stamp in stamps:
        built.add(line[position : stamp.start])
        position = stamp.end
        if stamp.leads and not stamp.word:
            built.add(f"[{_clock(stamp.time)}] ")
            continue
        if stamp.word:
            built.add(f"[{stamp.word}]")
        marks.append((built.length, stamp.time))
        removed = stamp.end - stamp.start - (len(stamp.word) + 2 if stamp.word else 0)
        stripped.removed.setdefault(stamp.line, []).append((stamp.start, removed))
    built.add(line[position:])
    stripped_line = str(built).rstrip() if position >= len(line.rstrip()) else str(built)
    stripped.times += [(stamps[0].line, min(column, len(stripped_line)), seconds) for column, seconds in marks]
    return stripped_line


def _clock(seconds: float) -> str:
    total_seconds, part = divmod(round(seconds * 1000), 1000)
    hours, remainder = divmod(total_seconds, 3600)
    return f"{hours % 100:02d}:{remainder // 60:02d}:{remainder % 60:02d}" + (f".{part:03d}" if part else "")


def _with_usual_spelling(lines: list[str]) -> list[str]:
    """Rewrite times such as [1m05s], "TC 00:01:05" and "00:01 to 00:05" in the usual form, if at least two lines have them."""
    for pattern, usual in ((_WITH_UNITS, _units_to_clock), (_CODE_WORD, "")):
        matched = [pattern.search(line) if pattern is _WITH_UNITS else pattern.match(line[:80]) for line in lines]
        if sum(map(bool, matched)) >= 2:
            count = 0 if pattern is _WITH_UNITS else 1
            lines = [pattern.sub(usual, line, count=count) if match else line for line, match in zip(lines, matched, strict=True)]
    return lines


def _units_to_clock(match: re.Match[str]) -> str:
    return f"[{_clock(int(match[1] or 0) * 3600 + int(match[2]) * 60 + int(match[3]))}]"


def _with_24_hour_times(lines: list[str]) -> list[str]:
    """Rewrite times of day as 24-hour time codes, if at least two lines have them.

    They stand at the beginning of a line or after a lone name.
    """
    first = [_if_half_of_day_named(_TIME_OF_DAY_FIRST.match(line[:200])) for line in lines]
    last = [
        None if opening_match or len(line) > 90 else _if_half_of_day_named(_TIME_OF_DAY_LAST.fullmatch(line))
        for opening_match, line in zip(first, lines, strict=True)
    ]
    times = [_seconds_of_day(match) for match in first if match]
    closing_times = [_seconds_of_day(match) for match in last if match]
    use_first, use_last = (len(values) >= 2 and None not in values for values in (times, closing_times))
    days = 0.0
    before = 0.0
    rewritten = list[str]()
    for line, opening, closing in zip(lines, first, last, strict=True):
        match = opening if opening and use_first else closing if closing and use_last else None
        seconds = _seconds_of_day(match) if match else None
        if match is None or seconds is None:
            rewritten.append(line)
            continue
        # After midnight the time of day starts again.
        days += _SECONDS_A_DAY if seconds + days < before - _SECONDS_A_DAY / 2 else 0.0
        before = seconds + days
        rewritten.append(f"[{_clock(before)}] {line[match.end() :]}" if match is opening else f"{match['name'].rstrip()} {_clock(before)}")
    return rewritten


def _if_half_of_day_named(match: re.Match[str] | None) -> re.Match[str] | None:
    """Return the match if it names the half of the day, else None."""
    return match if match and (match["half"] or match["mid"] or match["east"]) else None


def _seconds_of_day(match: re.Match[str]) -> float | None:
    hour, minute, second = int(match["hour"]), int(match["minute"] or 0), int(match["second"] or 0)
    if not (1 <= hour <= 12 and minute < 60 and second < 60):
        return None
    later = (
        match["mid"] == "noon" or (match["east"] or "").strip() in ("午後", "午后", "下午", "오후") or (match["half"] or "") in ("P", "p")
    )
    return float((hour % 12 + (12 if later else 0)) * 3600 + minute * 60 + second)
