"""A text's words: Unicode folding, numbers kept whole, overlapping pairs of letters where a script has no spaces.

This is how English is read, and what the other languages' rules build on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

import regex

TOKEN = regex.compile(r"\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+")
WESTERN_TOKEN = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+")
_UNSPACED_CLASS = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
_UNSPACED = regex.compile(_UNSPACED_CLASS)
_UNSPACED_RUN = regex.compile(rf"((?:{_UNSPACED_CLASS}|\p{{M}})+)")
_THOUSANDS = regex.compile(r"[.,](?=\p{N}{3}(?!\p{N}))")


def cut(text: str) -> list[str]:
    """Runs of letters, marks and digits."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    # Text in Windows' western alphabet has no combining marks; there the standard library finds the same words twice as fast.
    try:
        folded.encode("cp1252")
    except UnicodeEncodeError:
        tokens: list[str] = TOKEN.findall(folded)
        return tokens
    return WESTERN_TOKEN.findall(folded)


def unspaced(token: str) -> bool:
    """Does it hold letters of a script that is written without spaces?"""
    return not token.isascii() and _UNSPACED.search(token) is not None


def pairs(token: str) -> Iterable[str]:
    """Scripts written without spaces become overlapping pairs of letters; the rest of a mixed token stays whole."""
    for part in _UNSPACED_RUN.split(token):
        if len(part) > 1 and unspaced(part):
            yield from overlapping(part)
        elif part:
            yield part


def overlapping(run: str) -> Iterable[str]:
    """Each letter of a run of at least two, together with the next one."""
    return (run[start : start + 2] for start in range(len(run) - 1))


def number(token: str) -> str | None:
    """One spelling for a number with points or commas; None for a token that has none."""
    if "," in token or "." in token:
        return _THOUSANDS.sub("", token).replace(",", ".")
    return None
