"""What a narrative is called: the words that tell it from the others, and the item that is most like all of its items."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.wordlists import FUNCTION_WORDS
from app.ports import FloatMatrix
from app.ranking.text import words

TERMS = 6
IN_NAME = 3
_SHORTEST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class TermCounts:
    """How often each word stands in the items of all narratives, and how many words a narrative has on average."""

    counts: Mapping[str, int]
    average: float


def term_counts(texts: Iterable[Iterable[str]]) -> TermCounts:
    """Counts over narratives, each the texts of its items."""
    counts: Counter[str] = Counter()
    narratives = 0
    for each in texts:
        narratives += 1
        for text in each:
            counts.update(_telling(text))
    return TermCounts(counts=counts, average=counts.total() / max(narratives, 1))


def terms(texts: Sequence[str], among: TermCounts, *, most: int = TERMS) -> tuple[str, ...]:
    """The words of these texts that tell them from all others, best first, as they are mostly written.

    Class-based TF-IDF: how many of the texts have the word, times log(1 + average / count) (Grootendorst 2022, BERTopic, section 3.3).
    A word of one text alone is taken only where no word is shared. Each text counts a word once, so that no long one decides.
    """
    present = Counter(word for text in texts for word in set(_telling(text)))
    shared = {word: count for word, count in present.items() if count > 1} or dict(present)
    weight = {word: count * math.log1p(among.average / max(among.counts.get(word, 1), 1)) for word, count in shared.items()}
    best = sorted(weight, key=lambda word: (-weight[word], word))[:most]
    return tuple(_as_written(word, texts) for word in best)


def name(found: Sequence[str], claim: str) -> str:
    """A name made of the first terms; of the claim where there are none."""
    return ", ".join(found[:IN_NAME]) or " ".join(claim.split())[:80]


def most_central(vectors: FloatMatrix) -> int:
    """The place of the unit vector with the largest sum of cosines to all, the first of equals."""
    return int(np.argmax(np.round(vectors @ vectors.sum(axis=0), 5)))


def _telling(text: str) -> list[str]:
    return [word for word in words(text) if len(word) >= _SHORTEST and word not in FUNCTION_WORDS and not word.isdecimal()]


def _as_written(word: str, texts: Sequence[str]) -> str:
    """The spelling that most of the texts use (“COVID”, not “covid”), the first of equals in the alphabet."""
    spelt: Counter[str] = Counter()
    for text in texts:
        for place, written in enumerate(text.replace("’", " ").split()):
            bare = written.strip(".,;:!?()[]{}\"'“”„«»‘…")
            if bare.casefold() == word and place:
                spelt[bare] += 1
    return min(spelt, key=lambda form: (-spelt[form], form)) if spelt else word
