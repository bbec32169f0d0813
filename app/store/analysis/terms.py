"""Index terms of texts and of queries.

A text is analysed by the rules of its own language. A query is analysed by the rules of every language in the index, since its
language is never guessed and a text is only found by words that were analysed as its own were. So English texts are found exactly
as if there were no others, names and numbers match texts of any language, and a text with a wrong language is still found.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from sys import intern

import numpy as np
from numpy.typing import NDArray

from app.store.analysis.language_rules import LANGUAGE_RULES
from app.store.analysis.rules import ENGLISH_NAME, Rules, likely_function_words, rules_for, rules_named

_STOP, _SPLIT = -1, -2


def terms(text: str, language: str = "") -> list[str]:
    """Return the index terms of a text in order, with repeats. Terms of languages other than English begin with the rules' name and
    a space."""
    rules = rules_for(language)
    return [term for token in rules.tokens(text) if (term := rules.term(token)) is not None]


def names_in(terms: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the rules that made some of these sorted terms, without English."""
    return tuple(
        name
        for name in LANGUAGE_RULES
        if terms[(start := bisect_left(terms, f"{name} ")) : start + 1] and terms[start].startswith(f"{name} ")
    )


def query_terms(query: str, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return (term, word of the query) pairs for an index of English and the languages in `names`."""
    return list(zip(*_query_terms(query, names), strict=True))


@lru_cache(maxsize=4096)
def _query_terms(query: str, names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return terms and words as two tuples. Strings are interned, since a query has as many terms as an index has languages."""
    dropped = likely_function_words(query)
    pairs = [pair for name in (ENGLISH_NAME, *names) for pair in _terms_of_rules(query, rules_named(name), dropped)]
    return tuple([intern(term) for term, _ in pairs]), tuple([intern(word) for _, word in pairs])


def _terms_of_rules(query: str, rules: Rules, dropped: frozenset[str]) -> list[tuple[str, str]]:
    tokens = (token for token in rules.tokens(query) if token not in dropped)
    return [(term, token) for token in tokens if (term := rules.term(token)) is not None]


class TermNumbers:
    """Numbers for the terms of many texts, in order of first occurrence. Each raw token of a language is analysed only once."""

    def __init__(self) -> None:
        self.terms: list[str] = []
        self._known: dict[str, int] = {}
        self._tokens: dict[str, _TokenNumbers] = {}

    def of(self, text: str, language: str = "") -> NDArray[np.int32]:
        """Return the term numbers of one text without stop words."""
        rules = rules_for(language)
        numbers = self._tokens.get(rules.name)
        if numbers is None:
            numbers = self._tokens[rules.name] = _TokenNumbers(rules, self._known, self.terms)
        return numbers.of(text)


class _TokenNumbers(dict[str, int]):
    """Term numbers by token of one language; a missing token is analysed."""

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
