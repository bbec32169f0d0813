"""Transcripts as video sites show them: a time code on one line, a few words on the next, and so on."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.progress import CancelToken
from app.ingest.documents.cues import Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.labels import bare_time

_LEAST_STAMPS = 4
_LAST_SECONDS = 5.0


def _stamp(line: str) -> float | None:
    """The time of a line that is a time code and nothing else."""
    found = bare_time(line) if line[:12].strip()[:1] in tuple("[(0123456789") else None
    return found[0] if found and found[1] >= len(line.rstrip()) else None


def looks_stamped(text: str) -> bool:
    """Whether time codes on lines of their own make up two fifths of the lines, and rise."""
    lines = [line for line in text[:20_000].split("\n") if line.strip()]
    stamps = [stamp for stamp in map(_stamp, lines) if stamp is not None]
    return len(stamps) >= _LEAST_STAMPS and len(stamps) * 5 >= len(lines) * 2 and stamps == sorted(stamps)


def _cues(text: str) -> Iterator[Cue]:
    start, gathered = 0.0, list[CueLine]()
    for line in text.split("\n"):
        stamp = _stamp(line)
        if stamp is None:
            if line.strip():
                gathered.append(CueLine((Word(line.strip()),)))
            continue
        if gathered:
            yield Cue(start, max(start, stamp), tuple(gathered))
        start, gathered = stamp, []
    if gathered:
        yield Cue(start, start + _LAST_SECONDS, tuple(gathered))


def read_stamped(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of the transcript, its lines joined before they are cut into sentences."""
    return draft_of_cues(list(_cues(text)), kind="text", cancel=cancel)
