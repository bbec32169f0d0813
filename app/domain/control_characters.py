"""Removes control characters, which terminals, editors and spreadsheets obey instead of showing, from text from outside.

Controls (C0, C1, lone surrogates, noncharacters) become U+FFFD, so that a reader sees that something was there. Marks of reading
direction are removed: the letters of Arabic and Hebrew carry their own direction. Joiners (U+200C, U+200D), variation selectors and the
tags of emoji flags stay, since Persian, Indic scripts and emoji are spelt with them.
"""

from __future__ import annotations

import re

_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_DIRECTION = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"
_INVISIBLE = "\ufeff\ufff9-\ufffb\U000e0001"
_NONCHARACTERS = "\ufdd0-\ufdef" + "".join(f"{chr(plane + 0xFFFE)}-{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
_CONTROLS = f"\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff{_NONCHARACTERS}"
_REMOVED = re.compile(f"[{_DIRECTION}{_INVISIBLE}]")
_REPLACED = re.compile(f"[{_CONTROLS}]")
_ESCAPED = re.compile(f"[{_DIRECTION}{_INVISIBLE}{_CONTROLS}\x0b-\r\u2028\u2029]")


def without_controls(text: str) -> str:
    """Clean a text for display or export; tabs stay, and every kind of line end becomes a line feed."""
    if text.isascii() and text.isprintable():
        return text
    return _REPLACED.sub("\ufffd", _REMOVED.sub("", _LINE_ENDS.sub("\n", text)))


def escape_controls(text: str) -> str:
    """Replace each such character by `\\uXXXX`: for ids, which must stay distinct."""
    return _ESCAPED.sub(_as_escape, text)


def escaped_json(encoded: bytes) -> bytes:
    """Escape these characters in UTF-8 JSON, without changing its meaning.

    Encoders escape C0 alone. The characters can only stand inside strings, where `\\uXXXX` means the same.
    """
    if encoded.isascii() and b"\x7f" not in encoded:
        return encoded
    return escape_controls(encoded.decode("utf-8")).encode("utf-8")


def _as_escape(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[start : start + 2].hex()}" for start in range(0, len(units), 2))
