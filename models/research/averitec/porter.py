"""Porter's stemmer with the departures that NLTK makes from it, which METEOR's published scores rest on.

Porter 1980, "An algorithm for suffix stripping", Program 14.3; its numbers are those of the steps below. The departures (NLTK's default
mode): a few irregular words, words of up to two letters are left alone, "ies" and "ied" of four letters keep their e, a final y becomes i
after any consonant that is not the first letter, "alli", "fulli", "logi" in step 2, and a vowel and a consonant alone are a short stem.
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
    """The stem of a word, in lower case."""
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
        rest = word.removesuffix(suffix)
        if rest != word and not all(_consonants(rest)):
            return _mended(rest)
    return word


def _mended(rest: str) -> str:
    """What is left when "ed" or "ing" was taken off, as a word again."""
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if len(rest) >= 2 and rest[-1] == rest[-2] and _consonants(rest)[-1]:
        return rest if rest[-1] in "lsz" else rest[:-1]
    return rest + "e" if _measure(rest) == 1 and _short(rest) else rest


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
            rest = word.removesuffix(suffix)
            return rest if _measure(rest) > 1 and (suffix != "ion" or rest[-1] in "st") else word
    return word


def _step_5(word: str) -> str:
    if word.endswith("e"):
        rest = word[:-1]
        if _measure(rest) > 1 or (_measure(rest) == 1 and not _short(rest)):
            word = rest
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _replaced(word: str, rules: Sequence[tuple[str, str]]) -> str:
    """The first rule whose suffix the word has, where something with a vowel and a consonant is left before it; no other one is tried."""
    for suffix, other in rules:
        if word.endswith(suffix):
            rest = word.removesuffix(suffix)
            return rest + other if _measure(rest) > 0 else word
    return word


def _consonants(text: str) -> list[bool]:
    """Whether each letter is a consonant; y is one at the beginning and after a vowel."""
    found: list[bool] = []
    for place, letter in enumerate(text):
        found.append(not found[place - 1] if letter == "y" and place else letter not in _VOWELS)
    return found


def _measure(text: str) -> int:
    """How often a consonant follows a vowel: m in the paper."""
    flags = _consonants(text)
    return sum(after and not before for before, after in pairwise(flags))


def _short(text: str) -> bool:
    """Whether it ends in consonant, vowel, consonant (not w, x, y), or is a vowel and a consonant: *o in the paper."""
    flags = _consonants(text)
    return flags == [False, True] or (flags[-3:] == [True, False, True] and text[-1] not in "wxy")
