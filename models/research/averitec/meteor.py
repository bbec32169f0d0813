"""METEOR as in NLTK, on which AVeriTeC's published scores rest: matches by word, by stem, by synonym.

Banerjee and Lavie 2005 with the weights of Lavie and Agarwal 2007 (alpha .9, beta 3, gamma .5). As in NLTK, each stage matches
greedily from the last word to the first, and the synonym stage looks at stems. So the scores are the same.
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
    """Return the METEOR score of a text against the reference, in [0, 1].

    Raises InputError when the installation lacks the table of synonyms.
    """
    return meteor_of_words(words(candidate), words(reference))


def meteor_of_words(candidate: Words, reference: Words) -> float:
    """Return the METEOR score of texts that are given as words in lower case; 0 if nothing matches."""
    matches = _aligned(candidate, reference)
    if not matches:
        return 0.0
    precision, recall = len(matches) / len(candidate), len(matches) / len(reference)
    mean = precision * recall / (_ALPHA * precision + (1 - _ALPHA) * recall)
    return (1 - _GAMMA * (_chunks(matches) / len(matches)) ** _BETA) * mean


def _aligned(candidate: Words, reference: Words) -> list[Match]:
    """Return (index in the candidate, index in the reference) of the matched words, in the candidate's order."""
    candidate_words, reference_words = dict(enumerate(candidate)), dict(enumerate(reference))
    matches = _matched(candidate_words, reference_words, lambda word: (word,))
    candidate_words, reference_words = ({index: stem(word) for index, word in side.items()} for side in (candidate_words, reference_words))
    matches += _matched(candidate_words, reference_words, lambda word: (word,))
    matches += _matched(candidate_words, reference_words, synonyms)
    return sorted(matches)


def _matched(candidate_words: dict[int, str], reference_words: dict[int, str], forms: Callable[[str], Collection[str]]) -> list[Match]:
    """Return the matches of our words, from the last one, with the last of their words among its forms. Both words are removed."""
    positions: dict[str, list[int]] = {}
    for index, word in reference_words.items():
        positions.setdefault(word, []).append(index)
    matches = []
    for index in reversed(list(candidate_words)):
        position_lists = [positions[form] for form in forms(candidate_words[index]) if positions.get(form)]
        if position_lists:
            other = max(position_lists, key=lambda group: group[-1]).pop()
            matches.append((index, other))
            del candidate_words[index], reference_words[other]
    return matches


def _chunks(matches: Sequence[Match]) -> int:
    """Return the number of runs of matches that are adjacent on both sides."""
    return 1 + sum((position + 1, other + 1) != after for (position, other), after in pairwise(matches))
