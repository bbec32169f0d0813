"""Lookup of English words: WordNet's single words with their regular and irregular forms, and the function words that it lacks."""

from __future__ import annotations

import gzip
import re
from functools import cache

from app.domain.function_words import ENGLISH
from app.paths import resources_dir

_MORE = frozenset(
    "something anything everything somebody anybody everybody someone anyone everyone whoever whomever whatever whichever whenever "
    "wherever whether whereas without within throughout toward towards upon onto although cannot died lied tied".split()
)
"""What WordNet, which has no function words, and the shorter list of them lack."""
_ENDINGS = (
    ("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("men", "man"), ("ed", ""), ("ed", "e"), ("ied", "y"), ("ing", ""), ("ing", "e"),
    ("er", ""), ("er", "e"), ("est", ""), ("est", "e"), ("ly", ""), ("ily", "y"), ("ness", ""),
)  # fmt: skip
"""What may end a word, and what the word that is listed ends in there."""
_WORD = re.compile(r"[^\W\d_]+")
_LONG, _HALF = 3, 0.5
"""Letters of the words that tell a text's language, and the share of them that may be English in one that is not."""
_DOUBLED = ("ed", "ing", "er", "est")
_LEAST = 3
"""Letters that stay before an ending."""


def hardly_english(text: str) -> bool:
    """Return True if at most half of the lower-case words of three letters or more are English; False if there are none.

    Names and headlines, in capitals or with a capital for every word, say nothing.
    """
    words = [word for word in _WORD.findall(text) if len(word) >= _LONG and word.islower()]
    return bool(words) and bool(_listed()) and sum(map(is_english, words)) <= _HALF * len(words)


def is_english(word: str) -> bool:
    """Return True if a lower-case word is English, or a form of an English word. Without the installed table, none is."""
    listed = _listed()
    return word in listed or any(base in listed for base in _bases(word))


def _bases(word: str) -> list[str]:
    bases = [word.removesuffix(ending) + base for ending, base in _ENDINGS if word.endswith(ending) and len(word) - len(ending) >= _LEAST]
    for ending in _DOUBLED:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > _LEAST and stem[-1] == stem[-2]:
            bases.append(stem[:-1])
    return bases


@cache
def _listed() -> frozenset[str]:
    try:
        content = gzip.decompress((resources_dir() / "wordnet" / "synonyms.txt.gz").read_bytes()).decode("ascii")
    except (OSError, EOFError, UnicodeDecodeError):
        return frozenset()
    return frozenset(word for line in content.splitlines() for word in line.lower().split(" ")[1:]) | ENGLISH | _MORE
