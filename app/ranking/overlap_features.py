"""Surface-overlap features of a sentence and a fact-check: shared n-grams, numbers, names, speaker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import regex

from app.domain.factcheck import FactCheck
from app.ports import FloatMatrix
from app.ranking.text import numbers, words

RUN = 4
"""Words in a row that count as a quotation; three are often chance."""
OVERLAP_FEATURES = ("quoted", "quoted_share", "same_numbers", "other_numbers", "same_names", "other_names", "same_speaker")

_NAME = regex.compile(r"(?<![.!?\"“] )(?<!^)\b\p{Lu}[\p{L}\p{M}’']+")
_TITLES = frozenset("mrs sen senator gov governor president rep representative secretary vice mayor minister moderator".split())


@dataclass(frozen=True, slots=True)
class FactCheckTraits:
    """The traits of a fact-check, computed once for all sentences."""

    runs: frozenset[int]
    numbers: frozenset[str]
    names: frozenset[str]
    claimant: frozenset[str]


@dataclass(frozen=True, slots=True)
class SentenceTraits:
    """The traits of a sentence."""

    runs: tuple[int, ...]
    numbers: frozenset[str]
    names: frozenset[str]
    speaker: frozenset[str]


def factcheck_traits(factcheck: FactCheck) -> FactCheckTraits:
    """The traits of claim, title and body; numbers and names of claim and title alone, since a body holds hundreds."""
    short = f"{factcheck.claim} {factcheck.title}"
    runs = frozenset(chain.from_iterable(_runs(words(text)) for text in (factcheck.claim, factcheck.title, factcheck.body)))
    return FactCheckTraits(runs, frozenset(numbers(short)), _names(short), _person(factcheck.claimant))


def sentence_traits(text: str, speaker: str) -> SentenceTraits:
    """The traits of a sentence and its speaker."""
    return SentenceTraits(tuple(dict.fromkeys(_runs(words(text)))), frozenset(numbers(text)), _names(text), _person(speaker))


def _runs(tokens: Sequence[str]) -> Iterator[int]:
    """Hashes of all runs of RUN words. They are compared within one process only."""
    return map(hash, zip(*(tokens[start:] for start in range(RUN)), strict=False))


def _names(text: str) -> frozenset[str]:
    return frozenset(name.casefold().removesuffix("’s").removesuffix("'s") for name in _NAME.findall(text))


def _person(name: str) -> frozenset[str]:
    return frozenset(word for word in words(name) if len(word) > 2) - _TITLES


def overlap_features(sentence: SentenceTraits, factcheck: FactCheckTraits) -> FloatMatrix:
    """Compute OVERLAP_FEATURES, shape (7,), float32.

    `quoted` is log(1 + shared runs), `quoted_share` their part of the sentence's runs; numbers and names are counted as
    log(1 + how many of the sentence's the fact-check has or has not); `same_speaker` is 1, -1 (someone else), or 0 where not known.
    """
    shared = sum(run in factcheck.runs for run in sentence.runs)
    same_numbers, same_names = len(sentence.numbers & factcheck.numbers), len(sentence.names & factcheck.names)
    both_named = bool(sentence.speaker and factcheck.claimant)
    speaker = (1.0 if sentence.speaker & factcheck.claimant else -1.0) if both_named else 0.0
    return np.array(
        [
            np.log1p(shared),
            shared / max(1, len(sentence.runs)),
            np.log1p(same_numbers),
            np.log1p(len(sentence.numbers) - same_numbers),
            np.log1p(same_names),
            np.log1p(len(sentence.names) - same_names),
            speaker,
        ],
        dtype=np.float32,
    )
