"""Text as documents may hold it."""

from __future__ import annotations

import regex

_NOT_XML = regex.compile(r"[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")
_TURNING = regex.compile(r"[\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """Text without the characters that XML forbids."""
    return _NOT_XML.sub("\ufffd", text)


def unturned(text: str) -> str:
    """Text without the marks that turn the direction of whatever follows: the letters stand in the order in which they are read."""
    return _TURNING.sub("", clean(text))


def is_web_link(url: str) -> bool:
    """Whether an address is one of the web; no other becomes a link."""
    return url.startswith(("https://", "http://"))
