"""Content words by their stems, for telling whether two texts speak of the same."""

from __future__ import annotations

import re

from app.domain.wordlists import FUNCTION_WORDS

_WORD = re.compile(r"[^\W_]+")
_ENDINGS = (
    ("ing", ""),
    ("ies", "y"),
    ("ied", "y"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("xes", "x"),
    ("sses", "ss"),
    ("ss", "ss"),
    ("ed", ""),
    ("s", ""),
)
_FEWEST = 3
"""Letters that stay of a word whose ending is cut."""


def content_stems(text: str) -> frozenset[str]:
    """The stems of a text's words in letters, small words left out."""
    return frozenset(
        stem(word) for word in _WORD.findall(text.casefold()) if word not in FUNCTION_WORDS and word.isalpha() and len(word) > 1
    )


def stem(word: str) -> str:
    """A word without the ending of plural, past or -ing, and without a final e: "causes", "caused" and "causing" have one stem."""
    for ending, replacement in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _FEWEST:
            return f"{word.removesuffix(ending)}{replacement}".removesuffix("e")
    return word.removesuffix("e") if len(word) > _FEWEST else word


def common(expected: frozenset[str], present: frozenset[str]) -> float:
    """The share of the wanted stems that are found; 1 where none is wanted."""
    return len(expected & present) / len(expected) if expected else 1.0
