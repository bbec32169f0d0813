"""One file as evidence: its text by the same readers as documents, and its own facts."""

from __future__ import annotations

import re
from contextlib import suppress
from email import message_from_bytes
from email.utils import parsedate_to_datetime
from typing import Any

from app.domain.progress import CancelToken, Progress, no_progress
from app.ingest.documents.draft import Draft
from app.ingest.documents.encoding import declared_charset, decode
from app.ingest.documents.mhtml import looks_like_mhtml, saved_page
from app.ingest.documents.pdf_lines import open_pdf
from app.ingest.documents.reader import empty, read_draft
from app.ingest.documents.webpage import page_facts
from app.ingest.evidence.drafts import EvidenceDraft
from app.ingest.facts import Facts
from app.ingest.publication import CandidateDay, DateReliability, candidate_days, stated_days
from app.ingest.rows.text import one_line

_MEDIUM_OF_FORMAT = {
    "pdf": "PDF",
    "html": "Web text",
    "vtt": "Video",
    "srt": "Video",
    "sbv": "Video",
    "ttml": "Video",
    "ass": "Video",
    "json": "Audio",
}
_OTHER_MEDIUM = "Other"
_PDF_DATE = re.compile(r"D:(\d{4})(\d{2})(\d{2})")
# Titles that programs write by themselves: their own name, the file's name, or a placeholder.
_DEFAULT_TITLE = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel) - |untitled|unknown|document\d*$|.*\.(?:docx?|indd|qxd|pdf|tex|dvi|odt)$)", re.IGNORECASE
)


def file_draft(data: bytes, name: str, *, cancel: CancelToken, progress: Progress = no_progress) -> EvidenceDraft:
    """Read the evidence of a file of this name. Raises InputError as `read_document` does."""
    draft = read_draft(data, name, cancel=cancel, progress=progress)
    if not any(map(str.isalnum, draft.text)):
        raise empty()
    facts = _facts(data, draft)
    return EvidenceDraft(
        text=draft.text,
        facts=facts.filled_from(Facts(title=one_line(draft.title), language=draft.language)).filled_from(
            Facts(title=name.rpartition(".")[0] or name)
        ),
        medium=_MEDIUM_OF_FORMAT.get(draft.format, _OTHER_MEDIUM),
        page_starts=_page_starts(draft),
        left_out=draft.left_out,
    )


def _facts(data: bytes, draft: Draft) -> Facts:
    if draft.format == "pdf":
        return _pdf_facts(data)
    if draft.format == "html":
        return _mhtml_facts(data) if looks_like_mhtml(data[:4096]) else page_facts(decode(data, declared=declared_charset(data))[0])
    # Dates in the properties of office documents are not used: they are often those of the template.
    document_dates = [CandidateDay(draft.date, DateReliability.STATED)] if draft.date is not None else []
    return Facts(dates=(*document_dates, *stated_days(draft.text)))


def _pdf_facts(data: bytes) -> Facts:
    """Return the title and the day on which the file was made. A later change may be a stamp or a signature, so its day is not
    used."""
    with open_pdf(data) as document:
        metadata: dict[str, Any] = document.metadata or {}
    title = one_line(str(metadata.get("title") or ""))
    match = _PDF_DATE.match(str(metadata.get("creationDate") or ""))
    dates = candidate_days("-".join(match.groups()), DateReliability.LOOSE) if match else []
    return Facts(title="" if _DEFAULT_TITLE.match(title) else title, dates=tuple(dates))


def _mhtml_facts(data: bytes) -> Facts:
    """Return the page's own facts, its address and the day on which it was saved."""
    message = message_from_bytes(data)
    url = one_line(str(message.get("Snapshot-Content-Location") or ""))
    saved: list[CandidateDay] = []
    with suppress(ValueError, TypeError):
        saved = [CandidateDay(parsedate_to_datetime(str(message["Date"])).date(), DateReliability.SAVED)]
    outer = Facts(url=url, dates=tuple(saved))
    page = saved_page(message, cancel=CancelToken())
    return outer if page is None else outer.filled_from(page_facts(page[0]))


def _page_starts(draft: Draft) -> tuple[int, ...]:
    """Return the offset of each page, by its number from 1; a page without text has that of the next one."""
    if not draft.pages:
        return ()
    starts: list[int] = []
    for offset, page in draft.pages:
        starts += [offset] * (page - len(starts))
    return tuple(starts)
