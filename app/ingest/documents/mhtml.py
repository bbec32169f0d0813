"""Read web pages saved as one file (.mhtml): the page and its frames, without pictures and styles."""

from __future__ import annotations

import re
from email.message import Message

from app.domain.progress import CancelToken
from app.ingest.documents.draft import Draft
from app.ingest.documents.encoding import declared_charset, decode
from app.ingest.documents.plain_text import clean_text
from app.ingest.documents.source import damaged
from app.ingest.documents.webpage import read_webpage

_HEAD = re.compile(rb"^(?:from|mime-version|snapshot-content-location|subject|date|content-type)\s*:", re.IGNORECASE)
_PAGES = ("text/html", "application/xhtml+xml")


def looks_like_mhtml(head: bytes) -> bool:
    """Return True if the first bytes are the headers of a saved page."""
    return bool(_HEAD.match(head.lstrip())) and b"multipart/related" in head.lower()


def saved_page(message: Message, *, cancel: CancelToken) -> tuple[str, dict[str, str]] | None:
    """Return the main page of a saved file, and its frames' pages by address; None if there is no page.

    The main page is the part whose address was saved, else the first one.
    """
    address = str(message.get("Snapshot-Content-Location") or "")
    pages: list[tuple[str, str, str]] = []
    for part in message.walk():
        cancel.check()
        data = part.get_payload(decode=True) if part.get_content_type() in _PAGES else None
        if isinstance(data, bytes):
            text, _ = decode(data, declared=part.get_content_charset() or declared_charset(data))
            name = str(part.get("Content-ID") or "").strip("<> ")
            pages.append((clean_text(text), f"cid:{name}" if name else "", str(part.get("Content-Location") or "")))
    if not pages:
        return None
    # Frames may come before the page that shows them.
    main = next((page for page in pages if address and page[2] == address), pages[0])
    return main[0], {name: page[0] for page in pages if page is not main for name in page[1:] if name}


def read_mhtml(data: bytes, *, cancel: CancelToken) -> Draft:
    """Return a draft of the page in the file. Raises InputError `document-damaged` when there is none."""
    from email import message_from_bytes

    page = saved_page(message_from_bytes(data), cancel=cancel)
    if page is None:
        raise damaged("saved page")
    return read_webpage(page[0], frames=page[1], cancel=cancel)
