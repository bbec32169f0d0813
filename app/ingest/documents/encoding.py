"""Bytes into text: byte order marks, UTF-8, UTF-16 without a mark, and a guess for the rest, which is told to the user."""

from __future__ import annotations

import codecs
from itertools import pairwise

from app.ingest.latin_pages import latin_page
from app.translation import tr

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 200_000


def _utf16_order(data: bytes) -> str | None:
    sample = data[:4096]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    least = len(sample) // 2 * 0.3
    if odd > least and even < odd / 10:
        return "utf-16-le"
    if even > least and odd < even / 10:
        return "utf-16-be"
    return None


def _nearly_utf8(data: bytes) -> bool:
    """UTF-8 with a few damaged bytes: far more whole characters beyond ASCII than broken ones."""
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    return broken * 20 < sum(character > "\x7f" for character in text) - broken


def _broken_case(text: str) -> int:
    """Capitals in the middle of words: the sign of one Cyrillic code page read as another."""
    return sum(before.islower() and after.isupper() for before, after in pairwise(text))


def _guess(data: bytes) -> str:
    if _nearly_utf8(data[:_SAMPLE]):
        return "utf-8"
    if page := latin_page(data[:_SAMPLE]):
        return page
    from charset_normalizer import from_bytes

    best = min(from_bytes(data[:_SAMPLE]), key=lambda match: _broken_case(str(match)), default=None)
    if best is None:
        return "cp1252"
    # Several Latin code pages often read the same; of those the most common one is named.
    same = data[:_SAMPLE].decode("cp1252", errors="replace") == str(best)
    return "cp1252" if same else str(best.encoding)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def decode(data: bytes, *, declared: str = "") -> tuple[str, str]:
    """The text, and a note for the user ("" where the encoding was certain).

    `declared` is what the file itself says (an HTML page's charset); it is believed unless the bytes are plainly UTF-8.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, errors="replace"), ""
    order = _utf16_order(data)
    if order:
        return data.decode(order, errors="replace"), ""
    if _is_utf8(data):
        return data.decode("utf-8"), ""
    if declared and _known(declared):
        return data.decode(declared, errors="replace"), ""
    name = _guess(data)
    return data.decode(name, errors="replace"), tr("The file does not say how its characters are stored; it was read as {name}.", name=name)


def _known(name: str) -> bool:
    try:
        codecs.lookup(name)
    except LookupError:
        return False
    return True
