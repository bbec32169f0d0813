"""Read Word files from before 2007 (.doc): the main text, assembled from the file's piece table, without notes.

Source: [MS-DOC], sections 2.4.1 (retrieving text), 2.5.1 (Fib), 2.8.35 (PlcPcd), 2.9.38 (Clx), 2.9.73 (FcCompressed).
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents.archive import encrypted
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.plain_text import draft_of_paragraphs
from app.ingest.documents.source import damaged, presentation, spreadsheet, unsupported
from app.translation import tr

if TYPE_CHECKING:
    from olefile import OleFileIO

_KIND = "Word document"
# An encrypted .docx is an OLE file with a stream of this name.
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
# Magic numbers of the file information block (Fib).
_WORD_97, _WORD_6 = 0xA5EC, 0xA5DC
_ENCRYPTED, _USES_TABLE_1 = 0x0100, 0x0200
# Offsets in the Fib: flags, start and end of the text in Word 6, length of the main text, position of the Clx.
_FLAGS, _TEXT_OFFSETS, _TEXT_LENGTH, _CLX = 0x0A, 0x18, 0x4C, 0x01A2
_PIECE_TABLE, _PROPERTIES = 0x02, 0x01
_COMPRESSED = 1 << 30
# Characters that begin a field, its result, and its end.
_FIELD_BEGIN, _FIELD_RESULT, _FIELD_END = "\x13", "\x14", "\x15"
_PARAGRAPH_ENDS = frozenset("\r\x07\x0c")
_REPLACEMENTS = {"\x0b": "\n", "\x1e": "-", "\t": "\t"}
_CONTROL_CHARACTERS = "".join(map(chr, (*range(0x20), 0xAD)))
_TRANSLATION = str.maketrans({sign: _REPLACEMENTS.get(sign, "") for sign in _CONTROL_CHARACTERS})


def read_old_office(data: bytes, *, cancel: CancelToken) -> Draft:
    """Return a draft of a .doc file. Raises InputError `document-damaged` and `document-encrypted`.

    Raises `document-unsupported` for every other OLE file.
    """
    import olefile

    if _ENCRYPTED_PACKAGE in data:
        raise encrypted()
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as opened:
            if not opened.exists("WordDocument"):
                raise _unsupported_error(opened)
            text = _text(opened)
            title = _title(opened)
    except (OSError, struct.error, IndexError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise damaged(_KIND) from error
    cancel.check()
    draft = draft_of_paragraphs([Paragraph(paragraph) for paragraph in _paragraphs(text)], kind="doc", cancel=cancel)
    draft.title = title
    return draft


def _unsupported_error(opened: OleFileIO) -> InputError:
    """Return the error for other kinds of OLE files."""
    if any(name[0].startswith("__substg1.0_") for name in opened.listdir()):
        message = tr("This file is a mail in Outlook’s own format, which cannot be read as a document.")
        return unsupported(message, tr("Save it as .eml or as text."))
    if opened.exists("Workbook") or opened.exists("Book"):
        return spreadsheet()
    if opened.exists("PowerPoint Document"):
        return presentation()
    message = tr("This file is in an old Office format, which cannot be read as a document.")
    return unsupported(message, tr("Open it in a word processor and save it as .docx or .odt."))


def _text(opened: OleFileIO) -> str:
    """Return the characters of the main text, including Word's control characters."""
    words: bytes = opened.openstream("WordDocument").read()
    kind, flags = _number("<H", words, 0), _number("<H", words, _FLAGS)
    if flags & _ENCRYPTED:
        raise encrypted()
    if kind == _WORD_6:
        first, last = struct.unpack_from("<II", words, _TEXT_OFFSETS)
        return words[first:last].decode("cp1252", "replace")
    if kind != _WORD_97:
        raise ValueError("no Word document")
    table: bytes = opened.openstream("1Table" if flags & _USES_TABLE_1 else "0Table").read()
    start, size = struct.unpack_from("<II", words, _CLX)
    return "".join(_pieces(_piece_table(table[start : start + size]), words))[: _number("<i", words, _TEXT_LENGTH)]


def _number(form: str, data: bytes, offset: int) -> int:
    value: int = struct.unpack_from(form, data, offset)[0]
    return value


def _piece_table(clx: bytes) -> bytes:
    """Return the piece table, which follows the property modifiers."""
    offset = 0
    while clx[offset] == _PROPERTIES:
        offset += 3 + _number("<H", clx, offset + 1)
    if clx[offset] != _PIECE_TABLE:
        raise ValueError("no table of pieces")
    return clx[offset + 5 : offset + 5 + _number("<I", clx, offset + 1)]


def _pieces(plan: bytes, words: bytes) -> Iterator[str]:
    """Yield the text of each piece, stored as one or two bytes a character. Raises ValueError if the pieces exceed the file."""
    remaining = len(words)
    count = (len(plan) - 4) // 12
    offsets = struct.unpack_from(f"<{count + 1}I", plan, 0)
    for number, (first, last) in enumerate(pairwise(offsets)):
        location = _number("<I", plan, 4 * (count + 1) + 8 * number + 2)
        start, length = location & (_COMPRESSED - 1), last - first
        # Overlapping pieces of a hostile file could unpack to far more than the file.
        remaining -= length
        if length < 0 or remaining < 0:
            raise ValueError("pieces that cannot be")
        # The offset of a piece with one byte a character is stored doubled ([MS-DOC] 2.9.73).
        if location & _COMPRESSED:
            yield words[start // 2 : start // 2 + length].decode("cp1252", "replace")
        else:
            yield words[start : start + 2 * length].decode("utf-16-le", "replace")


def _paragraphs(text: str) -> Iterator[str]:
    """Yield paragraphs and table cells. A field yields its result, not its instruction."""
    characters: list[str] = []
    # For each open field, True within its instruction and False within its result.
    fields: list[bool] = []
    hidden = 0
    for sign in text:
        if sign == _FIELD_BEGIN:
            fields.append(True)
            hidden += 1
        elif sign in (_FIELD_RESULT, _FIELD_END):
            if fields:
                hidden -= fields[-1]
                fields[-1] = False
            if sign == _FIELD_END and fields:
                fields.pop()
        elif hidden:
            continue
        elif sign in _PARAGRAPH_ENDS:
            yield "".join(characters).translate(_TRANSLATION)
            characters = []
        else:
            characters.append(sign)
    yield "".join(characters).translate(_TRANSLATION)


def _title(opened: OleFileIO) -> str:
    """Return the title from the file's properties, "" if it is only the file name that Word enters."""
    metadata = opened.get_metadata()
    title = metadata.title or b""
    page = (metadata.codepage or 1252) & 0xFFFF
    words = title.decode("utf-8" if page == 65001 else f"cp{page}", "replace") if isinstance(title, bytes) else str(title)
    tidy = " ".join(words.replace("\x00", "").split())
    return "" if tidy.lower().startswith("microsoft word") else tidy
