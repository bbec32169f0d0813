"""What a narrative is called: the words that tell it from the others."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.domain.wordlists import FUNCTION_WORDS
from app.ranking.text import words

TERMS = 6
IN_NAME = 3
_SHORTEST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class TermCounts:
    """In how many narratives each word stands, and how many narratives there are."""

    counts: Mapping[str, int]
    narratives: int


def term_counts(texts: Iterable[Iterable[str]]) -> TermCounts:
    """Counts over narratives, each the texts of its items."""
    counts: Counter[str] = Counter()
    narratives = 0
    for each in texts:
        narratives += 1
        counts.update({word for text in each for word in _telling(text)})
    return TermCounts(counts=counts, narratives=narratives)


def terms(texts: Sequence[str], among: TermCounts, *, most: int = TERMS) -> tuple[str, ...]:
    """The words of these texts that tell them from all others, best first, as they are mostly written.

    TF-IDF with narratives in place of documents: how many of the texts have the word, times log(1 + narratives / those with it). (That
    by classes of Grootendorst 2022, BERTopic, section 3.3, counts words instead, and wants classes of thousands of them.) A word of one
    text alone is taken only where no word is shared. Each text counts a word once, so that no long one decides.
    """
    present = Counter(word for text in texts for word in set(_telling(text)))
    shared = {word: count for word, count in present.items() if count > 1} or dict(present)
    weight = {word: count * math.log1p(among.narratives / max(among.counts.get(word, 1), 1)) for word, count in shared.items()}
    best = sorted(weight, key=lambda word: (-weight[word], word))[:most]
    return tuple(_as_written(word, texts) for word in best)


def name(found: Sequence[str], claim: str) -> str:
    """A name made of the first terms; of the claim where there are none."""
    return ", ".join(found[:IN_NAME]) or " ".join(claim.split())[:80]


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
