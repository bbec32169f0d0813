"""Words, numbers, names and negations of a text, read without a model, for comparing two texts.

English only; in another language the word lists match nothing and the features stay at "no difference".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from app.domain.wordlists import COUNTS, FUNCTION_WORDS, NEGATIONS, SCALES

_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_NUMBER = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Wording:
    """Words of a text as sets: `stems` of content words, lower-case `words`, `names` (stems of capitalised words), `numbers`."""

    stems: frozenset[str]
    words: frozenset[str]
    names: frozenset[str]
    numbers: frozenset[float]
    negations: int
    length: int


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")


@lru_cache(maxsize=1 << 16)
def _token(token: str) -> tuple[str, str, str, bool]:
    """Return a token in lower case, its stem as a content word and as a possible name ("" if it is none), and True for a negation."""
    word = token.lower().replace("’", "'")
    negates = word in NEGATIONS or word.endswith("n't")
    if word in FUNCTION_WORDS:
        return word, "", "", negates
    stem = str(_stemmer().stemWord(word))
    return word, "" if word in NEGATIONS else stem, stem if token[0].isupper() else "", negates


@lru_cache(maxsize=1 << 12)
def wording(text: str) -> Wording:
    """Return the wording of a text. Cached, since every sentence is compared with many fact-checks."""
    tokens = [_token(token) for token in _WORD.findall(text)]
    lower = [word for word, _, _, _ in tokens]
    return Wording(
        stems=frozenset([stem for _, stem, _, _ in tokens if stem]),
        words=frozenset(lower),
        names=frozenset([stem for _, _, stem, _ in tokens if stem]),
        numbers=frozenset(_numbers(text, lower)),
        negations=sum([negates for _, _, _, negates in tokens]),
        length=len(tokens),
    )


def _numbers(text: str, words: list[str]) -> list[float]:
    """Return the values of numerals with their scale word ("2.5 million"), and of number words from two on."""
    values = [float(COUNTS[word]) for word in words if word in COUNTS]
    for numeral in _NUMBER.finditer(text):
        scale = _WORD.match(text, numeral.end() + 1) if text[numeral.end() : numeral.end() + 1] == " " else None
        value = float(numeral.group().replace(",", ""))
        values.append(value * SCALES.get(scale.group().lower() if scale else "", 1.0))
    return values


def negation_differs(first: str, second: str) -> bool:
    """Return True if the numbers of negations differ by an odd number: "does not cause" and "causes"."""
    return (wording(first).negations + wording(second).negations) % 2 == 1


def share(part: frozenset[str], reference: frozenset[str]) -> float:
    """Return the share of `part` that is in `reference`, 0 if `part` is empty."""
    return len(part & reference) / len(part) if part else 0.0
