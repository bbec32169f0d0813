"""Pages saved as one file (.mhtml): the page in it is read, its pictures and styles are not."""

from __future__ import annotations

import re

from app.domain.progress import CancelToken
from app.ingest.documents.draft import Draft
from app.ingest.documents.encoding import declared_charset, decode
from app.ingest.documents.plain import clean_text
from app.ingest.documents.source import damaged
from app.ingest.documents.webpage import read_webpage

_HEAD = re.compile(rb"^(?:from|mime-version|snapshot-content-location|subject|date|content-type)\s*:", re.IGNORECASE)


def looks_like_mhtml(head: bytes) -> bool:
    """Whether a file's first bytes are the head of a saved page."""
    return bool(_HEAD.match(head.lstrip())) and b"multipart/related" in head.lower()


def read_mhtml(data: bytes, *, cancel: CancelToken) -> Draft:
    """A draft of the first page in the file. Raises InputError `document-damaged` when there is none."""
    from email import message_from_bytes

    for part in message_from_bytes(data).walk():
        cancel.check()
        page = part.get_payload(decode=True) if part.get_content_type() == "text/html" else None
        if isinstance(page, bytes):
            text, _ = decode(page, declared=part.get_content_charset() or declared_charset(page))
            return read_webpage(clean_text(text), cancel=cancel)
    raise damaged("saved page")
