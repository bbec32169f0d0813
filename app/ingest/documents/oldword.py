"""Word's own files from before 2007 (.doc): the main text, piece by piece as the file says it is made of; its notes are not read.

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
from app.ingest.documents.plain import draft_of_paragraphs
from app.ingest.documents.source import damaged, presentation, spreadsheet, unsupported
from app.translation import tr

if TYPE_CHECKING:
    from olefile import OleFileIO

_KIND = "Word document"
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_WORD_97, _WORD_6 = 0xA5EC, 0xA5DC
_ENCRYPTED, _TABLE_ONE = 0x0100, 0x0200
_FLAGS, _FIRST, _LENGTH, _CLX = 0x0A, 0x18, 0x4C, 0x01A2
_PIECES, _PROPERTIES = 0x02, 0x01
_COMPRESSED = 1 << 30
_FIELD, _RESULT, _END = "\x13", "\x14", "\x15"
_ENDS = frozenset("\r\x07\x0c")
_SIGNS = {"\x0b": "\n", "\x1e": "-", "\t": "\t"}
_OTHER = "".join(map(chr, (*range(0x20), 0xAD)))
_TO = str.maketrans({sign: _SIGNS.get(sign, "") for sign in _OTHER})


def read_old_office(data: bytes, *, cancel: CancelToken) -> Draft:
    """A draft of a .doc file. Raises InputError `document-damaged`, `document-encrypted`, and `document-unsupported` for every other
    file of its kind."""
    import olefile

    if _LOCKED in data:
        raise encrypted()
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as opened:
            if not opened.exists("WordDocument"):
                raise _refused(opened)
            text = _text(opened)
            title = _title(opened)
    except (OSError, struct.error, IndexError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise damaged(_KIND) from error
    cancel.check()
    draft = draft_of_paragraphs([Paragraph(paragraph) for paragraph in _paragraphs(text)], kind="doc", cancel=cancel)
    draft.title = title
    return draft


def _refused(opened: OleFileIO) -> InputError:
    """The error for what else is kept in such files."""
    if any(name[0].startswith("__substg1.0_") for name in opened.listdir()):
        told = tr("This file is a mail in Outlook’s own format, which cannot be read as a document.")
        return unsupported(told, tr("Save it as .eml or as text."))
    if opened.exists("Workbook") or opened.exists("Book"):
        return spreadsheet()
    if opened.exists("PowerPoint Document"):
        return presentation()
    told = tr("This file is in an old Office format, which cannot be read as a document.")
    return unsupported(told, tr("Open it in a word processor and save it as .docx or .odt."))


def _text(opened: OleFileIO) -> str:
    """The characters of the main text, with Word's own signs among them."""
    words: bytes = opened.openstream("WordDocument").read()
    kind, flags = _number("<H", words, 0), _number("<H", words, _FLAGS)
    if flags & _ENCRYPTED:
        raise encrypted()
    if kind == _WORD_6:
        first, last = struct.unpack_from("<II", words, _FIRST)
        return words[first:last].decode("cp1252", "replace")
    if kind != _WORD_97:
        raise ValueError("no Word document")
    table: bytes = opened.openstream("1Table" if flags & _TABLE_ONE else "0Table").read()
    start, size = struct.unpack_from("<II", words, _CLX)
    return "".join(_pieces(_plan(table[start : start + size]), words))[: _number("<i", words, _LENGTH)]


def _number(form: str, data: bytes, offset: int) -> int:
    found: int = struct.unpack_from(form, data, offset)[0]
    return found


def _plan(clx: bytes) -> bytes:
    """The table of pieces, behind the properties that stand before it."""
    at = 0
    while clx[at] == _PROPERTIES:
        at += 3 + _number("<H", clx, at + 1)
    if clx[at] != _PIECES:
        raise ValueError("no table of pieces")
    return clx[at + 5 : at + 5 + _number("<I", clx, at + 1)]


def _pieces(plan: bytes, words: bytes) -> Iterator[str]:
    """The text of each piece, one byte a character or two. Raises ValueError where they hold more than the file."""
    left = len(words)
    count = (len(plan) - 4) // 12
    places = struct.unpack_from(f"<{count + 1}I", plan, 0)
    for number, (first, last) in enumerate(pairwise(places)):
        where = _number("<I", plan, 4 * (count + 1) + 8 * number + 2)
        start, length = where & (_COMPRESSED - 1), last - first
        left -= length
        if length < 0 or left < 0:
            raise ValueError("pieces that cannot be")
        if where & _COMPRESSED:
            yield words[start // 2 : start // 2 + length].decode("cp1252", "replace")
        else:
            yield words[start : start + 2 * length].decode("utf-16-le", "replace")


def _paragraphs(text: str) -> Iterator[str]:
    """The paragraphs and cells of tables; of a field what it shows, not how it is made."""
    made: list[str] = []
    fields: list[bool] = []  # of each that is open, whether this is still how it is made
    hidden = 0
    for sign in text:
        if sign == _FIELD:
            fields.append(True)
            hidden += 1
        elif sign in (_RESULT, _END):
            if fields:
                hidden -= fields[-1]
                fields[-1] = False
            if sign == _END and fields:
                fields.pop()
        elif hidden:
            continue
        elif sign in _ENDS:
            yield "".join(made).translate(_TO)
            made = []
        else:
            made.append(sign)
    yield "".join(made).translate(_TO)


def _title(opened: OleFileIO) -> str:
    """The title in the file's properties, but for the name of a file that Word puts there."""
    told = opened.get_metadata()
    title = told.title or b""
    page = (told.codepage or 1252) & 0xFFFF
    words = title.decode("utf-8" if page == 65001 else f"cp{page}", "replace") if isinstance(title, bytes) else str(title)
    tidy = " ".join(words.replace("\x00", "").split())
    return "" if tidy.lower().startswith("microsoft word") else tidy
