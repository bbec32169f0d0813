"""Raised characters: an exponent stays in the text ("10^6", "km²"), the mark of a footnote goes, the letters of "1st" stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from lxml.etree import _Element

_MARK = regex.compile(r"[\s,;*†‡§()\[\]–-]*(?:\d{1,3}[\s,;*†‡§()\[\]–-]*)*")
_EXPONENT = regex.compile(r"\s*[+\-−–]?\d{1,3}\s*")
_LETTERED = regex.compile(r"[\[(]?[a-z][\])]?")
_POWER = regex.compile(r"(?:^|[^\p{L}\p{N}.,])(?:10|2|[a-zA-Z])$")
_NUMBER = regex.compile(r"(?<![\p{N}.,])\d{1,2}$")
_UNIT = regex.compile(r"(?:^|[^\p{L}])(?:[kcdmµμ]?m|к?м|см|мм|дм)$|\d[\s-]?(?:ft|in|yd|mi|s|sec|с)$|/s$|=\s*\p{L}+$")
_STOPPED = regex.compile(r"[.!?…。！？,;:)\]\"'”’»」]\s*$")
_RAISING = regex.compile(r"vertical-align\s*:\s*super", regex.IGNORECASE)
_SIGNS = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")


class Raised(str):
    """Characters that a document raises above the line."""

    __slots__ = ()


def plain_raised(before: str, raised: str) -> str:
    """What raised characters are in plain text behind `before`, of which fifty characters are enough: "" for a footnote's mark."""
    before, core = before[-50:], raised.strip()
    if not core:
        return raised
    if _EXPONENT.fullmatch(raised) and before[-1:].strip():
        if _UNIT.search(before) and core.lstrip("+-−–") in ("1", "2", "3"):
            return core.translate(_SIGNS)
        if _POWER.search(before) or core[0] in "+-−–" or (_NUMBER.search(before) and core in ("2", "3")):
            return "^" + core.replace("−", "-").replace("–", "-")
    if _MARK.fullmatch(raised) or (_LETTERED.fullmatch(core) and _STOPPED.search(before)):
        return ""
    return raised


def flatten_raised(root: _Element) -> None:
    """Put what is raised in a tree of HTML (`<sup>`, or a style that says so) into plain text, in place."""
    for element in root.iter("sup", "span"):
        if element.tag == "span" and not _RAISING.search(element.get("style") or ""):
            continue
        text = "".join(part for part in element.itertext() if isinstance(part, str))
        shown = plain_raised(_text_before(element), text)
        if shown != text:
            for inner in element.iterdescendants():  # links stay: they say which notes the text has
                inner.text = inner.tail = None
            element.text = shown


def _text_before(element: _Element) -> str:
    """The text before an element, within the two elements around it."""
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
