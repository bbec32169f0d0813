"""Text to index terms for BM25: Unicode folding, numbers kept whole, CJK bigrams, English stop words and stemming.

The same function serves documents and queries. `ANALYSIS` names this version of the rules and is kept in every
generation's manifest: an index made by other rules is built anew instead of being extended.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from threading import local

import numpy as np
import regex
import Stemmer
from numpy.typing import NDArray

ANALYSIS = "english-1"

_TOKEN = regex.compile(r"\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+")
_WESTERN_TOKEN = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+")
_UNSPACED_CLASS = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
_UNSPACED = regex.compile(_UNSPACED_CLASS)
_UNSPACED_RUN = regex.compile(rf"((?:{_UNSPACED_CLASS}|\p{{M}})+)")
_THOUSANDS = regex.compile(r"[.,](?=\p{N}{3}(?!\p{N}))")

STOP_WORDS = frozenset(
    """a about above after again against all am an and any are as at be because been before being below between both but by
    can could d did do does doing don down during each few for from further had has have having he her here hers herself him
    himself his how i if in into is it its itself just ll m me more most my myself nor now o of off on once only or other
    our ours ourselves out over own re s same she should so some such t than that the their theirs them themselves then
    there these they this those through to too under until up ve very was we were what when where which while who whom why
    will with would you your yours yourself yourselves""".split()
)


def tokens(text: str) -> list[str]:
    """The raw tokens of a text, case-folded, in order, stop words included; "32,000" is one token."""
    return [piece for token in _words(text) for piece in (_pairs(token) if unspaced(token) else (token,))]


def _words(text: str) -> list[str]:
    """Runs of letters, marks and digits."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    # Text in Windows' western alphabet has no combining marks; there the standard library finds the same words twice as fast.
    try:
        folded.encode("cp1252")
    except UnicodeEncodeError:
        found: list[str] = _TOKEN.findall(folded)
        return found
    return _WESTERN_TOKEN.findall(folded)


def unspaced(token: str) -> bool:
    """Does it hold letters of a script that is written without spaces?"""
    return not token.isascii() and _UNSPACED.search(token) is not None


def _pairs(token: str) -> Iterable[str]:
    """Scripts written without spaces become overlapping pairs of letters; the rest of a mixed token stays whole."""
    for part in _UNSPACED_RUN.split(token):
        if len(part) > 1 and unspaced(part):
            yield from (part[place : place + 2] for place in range(len(part) - 1))
        elif part:
            yield part


class _OwnStemmer(local):
    """One stemmer a thread, since they share no lock."""

    def __init__(self) -> None:
        self.stem = Stemmer.Stemmer("english", 0).stemWord


_OWN = _OwnStemmer()


def term(token: str) -> str | None:
    """The index term of a raw token; None for a stop word."""
    if token in STOP_WORDS:
        return None
    if "," in token or "." in token:
        return _THOUSANDS.sub("", token).replace(",", ".")
    return str(_OWN.stem(token))


def terms(text: str) -> list[str]:
    """The index terms of a text in order, repeats kept."""
    return [found for token in tokens(text) if (found := term(token)) is not None]


_STOP, _SPLIT = -1, -2


class TermNumbers(dict[str, int]):
    """Numbers for the terms of many texts, given in order of first sight; each raw token is looked at only once."""

    def __init__(self) -> None:
        super().__init__()
        self.terms: list[str] = []
        self._known: dict[str, int] = {}

    def __missing__(self, token: str) -> int:
        number = _SPLIT if unspaced(token) else self._number(token)
        self[token] = number
        return number

    def _number(self, token: str) -> int:
        found = term(token)
        if found is None:
            return _STOP
        number = self._known.setdefault(found, len(self.terms))
        if number == len(self.terms):
            self.terms.append(found)
        return number

    def of(self, text: str) -> NDArray[np.int32]:
        """The term numbers of one text, stop words left out."""
        words = _words(text)
        numbers = np.fromiter(map(self.__getitem__, words), dtype=np.int32, count=len(words))
        if (numbers == _SPLIT).any():
            pieces = [piece for word in words for piece in (_pairs(word) if self[word] == _SPLIT else (word,))]
            numbers = np.array([self._number(piece) for piece in pieces], np.int32)
        return numbers[numbers >= 0]
