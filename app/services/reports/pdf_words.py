"""Text layer of PDF files, for copying and searching.

MuPDF draws Arabic, Devanagari and other scripts correctly, but maps their glyphs to shapes: copied or searched words come out as
other letters. Each such word therefore gets an ActualText (ISO 32000-1, 14.9.4), and ligatures of Latin letters are mapped to their
letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Any

import regex

_TAG = re.compile(r"<[^>]*>")
_WIDE = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}\u3000-\u303f\uff00-\uffef]")
_FONT = re.compile(rb"/(F\d+) [\d.]+ Tf\Z")
_PLACE = re.compile(rb"[-\d. ]+ Tm\Z")
_LIGATURES = {f"{code:04x}": unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}
_PAIR = re.compile(rb"<([0-9a-f]{4})> <(fb0[0-6])>\n")
_SPAN = re.compile(rb"<([0-9a-f]{4})> <([0-9a-f]{4})> <(fb0[0-6])>\n")
_ENDS = rb"endcmap"


def tell_words(document: Any, markup: str) -> bool:
    """Add ActualText for the words of `markup` to the pages made of it. Return False, and leave the words unchanged, if the words
    on the pages do not match those of the markup one to one."""
    _tell_ligatures(document)
    words, pages = list(_words(markup)), [_Page(document, number) for number in range(document.page_count)]
    if sum(page.groups for page in pages) != len(words):
        return False
    remaining_words = iter(words)
    for page in pages:
        page.write(remaining_words)
    return True


def _words(markup: str) -> Iterator[str]:
    """Yield the runs of letters that the main font lacks, in order. East Asian text breaks anywhere and needs no ActualText."""
    for word in unescape(_TAG.sub(" ", markup)).split():
        if word.isascii():
            continue
        run = ""
        for char in word:
            if _foreign(char):
                run += char
            else:
                yield from _told(run)
                run = ""
        yield from _told(run)


def _told(run: str) -> Iterator[str]:
    if any(unicodedata.category(char) not in ("Cf", "Cc") and not 0xFE00 <= ord(char) <= 0xFE0F for char in run):
        yield run


@cache
def _foreign(char: str) -> bool:
    return not _main_font().has_glyph(ord(char)) and not _WIDE.match(char)


@cache
def _main_font() -> Any:
    import pymupdf

    return pymupdf.Font("helv")


class _Page:
    """Content stream of a page by lines; `groups` is its number of words in other fonts."""

    def __init__(self, document: Any, number: int) -> None:
        self._document = document
        self._contents = document[number].get_contents()
        self._other = {
            entry[4].encode() for entry in document.get_page_fonts(number) if "Nimbus" not in entry[3] and "Droid" not in entry[3]
        }
        self._lines = b"\n".join(map(document.xref_stream, self._contents)).split(b"\n")
        self._spans = list(self._found())
        self.groups = len(self._spans)

    def _found(self) -> Iterator[tuple[int, int]]:
        """Yield first and last line of each word in other fonts: pieces on one line of text without a piece in the main font
        between them."""
        font, height, first, last = b"", b"", -1, -1
        for number, line in enumerate(self._lines):
            font_match = _FONT.search(line)
            if font_match:
                font = font_match[1]
            elif _PLACE.match(line):
                line_height = line.split()[-2]
                if line_height != height and first >= 0:
                    yield first, last
                    first = -1
                height = line_height
            elif line.endswith(b"TJ"):
                if font in self._other:
                    first, last = (first if first >= 0 else number), number
                elif first >= 0:
                    yield first, last
                    first = -1
        if first >= 0:
            yield first, last

    def write(self, words: Iterator[str]) -> None:
        """Take one word from `words` for each group, and write the page back."""
        if not self._spans:
            return
        for (first, last), word in zip(self._spans, words, strict=False):
            actual_text = ("\ufeff" + word).encode("utf-16-be").hex().encode()
            self._lines[first] = b"/Span <</ActualText <" + actual_text + b">>> BDC\n" + self._lines[first]
            self._lines[last] += b"\nEMC"
        self._document.update_stream(self._contents[0], b"\n".join(self._lines))
        for content in self._contents[1:]:
            self._document.update_stream(content, b" ")


def _tell_ligatures(document: Any) -> None:
    for number in range(1, document.xref_length()):
        kind, value = document.xref_get_key(number, "ToUnicode")
        if kind == "xref":
            stream_number = int(value.split()[0])
            document.update_stream(stream_number, _with_letters(document.xref_stream(stream_number)))


def _with_letters(cmap: bytes) -> bytes:
    """Return a ToUnicode map in which ligatures are letters. The last entry for a glyph counts."""
    codes = {int(glyph, 16): code for glyph, code in _PAIR.findall(cmap)}
    for first, last, code in _SPAN.findall(cmap):
        for step in range(int(last, 16) - int(first, 16) + 1):
            codes[int(first, 16) + step] = f"{int(code, 16) + step:04x}".encode()
    lines = [
        b"<%04x> <%s>" % (glyph, _LIGATURES[code.decode()].encode("utf-16-be").hex().encode())
        for glyph, code in codes.items()
        if code.decode() in _LIGATURES
    ]
    if not lines:
        return cmap
    return cmap.replace(_ENDS, b"%d beginbfchar\n%s\nendbfchar\n%s" % (len(lines), b"\n".join(lines), _ENDS), 1)
