"""Cosines of sentences with the four nearest sentences of a fact-check's body, for the pairs that are asked for only.

Where time is short only those sentences of a body are encoded that share most words with the debate's sentence.
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
"""More sentences than a body has."""
_TEXTS = 4096
"""Texts encoded between two saves."""
_TIERS = (1, 2, 3, 5, 10, 20)
_WORD = re.compile(r"\w+")

Ints = NDArray[np.int64]
Words = frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyPairs:
    """Pairs of n sentences' vectors (n, d) and the library's rows: sentence numbers, rows and places in the search, all (p,)."""

    texts: Sequence[str]
    vectors: FloatMatrix
    sentences: Ints
    rows: Ints
    places: NDArray[np.integer]


@dataclass(frozen=True, kw_only=True)
class BodyReader:
    """Measures bodies; of each pair's body the `read` sentences that share most words with the pair's sentence."""

    corpus: Corpus
    job: Job
    read: int = EVERY

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        """How much a word says (inverse document frequency among the claims)."""
        counts = Counter(word for claim in self.corpus.claims for word in _words(claim))
        return {word: float(np.log(1 + len(self.corpus.claims) / count)) for word, count in counts.items()}

    def best_cosines(self, pairs: BodyPairs, encoder: TextEncoder, activity: str) -> FloatMatrix:
        """The largest cosines of each pair, best first, (p, 4); 0 where a body has fewer sentences, as in the authors' own code."""
        chosen = self._chosen(pairs)
        number: dict[str, int] = {}
        numbers = [[number.setdefault(text, len(number)) for text in own] for own in chosen]
        tiers = np.full(len(number), np.iinfo(np.int64).max)
        for own, tier in zip(numbers, tiers_of(pairs.places, _TIERS), strict=True):
            tiers[own] = np.minimum(tiers[own], tier)
        vectors = self._vectors(list(number), tiers, encoder, activity)
        result = np.zeros((len(pairs.rows), BODY_SENTENCES), np.float32)
        for place, own in enumerate(numbers):
            cosines = vectors[own].astype(np.float32) @ pairs.vectors[pairs.sentences[place]]
            best = -np.sort(-cosines)[:BODY_SENTENCES]
            result[place, : len(best)] = best
        return result

    def _chosen(self, pairs: BodyPairs) -> list[list[str]]:
        """The sentences of each pair's body that are to be encoded."""
        words = {number: _words(pairs.texts[number]) for number in np.unique(pairs.sentences).tolist()}
        found: list[list[str]] = [[] for _ in pairs.rows]
        order = np.argsort(pairs.rows, kind="stable")
        for own in np.split(order, np.flatnonzero(np.diff(pairs.rows[order])) + 1) if len(order) else ():
            self.job.cancel.check()
            body = list(dict.fromkeys(body_sentences(self.corpus.snapshot.factchecks([int(pairs.rows[own[0]])])[0])))
            spoken = [_words(text) for text in body]
            for place in own:
                said = words[int(pairs.sentences[place])]
                found[place] = [body[number] for number in self._most_alike(said, spoken)]
        return found

    def _most_alike(self, said: Words, spoken: Sequence[Words]) -> list[int]:
        if len(spoken) <= self.read:
            return list(range(len(spoken)))
        weights = self._weights
        # fsum, since a set has another order in every process and the last digit would decide between equals
        shared = [math.fsum(weights.get(word, 0.0) for word in said & own) / (len(own) or 1) ** 0.5 for own in spoken]
        return heapq.nlargest(self.read, range(len(spoken)), key=shared.__getitem__)

    def _vectors(self, texts: Sequence[str], tiers: Ints, encoder: TextEncoder, activity: str) -> NDArray[np.float16]:
        vectors = np.zeros((len(texts), encoder.dimension), np.float16)
        tell, done = self.job.told(activity), 0
        for chosen in chunks(tiers, texts, size=_TEXTS):
            tell(done, len(texts))
            own = [texts[place] for place in chosen]

            def make(own: Sequence[str] = own) -> dict[str, NDArray[np.float16]]:
                return {"vectors": encoder.encode(own, progress=no_progress, cancel=self.job.cancel).astype(np.float16)}

            vectors[chosen] = self.job.work.arrays("bodies", ["bodies-2", encoder.identity.key(), *own], make)["vectors"]
            done += len(chosen)
        return vectors


def _words(text: str) -> Words:
    return frozenset(_WORD.findall(text.casefold()))


def body_sentences(item: FactCheck) -> list[str]:
    """The sentences of a fact-check's body."""
    return [item.body[start:end] for start, end in split_passages(item.body, item.language)]
