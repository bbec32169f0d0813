"""Bytes into text: byte order marks, UTF-8 and UTF-16 without a mark, declared encodings, and a guess for the rest; doubts become notes."""

from __future__ import annotations

import codecs
import re

from app.ingest.documents.twice import repaired
from app.ingest.encodings import SAMPLE, codec_of, guess_encoding, nearly_utf8, words_of
from app.ingest.latin_pages import latin_page
from app.translation import tr

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(
    rb"<\?xml[^>]{0,100}?\sencoding\s*=\s*[\"']([A-Za-z0-9_:.-]{2,40})[\"']"
    rb"|<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{2,40})",
    re.IGNORECASE,
)
_PRINTED = bytes(byte for byte in range(256) if byte >= 32 or byte in b"\t\n\r\f")
_HOLE = re.compile(rb"\x00{512,}")
_JAPANESE_ESCAPE = re.compile(rb"\x1b\$[@B]|\x1b\([BJI]")
_MAIL = "iso2022_jp_ext"
_WIDE_SAMPLE = 4096
_CONTINUATION = re.compile(rb"[\x80-\xbf]{1,3}")
_LEAST_OLDER = 2
_MOST_DAMAGED = 0.02


def declared_charset(data: bytes) -> str:
    """The encoding that a page's head or an XML declaration names, "" if none."""
    found = _DECLARED.search(data[:4096])
    return (found[1] or found[2]).decode("ascii") if found else ""


def decode(data: bytes, *, declared: str = "") -> tuple[str, str]:
    """The text, and notes for the user ("" where nothing was doubtful).

    `declared` is what the file itself says (an HTML page's charset). It is believed unless the bytes are plainly something else. A byte
    that is no character costs one character, which becomes U+FFFD; text that was encoded twice is repaired.
    """
    data = _without_empty_space(data)
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _wide(data, name), ""
    if order := _wide_order(data):
        return _wide(data, order), ""
    text, note = _narrow(data, codec_of(declared) if declared else "")
    text, second = repaired(text.replace("\n\ufeff", "\n"))
    return text, " ".join(filter(None, (note, second)))


def _without_empty_space(data: bytes) -> bytes:
    """The bytes without the NULs that a disk or a broken download leaves behind the text or in it, and without the end mark of DOS."""
    if not data.endswith((b"\x00", b"\x1a")) and b"\x00" * 512 not in data:
        return data
    return _HOLE.sub(lambda hole: b"\x00" * (len(hole[0]) % 4), data).rstrip(b"\x00\x1a")


def _wide(data: bytes, codec: str) -> str:
    """Text of two or four bytes a character; the zeros of the last one may have gone with those behind it."""
    width = 4 if "32" in codec else 2 if "16" in codec else 1
    return (data + b"\x00" * (-len(data) % width)).decode(codec, errors="replace").rstrip("\x00")


