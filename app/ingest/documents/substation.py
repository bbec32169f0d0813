"""SubStation Alpha (.ass, .ssa): dialogue lines with their speaker's name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.domain.progress import CancelToken
from app.ingest.documents.cues import Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.webvtt import parse_timing

_OVERRIDE = re.compile(r"\{[^{}]*\}")
_DRAWING = re.compile(r"\{[^{}]*\\p[1-9]")
_USUAL = ("layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text")


def _cue(fields: dict[str, str]) -> Cue | None:
    timing = parse_timing(f"{fields.get('start', '')} --> {fields.get('end', '')}")
    payload = fields.get("text", "")
    if timing is None or _DRAWING.search(payload):
        return None
    shown = _OVERRIDE.sub("", payload).replace("\\h", " ").replace("\\n", "\\N").split("\\N")
    speaker = (fields.get("name") or fields.get("actor") or "").strip()
    lines = tuple(CueLine((Word(line.strip()),), speaker) for line in shown if line.strip())
    return Cue(timing[0], timing[1], lines) if lines else None


def _cues(text: str) -> Iterator[Cue]:
    columns: tuple[str, ...] = _USUAL
    in_events = False
    for line in text.split("\n"):
        if line.startswith("["):
            in_events = line.strip().casefold() == "[events]"
        elif in_events and line.startswith("Format:"):
            columns = tuple(name.strip().casefold() for name in line.removeprefix("Format:").split(","))
        elif in_events and line.startswith("Dialogue:"):
            values = line.removeprefix("Dialogue:").strip().split(",", len(columns) - 1)
            cue = _cue(dict(zip(columns, values, strict=False)))
            if cue:
                yield cue


def read_substation(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of a SubStation file's text (cleaned before)."""
    return draft_of_cues(list(_cues(text)), kind="ass", cancel=cancel)
