"""SubRip (.srt): missing numbers, coordinates behind the times and stray tags are all met in real files."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from app.domain.progress import CancelToken
from app.ingest.documents.cues import Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.webvtt import TIMING, parse_timing

_TAG = re.compile(r"</?(?:i|b|u|s|font|c|v|em|strong)\b[^<>]*>|\{\\[^{}]*\}", re.IGNORECASE)


def _payload(lines: list[str], index: str, *, last: bool) -> list[str]:
    """The text lines of the cue with this index; a number before the next timing line is its index: it counts on, or stands apart."""
    kept = [line for line in lines if line.strip()]
    number = lines[-1].strip() if lines else ""
    counts_on = index.isdecimal() and number.isdecimal() and int(number) == int(index) + 1
    if not last and kept and (counts_on or (number.isdecimal() and (len(lines) < 2 or not lines[-2].strip()))):
        kept.pop()
    return kept


def cues_of(text: str) -> Iterator[Cue]:
    """The cues of a text with SubRip's timing lines, in its order; what stands above the first of them is none."""
    lines = text.split("\n")
    places = [number for number, line in enumerate(lines) if TIMING.match(line)]
    for place, following in zip(places, [*places, len(lines)][1:], strict=True):
        timing = parse_timing(lines[place])
        index = lines[place - 1].strip() if place else ""
        payload = _payload(lines[place + 1 : following], index, last=following == len(lines))
        shown = [CueLine((Word(html.unescape(_TAG.sub("", line)).strip()),)) for line in payload]
        shown = [line for line in shown if line.text]
        if timing and shown:
            yield Cue(timing[0], timing[1], tuple(shown))


def read_subrip(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of a SubRip file's text (cleaned before)."""
    return draft_of_cues(list(cues_of(text)), kind="srt", cancel=cancel)
