"""Read transcripts as video sites and speech recognisers display them: a time code, then words on its line or the next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.domain.progress import CancelToken
from app.ingest.documents.cues import LAST_SECONDS, Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.label_candidates import Line
from app.ingest.documents.label_scorer import labels_of
from app.ingest.documents.labels import bare_time
from app.ingest.documents.timing import parse_stamp

_MIN_STAMPS = 4
_MIN_LONE_RANGES, _MIN_RANGES = 2, 3
_UNIT = (
    r"\d{1,3}\s+(?:hours?|minutes?|seconds?|stunden?|minuten?|sekunden?|horas?|minutos?|segundos?|heures?|"
    r"secondes?|or[ae]|minut[io]|second[io])"
)
# Video sites add the time in words for screen readers: "1 minute, 5 seconds".
_SPOKEN_TIME = re.compile(rf"{_UNIT}(?:(?:,|\s+(?:und|y|e|et|and))?\s+{_UNIT})*", re.IGNORECASE)
# The frame of SubViewer's first format.
_SCRIPT_START, _SCRIPT_END = (
    re.compile(r"^\*{4,} ?START SCRIPT ?\*{4,}[ \t]*$", re.MULTILINE),
    re.compile(r"(?:\[end\]\s{0,9})?\*{4,40} ?END SCRIPT ?\*{4,40}\s*\Z"),
)
# Text descriptors at the beginning of QuickTime's text tracks.
_QUICKTIME_CODES = re.compile(r"\A(?:\s*\{[^{}\n]{1,80}\})+[ \t]*$", re.MULTILINE)
_TIME_CODE = re.compile(r"\d{1,3}(?:[:.,;]\d{1,3}){1,3}")
_RANGE = re.compile(r"\s*[\[(]?[\d:.,;]{4,14}\s*(?:-->|[-–—])\s*[\d:.,;]{4,14}")


def _leading_stamp(line: str) -> tuple[float, int] | None:
    return bare_time(line) if line[:12].strip()[:1] in tuple("[(0123456789") else None


def _stamp(line: str) -> float | None:
    """Return the time of a line that is only a time code, None for other lines."""
    stamp = _leading_stamp(line)
    return stamp[0] if stamp and stamp[1] >= len(line.rstrip()) else None


def _stamps_on_own_lines(lines: Sequence[str]) -> bool:
    """Return True if time codes on lines of their own are two fifths of the lines from the first on, or a quarter if all are
    ranges."""
    first = next((index for index, line in enumerate(lines) if _stamp(line) is not None), len(lines))
    lines = lines[first:]
    stamps = [stamp for stamp in map(_stamp, lines) if stamp is not None]
    # Numbers that look like times, such as scores or verses, do not rise.
    if stamps != sorted(stamps):
        return False
    ranges = sum(bool(_RANGE.match(line)) for line in lines)
    if ranges >= _MIN_LONE_RANGES and ranges == len(stamps) and ranges * 4 >= len(lines):
        return True
    return len(stamps) >= _MIN_STAMPS and len(stamps) * 5 >= len(lines) * 2


def _stamps_before_words(lines: Sequence[str]) -> bool:
    """Return True if three lines in five begin with a time code and words, and hardly any names a speaker."""
    stamps = [stamp for stamp in map(_leading_stamp, lines) if stamp]
    times = [stamp[0] for stamp in stamps]
    least = _MIN_RANGES if all(_RANGE.match(line) for line in lines) else _MIN_STAMPS
    if len(stamps) < least or len(stamps) * 5 < len(lines) * 3 or times != sorted(times):
        return False
    return len(labels_of([Line(line) for line in lines], cancel=CancelToken())) * 5 < len(lines)


def looks_like_timestamped_text(text: str) -> bool:
    """Return True if rising time codes run through a text, on lines of their own or before the words."""
    lines = [line for line in text[:20_000].split("\n") if line.strip() and not _SPOKEN_TIME.fullmatch(line.strip())]
    return _stamps_on_own_lines(lines) or _stamps_before_words(lines)


def is_subviewer_1(text: str) -> bool:
    """Return True for SubViewer's first format: a header, then lone time codes, every second of which ends a caption."""
    return _SCRIPT_START.search(text[:5000]) is not None


def _without_headers(text: str) -> str:
    """Remove the header and the codes of SubViewer's first format and of QuickTime's text tracks."""
    if opened := _SCRIPT_START.search(text[:5000]):
        text = _SCRIPT_END.sub("", text[opened.end() :]).replace("|", " ")
    return _QUICKTIME_CODES.sub("", text)


def _range_end(line: str, start: float, words: int) -> float | None:
    """Return the end of a line's time range in seconds, None if it has only a start."""
    codes = _TIME_CODE.findall(line[:words])
    end = parse_stamp(codes[1]) if len(codes) > 1 else None
    return end if end is not None and end > start else None


def _cues(text: str) -> Iterator[Cue]:
    start, end, gathered, stamp_seen = 0.0, None, list[CueLine](), False
    for line in text.split("\n"):
        stamp = _leading_stamp(line)
        if stamp is None:
            if line.strip() and not (stamp_seen and _SPOKEN_TIME.fullmatch(line.strip())):
                gathered.append(CueLine((Word(line.strip()),), apart=not stamp_seen))
            continue
        if gathered:
            yield Cue(start, max(start, stamp[0]) if end is None else end, tuple(gathered))
        start, end, gathered, stamp_seen = stamp[0], _range_end(line, *stamp), [], True
        if line[stamp[1] :].strip():
            gathered.append(CueLine((Word(line[stamp[1] :].strip()),)))
    if gathered:
        yield Cue(start, start + LAST_SECONDS if end is None else end, tuple(gathered))


def read_timestamped_text(text: str, *, cancel: CancelToken) -> Draft:
    """Return a draft of the transcript, its lines joined before they are cut into sentences."""
    return draft_of_cues(list(_cues(_without_headers(text))), kind="text", cancel=cancel)
