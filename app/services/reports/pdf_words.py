"""Words that can be copied out of a PDF again.

MuPDF sets Arabic, Devanagari and other scripts right to the eye, but what it says of their glyphs is about shapes: who copies or
searches such a word gets other letters. So every such word is told beside its glyphs (ISO 32000-1, 14.9.4, ActualText), and the
ligatures of Latin letters are told as their letters.
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
    """Add to the pages made of `markup` what their glyphs mean. False, with the words left as they were, where the words that were set
    are not those of the markup one by one."""
    _tell_ligatures(document)
    words, pages = list(_words(markup)), [_Page(document, number) for number in range(document.page_count)]
    if sum(page.groups for page in pages) != len(words):
        return False
    told = iter(words)
    for page in pages:
        page.write(told)
    return True


def _words(markup: str) -> Iterator[str]:
    """The runs of letters that the main font does not have, in their order; those of East Asia break anywhere and need no telling."""
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
    """The content of a page, line by line; `groups` is how many words of other fonts it sets."""

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
        """First and last line of what one word is set by: pieces in other fonts without a piece in the main font between, on one line."""
        font, height, first, last = b"", b"", -1, -1
        for number, line in enumerate(self._lines):
            named = _FONT.search(line)
            if named:
                font = named[1]
            elif _PLACE.match(line):
                here = line.split()[-2]
                if here != height and first >= 0:
                    yield first, last
                    first = -1
                height = here
            elif line.endswith(b"TJ"):
                if font in self._other:
                    first, last = (first if first >= 0 else number), number
                elif first >= 0:
                    yield first, last
                    first = -1
        if first >= 0:
            yield first, last

    def write(self, words: Iterator[str]) -> None:
        """Take one word from `words` for each group, and put the page back."""
        if not self._spans:
            return
        for (first, last), word in zip(self._spans, words, strict=False):
            told = ("\ufeff" + word).encode("utf-16-be").hex().encode()
            self._lines[first] = b"/Span <</ActualText <" + told + b">>> BDC\n" + self._lines[first]
            self._lines[last] += b"\nEMC"
        self._document.update_stream(self._contents[0], b"\n".join(self._lines))
        for rest in self._contents[1:]:
            self._document.update_stream(rest, b" ")


def _tell_ligatures(document: Any) -> None:
    for number in range(1, document.xref_length()):
        kind, value = document.xref_get_key(number, "ToUnicode")
        if kind == "xref":
            place = int(value.split()[0])
            document.update_stream(place, _with_letters(document.xref_stream(place)))


def _with_letters(cmap: bytes) -> bytes:
    """A map of glyphs to text in which ligatures are letters. What is said last counts."""
    found = {int(glyph, 16): code for glyph, code in _PAIR.findall(cmap)}
    for first, last, code in _SPAN.findall(cmap):
        for step in range(int(last, 16) - int(first, 16) + 1):
            found[int(first, 16) + step] = f"{int(code, 16) + step:04x}".encode()
    lines = [
        b"<%04x> <%s>" % (glyph, _LIGATURES[code.decode()].encode("utf-16-be").hex().encode())
        for glyph, code in found.items()
        if code.decode() in _LIGATURES
    ]
    if not lines:
        return cmap
    return cmap.replace(_ENDS, b"%d beginbfchar\n%s\nendbfchar\n%s" % (len(lines), b"\n".join(lines), _ENDS), 1)
