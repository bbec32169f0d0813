"""What a sentence and a fact-check have in common on their surface: quoted runs of words, numbers, names, who speaks."""

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
"""Words in a row that count as quoted: three are often chance."""
LIKENESSES = ("quoted", "quoted_share", "same_numbers", "other_numbers", "same_names", "other_names", "same_speaker")

_NAME = regex.compile(r"(?<![.!?\"“] )(?<!^)\b\p{Lu}[\p{L}\p{M}’']+")
_TITLES = frozenset("mrs sen senator gov governor president rep representative secretary vice mayor minister moderator".split())


@dataclass(frozen=True, slots=True)
class FactCheckTraits:
    """A fact-check's side of the comparison, made once for all sentences."""

    runs: frozenset[int]
    numbers: frozenset[str]
    names: frozenset[str]
    claimant: frozenset[str]


@dataclass(frozen=True, slots=True)
class SentenceTraits:
    """A sentence's side of the comparison."""

    runs: tuple[int, ...]
    numbers: frozenset[str]
    names: frozenset[str]
    speaker: frozenset[str]


def factcheck_traits(factcheck: FactCheck) -> FactCheckTraits:
    """From claim, title and body; numbers and names from claim and title alone, since a body holds hundreds."""
    short = f"{factcheck.claim} {factcheck.title}"
    runs = frozenset(chain.from_iterable(_runs(words(text)) for text in (factcheck.claim, factcheck.title, factcheck.body)))
    return FactCheckTraits(runs, frozenset(numbers(short)), _names(short), _person(factcheck.claimant))


def sentence_traits(text: str, speaker: str) -> SentenceTraits:
    """From the sentence and who says it."""
    return SentenceTraits(tuple(dict.fromkeys(_runs(words(text)))), frozenset(numbers(text)), _names(text), _person(speaker))


def _runs(tokens: Sequence[str]) -> Iterator[int]:
    """Hashes of runs of RUN words; within one process equal runs have equal hashes, and nothing else is asked of them."""
    return map(hash, zip(*(tokens[place:] for place in range(RUN)), strict=False))


def _names(text: str) -> frozenset[str]:
    return frozenset(found.casefold().removesuffix("’s").removesuffix("'s") for found in _NAME.findall(text))


def _person(name: str) -> frozenset[str]:
    return frozenset(word for word in words(name) if len(word) > 2) - _TITLES


def likenesses(sentence: SentenceTraits, factcheck: FactCheckTraits) -> FloatMatrix:
    """The values of LIKENESSES, shape (7,), float32.

    `quoted` is log(1 + shared runs), `quoted_share` their part of the sentence's runs; numbers and names are counted as
    log(1 + how many of the sentence's the fact-check has or has not); `same_speaker` is 1, -1 (someone else), or 0 where not known.
    """
    shared = sum(run in factcheck.runs for run in sentence.runs)
    same_numbers, same_names = len(sentence.numbers & factcheck.numbers), len(sentence.names & factcheck.names)
    known = bool(sentence.speaker and factcheck.claimant)
    speaker = (1.0 if sentence.speaker & factcheck.claimant else -1.0) if known else 0.0
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
