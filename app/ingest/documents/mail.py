"""Read saved mail (.eml): the body, the subject as title, the day it was sent. Attachments are named in a note, not read."""

from __future__ import annotations

import re
from datetime import date
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

from app.domain.progress import CancelToken
from app.ingest.documents.draft import Draft
from app.ingest.documents.encoding import declared_charset, decode
from app.ingest.documents.plain_text import clean_text, draft_of_text
from app.ingest.documents.source import damaged
from app.ingest.documents.webpage import read_webpage
from app.translation import tr

_HEADER = re.compile(
    rb"^(from|to|subject|date|message-id|mime-version|received|return-path|delivered-to)[ \t]*:", re.IGNORECASE | re.MULTILINE
)
_FIRST_HEADER = re.compile(rb"^(?:from [^\n]*\n)?[!-9;-~]+[ \t]*:", re.IGNORECASE)
# In format=flowed a space at the end of a line marks a soft line break.
_TRAILING_SPACES = re.compile(r"(?<![ \t])[ \t]+$", re.MULTILINE)
_MIN_HEADERS = 3
_MAX_NAMED_ATTACHMENTS = 5


def looks_like_mail(data: bytes) -> bool:
    """Return True if a file begins with mail headers."""
    head = re.split(rb"\r?\n\r?\n", data[:16_384].lstrip(), maxsplit=1)[0]
    return bool(_FIRST_HEADER.match(head)) and len({header.lower() for header in _HEADER.findall(head)}) >= _MIN_HEADERS


def read_mail(data: bytes, *, cancel: CancelToken) -> Draft:
    """Return a draft of a mail's plain text, or of its HTML if it has none. Raises InputError `document-damaged`."""
    try:
        # The parser of the standard library raises many kinds of errors on damaged mail.
        mail = message_from_bytes(data.lstrip(), _class=EmailMessage, policy=policy.default)
        body = mail.get_body(preferencelist=("plain", "html"))
        draft = _draft(body, cancel) if isinstance(body, EmailMessage) else Draft(text="", format="mail", spans=[])
        draft.title, draft.date = " ".join(str(mail["subject"] or "").split()), _sent(str(mail["date"] or ""))
        attachment_names = [part.get_filename() or part.get_content_type() for part in mail.iter_attachments()]
    except (MessageError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise damaged("file") from error
    draft.format = "mail"
    if attachment_names:
        names = ", ".join(attachment_names[:_MAX_NAMED_ATTACHMENTS]) + (", …" if len(attachment_names) > _MAX_NAMED_ATTACHMENTS else "")
        draft.notes.append(tr("What is attached to this mail was not read: {names}.", names=names))
    return draft


def _draft(body: EmailMessage, cancel: CancelToken) -> Draft:
    content = body.get_payload(decode=True)
    raw = content if isinstance(content, bytes) else b""
    text, note = decode(raw, declared=str(body.get_content_charset() or "") or declared_charset(raw))
    html = body.get_content_type() == "text/html"
    text = clean_text(text)
    draft = read_webpage(text, cancel=cancel) if html else draft_of_text(_TRAILING_SPACES.sub("", text), cancel=cancel)
    draft.notes += [note] if note else []
    return draft


def _sent(text: str) -> date | None:
    try:
        return parsedate_to_datetime(text).date()
    except (ValueError, TypeError, IndexError):
        return None
