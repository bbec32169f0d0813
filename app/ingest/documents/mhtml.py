"""Pages saved as one file (.mhtml): the page in it and its frames are read, its pictures and styles are not."""

from __future__ import annotations

import re
from email.message import Message

from app.domain.progress import CancelToken
from app.ingest.documents.draft import Draft
from app.ingest.documents.encoding import declared_charset, decode
from app.ingest.documents.plain import clean_text
from app.ingest.documents.source import damaged
from app.ingest.documents.webpage import read_webpage

_HEAD = re.compile(rb"^(?:from|mime-version|snapshot-content-location|subject|date|content-type)\s*:", re.IGNORECASE)
_PAGES = ("text/html", "application/xhtml+xml")


def looks_like_mhtml(head: bytes) -> bool:
    """Whether a file's first bytes are the head of a saved page."""
    return bool(_HEAD.match(head.lstrip())) and b"multipart/related" in head.lower()


def saved_page(message: Message, *, cancel: CancelToken) -> tuple[str, dict[str, str]] | None:
    """The page in a saved file, and the pages of its frames by the name that it calls them; None where there is no page.

    The page is the part from the address that was saved, else the first one.
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
    main = next((page for page in pages if address and page[2] == address), pages[0])
    return main[0], {name: page[0] for page in pages if page is not main for name in page[1:] if name}


def read_mhtml(data: bytes, *, cancel: CancelToken) -> Draft:
    """A draft of the page in the file. Raises InputError `document-damaged` when there is none."""
    from email import message_from_bytes

    found = saved_page(message_from_bytes(data), cancel=cancel)
    if found is None:
        raise damaged("saved page")
    return read_webpage(found[0], frames=found[1], cancel=cancel)
