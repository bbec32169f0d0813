"""Tokenisation: Unicode folding, numbers kept whole, overlapping pairs of letters in scripts without spaces. English is analysed
so; other languages' rules build on it."""

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


def split_words(text: str) -> list[str]:
    """Return the runs of letters, marks and digits."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    # Text in Windows' western code page has no combining marks: the standard library's `re` finds the same words twice as fast.
    try:
        folded.encode("cp1252")
    except UnicodeEncodeError:
        tokens: list[str] = TOKEN.findall(folded)
        return tokens
    return WESTERN_TOKEN.findall(folded)


def unspaced(token: str) -> bool:
    """Return True where a token has letters of a script that is written without spaces."""
    return not token.isascii() and _UNSPACED.search(token) is not None


def pairs(token: str) -> Iterable[str]:
    """Split runs of scripts without spaces into overlapping pairs of letters; the rest of a mixed token stays whole."""
    for part in _UNSPACED_RUN.split(token):
        if len(part) > 1 and unspaced(part):
            yield from overlapping(part)
        elif part:
            yield part


def overlapping(run: str) -> Iterable[str]:
    """Yield the overlapping pairs of letters of a run of at least two."""
    return (run[start : start + 2] for start in range(len(run) - 1))


def number(token: str) -> str | None:
    """Normalise a number with points or commas; return None for any other token."""
    if "," in token or "." in token:
        return _THOUSANDS.sub("", token).replace(",", ".")
    return None
