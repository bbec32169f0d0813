"""Detect a document's format by its content first and its file name second."""

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
from app.ingest.documents.recogniser import looks_like_recogniser_json
from app.ingest.documents.sami import looks_like_sami
from app.ingest.documents.source import damaged, presentation, spreadsheet, unsupported
from app.ingest.documents.table import looks_like_table
from app.ingest.documents.timedtext import looks_like_timed_text
from app.ingest.documents.timestamped_text import is_subviewer_1, looks_like_timestamped_text
from app.ingest.documents.timing import Separator, Timing, unreadable_timing
from app.ingest.documents.youtube_captions import looks_like_youtube_captions
from app.ingest.rows.chats import looks_like_chat
from app.translation import mark, tr

# The suffix decides only where the content does not.
_BY_SUFFIX = {suffix: kind.key for kind in SUPPORTED for suffix in kind.suffixes}
_PICTURE = mark("This file is a picture, which cannot be read as a document.")
_SOUND = mark("This file is a sound recording, which cannot be read as a document.")
_VIDEO = mark("This file is a film, which cannot be read as a document.")
_ARCHIVE = mark("This file is an archive, which cannot be read as a document.")
_COMPRESSED = mark("This file is a compressed file, which cannot be read as a document.")
_PROGRAM = mark("This file is a program, which cannot be read as a document.")
# Signatures of binary formats that cannot be read, with the message for the user.
_UNSUPPORTED_SIGNATURES = (
    (b"\x89PNG", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF8", _PICTURE),
    (b"RIFF", mark("This file is a sound, film or picture, which cannot be read as a document.")),
    (b"ID3", _SOUND),
    (b"OggS", mark("This file is a sound or film recording, which cannot be read as a document.")),
    (b"fLaC", _SOUND),
    (b"\x1aE\xdf\xa3", _VIDEO),
    (b"7z\xbc\xaf\x27\x1c", _ARCHIVE),
    (b"Rar!", _ARCHIVE),
    (b"BZh", _COMPRESSED),
    (b"\xfd7zXZ", _COMPRESSED),
    (b"SQLite format 3", mark("This file is a database, which cannot be read as a document.")),
    (b"\x7fELF", _PROGRAM),
    (b"MZ", _PROGRAM),
)
_BINARY = frozenset(["pdf", "docx", "odt", "epub", "rtf"])
# OpenDocument in a single XML file (.fodt).
_FLAT_OPENDOCUMENT = re.compile(rb"^\s*(?:\xef\xbb\xbf)?\s*<\?xml[^>]*>\s*<office:document[\s>]")
_CONTAINERS = ((b"PK\x03\x04", "zip"), (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "ole"))
_FIRST_LINES = 8
_OPEN_TEXT = mark("Open a text, a transcript or a text document.")
_CONVERT = mark("Convert it to SubRip (.srt) or WebVTT with a captions program and open that.")
# The header of EBU STL names its frame rate: "850STL25.01".
_EBU = re.compile(rb"\d{3}STL\d\d\.\d\d")
# Text formats whose words are mixed with codes: the pattern of their beginning, and the message for the user.
_UNSUPPORTED_TEXTS = (
    (re.compile(r"Scenarist_SCC V"), mark("This file holds closed captions as Scenarist stores them (SCC), which cannot be read.")),
    (re.compile(r"#\s*VobSub index file"), mark("This file is an index of captions stored as pictures (VobSub), which hold no text.")),
    (re.compile(r'File type\s*=\s*"ooTextFile'), mark("This file is a TextGrid of Praat, which cannot be read as a document.")),
    (re.compile(r"@(?:UTF8|Begin)\b"), mark("This file is a transcript in CHAT format, which cannot be read as a document.")),
    (re.compile(r"%!PS"), mark("This file is PostScript, which cannot be read as a document.")),
    (re.compile(r"#EXTM3U"), mark("This file is a playlist, which cannot be read as a document.")),
    (re.compile(r"\[(?:InternetShortcut|Desktop Entry)\]"), mark("This file is a shortcut, which holds no text.")),
    (re.compile(r"BEGIN:(?:VCARD|VCALENDAR)"), mark("This file is a calendar or a card of addresses, which cannot be read as a document.")),
)
_VTT = re.compile(r"web\s?vtt\b(?!\w)", re.IGNORECASE)
_SUBSTATION = re.compile(r"\A\s*\[script info\]|^dialogue:\s*(?:marked\s*=\s*)?\d+\s*,\s*\d+:", re.IGNORECASE | re.MULTILINE)
_HTML = re.compile(r"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]", re.IGNORECASE)


_BEGINNINGS: dict[str, Callable[[str], object]] = {
    "vtt": _VTT.match,
    "ass": _SUBSTATION.search,
    "ttml": looks_like_timed_text,
    "sami": looks_like_sami,
    "lines": line_caption_format,
    "tubetext": looks_like_youtube_captions,
}


def suffix_format(name: str) -> str:
    """Return the format that the suffix of a file name stands for, "" if unknown."""
    dot = name.rfind(".")
    return _BY_SUFFIX.get(name[dot:].lower(), "") if dot >= 0 else ""


def not_text(name: str) -> InputError:
    """Return the error for a file whose bytes are no text in any encoding.

    If the suffix names a binary format, the file is reported as damaged.
    """
    # These formats start with a signature; without it the file is damaged.
    if suffix_format(name) in _BINARY:
        return damaged(next(kind.name for kind in SUPPORTED if kind.key == suffix_format(name)) + " file")
    return unsupported(tr("This file is not a text document."), tr(_OPEN_TEXT))


def archive_format(data: bytes) -> str:
    """Return "docx", "odt", "epub" or "xlsx" by the parts of a zip file. Raises InputError `document-unsupported` for other
    archives."""
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
    """Return "pdf", "rtf", "zip", "ole", "fodt" or "mhtml" by the first bytes; "" for text.

    Raises InputError `document-unsupported` for known binary formats that cannot be read.
    """
    head = data[:1024]
    # Other bytes may precede the header of a PDF.
    if b"%PDF-" in head:
        return "pdf"
    if head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{\\rtf"):
        return "rtf"
    if packed := next((kind for magic, kind in _CONTAINERS if head.startswith(magic)), ""):
        return packed
    if _FLAT_OPENDOCUMENT.search(head):
        return "fodt"
    if looks_like_mhtml(data[:4096]):
        return "mhtml"
    for magic, message in _UNSUPPORTED_SIGNATURES:
        # Short signatures such as "MZ" may also begin a text, which has no NUL.
        if head.startswith(magic) and (len(magic) > 3 or b"\x00" in head):
            raise unsupported(tr(message), tr(_OPEN_TEXT))
    if _EBU.match(head):
        raise unsupported(tr("This file holds captions of television in EBU's binary format (STL), which cannot be read."), tr(_CONVERT))
    if head.startswith((b"\x00\x00\x01\xba", b"PG")) and b"\x00" in head:
        raise unsupported(tr("This file holds captions stored as pictures, which hold no text."), tr(_CONVERT))
    # MP4 and its relatives begin with the length of their first box.
    if head[4:8] == b"ftyp":
        raise unsupported(tr(_VIDEO), tr("Open its captions or a transcript instead."))
    return ""


def looks_binary(text: str) -> bool:
    """Return True if decoded text has too many control characters to be text."""
    sample = text[:8192]
    controls = sum((character < " " and character not in "\t\n\r\f\v\x1b") or character == "\ufffd" for character in sample)
    return controls * 20 > len(sample)


def text_format(text: str, name: str) -> str:
    """Return the format of a text, by its content first and its file name second.

    Raises InputError for a format whose words cannot be read.
    """
    head = text[:20_000].lstrip("\ufeff \n\t")
    _refuse_unsupported(head)
    promised = suffix_format(name)
    kind = _format_by_beginning(head, promised) or _format_by_timing_lines(head, promised)
    # Any text is valid in these formats, so only the suffix shows them.
    if not kind and promised in ("csv", "tsv", "markdown", "html"):
        kind = promised
    return kind or _format_by_shape(text, name)


def _refuse_unsupported(head: str) -> None:
    for pattern, message in _UNSUPPORTED_TEXTS:
        if pattern.match(head):
            raise unsupported(tr(message), tr(_CONVERT) if "caption" in message or "transcript" in message else tr(_OPEN_TEXT))


def _format_by_beginning(head: str, promised: str) -> str:
    """Return the format that the beginning of a text shows, "" if none."""
    if kind := next((kind for kind, begins in _BEGINNINGS.items() if begins(head)), ""):
        return kind
    if promised not in ("markdown", "html") and looks_like_xml(head, promised=promised == "xml"):
        return "xml"
    return "html" if promised != "markdown" and _HTML.search(head[:3000]) and head.startswith("<") else ""


def _format_by_timing_lines(head: str, promised: str) -> str:
    """Return the caption format that the timing lines show, "" if none.

    Two timing lines are enough, or one near the beginning if the suffix agrees.
    """
    lines = head.split("\n")
    timings = timing_lines(lines)
    near_start = next(iter(timings), 0) < _FIRST_LINES and promised in ("srt", "vtt", "sbv", "", "text")
    if not timings and promised in ("srt", "vtt"):
        broken = (unreadable_timing(line, numbered=index > 0 and lines[index - 1].strip().isdecimal()) for index, line in enumerate(lines))
        return "srt" if any(broken) else ""
    if not timings or (len(timings) < 2 and not near_start):
        return ""
    kinds = {timing.separator for timing in timings.values()}
    if Separator.ARROW in kinds or promised in ("srt", "vtt") or _are_caption_times(timings, lines):
        return "srt"
    return "sbv" if Separator.COMMA in kinds or promised == "sbv" else ""


def _are_caption_times(timings: dict[int, Timing], lines: list[str]) -> bool:
    """Return True if timing lines without an arrow belong to captions.

    They follow numbers, or they stand alone and are exact to the frame.
    """
    # Captions are numbered; other lines with two times are not.
    if all(timing.number or (index and lines[index - 1].strip().isdecimal()) for index, timing in timings.items()):
        return True
    return len(timings) > 1 and all(timing.separator is not Separator.COMMA and not timing.words for timing in timings.values())


def _format_by_shape(text: str, name: str) -> str:
    """Return the format of a text that neither its beginning nor its name shows."""
    if looks_like_recogniser_json(text, promised=suffix_format(name) == "json"):
        return "json"
    if looks_like_chat(text[:20_000]):
        return "chat"
    if is_subviewer_1(text) or looks_like_timestamped_text(text):
        return "stamped"
    return "tsv" if looks_like_table(text) else "text"
