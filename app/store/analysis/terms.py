"""Terms of texts and of queries.

A text is read by the rules of its own language. A query is read by the rules of every language that an index holds: which language the
query is in is never guessed, since a text can only be found by words that are read as its own were. So English texts are found exactly as
if there were no others, names and numbers find texts of any language, and a text whose language was told wrongly is still found.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from sys import intern

import numpy as np
from numpy.typing import NDArray

from app.store.analysis.readings import READINGS
from app.store.analysis.rules import ENGLISH_NAME, Rules, likely_function_words, named, rules_for

_STOP, _SPLIT = -1, -2


def terms(text: str, language: str = "") -> list[str]:
    """The index terms of a text in order, repeats kept. Those of another language than English begin with its name and a space."""
    rules = rules_for(language)
    return [term for token in rules.tokens(text) if (term := rules.term(token)) is not None]


def names_in(terms: Sequence[str]) -> tuple[str, ...]:
    """The rules by which some of these sorted terms were made, English ones apart."""
    return tuple(
        name for name in READINGS if terms[(start := bisect_left(terms, f"{name} ")) : start + 1] and terms[start].startswith(f"{name} ")
    )


def query_terms(query: str, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """What a query asks for in an index of these languages, and of English: each term, and the word of the query that it comes from."""
    return list(zip(*_query_terms(query, names), strict=True))


@lru_cache(maxsize=4096)
def _query_terms(query: str, names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Terms and words apart, and each string only once in memory, since a query has as many terms as an index has languages."""
    dropped = likely_function_words(query)
    pairs = [pair for name in (ENGLISH_NAME, *names) for pair in _asked(query, named(name), dropped)]
    return tuple([intern(term) for term, _ in pairs]), tuple([intern(word) for _, word in pairs])


def _asked(query: str, rules: Rules, dropped: frozenset[str]) -> list[tuple[str, str]]:
    tokens = (token for token in rules.tokens(query) if token not in dropped)
    return [(term, token) for token in tokens if (term := rules.term(token)) is not None]


class TermNumbers:
    """Numbers for the terms of many texts, given in order of first sight; each raw token of a language is looked at only once."""

    def __init__(self) -> None:
        self.terms: list[str] = []
        self._known: dict[str, int] = {}
        self._tokens: dict[str, _TokenNumbers] = {}

    def of(self, text: str, language: str = "") -> NDArray[np.int32]:
        """The term numbers of one text, stop words left out."""
        rules = rules_for(language)
        numbers = self._tokens.get(rules.name)
        if numbers is None:
            numbers = self._tokens[rules.name] = _TokenNumbers(rules, self._known, self.terms)
        return numbers.of(text)


class _TokenNumbers(dict[str, int]):
    """The numbers of one language's tokens; a missing one is looked at."""

    def __init__(self, rules: Rules, numbers: dict[str, int], terms: list[str]) -> None:
        super().__init__()
        self._rules, self._known, self._terms = rules, numbers, terms

    def __missing__(self, token: str) -> int:
        pieces = list(self._rules.pieces(token))
        number = self._number(token) if pieces == [token] else _SPLIT
        self[token] = number
        return number

    def _number(self, token: str) -> int:
        term = self._rules.term(token)
        if term is None:
            return _STOP
        number = self._known.setdefault(term, len(self._terms))
        if number == len(self._terms):
            self._terms.append(term)
        return number

    def of(self, text: str) -> NDArray[np.int32]:
        words = self._rules.words(text)
        numbers = np.fromiter(map(self.__getitem__, words), dtype=np.int32, count=len(words))
        if (numbers == _SPLIT).any():
            pieces = [piece for word in words for piece in (self._rules.pieces(word) if self[word] == _SPLIT else (word,))]
            numbers = np.array([self._number(piece) for piece in pieces], np.int32)
        return numbers[numbers >= 0]
