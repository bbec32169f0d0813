"""How a document writes its words: whether a hyphen at a line's end divides a word or belongs to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from app.ingest.english_words import is_english
from app.ingest.language import detect_language

PUNCTUATION = ".,;:!?()[]\"'“”‘’«»"
_SAMPLE = 60


class Spelling:
    """The words of a document's lines, and whether they are English: for other languages there is no list of words."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._words = {word.strip(PUNCTUATION).casefold() for line in lines for word in line.split()}
        self._sample = " ".join(lines[:_SAMPLE])

    @cached_property
    def _english(self) -> bool:
        return detect_language(self._sample) == "en"

    def hyphenated(self, first: str, second: str) -> bool:
        """Whether these parts of a word, without punctuation, have a hyphen between them anywhere but at a line's end.

        They have where the document writes them so ("long-term"), or more than two of them stand together ("twenty-one-year"). In English
        they have too where the language does, or where they are words and what they make together is none ("bronze-winged").
        """
        first, second = first.casefold(), second.casefold()
        whole = first + second
        if "-" in first or f"{first}-{second}" in self._words:
            return True
        if whole in self._words or min(len(first), len(second)) < 2 or not self._english or is_english(whole):
            return False
        return is_english(f"{first}-{second}") or (self._known(first) and self._known(second))

    def _known(self, word: str) -> bool:
        return word in self._words or is_english(word)
