"""Format detection by content; the file name's suffix decides only if the content is ambiguous."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Mapping
from types import MappingProxyType

from app.decoding import JSON_ERRORS
from app.errors import InputError
from app.ingest.rows.sources import Source, decoded_head
from app.translation import mark, tr

FORMAT_TITLES: Mapping[str, str] = MappingProxyType(
    {
        "auto": mark("Recognise by content"),
        "jsonl": mark("JSON Lines with the fields of a fact-check"),
        "politifact": mark("PolitiFact JSON Lines"),
        "snopes": mark("Snopes JSON Lines"),
        "checkthat": mark("CheckThat! claims (TSV, or one JSON file a claim)"),
        "claimreview": mark("ClaimReview (JSON-LD, microdata, web pages)"),
        "datafeed": mark("Data Commons feed of ClaimReviews"),
        "google": mark("Google Fact Check Tools (API answers, markup pages)"),
        "averitec": "AVeriTeC JSON",
        "cofacts": mark("Cofacts (folder of its CSV tables)"),
        "table": mark("Table (CSV, TSV, XLSX)"),
    }
)
FORMATS = tuple(FORMAT_TITLES)
_JSON_KEY = re.compile(rb'"((?:@|[A-Za-z_])[\w@]*)"\s*:')
# Tabs, line ends, form feeds and escapes occur in text.
_CONTROL_BYTES = bytes({*range(32)} - {*b"\t\n\v\f\r\x1b"})
_OLE_SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")
_BINARY_SIGNATURES = (
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


def detect(source: Source) -> str:
    """Return the format's name (a key of FORMAT_TITLES, never "auto"). Raises InputError for any other file."""
    head = source.head
    _refuse_others(source, head)
    if head.startswith(b"PK\x03\x04"):
        return "table"
    text = decoded_head(head).lstrip()
    if not text:
        raise InputError("factchecks-empty", tr("{name} is empty.", name=source.name), hint=tr("Choose a file that holds fact-checks."))
    if text.startswith(b"<"):
        return "claimreview"
    if text[:1] in (b"{", b"["):
        return _json_format(text)
    # The lab's tables come with or without a header.
    return "checkthat" if text.startswith((b"vclaim_id\t", b"vclaim-")) else "table"


def _refuse_others(source: Source, head: bytes) -> None:
    if head.startswith(_OLE_SIGNATURE) and _ENCRYPTED_STREAM in head:
        message = tr("{name} is protected with a password.", name=source.name)
        raise InputError("factchecks-password", message, hint=tr("Save it without a password and import it again."))
    # Every workbook has a folder "xl"; other archives and office documents lack it.
    if head.startswith(b"PK\x03\x04") and b"xl/" not in _member_names(source):
        raise InputError(
            "factchecks-unsupported",
            tr("{name} is an archive or a document, not a collection of fact-checks.", name=source.name),
            hint=tr("Unpack the archive and import the files in it."),
        )
    if head.startswith((_OLE_SIGNATURE, *_BINARY_SIGNATURES)) or _is_binary(head):
        raise InputError(
            "factchecks-unsupported",
            tr("{name} is no collection of fact-checks that can be read.", name=source.name),
            hint=tr("Save it as CSV, TSV, XLSX or JSON Lines and import that."),
        )


def _is_binary(head: bytes) -> bool:
    """Return True if the bytes are not text: many control characters, and no byte order mark of a Unicode encoding."""
    has_no_mark = not head.startswith((b"PK\x03\x04", codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return has_no_mark and (len(head) - len(head.translate(None, _CONTROL_BYTES))) * 20 > len(head)


def _member_names(source: Source) -> bytes:
    """Return the head and the end of an archive, which contain its file names."""
    tail = b""
    with source.open() as stream:
        while block := stream.read(1 << 20):
            tail = (tail + block)[-(1 << 16) :]
    return source.head + tail


def _json_format(text: bytes) -> str:
    """Return the kind of JSON from the keys in its beginning."""
    # The head of a large document is cut off, so it is searched for keys and not decoded.
    keys = set(_JSON_KEY.findall(text))
    kinds = {
        "datafeed": b"dataFeedElement" in keys,
        "google": bool({b"claimReviewMarkups", b"claimReview", b"nextPageToken"} & keys) or (b"claims" in keys and text.startswith(b"{")),
        "claimreview": (b"claimReviewed" in keys and {b"@type", b"type", b"ratingValue", b"alternateName"} & keys)
        or (b"@type" in keys and b"claim" not in keys),
        "politifact": {b"truth_label", b"vclaim"} <= keys,
        "snopes": b"vclaim" in keys and b"vclaim-sno" in text and _is_object(text.splitlines()[0]),
        "checkthat": b"vclaim" in keys,
        "averitec": {b"claim", b"questions", b"label"} <= keys,
    }
    return next((name for name, fits in kinds.items() if fits), "jsonl")


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except JSON_ERRORS:
        return False
