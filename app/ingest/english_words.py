"""Lookup of English words: WordNet's single words with their regular and irregular forms, and the function words that it lacks."""

from __future__ import annotations

import gzip
import re
from functools import cache

from app.domain.function_words import ENGLISH
from app.paths import resources_dir

# WordNet has no function words, and the list of them in `function_words` lacks these.
_MORE_FUNCTION_WORDS = frozenset(
    "something anything everything somebody anybody everybody someone anyone everyone whoever whomever whatever whichever whenever "
    "wherever whether whereas without within throughout toward towards upon onto although cannot died lied tied".split()
)
# Inflectional endings with what replaces them in the listed word.
_ENDINGS = (
    ("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("men", "man"), ("ed", ""), ("ed", "e"), ("ied", "y"), ("ing", ""), ("ing", "e"),
    ("er", ""), ("er", "e"), ("est", ""), ("est", "e"), ("ly", ""), ("ily", "y"), ("ness", ""),
)  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+")
# Only words of this many letters are counted; up to this share of them may be English in a text of another language.
_MIN_LETTERS, _MAX_ENGLISH_SHARE = 3, 0.5
# Endings before which English doubles the last consonant ("stopped").
_DOUBLING_ENDINGS = ("ed", "ing", "er", "est")
# Letters that must remain before an ending.
_MIN_STEM_LETTERS = 3


def hardly_english(text: str) -> bool:
    """Return True if at most half of the lower-case words of three letters or more are English; False if there are none.

    Names and headlines, in capitals or with a capital for every word, say nothing.
    """
    words = [word for word in _WORD.findall(text) if len(word) >= _MIN_LETTERS and word.islower()]
    return bool(words) and bool(_word_list()) and sum(map(is_english, words)) <= _MAX_ENGLISH_SHARE * len(words)


def is_english(word: str) -> bool:
    """Return True if a lower-case word is English, or a form of an English word. Without the installed table, none is."""
    word_list = _word_list()
    return word in word_list or any(base in word_list for base in _bases(word))


def _bases(word: str) -> list[str]:
    bases = [
        word.removesuffix(ending) + base
        for ending, base in _ENDINGS
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM_LETTERS
    ]
    for ending in _DOUBLING_ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > _MIN_STEM_LETTERS and stem[-1] == stem[-2]:
            bases.append(stem[:-1])
    return bases


@cache
def _word_list() -> frozenset[str]:
    try:
        content = gzip.decompress((resources_dir() / "wordnet" / "synonyms.txt.gz").read_bytes()).decode("ascii")
    # Without the table, `hardly_english` is never true.
    except (OSError, EOFError, UnicodeDecodeError):
        return frozenset()
    return frozenset(word for line in content.splitlines() for word in line.lower().split(" ")[1:]) | ENGLISH | _MORE_FUNCTION_WORDS