def _wide_order(data: bytes) -> str:
    """UTF-16 or UTF-32 without a byte order mark: half or more of the bytes at one place of each character are the same high byte."""
    sample = data[:_WIDE_SAMPLE]
    if b"\x00" not in sample or _narrow_with_nuls(sample):
        return ""
    if len(sample) >= 8:
        lanes = [sample[lane::4].count(0) * 4 >= len(sample) * 0.95 for lane in range(4)]
        if lanes[1:] == [False, True, True] or lanes == [False, True, True, True]:
            return "utf-32-le"
        if lanes[:2] == [True, True] and not lanes[3]:
            return "utf-32-be"
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    for order, many, few in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if many > few * 10 and _spells(sample[: len(sample) // 2 * 2], order, many):
            return order
    return ""


def _narrow_with_nuls(sample: bytes) -> bool:
    """Whether bytes are text of one byte a letter that some NULs got into: hardly one in ten, and else nothing but printed characters."""
    rest = sample.replace(b"\x00", b"")
    controls = len(rest.translate(None, _PRINTED))
    return (len(sample) - len(rest)) * 10 < len(sample) and controls * 50 < len(rest)


def _spells(sample: bytes, order: str, spaces: int) -> bool:
    """Return True if bytes read as UTF-16 are text: plain letters, or other letters with ASCII's blanks and line ends between them."""
    text = sample.decode(order, errors="replace")
    odd = sum((character < " " and character not in "\t\n\r\f") or character == "\ufffd" for character in text)
    return odd * 50 <= len(text) and (spaces >= len(text) * 0.3 or spaces >= max(1, len(text) // 200))


def _narrow(data: bytes, codec: str) -> tuple[str, str]:
    """Text in an encoding whose ASCII is one byte a character, and a note."""
    if (
        (codec in ("", _MAIL) or data.isascii())
        and _JAPANESE_ESCAPE.search(data[:_WIDE_SAMPLE])
        and (codec == _MAIL or _decodes(data, _MAIL))
    ):
        return _damaged(data, _MAIL)
    if _decodes(data, "utf-8"):
        return data.decode("utf-8"), ""
    if (cut := _cut_utf8(data)) is not None:
        return cut, tr("The text is cut off in the middle of a character, which was left out.")
    if nearly_utf8(data):
        return _mixed(data) or _damaged(data, "utf-8")
    if codec and codec != "utf-8" and _believable(data, codec):
        return _damaged(data, codec)
    return _guessed(data, codec)


def _mixed(data: bytes) -> tuple[str, str] | None:
    """UTF-8 with whole lines of an older encoding between its own, as files put together have; None where bytes are but damaged."""
    lines = data.split(b"\n")
    older = [place for place, line in enumerate(lines) if _is_older(line)]
    page = latin_page(b"\n".join(lines[place] for place in older)[:SAMPLE]) if older else ""
    if not page:
        return None
    for place in older:
        lines[place] = lines[place].decode(page, errors="replace").encode()
    text, note = _damaged(b"\n".join(lines), "utf-8")
    told = tr("Lines that are stored in another way than the rest and were read as {name}: {count}.", name=page, count=len(older))
    return text, " ".join(filter(None, (told, note)))


def _is_older(line: bytes) -> bool:
    """Return True if a line has several bytes beyond ASCII and none that UTF-8 makes a character of."""
    if line.isascii():
        return False
    text = line.decode("utf-8", errors="replace")
    return text.count("\ufffd") >= _LEAST_OLDER and text.replace("\ufffd", "").isascii()


def _decodes(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _guessed(data: bytes, declared: str) -> tuple[str, str]:
    name = guess_encoding(data)
    text = data.decode(name, errors="replace")
    if declared:
        return text, tr("The file says that its characters are stored as {declared}; it was read as {name}.", declared=declared, name=name)
    return text, tr("The file does not say how its characters are stored; it was read as {name}.", name=name)


def _cut_utf8(data: bytes) -> str | None:
    """UTF-8 that begins or ends in the middle of a character, without that; None for anything else."""
    begun = _CONTINUATION.match(data)
    rest = data[begun.end() :] if begun else data
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        text = decoder.decode(rest)
    except UnicodeDecodeError:
        return None
    held = decoder.getstate()[0]
    # A lone last byte in a text that is plain otherwise is a letter of an older encoding ("café").
    return None if text.isascii() and len(held) < 2 else text


def _damaged(data: bytes, codec: str) -> tuple[str, str]:
    text = data.decode(codec, errors="replace")
    count = text.count("\ufffd") - data.count("\ufffd".encode()) * (codec == "utf-8")
    return text, tr("Characters of the file that are damaged and shown as “\ufffd”: {count}.", count=count) if count else ""


def _believable(data: bytes, codec: str) -> bool:
    """Whether a declared encoding fits: hardly a byte that is none of its characters, and no Latin page for what is plainly another."""
    sample = words_of(data)
    text = sample.decode(codec, errors="replace")
    if text.count("\ufffd") > max(1, len(text) * _MOST_DAMAGED):
        return False
    if codec != "cp1252":
        return True
    beyond = sum(character.isalpha() for character in text if not character.isascii())
    if beyond * 2 > sum(map(str.isalpha, text)) and beyond > 4:
        return False
    return latin_page(sample) in ("", "cp1252")
