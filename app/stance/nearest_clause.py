"""The clauses of a spoken sentence that a checked claim is about: people wrap claims into "because …, and …, that …"."""

from __future__ import annotations

import re
from functools import lru_cache
from sys import intern

_WORD = re.compile(r"\w+")
_JOINTS = "because|although|though|while|but|so|and|that|which|who|when|where|if|then"
_CUT = re.compile(rf"\s*[,;:–—]\s+|\s+(?=(?:{_JOINTS})\s)", re.IGNORECASE)
_LEAD = re.compile(rf"^(?:{_JOINTS})\s+", re.IGNORECASE)
_LONGEST = 4
_FEWEST_WORDS = 3


def nearest_part(sentence: str, claim: str) -> str:
    """The run of up to four clauses that shares most words with the claim (Dice), or the whole sentence if none shares more.

    Cut at punctuation and at English conjunctions; a part has at least three words.
    """
    claim_words = _words(claim)
    best, best_score = sentence, _dice(_words(sentence), claim_words)
    for part in _parts(sentence):
        score = _dice(_words(part), claim_words)
        if score > best_score:
            best, best_score = part, score
    return best


def _dice(first_words: frozenset[str], second_words: frozenset[str]) -> float:
    return 2 * len(first_words & second_words) / (len(first_words) + len(second_words) or 1)


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(map(intern, _WORD.findall(text.casefold())))


@lru_cache(maxsize=1024)
def _parts(sentence: str) -> tuple[str, ...]:
    cuts = list(_CUT.finditer(sentence))
    starts = [0, *(cut.end() for cut in cuts)]
    ends = [*(cut.start() for cut in cuts), len(sentence)]
    runs = (sentence[start:end] for first, start in enumerate(starts) for end in ends[first : first + _LONGEST])
    trimmed = (_LEAD.sub("", run.strip(" ,;:–—")) for run in runs)
    return tuple(dict.fromkeys(part for part in trimmed if len(part.split()) >= _FEWEST_WORDS))
