"""Convert superscripts to plain text: exponents stay ("10^6", "km²"), footnote marks go, letters as in "1st" stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from lxml.etree import _Element

_NOTE_MARK = regex.compile(r"[\s,;*†‡§()\[\]–-]*(?:\d{1,3}[\s,;*†‡§()\[\]–-]*)*")
_EXPONENT = regex.compile(r"\s*[+\-−–]?\d{1,3}\s*")
_LETTER_MARK = regex.compile(r"[\[(]?[a-z][\])]?")
# A base before an exponent: 10, 2 or a single letter.
_BASE_BEFORE = regex.compile(r"(?:^|[^\p{L}\p{N}.,])(?:10|2|[a-zA-Z])$")
_SMALL_NUMBER_BEFORE = regex.compile(r"(?<![\p{N}.,])\d{1,2}$")
# Units that take an exponent: "km", "5 ft", "m/s".
_UNIT_BEFORE = regex.compile(r"(?:^|[^\p{L}])(?:[kcdmµμ]?m|к?м|см|мм|дм)$|\d[\s-]?(?:ft|in|yd|mi|s|sec|с)$|/s$|=\s*\p{L}+$")
_PUNCTUATION_BEFORE = regex.compile(r"[.!?…。！？,;:)\]\"'”’»」]\s*$")
_SUPERSCRIPT_STYLE = regex.compile(r"vertical-align\s*:\s*super", regex.IGNORECASE)
_SUPERSCRIPT_DIGITS = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")


class Superscript(str):
    """Characters in superscript."""

    __slots__ = ()


def plain_superscript(before: str, raised: str) -> str:
    """Return superscript characters as plain text after `before` (its last fifty characters are used); "" for a footnote mark."""
    before, core = before[-50:], raised.strip()
    if not core:
        return raised
    if _EXPONENT.fullmatch(raised) and before[-1:].strip():
        # After a unit only 1, 2 and 3 are exponents; a higher number is a footnote mark.
        if _UNIT_BEFORE.search(before) and core.lstrip("+-−–") in ("1", "2", "3"):
            return core.translate(_SUPERSCRIPT_DIGITS)
        if _BASE_BEFORE.search(before) or core[0] in "+-−–" or (_SMALL_NUMBER_BEFORE.search(before) and core in ("2", "3")):
            return "^" + core.replace("−", "-").replace("–", "-")
    if _NOTE_MARK.fullmatch(raised) or (_LETTER_MARK.fullmatch(core) and _PUNCTUATION_BEFORE.search(before)):
        return ""
    return raised


def flatten_superscripts(root: _Element) -> None:
    """Convert the superscripts of an HTML tree (`<sup>` or styled) to plain text, in place."""
    for element in root.iter("sup", "span"):
        if element.tag == "span" and not _SUPERSCRIPT_STYLE.search(element.get("style") or ""):
            continue
        text = "".join(part for part in element.itertext() if isinstance(part, str))
        plain = plain_superscript(_text_before(element), text)
        if plain != text:
            # Links stay in the tree, because they show which notes belong to the text.
            for inner in element.iterdescendants():
                inner.text = inner.tail = None
            element.text = plain


def _text_before(element: _Element) -> str:
    """Return the text before an element, within its two enclosing elements."""
    text, above = "", element
    for _ in range(2):
        before, around = above.getprevious(), above.getparent()
        if before is not None:
            return ("".join(part for part in before.itertext() if isinstance(part, str)) + (before.tail or ""))[-50:] + text
        if around is None:
            return text
        text, above = (around.text or "") + text, around
        if text:
            return text
    return text
