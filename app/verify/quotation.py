"""Quotation marks in a claim: which belong to it, and what stands between them."""

from __future__ import annotations

import re
from collections.abc import Sequence

QUOTATION = re.compile(r"[“\"]([^“”\"]+)[”\"]")
"""One quotation; its first group is what is quoted."""
_WHOLE = re.compile(r"[“\"‘']([^“”\"]*)[”\"’'][.!?…]*")


def unquoted(text: str) -> str:
    """A text without the marks of a quotation that it is as a whole, or of one that never ends or begins."""
    match = _WHOLE.fullmatch(text.strip())
    return whole_marks((match[1] if match else text).strip("'‘’ "))


def whole_marks(text: str) -> str:
    """A text without its quotation marks where one of them has no other."""
    balanced = text.count("“") == text.count("”") and text.count('"') % 2 == 0
    return text if balanced else re.sub(r"[“”\"]", "", text)


def within_quotation(words: Sequence[str], index: int) -> bool:
    """Return True if a quotation begins before this word and has not ended."""
    before = " ".join(words[:index])
    return before.count("“") > before.count("”") or before.count('"') % 2 == 1


def quotes(words: Sequence[str]) -> bool:
    """Return True if these words contain a quotation."""
    return any(mark in word for word in words for mark in '“"')
