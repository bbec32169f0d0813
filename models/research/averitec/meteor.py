"""METEOR as NLTK computes it, which AVeriTeC's published scores rest on: words matched as they are, by stem, by synonym.

Banerjee and Lavie 2005 with the weights of Lavie and Agarwal 2007 (alpha .9, beta 3, gamma .5). Each stage matches greedily from the last
word to the first, and the synonym stage looks at stems: NLTK's ways, kept so that the scores are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

from models.research.averitec.porter import stem
from models.research.averitec.synonyms import synonyms
from models.research.averitec.words import words

_ALPHA, _BETA, _GAMMA = 0.9, 3, 0.5

Words = Sequence[str]
Match = tuple[int, int]


def meteor(candidate: str, reference: str) -> float:
    """How near a text is to the reference, in [0, 1]. Raises InputError when the installation lacks the table of synonyms."""
    return meteor_of_words(words(candidate), words(reference))


def meteor_of_words(candidate: Words, reference: Words) -> float:
    """The same of texts that are words in lower case already; 0 where nothing matches."""
    matches = _aligned(candidate, reference)
    if not matches:
        return 0.0
    precision, recall = len(matches) / len(candidate), len(matches) / len(reference)
    mean = precision * recall / (_ALPHA * precision + (1 - _ALPHA) * recall)
    return (1 - _GAMMA * (_chunks(matches) / len(matches)) ** _BETA) * mean


def _aligned(candidate: Words, reference: Words) -> list[Match]:
    """(place in the candidate, place in the reference) of the matched words, in the candidate's order."""
    ours, theirs = dict(enumerate(candidate)), dict(enumerate(reference))
    matches = _matched(ours, theirs, lambda word: (word,))
    ours, theirs = ({place: stem(word) for place, word in side.items()} for side in (ours, theirs))
    matches += _matched(ours, theirs, lambda word: (word,))
    matches += _matched(ours, theirs, synonyms)
    return sorted(matches)


def _matched(ours: dict[int, str], theirs: dict[int, str], forms: Callable[[str], Collection[str]]) -> list[Match]:
    """Pairs each of our words, the last one first, with the last of their words that is one of its forms; both leave their sides."""
    places: dict[str, list[int]] = {}
    for place, word in theirs.items():
        places.setdefault(word, []).append(place)
    matches = []
    for place in reversed(list(ours)):
        found = [places[form] for form in forms(ours[place]) if places.get(form)]
        if found:
            other = max(found, key=lambda group: group[-1]).pop()
            matches.append((place, other))
            del ours[place], theirs[other]
    return matches


def _chunks(matches: Sequence[Match]) -> int:
    """How many runs of matches are next to each other on both sides."""
    return 1 + sum((one + 1, other + 1) != after for (one, other), after in pairwise(matches))
