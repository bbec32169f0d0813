"""The document formats that can be read, and how a file's own bytes tell which one it is."""

from __future__ import annotations

import re
from collections.abc import Callable

from app.domain.document_formats import SUPPORTED
from app.errors import InputError
from app.ingest.documents.archive import Archive
from app.ingest.documents.caption_blocks import timing_lines
from app.ingest.documents.line_captions import line_caption_format
from app.ingest.documents.mhtml import looks_like_mhtml
from app.ingest.documents.proceedings import looks_like_xml
from app.ingest.documents.recogniser import looks_recognised
from app.ingest.documents.sami import looks_sami
from app.ingest.documents.source import damaged, presentation, spreadsheet, unsupported
from app.ingest.documents.stamped import is_subviewer_one, looks_stamped
from app.ingest.documents.table import looks_like_table
from app.ingest.documents.timedtext import looks_timed
from app.ingest.documents.timing import Between, Timing, unreadable_timing
from app.ingest.documents.tubetext import looks_tubetext
from app.ingest.rows.chats import looks_like_chat
from app.translation import mark, tr

_BY_SUFFIX = {suffix: kind.key for kind in SUPPORTED for suffix in kind.suffixes}
_PICTURE = mark("This file is a picture, which cannot be read as a document.")
_SOUND = mark("This file is a sound recording, which cannot be read as a document.")
_FILM = mark("This file is a film, which cannot be read as a document.")
_ARCHIVE = mark("This file is an archive, which cannot be read as a document.")
_COMPRESSED = mark("This file is a compressed file, which cannot be read as a document.")
_PROGRAM = mark("This file is a program, which cannot be read as a document.")
_FOREIGN = (
    (b"\x89PNG", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF8", _PICTURE),
    (b"RIFF", mark("This file is a sound, film or picture, which cannot be read as a document.")),
    (b"ID3", _SOUND),
    (b"OggS", mark("This file is a sound or film recording, which cannot be read as a document.")),
    (b"fLaC", _SOUND),
    (b"\x1aE\xdf\xa3", _FILM),
    (b"7z\xbc\xaf\x27\x1c", _ARCHIVE),
    (b"Rar!", _ARCHIVE),
    (b"BZh", _COMPRESSED),
    (b"\xfd7zXZ", _COMPRESSED),
    (b"SQLite format 3", mark("This file is a database, which cannot be read as a document.")),
    (b"\x7fELF", _PROGRAM),
    (b"MZ", _PROGRAM),
)
_BINARY = frozenset(["pdf", "docx", "odt", "epub", "rtf"])
_FLAT = re.compile(rb"^\s*(?:\xef\xbb\xbf)?\s*<\?xml[^>]*>\s*<office:document[\s>]")
_CONTAINERS = ((b"PK\x03\x04", "zip"), (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "ole"))
_FIRST_LINES = 8
_OPEN_TEXT = mark("Open a text, a transcript or a text document.")
_CONVERT = mark("Convert it to SubRip (.srt) or WebVTT with a captions program and open that.")
_EBU = re.compile(rb"\d{3}STL\d\d\.\d\d")
_UNREAD = (
    (re.compile(r"Scenarist_SCC V"), mark("This file holds closed captions as Scenarist stores them (SCC), which cannot be read.")),
    (re.compile(r"#\s*VobSub index file"), mark("This file is an index of captions stored as pictures (VobSub), which hold no text.")),
    (re.compile(r'File type\s*=\s*"ooTextFile'), mark("This file is a TextGrid of Praat, which cannot be read as a document.")),
    (re.compile(r"@(?:UTF8|Begin)\b"), mark("This file is a transcript in CHAT format, which cannot be read as a document.")),
    (re.compile(r"%!PS"), mark("This file is PostScript, which cannot be read as a document.")),
    (re.compile(r"#EXTM3U"), mark("This file is a playlist, which cannot be read as a document.")),
    (re.compile(r"\[(?:InternetShortcut|Desktop Entry)\]"), mark("This file is a shortcut, which holds no text.")),
    (re.compile(r"BEGIN:(?:VCARD|VCALENDAR)"), mark("This file is a calendar or a card of addresses, which cannot be read as a document.")),
)
"""Formats of text whose words stand between codes: by their beginning, and what is said of them."""
_VTT = re.compile(r"web\s?vtt\b(?!\w)", re.IGNORECASE)
_SUBSTATION = re.compile(r"\A\s*\[script info\]|^dialogue:\s*(?:marked\s*=\s*)?\d+\s*,\s*\d+:", re.IGNORECASE | re.MULTILINE)
_HTML = re.compile(r"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]", re.IGNORECASE)


_BEGINNINGS: dict[str, Callable[[str], object]] = {
    "vtt": _VTT.match,
    "ass": _SUBSTATION.search,
    "ttml": looks_timed,
    "sami": looks_sami,
    "lines": line_caption_format,
    "tubetext": looks_tubetext,
}


def suffix_format(name: str) -> str:
    """The format that a file name promises, "" for none that is known."""
    dot = name.rfind(".")
    return _BY_SUFFIX.get(name[dot:].lower(), "") if dot >= 0 else ""


def not_text(name: str) -> InputError:
    """The error for a file whose bytes are no text in any encoding; a suffix that promises a known kind is damage."""
    if suffix_format(name) in _BINARY:
        return damaged(next(kind.name for kind in SUPPORTED if kind.key == suffix_format(name)) + " file")
    return unsupported(tr("This file is not a text document."), tr(_OPEN_TEXT))


def archive_format(data: bytes) -> str:
    """What a zip file holds says: "docx", "odt", "epub" or "xlsx". Raises InputError `document-unsupported` for all else."""
    archive = Archive(data, kind="file")
    mime = archive.read("mimetype").strip() if "mimetype" in archive else b""
    if "word/document.xml" in archive or any(name.startswith("word/") for name in archive.names):
        return "docx"
    if mime == b"application/epub+zip" or "META-INF/container.xml" in archive:
        return "epub"
    if b"opendocument.text" in mime or (not mime and "content.xml" in archive):
        return "odt"
    if any(name.startswith("xl/") for name in archive.names):
        return "xlsx"
    if b"opendocument.spreadsheet" in mime:
        raise spreadsheet()
    if b"opendocument.presentation" in mime or any(name.startswith("ppt/") for name in archive.names):
        raise presentation()
    raise unsupported(tr(_ARCHIVE), tr("Unpack it and open the document in it."))


def binary_format(data: bytes) -> str:
    """What the first bytes say: "pdf", "rtf", "zip", "ole", "fodt" or "mhtml"; "" for text.

    Raises InputError `document-unsupported` for what is neither.
    """
    head = data[:1024]
    if b"%PDF-" in head:
        return "pdf"
    if head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{\\rtf"):
        return "rtf"
    if packed := next((kind for magic, kind in _CONTAINERS if head.startswith(magic)), ""):
        return packed
    if _FLAT.search(head):
        return "fodt"
    if looks_like_mhtml(data[:4096]):
        return "mhtml"
    for magic, what in _FOREIGN:
        if head.startswith(magic) and (len(magic) > 3 or b"\x00" in head):
            raise unsupported(tr(what), tr(_OPEN_TEXT))
    if _EBU.match(head):
        raise unsupported(tr("This file holds captions of television in EBU's binary format (STL), which cannot be read."), tr(_CONVERT))
    if head.startswith((b"\x00\x00\x01\xba", b"PG")) and b"\x00" in head:
        raise unsupported(tr("This file holds captions stored as pictures, which hold no text."), tr(_CONVERT))
    if head[4:8] == b"ftyp":
        raise unsupported(tr(_FILM), tr("Open its captions or a transcript instead."))
    return ""


def looks_binary(text: str) -> bool:
    """Whether decoded text is none: too many control characters."""
    sample = text[:8192]
    controls = sum((character < " " and character not in "\t\n\r\f\v\x1b") or character == "\ufffd" for character in sample)
    return controls * 20 > len(sample)


def text_format(text: str, name: str) -> str:
    """The format of a text, by its content first and its file name second. Raises InputError for a format whose words cannot be read."""
    head = text[:20_000].lstrip("\ufeff \n\t")
    _refuse_unread(head)
    promised = suffix_format(name)
    kind = _beginning(head, promised) or _timings(head, promised)
    if not kind and promised in ("csv", "tsv", "markdown", "html"):
        kind = promised
    return kind or _shape(text, name)


def _refuse_unread(head: str) -> None:
    for pattern, what in _UNREAD:
        if pattern.match(head):
            raise unsupported(tr(what), tr(_CONVERT) if "caption" in what or "transcript" in what else tr(_OPEN_TEXT))


def _beginning(head: str, promised: str) -> str:
    """What a text's first words say, "" where they say nothing."""
    if kind := next((kind for kind, begins in _BEGINNINGS.items() if begins(head)), ""):
        return kind
    if promised not in ("markdown", "html") and looks_like_xml(head, promised=promised == "xml"):
        return "xml"
    return "html" if promised != "markdown" and _HTML.search(head[:3000]) and head.startswith("<") else ""


def _timings(head: str, promised: str) -> str:
    """Which captions' timing lines a text has: two of them, or one near its beginning where its name speaks for it; "" for none."""
    lines = head.split("\n")
    found = timing_lines(lines)
    near = next(iter(found), 0) < _FIRST_LINES and promised in ("srt", "vtt", "sbv", "", "text")
    if not found and promised in ("srt", "vtt"):
        broken = (unreadable_timing(line, numbered=place > 0 and lines[place - 1].strip().isdecimal()) for place, line in enumerate(lines))
        return "srt" if any(broken) else ""
    if not found or (len(found) < 2 and not near):
        return ""
    kinds = {timing.between for timing in found.values()}
    if Between.ARROW in kinds or promised in ("srt", "vtt") or _tells_captions(found, lines):
        return "srt"
    return "sbv" if Between.COMMA in kinds or promised == "sbv" else ""


def _tells_captions(found: dict[int, Timing], lines: list[str]) -> bool:
    """Whether two times without an arrow are captions': below or behind numbers, or alone on their lines and counted to the frame."""
    if all(timing.number or (place and lines[place - 1].strip().isdecimal()) for place, timing in found.items()):
        return True
    return len(found) > 1 and all(timing.between is not Between.COMMA and not timing.words for timing in found.values())


def _shape(text: str, name: str) -> str:
    """The format of a text that neither its beginning nor its name gives away."""
    if looks_recognised(text, promised=suffix_format(name) == "json"):
        return "json"
    if looks_like_chat(text[:20_000]):
        return "chat"
    if is_subviewer_one(text) or looks_stamped(text):
        return "stamped"
    return "tsv" if looks_like_table(text) else "text"
