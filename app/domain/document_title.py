"""Title of a document for reading, also where a file name is all there is."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from app.domain.document import Document

_HASH = re.compile(r"(?<![^\W_])(?=[a-f]*\d)[0-9a-f]{8,}(?![^\W_])", re.IGNORECASE)
_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)")
_SEPARATORS = " -_.,"


def readable_title(document: Document) -> str:
    """Return the document's title. A title that is only the file's name loses its day and checksums, and underscores become spaces:
    “Trump Singapore” for “20180612_Trump_Singapore-30ac6f0cbcdd”; "" where nothing remains."""
    title = " ".join(document.title.split())
    if not _is_file_name(document):
        return title
    spaced = " ".join(_HASH.sub(" ", _DAY.sub(" ", _without_suffix(title))).replace("_", " ").split()).strip(_SEPARATORS)
    return spaced[:1].upper() + spaced[1:]


def document_day(document: Document) -> date | None:
    """Return the day on which the document was said, else the day in a title that is only the file's name; None without either."""
    match = _DAY.search(document.title) if document.date is None and _is_file_name(document) else None
    if match is None:
        return document.date
    try:
        return date(int(match[1]), int(match[3]), int(match[4]))
    except ValueError:  # the 31st of a month that has none
        return None


def _is_file_name(document: Document) -> bool:
    """Return True if the title comes from the file's name: it is its stem, or has underscores and no space."""
    name = re.split(r"[/\\]", document.source)[-1]
    title = document.title.strip()
    return title in (name, Path(name).stem) if name else "_" in title and " " not in title


def _without_suffix(title: str) -> str:
    stem, dot, suffix = title.rpartition(".")
    return stem if dot and stem and re.fullmatch(r"[A-Za-z][A-Za-z0-9]{1,4}", suffix) else title
