"""Cosines of sentences with the four nearest sentences of a fact-check's body, only for the requested pairs.

To save time, only those sentences of a body are encoded that share most words with the debate's sentence.
"""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from app.domain.factcheck import FactCheck
from app.domain.progress import no_progress
from app.ingest.passages import split_passages
from app.ports import FloatMatrix, TextEncoder
from models.research.paper.measures import BODY_SENTENCES
from models.research.paper.models import Corpus, Job
from models.research.paper.tiers import chunks, tiers_of

EVERY = 1_000_000
"""More sentences than any body has."""
_TEXTS = 4096
"""Texts encoded between two saves."""
_TIERS = (1, 2, 3, 5, 10, 20)
_WORD = re.compile(r"\w+")

Ints = NDArray[np.int64]
Words = frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyPairs:
    """Pairs of sentence vectors (n, d) and library rows: sentence numbers, rows and ranks in the search, all (p,)."""

    texts: Sequence[str]
    vectors: FloatMatrix
    sentences: Ints
    rows: Ints
    ranks: NDArray[np.integer]


@dataclass(frozen=True, kw_only=True)
class BodyReader:
    """Measures the bodies of pairs. It reads the `read` sentences of a body that share most words with the pair's sentence."""

    corpus: Corpus
    job: Job
    read: int = EVERY

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        """Return the inverse document frequency of each word among the claims."""
        counts = Counter(word for claim in self.corpus.claims for word in _words(claim))
        return {word: float(np.log(1 + len(self.corpus.claims) / count)) for word, count in counts.items()}

    def best_cosines(self, pairs: BodyPairs, encoder: TextEncoder, activity: str) -> FloatMatrix:
        """Return the four largest cosines of each pair, best first, (p, 4). A body with fewer sentences gets 0, as in the authors'
        code."""
        pair_sentences = self._chosen(pairs)
        number: dict[str, int] = {}
        numbers = [[number.setdefault(text, len(number)) for text in sentence_numbers] for sentence_numbers in pair_sentences]
        tiers = np.full(len(number), np.iinfo(np.int64).max)
        for sentence_numbers, tier in zip(numbers, tiers_of(pairs.ranks, _TIERS), strict=True):
            tiers[sentence_numbers] = np.minimum(tiers[sentence_numbers], tier)
        vectors = self._vectors(list(number), tiers, encoder, activity)
        result = np.zeros((len(pairs.rows), BODY_SENTENCES), np.float32)
        for pair, sentence_numbers in enumerate(numbers):
            cosines = vectors[sentence_numbers].astype(np.float32) @ pairs.vectors[pairs.sentences[pair]]
            best = -np.sort(-cosines)[:BODY_SENTENCES]
            result[pair, : len(best)] = best
        return result

    def _chosen(self, pairs: BodyPairs) -> list[list[str]]:
        """Return the sentences of each pair's body to encode."""
        words = {number: _words(pairs.texts[number]) for number in np.unique(pairs.sentences).tolist()}
        sentences: list[list[str]] = [[] for _ in pairs.rows]
        order = np.argsort(pairs.rows, kind="stable")
        for pair_numbers in np.split(order, np.flatnonzero(np.diff(pairs.rows[order])) + 1) if len(order) else ():
            self.job.cancel.check()
            body = list(dict.fromkeys(body_sentences(self.corpus.snapshot.factchecks([int(pairs.rows[pair_numbers[0]])])[0])))
            spoken = [_words(text) for text in body]
            for pair in pair_numbers:
                sentence_words = words[int(pairs.sentences[pair])]
                sentences[pair] = [body[number] for number in self._most_alike(sentence_words, spoken)]
        return sentences

    def _most_alike(self, sentence_words: Words, spoken: Sequence[Words]) -> list[int]:
        if len(spoken) <= self.read:
            return list(range(len(spoken)))
        weights = self._weights
        # fsum, since a set has another order in every process and the last digit would decide between equals
        shared = [
            math.fsum(weights.get(word, 0.0) for word in sentence_words & body_words) / (len(body_words) or 1) ** 0.5
            for body_words in spoken
        ]
        return heapq.nlargest(self.read, range(len(spoken)), key=shared.__getitem__)

    def _vectors(self, texts: Sequence[str], tiers: Ints, encoder: TextEncoder, activity: str) -> NDArray[np.float16]:
        vectors = np.zeros((len(texts), encoder.dimension), np.float16)
        report_progress, encoded = self.job.progress_callback(activity), 0
        for text_numbers in chunks(tiers, texts, size=_TEXTS):
            report_progress(encoded, len(texts))
            chunk_texts = [texts[index] for index in text_numbers]

            def make(chunk_texts: Sequence[str] = chunk_texts) -> dict[str, NDArray[np.float16]]:
                return {"vectors": encoder.encode(chunk_texts, progress=no_progress, cancel=self.job.cancel).astype(np.float16)}

            vectors[text_numbers] = self.job.work.arrays("bodies", ["bodies-2", encoder.identity.key(), *chunk_texts], make)["vectors"]
            encoded += len(text_numbers)
        return vectors


def _words(text: str) -> Words:
    return frozenset(_WORD.findall(text.casefold()))


def body_sentences(item: FactCheck) -> list[str]:
    """Return the sentences of a fact-check's body."""
    return [item.body[start:end] for start, end in split_passages(item.body, item.language)]
