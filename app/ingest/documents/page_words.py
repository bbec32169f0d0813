"""How many words a text has, in scripts with and without spaces between words."""

from __future__ import annotations

import regex

_UNSPACED = r"\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}"
_CHARACTER = regex.compile(rf"[{_UNSPACED}]")
_WORD = regex.compile(rf"[{_UNSPACED}]\p{{M}}*|(?:(?![{_UNSPACED}])[\p{{L}}\p{{M}}\p{{N}}])+")
_SPACED_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")


def words_of(text: str) -> list[str]:
    """The words of a text; single characters where a script puts no spaces between words."""
    return (_WORD if _CHARACTER.search(text) else _SPACED_WORD).findall(text)


def length_of(text: str) -> float:
    """How many words a text has; two characters count as one where a script puts no spaces between words."""
    return len(words_of(text)) - len(_CHARACTER.findall(text)) / 2
