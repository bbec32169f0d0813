"""Captions of one line each: MicroDVD ({25}{100}…), MPL2 ([10][30]…), TMPlayer (00:00:01:…) and the labels of audio editors.

pysubs2 reads the first three, but drops what has no times in front of it and refuses MicroDVD without a rate of frames.
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
_LABELS = re.compile(r"(\d{1,6}[.,]\d{3,9})\t(\d{1,6}[.,]\d{3,9})\t(.*)")
_RATE = re.compile(r"\s*(\d{2,3}(?:[.,]\d{1,4})?)\s*")
_STYLE = re.compile(r"\{[A-Za-z]:[^{}]*\}")
_USUAL_RATE = 25.0
_LEAST = 2


@dataclass(frozen=True, slots=True)
class _Line:
    """One caption in the file's own unit of time; `end` is None where the file does not tell it, `start` where the line has no times."""

    start: float | None
    end: float | None
    words: str


def line_caption_format(text: str) -> str:
    """Which of these formats most lines of a text have: "microdvd", "mpl2", "tmplayer" or "labels"; "" for none."""
    lines = [line for line in text[:20_000].split("\n") if line.strip()]
    patterns = {"microdvd": _MICRODVD, "mpl2": _MPL2, "tmplayer": _TMPLAYER, "labels": _LABELS}
    for name, pattern in patterns.items():
        count = sum(pattern.match(line) is not None for line in lines)
        if count >= _LEAST and count * 2 > len(lines):
            return name
    return ""


def _number(told: str) -> float | None:
    return float(told.replace(",", ".")) if told else None


def _parsed(line: str, kind: str) -> _Line:
    if kind == "tmplayer":
        found = _TMPLAYER.match(line)
        return _Line(parse_stamp(found[1]), None, found[2]) if found else _Line(None, None, line)
    found = {"microdvd": _MICRODVD, "mpl2": _MPL2, "labels": _LABELS}[kind].match(line)
    return _Line(_number(found[1]), _number(found[2]), found[3]) if found else _Line(None, None, line)


def _rated(lines: Sequence[_Line]) -> tuple[float, list[_Line]]:
    """The frames a second that MicroDVD's first caption tells (0 where it does not), and the captions without it."""
    first = lines[0] if lines else None
    told = _RATE.fullmatch(first.words) if first and first.start == first.end and first.start in (0.0, 1.0) else None
    rate = float(told[1].replace(",", ".")) if told else 0.0
    return (rate, list(lines[1:])) if 10 <= rate <= 240 else (0.0, list(lines))


def _shown(words: str) -> list[CueLine]:
    parts = (_STYLE.sub("", part).strip() for part in words.split("|"))
    return [CueLine((Word(part.removeprefix("/").strip()),)) for part in parts if part.strip("/ ")]


def _cues(lines: Sequence[_Line], unit: float) -> Iterator[Cue]:
    start, end = 0.0, 0.0
    for place, line in enumerate(lines):
        if line.start is not None:
            start = line.start * unit
            following = next((each.start * unit for each in lines[place + 1 : place + 2] if each.start is not None), start + LAST_SECONDS)
            end = max(start, line.end * unit if line.end is not None else min(following, start + LAST_SECONDS))
        if shown := _shown(line.words):
            yield Cue(start, end, tuple(shown), timed=line.start is not None)


def read_line_captions(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of such captions (cleaned before); a rate of frames that had to be assumed is noted."""
    kind = line_caption_format(text)
    lines = [_parsed(line, kind) for line in text.split("\n") if line.strip()]
    rate, lines = _rated(lines) if kind == "microdvd" else (1.0, lines)
    unit = {"microdvd": 1 / (rate or _USUAL_RATE), "mpl2": 0.1}.get(kind, 1.0)
    draft = draft_of_cues(list(_cues(lines, unit)), kind=kind, cancel=cancel)
    if not rate:
        draft.notes.append(
            tr("The file counts frames and does not say how many a second has; {rate} were taken, so that its times may be off.", rate="25")
        )
    return draft
