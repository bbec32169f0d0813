"""Languages of texts for routing: the detector's answer, with a default where it has none."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

ENGLISH = "en"
OTHER = "und"
"""A text of a language that could not be told, and is not English."""
_KEPT = 100_000
# Words that English sentences are full of and that few others have; "in", "was", "on", "of" and their like are other languages',
# too.
_PLAIN_WORDS = frozenset(
    "the and that this with from were have has been which their they would who what when says said its are will than there more not".split()
)
_LEAST_PLAIN, _LEAST_SHARE = 2, 0.12
_WORD = re.compile(r"[a-z']+")


class TextLanguages:
    """Language of texts, each determined once.

    `detect` returns a code, "" for a text that is too short or ambiguous. Such a text counts as OTHER if it has a letter outside a
    to z or `foreign` classifies its words as not English, else as English, like most names and headlines: the student reads foreign
    texts many times better (measured in models/multilingual/CARD.md). Plain English sentences are recognised by their function
    words without either check.
    """

    def __init__(self, detect: Callable[[str], str], *, foreign: Callable[[str], bool]) -> None:
        self._detect, self._foreign = detect, foreign
        self._known = lru_cache(maxsize=_KEPT)(self._of)

    def __call__(self, text: str) -> str:
        """Return the BCP-47 code, never ""; depends only on the text."""
        return self._known(text)

    def _of(self, text: str) -> str:
        if is_plain_english(text):
            return ENGLISH
        return self._detect(text) or (OTHER if any(map(_is_foreign_letter, text)) or self._foreign(text) else ENGLISH)


def is_plain_english(text: str) -> bool:
    """Return True if at least two different English function words make up at least an eighth of all words."""
    if not text.isascii():
        return False
    words = _WORD.findall(text[:4000].lower())
    plain = [word for word in words if word in _PLAIN_WORDS]
    return len(set(plain)) >= _LEAST_PLAIN and len(plain) >= _LEAST_SHARE * len(words)


def _is_foreign_letter(character: str) -> bool:
    return character > "\x7f" and character.isalpha()
