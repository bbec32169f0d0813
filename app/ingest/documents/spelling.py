"""Decide whether a hyphen at a line's end divides a word or belongs to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from app.ingest.english_words import is_english
from app.ingest.language import detect_language

PUNCTUATION = ".,;:!?()[]\"'“”‘’«»"
_SAMPLE_LINES = 60


class Spelling:
    """The words of a document's lines. English documents are also checked against a word list; other languages have none."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._words = {word.strip(PUNCTUATION).casefold() for line in lines for word in line.split()}
        self._sample = " ".join(lines[:_SAMPLE_LINES])

    @cached_property
    def _english(self) -> bool:
        return detect_language(self._sample) == "en"

    def hyphenated(self, first: str, second: str) -> bool:
        """Return True if two parts of a word (without punctuation) keep their hyphen when the lines are joined.

        They do if the document writes them so elsewhere ("long-term"), or if the word has more than two parts ("twenty-one-year").
        In English they also do if the word list has the hyphenated form, or has both parts but not the joined word
        ("bronze-winged").
        """
        first, second = first.casefold(), second.casefold()
        joined = first + second
        if "-" in first or f"{first}-{second}" in self._words:
            return True
        if joined in self._words or min(len(first), len(second)) < 2 or not self._english or is_english(joined):
            return False
        return is_english(f"{first}-{second}") or (self._is_word(first) and self._is_word(second))

    def _is_word(self, word: str) -> bool:
        return word in self._words or is_english(word)
