"""Refusal of files that are not collections of posts, with advice on what to do instead."""

from __future__ import annotations

import codecs

from app.errors import InputError
from app.ingest.rows.sources import Source, decoded_head
from app.translation import tr

_CAR_ROOTS = b"eroots"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BINARY = (
    _OLE,
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"SQLite format 3\x00",
    b"7z\xbc\xaf",
    b"Rar!",
    b"BZh",
    b"\xfd7zXZ",
    b"{\\rtf",
)
_NUL_ALLOWED = (b"PK\x03\x04", codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def refuse_others(source: Source) -> None:
    """Raise InputError for an empty file, a repository of Bluesky (CAR), a web page, and any file that is not text."""
    head = source.head
    # A CAR file begins with a CBOR map of "roots" and "version"; the letter before each key is its length byte.
    if _CAR_ROOTS in head[:64] and b"gversion" in head[:256]:
        raise InputError(
            "posts-unsupported",
            tr("{name} is a Bluesky repository (CAR), which cannot be read.", name=source.name),
            hint=tr("Save the posts as JSON instead (app.bsky.feed.getAuthorFeed or com.atproto.repo.listRecords), and import that."),
        )
    # Text has hardly any NUL bytes, except in UTF-16.
    if head.startswith(_BINARY) or (not head.startswith(_NUL_ALLOWED) and head.count(0) * 20 > len(head)):
        raise _unsupported(source)
    text = decoded_head(head).lstrip()
    if not text.strip(b"\x00 \t\r\n"):
        raise InputError("posts-empty", tr("{name} is empty.", name=source.name), hint=tr("Choose a file that holds posts."))
    if text[:15].lower().startswith((b"<!doctype", b"<html", b"<?xml")):
        raise InputError(
            "posts-unsupported",
            tr("{name} is a web page, not a collection of posts.", name=source.name),
            hint=tr("Export the posts as JSON rather than as HTML, and import that."),
        )


def _unsupported(source: Source) -> InputError:
    return InputError(
        "posts-unsupported",
        tr("{name} is no collection of posts that can be read.", name=source.name),
        hint=tr("Choose a table, JSON, or the archive that a platform gave you."),
    )
