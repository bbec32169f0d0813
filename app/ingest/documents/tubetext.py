"""Captions of video sites as XML: `<transcript>` of `<text start dur>` in seconds, `<timedtext>` of `<p t d>` in milliseconds."""

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

_CUES = {"transcript": ("text", "start", "dur", 1.0), "timedtext": ("p", "t", "d", 0.001)}
"""By the root: what a caption is called, the names of its beginning and length, and their unit in seconds."""


def looks_tubetext(text: str) -> bool:
    """Whether a text is such captions: the root, and a caption near its beginning."""
    known = _CUES.get(root_of(text)[0])
    return known is not None and f"<{known[0]} {known[1]}=" in text[:6000]


def read_tubetext(text: str, *, cancel: CancelToken) -> Draft:
    """A draft of a file of captions (cleaned before). Raises InputError `document-damaged`."""
    return draft_of_cues(list(_cues(parse_text(text))), kind="xml", cancel=cancel)


def _cues(root: _Element) -> Iterator[Cue]:
    name, begins, lasts, unit = _CUES[local(root)]
    start = end = 0.0
    for element in root.iter():
        said = " ".join(html.unescape("".join(element.itertext())).split()) if local(element) == name else ""
        if not said:
            continue
        begun, length = _number(element.get(begins)), _number(element.get(lasts))
        if begun is not None:
            start, end = begun * unit, (begun + (LAST_SECONDS / unit if length is None else length)) * unit
        yield Cue(start, end, (CueLine((Word(said),)),), timed=begun is not None)


def _number(told: str | None) -> float | None:
    try:
        number = float(told or "")
    except ValueError:
        return None
    return number if 0 <= number < 1e9 else None
