"""Transcripts as video sites and speech recognition show them: a time code, then a few words behind it or on the next line."""

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

_LEAST_STAMPS = 4
_LEAST_NAMED, _LEAST_RANGES = 2, 3
_UNIT = (
    r"\d{1,3}\s+(?:hours?|minutes?|seconds?|stunden?|minuten?|sekunden?|horas?|minutos?|segundos?|heures?|"
    r"secondes?|or[ae]|minut[io]|second[io])"
)
_SPOKEN_TIME = re.compile(rf"{_UNIT}(?:(?:,|\s+(?:und|y|e|et|and))?\s+{_UNIT})*", re.IGNORECASE)
_SCRIPT, _SCRIPT_END = (
    re.compile(r"^\*{4,} ?START SCRIPT ?\*{4,}[ \t]*$", re.MULTILINE),
    re.compile(r"(?:\[end\]\s{0,9})?\*{4,40} ?END SCRIPT ?\*{4,40}\s*\Z"),
)
_CODES = re.compile(r"\A(?:\s*\{[^{}\n]{1,80}\})+[ \t]*$", re.MULTILINE)
_CODE = re.compile(r"\d{1,3}(?:[:.,;]\d{1,3}){1,3}")
_RANGE = re.compile(r"\s*[\[(]?[\d:.,;]{4,14}\s*(?:-->|[-–—])\s*[\d:.,;]{4,14}")


def _begins(line: str) -> tuple[float, int] | None:
    return bare_time(line) if line[:12].strip()[:1] in tuple("[(0123456789") else None


def _stamp(line: str) -> float | None:
    """The time of a line that is a time code and nothing else."""
    found = _begins(line)
    return found[0] if found and found[1] >= len(line.rstrip()) else None


def _alone(lines: Sequence[str]) -> bool:
    """Whether time codes on lines of their own make up two fifths of the lines from the first on; a quarter where all are ranges."""
    first = next((place for place, line in enumerate(lines) if _stamp(line) is not None), len(lines))
    lines = lines[first:]
    stamps = [stamp for stamp in map(_stamp, lines) if stamp is not None]
    if stamps != sorted(stamps):
        return False
    ranges = sum(bool(_RANGE.match(line)) for line in lines)
    if ranges >= _LEAST_NAMED and ranges == len(stamps) and ranges * 4 >= len(lines):
        return True
    return len(stamps) >= _LEAST_STAMPS and len(stamps) * 5 >= len(lines) * 2


def _before_words(lines: Sequence[str]) -> bool:
    """Whether three lines in five begin with a time code that words follow, and next to none names a speaker."""
    begun = [found for found in map(_begins, lines) if found]
    times = [found[0] for found in begun]
    least = _LEAST_RANGES if all(_RANGE.match(line) for line in lines) else _LEAST_STAMPS
    if len(begun) < least or len(begun) * 5 < len(lines) * 3 or times != sorted(times):
        return False
    return len(labels_of([Line(line) for line in lines], cancel=CancelToken())) * 5 < len(lines)


def looks_stamped(text: str) -> bool:
    """Whether rising time codes run a text: on lines of their own, or before the words of most lines."""
    lines = [line for line in text[:20_000].split("\n") if line.strip() and not _SPOKEN_TIME.fullmatch(line.strip())]
    return _alone(lines) or _before_words(lines)


def is_subviewer_one(text: str) -> bool:
    """Return True if a text is SubViewer's first format: a header, then lone time codes, of which every second one ends a caption."""
    return _SCRIPT.search(text[:5000]) is not None


def _spoken(text: str) -> str:
    """The text without the header and the codes of SubViewer's first format and of QuickTime's text tracks."""
    if opened := _SCRIPT.search(text[:5000]):
        text = _SCRIPT_END.sub("", text[opened.end() :]).replace("|", " ")
    return _CODES.sub("", text)


def _range_end(line: str, start: float, words: int) -> float | None:
    """When a line's words end, where its time code says from when to when they were said."""
    codes = _CODE.findall(line[:words])
    end = parse_stamp(codes[1]) if len(codes) > 1 else None
    return end if end is not None and end > start else None


def _cues(text: str) -> Iterator[Cue]:
    start, end, gathered, begun = 0.0, None, list[CueLine](), False
    for line in text.split("\n"):
        found = _begins(line)
        if found is None:
            if line.strip() and not (begun and _SPOKEN_TIME.fullmatch(line.strip())):
                gathered.append(CueLine((Word(line.strip()),), apart=not begun))
            continue
        if gathered:
            yield Cue(start, max(start, found[0]) if end is None else end, tuple(gathered))
        start, end, gathered, begun = found[0], _range_end(line, *found), [], True
        if line[found[1] :].strip():
            gathered.append(CueLine((Word(line[found[1] :].strip()),)))
    if gathered:
        yield Cue(start, start + LAST_SECONDS if end is None else end, tuple(gathered))


def read_stamped(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of the transcript, its lines joined before they are cut into sentences."""
    return draft_of_cues(list(_cues(_spoken(text))), kind="text", cancel=cancel)
