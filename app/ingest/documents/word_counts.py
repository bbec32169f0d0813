"""Count words, in scripts with and without spaces between words."""

from __future__ import annotations

import regex

_UNSPACED = r"\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}"
_CHARACTER = regex.compile(rf"[{_UNSPACED}]")
_WORD = regex.compile(rf"[{_UNSPACED}]\p{{M}}*|(?:(?![{_UNSPACED}])[\p{{L}}\p{{M}}\p{{N}}])+")
# No script without spaces has a character below this one.
_FIRST_UNSPACED = "\u0e00"
_SPACED_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")


def words_of(text: str) -> list[str]:
    """Return the words of a text; single characters in scripts without spaces."""
    return (_WORD if _is_unspaced(text) else _SPACED_WORD).findall(text)


def length_of(text: str) -> float:
    """Return the approximate number of words of a text. In scripts without spaces, two characters count as one word."""
    return len(_WORD.findall(text)) - len(_CHARACTER.findall(text)) / 2 if _is_unspaced(text) else len(text.split())


def _is_unspaced(text: str) -> bool:
    return not text.isascii() and max(text) >= _FIRST_UNSPACED and _CHARACTER.search(text) is not None
