"""Read captions of one line each: MicroDVD ({25}{100}…), MPL2 ([10][30]…), TMPlayer (00:00:01:…) and audio editors' labels.

pysubs2 reads the first three, but drops lines without times and refuses MicroDVD without a frame rate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.domain.progress import CancelToken
from app.ingest.documents.cues import LAST_SECONDS, Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.timing import parse_stamp
from app.translation import tr

_MICRODVD = re.compile(r"\s*\{\s*(\d{1,9})\s*\}\s*\{\s*(\d{0,9})\s*\}(.*)")
_MPL2 = re.compile(r"\s*\[\s*(\d{1,9})\s*\]\s*\[\s*(\d{0,9})\s*\](.*)")
_TMPLAYER = re.compile(r"\s*(\d{1,2}:\d{2}:\d{2})(?:,\d)?[:=](?!\d\d\b)(.*)")
_AUDIO_LABEL = re.compile(r"(\d{1,6}[.,]\d{3,9})\t(\d{1,6}[.,]\d{3,9})\t(.*)")
_FRAME_RATE = re.compile(r"\s*(\d{2,3}(?:[.,]\d{1,4})?)\s*")
# MicroDVD's control codes: {Y:i}, {C:$0000FF}.
_CONTROL_CODE = re.compile(r"\{[A-Za-z]:[^{}]*\}")
_USUAL_RATE = 25.0
_MIN_CAPTIONS = 2


@dataclass(frozen=True, slots=True)
class _Line:
    """One caption in the file's own unit of time. `end` is None if the file has none, `start` if the line has no times."""

    start: float | None
    end: float | None
    words: str


def line_caption_format(text: str) -> str:
    """Return the format of most lines: "microdvd", "mpl2", "tmplayer" or "labels"; "" if none."""
    lines = [line for line in text[:20_000].split("\n") if line.strip()]
    patterns = {"microdvd": _MICRODVD, "mpl2": _MPL2, "tmplayer": _TMPLAYER, "labels": _AUDIO_LABEL}
    for name, pattern in patterns.items():
        count = sum(pattern.match(line) is not None for line in lines)
        if count >= _MIN_CAPTIONS and count * 2 > len(lines):
            return name
    return ""


def _number(text: str) -> float | None:
    return float(text.replace(",", ".")) if text else None


def _parsed(line: str, kind: str) -> _Line:
    if kind == "tmplayer":
        match = _TMPLAYER.match(line)
        return _Line(parse_stamp(match[1]), None, match[2]) if match else _Line(None, None, line)
    match = {"microdvd": _MICRODVD, "mpl2": _MPL2, "labels": _AUDIO_LABEL}[kind].match(line)
    return _Line(_number(match[1]), _number(match[2]), match[3]) if match else _Line(None, None, line)


def _split_frame_rate(lines: Sequence[_Line]) -> tuple[float, list[_Line]]:
    """Return the frame rate in MicroDVD's first caption (0 if it has none), and the other captions."""
    first = lines[0] if lines else None
    # By convention, the first caption at frame 0 or 1 may hold the frame rate.
    rate_match = _FRAME_RATE.fullmatch(first.words) if first and first.start == first.end and first.start in (0.0, 1.0) else None
    rate = float(rate_match[1].replace(",", ".")) if rate_match else 0.0
    return (rate, list(lines[1:])) if 10 <= rate <= 240 else (0.0, list(lines))


def _cue_lines(words: str) -> list[CueLine]:
    # "|" is a line break, and "/" before a line sets it in italics.
    parts = (_CONTROL_CODE.sub("", part).strip() for part in words.split("|"))
    return [CueLine((Word(part.removeprefix("/").strip()),)) for part in parts if part.strip("/ ")]


def _cues(lines: Sequence[_Line], unit: float) -> Iterator[Cue]:
    start, end = 0.0, 0.0
    for index, line in enumerate(lines):
        if line.start is not None:
            start = line.start * unit
            following = next(
                (next_line.start * unit for next_line in lines[index + 1 : index + 2] if next_line.start is not None), start + LAST_SECONDS
            )
            end = max(start, line.end * unit if line.end is not None else min(following, start + LAST_SECONDS))
        if caption_lines := _cue_lines(line.words):
            yield Cue(start, end, tuple(caption_lines), timed=line.start is not None)


def read_line_captions(text: str, *, cancel: CancelToken) -> Draft:
    """Return a draft of the captions (text cleaned before). An assumed frame rate is noted."""
    kind = line_caption_format(text)
    lines = [_parsed(line, kind) for line in text.split("\n") if line.strip()]
    rate, lines = _split_frame_rate(lines) if kind == "microdvd" else (1.0, lines)
    # MicroDVD counts frames, MPL2 tenths of a second; the others give seconds.
    unit = {"microdvd": 1 / (rate or _USUAL_RATE), "mpl2": 0.1}.get(kind, 1.0)
    draft = draft_of_cues(list(_cues(lines, unit)), kind=kind, cancel=cancel)
    if not rate:
        draft.notes.append(
            tr("The file counts frames and does not say how many a second has; {rate} were taken, so that its times may be off.", rate="25")
        )
    return draft
