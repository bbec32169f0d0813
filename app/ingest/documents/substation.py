"""Read SubStation Alpha (.ass, .ssa): dialogue lines with their speakers' names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.domain.progress import CancelToken
from app.ingest.documents.cues import LAST_SECONDS, Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.timing import parse_stamp

_OVERRIDE = re.compile(r"\{[^{}]*\}")
# "\p1" begins a vector drawing, whose text is coordinates.
_DRAWING = re.compile(r"\{[^{}]*\\p[1-9]")
_USUAL = ("layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text")


def _lines(fields: dict[str, str]) -> tuple[CueLine, ...]:
    payload = fields.get("text", "")
    if _DRAWING.search(payload):
        return ()
    payload_lines = _OVERRIDE.sub("", payload).replace("\\h", " ").replace("\\n", "\\N").split("\\N")
    speaker = (fields.get("name") or fields.get("actor") or "").strip()
    return tuple(CueLine((Word(line.strip()),), speaker) for line in payload_lines if line.strip())


def _dialogues(text: str) -> Iterator[dict[str, str]]:
    """Yield the fields of every dialogue line, from all sections."""
    columns: tuple[str, ...] = _USUAL
    for line in text.split("\n"):
        key, _, remainder = line.partition(":")
        name = key.strip().casefold()
        if name == "format" and "text" in remainder.casefold():
            columns = tuple(column.strip().casefold() for column in remainder.split(","))
        elif name == "dialogue":
            # The text is the last field and may contain commas.
            yield dict(zip(columns, remainder.strip().split(",", len(columns) - 1), strict=False))


def _cues(text: str) -> Iterator[Cue]:
    last = 0.0, 0.0
    for fields in _dialogues(text):
        start, end = parse_stamp(fields.get("start", "")), parse_stamp(fields.get("end", ""))
        if start is not None:
            last = start, max(start, end if end is not None else start + LAST_SECONDS)
        if lines := _lines(fields):
            yield Cue(*last, lines, timed=start is not None)


def read_substation(text: str, *, cancel: CancelToken) -> Draft:
    """Return a draft of a SubStation file's text (cleaned before)."""
    return draft_of_cues(list(_cues(text)), kind="ass", cancel=cancel)
