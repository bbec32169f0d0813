"""Decode bytes: byte order marks, UTF-8, UTF-16 without a mark, declared encodings, and a guess. Doubts become notes."""

from __future__ import annotations

import codecs
import re

from app.ingest.documents.double_encoding import repair_text
from app.ingest.encodings import SAMPLE, codec_of, guess_encoding, nearly_utf8, words_of
from app.ingest.latin_pages import latin_page
from app.translation import tr

_BYTE_ORDER_MARKS = (
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
_PRINTABLE = bytes(byte for byte in range(256) if byte >= 32 or byte in b"\t\n\r\f")
# A disk or a broken download leaves blocks of NULs in a file.
_NUL_BLOCK = re.compile(rb"\x00{512,}")
_JAPANESE_ESCAPE = re.compile(rb"\x1b\$[@B]|\x1b\([BJI]")
# Escape sequences switch the character set within Japanese mail, which is ASCII otherwise.
_JAPANESE_MAIL = "iso2022_jp_ext"
_WIDE_SAMPLE = 4096
_CONTINUATION = re.compile(rb"[\x80-\xbf]{1,3}")
_MIN_INVALID_BYTES = 2
_MAX_DAMAGED_SHARE = 0.02


def declared_charset(data: bytes) -> str:
    """Return the encoding that an HTML head or XML declaration names, "" if none."""
    match = _DECLARED.search(data[:4096])
    return (match[1] or match[2]).decode("ascii") if match else ""


def decode(data: bytes, *, declared: str = "") -> tuple[str, str]:
    """Return the text, and a note for the user ("" if nothing was doubtful).

    `declared` is the encoding that the file names (an HTML page's charset). It is believed unless the bytes plainly contradict it.
    An invalid byte costs one character, which becomes U+FFFD. Text that was encoded twice is repaired.
    """
    data = _without_empty_space(data)
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _decode_wide(data, name), ""
    if order := _wide_order(data):
        return _decode_wide(data, order), ""
    text, note = _decode_narrow(data, codec_of(declared) if declared else "")
    text, repair_note = repair_text(text.replace("\n\ufeff", "\n"))
    return text, " ".join(filter(None, (note, repair_note)))


def _without_empty_space(data: bytes) -> bytes:
    """Remove NULs that a disk or a broken download left in or after the text, and the end-of-file mark of DOS."""
    if not data.endswith((b"\x00", b"\x1a")) and b"\x00" * 512 not in data:
        return data
    # Keep the length modulo four, so that characters of two or four bytes stay aligned.
    return _NUL_BLOCK.sub(lambda hole: b"\x00" * (len(hole[0]) % 4), data).rstrip(b"\x00\x1a")


def _decode_wide(data: bytes, codec: str) -> str:
    """Decode text of two or four bytes a character."""
    # The NULs that were removed from the end may have included zero bytes of the last character.
    width = 4 if "32" in codec else 2 if "16" in codec else 1
    return (data + b"\x00" * (-len(data) % width)).decode(codec, errors="replace").rstrip("\x00")


def _wide_order(data: bytes) -> str:
    """Detect UTF-16 or UTF-32 without a byte order mark; "" for anything else.

    At one position of each character, most bytes are the same high byte.
    """
    sample = data[:_WIDE_SAMPLE]
    if b"\x00" not in sample or _narrow_with_nuls(sample):
        return ""
    if len(sample) >= 8:
        # In UTF-32 the high bytes of nearly all characters are zero.
        lanes = [sample[lane::4].count(0) * 4 >= len(sample) * 0.95 for lane in range(4)]
        if lanes[1:] == [False, True, True] or lanes == [False, True, True, True]:
            return "utf-32-le"
        if lanes[:2] == [True, True] and not lanes[3]:
            return "utf-32-be"
    # Blanks, line ends and Latin letters have a zero high byte in UTF-16, in every script's text.
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    for order, many, few in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if many > few * 10 and _is_utf16_text(sample[: len(sample) // 2 * 2], order, many):
            return order
    return ""


def _narrow_with_nuls(sample: bytes) -> bool:
    """Return True for text of one byte a character with stray NULs: fewer than one in ten, and nearly all else printable."""
    text_bytes = sample.replace(b"\x00", b"")
    controls = len(text_bytes.translate(None, _PRINTABLE))
    return (len(sample) - len(text_bytes)) * 10 < len(sample) and controls * 50 < len(text_bytes)


def _is_utf16_text(sample: bytes, order: str, spaces: int) -> bool:
    """Return True if the bytes, decoded as UTF-16, are text: few control characters, and blanks and line ends of ASCII."""
    text = sample.decode(order, errors="replace")
    odd = sum((character < " " and character not in "\t\n\r\f") or character == "\ufffd" for character in text)
    return odd * 50 <= len(text) and (spaces >= len(text) * 0.3 or spaces >= max(1, len(text) // 200))


def _decode_narrow(data: bytes, codec: str) -> tuple[str, str]:
    """Decode text in an encoding that stores ASCII as one byte; also return a note."""
    if (
        (codec in ("", _JAPANESE_MAIL) or data.isascii())
        and _JAPANESE_ESCAPE.search(data[:_WIDE_SAMPLE])
        and (codec == _JAPANESE_MAIL or _decodes(data, _JAPANESE_MAIL))
    ):
        return _decode_damaged(data, _JAPANESE_MAIL)
    # Valid UTF-8 is believed against any declaration: other text is hardly ever valid UTF-8.
    if _decodes(data, "utf-8"):
        return data.decode("utf-8"), ""
    if (cut := _decode_cut_utf8(data)) is not None:
        return cut, tr("The text is cut off in the middle of a character, which was left out.")
    if nearly_utf8(data):
        return _decode_mixed(data) or _decode_damaged(data, "utf-8")
    if codec and codec != "utf-8" and _fits_text(data, codec):
        return _decode_damaged(data, codec)
    return _decode_by_guess(data, codec)


def _decode_mixed(data: bytes) -> tuple[str, str] | None:
    """Decode UTF-8 that has whole lines in an older encoding, as concatenated files have; None if there are no such lines."""
    lines = data.split(b"\n")
    older = [index for index, line in enumerate(lines) if _is_older(line)]
    page = latin_page(b"\n".join(lines[index] for index in older)[:SAMPLE]) if older else ""
    if not page:
        return None
    for index in older:
        # Files that were put together from several have lines in different encodings.
        lines[index] = lines[index].decode(page, errors="replace").encode()
    text, note = _decode_damaged(b"\n".join(lines), "utf-8")
    message = tr("Lines that are stored in another way than the rest and were read as {name}: {count}.", name=page, count=len(older))
    return text, " ".join(filter(None, (message, note)))


def _is_older(line: bytes) -> bool:
    """Return True if a line has several bytes beyond ASCII and no valid UTF-8 character."""
    if line.isascii():
        return False
    text = line.decode("utf-8", errors="replace")
    return text.count("\ufffd") >= _MIN_INVALID_BYTES and text.replace("\ufffd", "").isascii()


def _decodes(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _decode_by_guess(data: bytes, declared: str) -> tuple[str, str]:
    name = guess_encoding(data)
    text = data.decode(name, errors="replace")
    if declared:
        return text, tr("The file says that its characters are stored as {declared}; it was read as {name}.", declared=declared, name=name)
    return text, tr("The file does not say how its characters are stored; it was read as {name}.", name=name)


def _decode_cut_utf8(data: bytes) -> str | None:
    """Decode UTF-8 that begins or ends within a character, without that character; None for anything else."""
    continuation = _CONTINUATION.match(data)
    remainder = data[continuation.end() :] if continuation else data
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        text = decoder.decode(remainder)
    except UnicodeDecodeError:
        return None
    pending = decoder.getstate()[0]
    # A lone last byte in a text that is plain otherwise is a letter of an older encoding ("café").
    return None if text.isascii() and len(pending) < 2 else text


def _decode_damaged(data: bytes, codec: str) -> tuple[str, str]:
    text = data.decode(codec, errors="replace")
    # A U+FFFD that the file itself contains is no damage.
    count = text.count("\ufffd") - data.count("\ufffd".encode()) * (codec == "utf-8")
    return text, tr("Characters of the file that are damaged and shown as “\ufffd”: {count}.", count=count) if count else ""


def _fits_text(data: bytes, codec: str) -> bool:
    """Return True if a declared encoding fits the bytes.

    Few bytes may be invalid in it, and text that is plainly in another script is no Latin code page.
    """
    sample = words_of(data)
    text = sample.decode(codec, errors="replace")
    if text.count("\ufffd") > max(1, len(text) * _MAX_DAMAGED_SHARE):
        return False
    # Nearly any bytes are valid in Windows-1252, so its letters are checked as well.
    if codec != "cp1252":
        return True
    non_ascii_letters = sum(character.isalpha() for character in text if not character.isascii())
    if non_ascii_letters * 2 > sum(map(str.isalpha, text)) and non_ascii_letters > 4:
        return False
    return latin_page(sample) in ("", "cp1252")
