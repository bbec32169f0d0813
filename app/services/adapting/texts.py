"""Text functions that all rules share: words, numbers, names; and the random generator of a fact-check."""

from __future__ import annotations

import hashlib
import random

import regex

from app.domain.wordlists import FUNCTION_WORDS

WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?")
NUMBER = regex.compile(r"\p{Nd}+(?:[.,]\p{Nd}+)*")
NAME = regex.compile(r"\b\p{Lu}[\p{L}\p{M}’'-]*\p{L}(?:\s+\p{Lu}[\p{L}\p{M}’'-]*\p{L})*")
_OPENING = frozenset(
    "A An The This That These Those It He She They We I You In On At By For From If When While As But And Or So There".split()
)


def rng_of(seed: int, *names: str) -> random.Random:
    """Return a random generator that depends only on the seed and the names, not on the process or earlier draws."""
    digest = hashlib.blake2b("\x1f".join((str(seed), *names)).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return random.Random(int.from_bytes(digest, "big"))


def word_set(text: str) -> frozenset[str]:
    """Return the text's words, casefolded."""
    return frozenset(WORD.findall(text.casefold()))


def content_words(text: str) -> frozenset[str]:
    """Return the text's content words."""
    return word_set(text) - FUNCTION_WORDS


def numbers(text: str) -> list[str]:
    """Return the text's numerals, in order."""
    return [numeral.rstrip(".,") for numeral in NUMBER.findall(text)]


def names(text: str) -> list[str]:
    """Return runs of capitalised words, except one that only begins the sentence."""
    runs = []
    for match in NAME.finditer(text):
        parts = match[0].split()
        if parts[0] in _OPENING:
            parts = parts[1:]
        if parts and (match.start() or len(parts) > 1):
            runs.append(" ".join(parts))
    return list(dict.fromkeys(runs))


def jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    """Return shared words over all words of two sets; 0 for two empty ones."""
    return len(first & second) / (len(first | second) or 1)


def one_line(text: str) -> str:
    """Return the text with single spaces."""
    return " ".join(text.split())
