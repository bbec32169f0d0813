"""Facts in the line above a document: name, speakers, duration, and its probable date."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from app.domain.document import Document, clock
from app.gui.model.labels import day
from app.gui.model.language_names import language_name
from app.translation import trn

_DAY = r"((?:19|20)\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)"
_IN_NAME = re.compile(rf"(?<!\d){_DAY}")
_AT_BEGINNING = re.compile(rf"[\W_]*{_DAY}")


def shown_title(document: Document) -> str:
    """Return the document's title, or the whole file name where the title is only its stem."""
    name = _file_name(document)
    return name if name and Path(name).stem == document.title else document.title


def document_facts(document: Document) -> tuple[str, ...]:
    """Return the known ones of day, language, speakers, duration and number of sentences. English is not mentioned."""
    names = {sentence.speaker for sentence in document.sentences if sentence.speaker}
    ends = [spoken_sentence.time_end or spoken_sentence.time or 0.0 for spoken_sentence in document.sentences]
    lasts = clock(max(ends, default=0.0)) if any(ends) else ""
    speakers_text = trn("{count} speaker", "{count} speakers", len(names)) if names else ""
    code = document.main_language
    language_text = language_name(code) if code.partition("-")[0] not in ("", "en") else ""
    parts = (day(document.date), language_text, speakers_text, lasts, trn("{count} sentence", "{count} sentences", len(document.sentences)))
    return tuple(part for part in parts if part)


def told_day(document: Document) -> date | None:
    """The document's own date, else one that its file name holds or its text begins with, like 20180612 or 2018-06-12."""
    if document.date is not None:
        return document.date
    matches = (_IN_NAME.search(text) for text in (_file_name(document), document.title))
    match = next((candidate for candidate in matches if candidate), None) or _AT_BEGINNING.match(document.text)
    if match is None:
        return None
    try:
        return date(int(match[1]), int(match[3]), int(match[4]))
    except ValueError:  # the 31st of a month that has none
        return None


def _file_name(document: Document) -> str:
    return re.split(r"[/\\]", document.source)[-1]
