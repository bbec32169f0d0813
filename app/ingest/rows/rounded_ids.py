"""Detection of ids that a spreadsheet rounded as numbers. Several rows share such an id, so it identifies none."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SCIENTIFIC_NOTATION = re.compile(r"[+-]?(?:\d+[.,]\d+[Ee][+-]?\d{1,3}|\d+[Ee]\+\d{1,3})$")
# Spreadsheets store this many digits of a number and write zeros for the others.
_EXACT_DIGITS = 15
# A number that begins with a zero was not rounded: a spreadsheet drops that zero.
_ZERO_PADDED = re.compile(rf"[1-9]\d{{{_EXACT_DIGITS - 1}}}0{{2,}}$")


def is_rounded(text: str) -> bool:
    """Return True if an id is a number in scientific notation ("1,78612E+18")."""
    if "+" not in text and "." not in text and "," not in text:
        return False
    return _SCIENTIFIC_NOTATION.match(text.strip()) is not None


def usable_id(text: str) -> str:
    """Return the id; "" if it is a rounded number."""
    return "" if is_rounded(text) else text


def is_padded(text: str) -> bool:
    """Return True if an id is a long number with zeros in place of the digits that a spreadsheet cannot store."""
    return _ZERO_PADDED.match(text.strip()) is not None


def is_padded_column(texts: Iterable[str]) -> bool:
    """Return True if most long numbers in a column of ids, and at least two, end in such zeros. A few do by chance."""
    long = [text.strip() for text in texts if len(text.strip()) > _EXACT_DIGITS + 1 and text.strip().isdecimal()]
    padded = sum(map(is_padded, long))
    return padded > 1 and padded * 2 > len(long)
