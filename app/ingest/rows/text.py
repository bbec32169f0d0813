"""Cleaning of text from outside: white space, control characters, HTML tags and entities."""

from __future__ import annotations

import codecs
import html
import re

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_CONTROL_CHARACTER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_BLOCK_NAMES = (
    "address|article|aside|blockquote|br|dd|div|dl|dt|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul"
)
_INLINE_NAMES = (
    "a|abbr|b|body|button|cite|code|del|em|embed|font|form|head|html|i|iframe|img|input|ins|label|link|mark|meta|object|q|s|script|"
    "small|source|span|strike|strong|style|sub|sup|svg|tbody|thead|time|title|tt|u|video|wbr"
)
_BLOCK_TAG = re.compile(rf"</?(?:{_BLOCK_NAMES})(?:[\s/][^<>]*)?>", re.IGNORECASE)
_INLINE_TAG = re.compile(rf"</?(?:{_INLINE_NAMES})(?:[\s/][^<>]*)?>", re.IGNORECASE)


def safe(text: str) -> str:
    """Remove NUL and replace lone surrogates, which neither a database nor a window can hold."""
    return _UNSTORABLE.sub(lambda match: "" if match.group() == "\x00" else "\ufffd", text)


def one_line(text: str) -> str:
    """Collapse every run of white space to one space; control characters are dropped."""
    return " ".join(_CONTROL_CHARACTER.sub(" ", safe(text)).split())


def paragraphs(text: str) -> str:
    """Return the text with its line breaks, without control characters, trailing spaces and outer blank lines."""
    lines = _CONTROL_CHARACTER.sub(" ", safe(text.replace("\r\n", "\n").replace("\r", "\n"))).split("\n")
    return "\n".join(line.rstrip() for line in lines).strip()


def plain_text(text: str) -> str:
    """Convert a feed's text to plain text: entities are resolved (also double-escaped ones), HTML tags dropped, their text kept.

    Only tags of HTML are dropped, so "x < 5", "<3" and "<name>" stay; a script's code stays as inert words.
    """
    # Feeds may escape entities twice.
    for _ in range(3):
        previous = text
        text = _strip_tags(text)
        text = _ENTITY.sub(lambda match: html.unescape(match.group()), text)
        if text == previous:
            break
    return _strip_tags(text)


def _strip_tags(text: str) -> str:
    return _INLINE_TAG.sub("", _BLOCK_TAG.sub("\n", without_comments(text)))


def without_comments(text: str) -> str:
    """Remove closed comments.

    A loop, since a regular expression would search for the end of each opening again and again.
    """
    parts = []
    start = 0
    while (opening := text.find("<!--", start)) >= 0 and (closing := text.find("-->", opening)) >= 0:
        parts.append(text[start:opening])
        start = closing + 3
    return "".join((*parts, text[start:]))


def decoded(data: bytes) -> str | bytes:
    """Decode UTF-16 by its byte order mark; return anything else unchanged, without UTF-8's mark."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data[: len(data) // 2 * 2].decode("utf-16", errors="replace")
    return data.removeprefix(codecs.BOM_UTF8)
