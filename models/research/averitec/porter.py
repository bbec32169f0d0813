"""Porter's stemmer with NLTK's departures from it, on which METEOR's published scores rest.

Porter 1980, "An algorithm for suffix stripping", Program 14.3; the steps below have its numbers. The departures (NLTK's default
mode): a few irregular words; words of up to two letters are unchanged; "ies" and "ied" of four letters keep their e; a final y
becomes i after any consonant that is not the first letter; "alli", "fulli", "logi" in step 2; and a lone vowel and consonant are a
short stem.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

_IRREGULAR = {
    "sky": "sky",
    "skies": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "news": "news",
    "innings": "inning",
    "inning": "inning",
    "outings": "outing",
    "outing": "outing",
    "cannings": "canning",
    "canning": "canning",
    "howe": "howe",
    "proceed": "proceed",
    "exceed": "exceed",
    "succeed": "succeed",
}
_VOWELS = frozenset("aeiou")
_STEP_2 = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("bli", "ble"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
    ("fulli", "ful"),
)
_STEP_3 = (("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""))
_STEP_4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split()


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Return the stem of a word, in lower case."""
    text = word.lower()
    if text in _IRREGULAR:
        return _IRREGULAR[text]
    if len(word) <= 2:
        return text
    for step in (_step_1a, _step_1b, _step_1c, _step_2, _step_3, _step_4, _step_5):
        text = step(text)
    return text


def _step_1a(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _step_1b(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        base = word.removesuffix(suffix)
        if base != word and not all(_consonants(base)):
            return _mended(base)
    return word


def _mended(base: str) -> str:
    """Return the stem after "ed" or "ing" was removed, repaired to a word."""
    if base.endswith(("at", "bl", "iz")):
        return base + "e"
    if len(base) >= 2 and base[-1] == base[-2] and _consonants(base)[-1]:
        return base if base[-1] in "lsz" else base[:-1]
    return base + "e" if _measure(base) == 1 and _short(base) else base


def _step_1c(word: str) -> str:
    return f"{word[:-1]}i" if word.endswith("y") and len(word) > 2 and _consonants(word[:-1])[-1] else word


def _step_2(word: str) -> str:
    if word.endswith("alli") and _measure(word[:-4]) > 0:
        return _step_2(word[:-2])
    if word.endswith("logi"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    return _replaced(word, _STEP_2)


def _step_3(word: str) -> str:
    return _replaced(word, _STEP_3)


def _step_4(word: str) -> str:
    for suffix in _STEP_4:
        if word.endswith(suffix):
            base = word.removesuffix(suffix)
            return base if _measure(base) > 1 and (suffix != "ion" or base[-1] in "st") else word
    return word


def _step_5(word: str) -> str:
    if word.endswith("e"):
        base = word[:-1]
        if _measure(base) > 1 or (_measure(base) == 1 and not _short(base)):
            word = base
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _replaced(word: str, rules: Sequence[tuple[str, str]]) -> str:
    """Return the word with the first matching suffix replaced, if a vowel and a consonant remain before it. No other rule is tried."""
    for suffix, other in rules:
        if word.endswith(suffix):
            base = word.removesuffix(suffix)
            return base + other if _measure(base) > 0 else word
    return word


def _consonants(text: str) -> list[bool]:
    """Return for each letter whether it is a consonant. y is one at the beginning and after a vowel."""
    consonants: list[bool] = []
    for index, letter in enumerate(text):
        consonants.append(not consonants[index - 1] if letter == "y" and index else letter not in _VOWELS)
    return consonants


def _measure(text: str) -> int:
    """Return the number of consonants that follow a vowel: m in the paper."""
    flags = _consonants(text)
    return sum(after and not before for before, after in pairwise(flags))


def _short(text: str) -> bool:
    """Return True if the text ends in consonant, vowel, consonant (not w, x, y), or is a vowel and a consonant: *o in the paper."""
    flags = _consonants(text)
    return flags == [False, True] or (flags[-3:] == [True, False, True] and text[-1] not in "wxy")
