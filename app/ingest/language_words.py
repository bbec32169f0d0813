"""Counts of each language's function words in texts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import regex
from numpy.typing import NDArray

from app.domain.function_words import ENGLISH, function_words, listed
from app.ingest.language_model import sums_of_runs

WORD = regex.compile(r"[\p{L}\p{M}]+")
# Languages that share one list of function words.
_SHARED_LISTS = {"sh": ("bs", "hr", "sr"), "id": ("id", "ms")}


class FunctionWords:
    """The function words of the languages with these `codes`."""

    def __init__(self, codes: Sequence[str]) -> None:
        columns = {code: column for column, code in enumerate(codes)}
        pairs = [("en", word) for word in ENGLISH]
        for listing in listed():
            words = {word for text in function_words(listing) for word in WORD.findall(text.casefold())}
            pairs += [(code, word) for code in _SHARED_LISTS.get(listing, (listing,)) for word in words]
        self._rows = {word: row for row, word in enumerate(dict.fromkeys(word for _, word in pairs))}
        self._table = np.zeros((len(self._rows), len(codes)), dtype=np.float32)
        for code, word in pairs:
            self._table[self._rows[word], columns[code]] += 1

    def counts(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return the number of words in each text (rows) that are function words of each language (columns)."""
        rows = [[self._rows[word] for word in WORD.findall(text.casefold()) if word in self._rows] for text in texts]
        word_rows = np.array([row for text_rows in rows for row in text_rows], dtype=np.intp)
        return sums_of_runs(self._table[word_rows], np.array(list(map(len, rows))))


@lru_cache(maxsize=1)
def function_words_of(codes: tuple[str, ...]) -> FunctionWords:
    """Return the function words of these languages, loaded once."""
    return FunctionWords(codes)
