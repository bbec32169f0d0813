"""Read YouTube's XML captions: `<transcript>` of `<text start dur>` in seconds, `<timedtext>` of `<p t d>` in milliseconds."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.ingest.documents.archive import local
from app.ingest.documents.cues import LAST_SECONDS, Cue, CueLine, Word, draft_of_cues
from app.ingest.documents.draft import Draft
from app.ingest.documents.xml_text import parse_text, root_of

if TYPE_CHECKING:
    from lxml.etree import _Element

# By root element: the element of a caption, the attributes of its start and duration, and their unit in seconds.
_CUES = {"transcript": ("text", "start", "dur", 1.0), "timedtext": ("p", "t", "d", 0.001)}


def looks_like_youtube_captions(text: str) -> bool:
    """Return True if the root and an early caption are those of YouTube captions."""
    names = _CUES.get(root_of(text)[0])
    return names is not None and f"<{names[0]} {names[1]}=" in text[:6000]


def read_youtube_captions(text: str, *, cancel: CancelToken) -> Draft:
    """Return a draft of the captions (cleaned before). Raises InputError `document-damaged`."""
    return draft_of_cues(list(_cues(parse_text(text))), kind="xml", cancel=cancel)


def _cues(root: _Element) -> Iterator[Cue]:
    name, begins, lasts, unit = _CUES[local(root)]
    start = end = 0.0
    for element in root.iter():
        text = " ".join(html.unescape("".join(element.itertext())).split()) if local(element) == name else ""
        if not text:
            continue
        start_value, length = _number(element.get(begins)), _number(element.get(lasts))
        if start_value is not None:
            start, end = start_value * unit, (start_value + (LAST_SECONDS / unit if length is None else length)) * unit
        yield Cue(start, end, (CueLine((Word(text),)),), timed=start_value is not None)


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if 0 <= number < 1e9 else None
