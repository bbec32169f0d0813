"""Read rich text (.rtf) with its code pages and Unicode. Notes follow their paragraph; hidden and deleted text is left out.

Source: Microsoft's Rich Text Format specification 1.9.1. Libraries that strip RTF lose notes and keep deletions.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field, replace

from app.domain.progress import CancelToken
from app.ingest.documents.draft import Draft, Paragraph
from app.ingest.documents.emphasis import CLOSE, OPEN, without_marks
from app.ingest.documents.plain_text import draft_of_paragraphs
from app.ingest.documents.source import damaged
from app.ingest.documents.superscripts import plain_superscript

# A control word with its number, a byte in hexadecimal, a control symbol, a brace, or text.
_TOKEN = re.compile(rb"\\([a-zA-Z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|([^\\{}\r\n]+)")
# Groups whose content is no text of the document.
_SKIPPED_GROUPS = frozenset(
    "fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf listtable "
    "listoverridetable rsidtbl generator fldinst themedata colorschememapping datastore latentstyles xmlnstbl annotation atnid "
    "atnauthor atrfstart atrfend revtbl filetbl tc xe bkmkstart bkmkend pntext nonshppict datafield".split()
)
_BREAKS = {"par": "\n\n", "sect": "\n\n", "page": "\n\n", "cell": "\n\n", "nestcell": "\n\n", "row": "\n\n", "line": "\n", "tab": "\t"}
_CHARACTER_WORDS = {
    "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•",
    "emspace": " ", "enspace": " ", "qmspace": " ",
}  # fmt: skip
_CONTROL_SYMBOLS = {b"~": "\u00a0", b"_": "\u2011", b"{": "{", b"}": "}", b"\\": "\\", b"\n": "\n\n", b"\r": "\n\n"}
# Code pages by the font's character set.
_CHARSETS = {
    0: "cp1252", 128: "cp932", 129: "cp949", 134: "gbk", 136: "big5", 161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255",
    178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Group:
    """Formatting state within a pair of braces."""

    skipped: bool = False
    fonts: bool = False
    hidden: bool = False
    deleted: bool = False
    note: bool = False
    raised: bool = False
    marked: bool = False
    codepage: str = ""
    fallback: int = 1


@dataclass(slots=True)
class _Reader:
    """Processes the tokens. Characters stored as bytes are collected until they can be decoded together."""

    codepage: str = "cp1252"
    parts: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    fonts: dict[int, str] = field(default_factory=dict)
    group: _Group = field(default_factory=_Group)
    stack: list[_Group] = field(default_factory=list)
    stored: bytearray = field(default_factory=bytearray)
    owed: int = 0
    font: int = 0
    starred: bool = False

    def text(self, text: str) -> None:
        if self.group.skipped or self.group.hidden or self.group.deleted:
            return
        parts = self.notes if self.group.note else self.parts
        plain = plain_superscript(without_marks("".join(parts[-8:]))[0], text) if self.group.raised else text
        parts.append(f"{OPEN}{plain}{CLOSE}" if self.group.marked and text.strip() else plain)

    def flush(self) -> None:
        if self.stored:
            self.text(self.stored.decode(self.group.codepage or self.codepage, errors="replace"))
            self.stored.clear()

    def brace(self, brace: bytes) -> None:
        self.flush()
        self.owed = 0
        if brace == b"{":
            self.stack.append(self.group)
        elif self.stack:
            closed, self.group = self.group, self.stack.pop()
            if closed.note and not self.group.note:
                self.notes.append("\n\n")

    def end_paragraph(self) -> None:
        """Append the notes after the paragraph that refers to them."""
        if self.notes and not self.group.note:
            self.parts.extend(["\n\n", *self.notes])
            self.notes.clear()

    def raw(self, data: bytes) -> None:
        skipped = min(self.owed, len(data))
        self.owed -= skipped
        self.stored.extend(data[skipped:])

    def word(self, word: str, value: int | None) -> None:
        if word == "u" and value is not None:
            self.flush()
            # Values above 32767 are written as negative numbers.
            self.text(chr(value % 65536))
            # For older readers the same character follows in other bytes, which are skipped.
            self.owed = self.group.fallback
            return
        self.flush()
        self.owed = 0
        if word in _BREAKS or word in _CHARACTER_WORDS:
            self.text(_BREAKS.get(word) or _CHARACTER_WORDS[word])
            if word in ("par", "sect", "row"):
                self.end_paragraph()
        else:
            self._state(word, value)

    def _state(self, word: str, value: int | None) -> None:
        # "\*" marks groups that a reader may skip if it does not know their word.
        if self.starred and word not in ("shptxt", "shpinst", "ud", "footnote"):
            self.group = replace(self.group, skipped=True)
        elif word in _SKIPPED_GROUPS:
            self.group = replace(self.group, skipped=True, fonts=word == "fonttbl")
        elif word == "footnote":
            self.group = replace(self.group, note=True)
        elif word in ("b", "ul", "scaps", "ulnone"):
            self.group = replace(self.group, marked=word != "ulnone" and value != 0)
        elif word in ("super", "nosupersub", "sub"):
            self.group = replace(self.group, raised=word == "super" and value != 0)
        elif word in ("v", "deleted", "plain"):
            self._character_state(word, on=value != 0)
        elif word == "uc" and value is not None:
            self.group = replace(self.group, fallback=max(0, value))
        elif word in ("ansicpg", "f", "fcharset") and value is not None:
            self._font_state(word, value)
        self.starred = False

    def _character_state(self, word: str, *, on: bool) -> None:
        if word == "v":
            self.group = replace(self.group, hidden=on)
        elif word == "deleted":
            self.group = replace(self.group, deleted=on)
        else:
            self.group = replace(self.group, hidden=False, deleted=False, raised=False, marked=False)

    def _font_state(self, word: str, value: int) -> None:
        if word == "ansicpg":
            self.codepage = _codec_name(f"cp{value}") or self.codepage
        elif word == "fcharset":
            self.fonts[self.font] = _CHARSETS.get(value, "") if value else ""
        else:
            self.font = value
            if not self.group.fonts:
                self.group = replace(self.group, codepage=self.fonts.get(value, ""))


def _codec_name(name: str) -> str:
    name = "utf-8" if name == "cp65001" else name
    try:
        return codecs.lookup(name).name
    except LookupError:
        return ""


def _text(data: bytes, cancel: CancelToken) -> str:
    reader = _Reader()
    for number, token in enumerate(_TOKEN.finditer(data)):
        if number % 4096 == 0:
            cancel.check()
        word, value, code, symbol, brace, raw = token.groups()
        if word:
            reader.word(word.decode("ascii"), int(value) if value else None)
        elif brace:
            reader.brace(brace)
        elif code:
            reader.raw(bytes.fromhex(code.decode("ascii")))
        elif symbol == b"*":
            reader.starred = True
        elif symbol:
            reader.flush()
            reader.text(_CONTROL_SYMBOLS.get(symbol, ""))
        elif raw:
            reader.raw(raw)
    reader.flush()
    reader.end_paragraph()
    return "".join(reader.parts)


def read_rtf(data: bytes, *, cancel: CancelToken) -> Draft:
    """Return a draft of an RTF file. Raises InputError `document-damaged` if it ends within its first group."""
    text = _text(data[data.find(b"{") :], cancel)
    if not text.strip() and data.count(b"{") > data.count(b"}"):
        raise damaged("rich text file")
    # Characters beyond the first plane are written as two surrogates, which belong together.
    text = text.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="replace").replace("\x00", "")
    parts = map(without_marks, text.split("\n\n"))
    return draft_of_paragraphs([Paragraph(plain, emphasis=marks) for plain, marks in parts], kind="rtf", cancel=cancel)
