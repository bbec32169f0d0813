"""Cosines of sentences with the four nearest sentences of a fact-check's body, for the pairs that are asked for only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.domain.factcheck import FactCheck
from app.domain.progress import no_progress
from app.evaluation.paper.measures import BODY_SENTENCES
from app.evaluation.paper.models import Corpus, Job
from app.ingest.passages import split_passages
from app.ports import FloatMatrix, TextEncoder

_CHUNK = 32
"""Fact-checks between two saves."""

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyPairs:
    """Pairs of n sentences' vectors and the library's rows: sentence numbers and rows, both (p,)."""

    texts: Sequence[str]
    vectors: FloatMatrix
    sentences: Ints
    rows: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyReader:
    """Measures bodies with one encoder; what was measured is kept in the job's work folder."""

    corpus: Corpus
    encoder: TextEncoder
    job: Job

    def best_cosines(self, pairs: BodyPairs, activity: str) -> FloatMatrix:
        """The largest cosines of each pair, best first, (p, 4); 0 where a body has fewer sentences, as in the authors' own code."""
        result = np.zeros((len(pairs.rows), BODY_SENTENCES), np.float32)
        wanted = np.unique(pairs.rows)
        order = np.argsort(pairs.rows, kind="stable")
        bounds = np.append(np.searchsorted(pairs.rows[order], wanted), len(order))
        tell = self.job.told(activity)
        for start in range(0, len(wanted), _CHUNK):
            tell(start, len(wanted))
            places = order[bounds[start] : bounds[min(start + _CHUNK, len(wanted))]]
            result[places] = self._chunk(pairs, places, wanted[start : start + _CHUNK])
        return result

    def _chunk(self, pairs: BodyPairs, places: Ints, rows: Ints) -> FloatMatrix:
        numbers = pairs.sentences[places]
        names = [self.corpus.ids[row] for row in pairs.rows[places]]
        said = [pairs.texts[number] for number in np.unique(numbers)]
        key = ["bodies-1", self.encoder.identity.key(), self.corpus.snapshot.generation, *names, *map(str, numbers), *said]
        return self.job.work.arrays("bodies", key, lambda: {"cosines": self._measured(pairs, places, rows)})["cosines"]

    def _measured(self, pairs: BodyPairs, places: Ints, rows: Ints) -> FloatMatrix:
        """Encode the bodies' sentences together, each text once, and take each pair's best."""
        bodies = [body_sentences(item) for item in self.corpus.snapshot.factchecks(rows.tolist())]
        texts = list(dict.fromkeys(text for body in bodies for text in body))
        encoded = self.encoder.encode(texts, progress=no_progress, cancel=self.job.cancel)
        number = {text: place for place, text in enumerate(texts)}
        result = np.zeros((len(places), BODY_SENTENCES), np.float32)
        for row, body in zip(rows, bodies, strict=True):
            own = np.flatnonzero(pairs.rows[places] == row)
            if body:
                matrix = encoded[[number[text] for text in body]]
                cosines = -np.sort(-(pairs.vectors[pairs.sentences[places[own]]] @ matrix.T), axis=1)[:, :BODY_SENTENCES]
                result[own, : cosines.shape[1]] = cosines
        return result


def body_sentences(item: FactCheck) -> list[str]:
    """The sentences of a fact-check's body."""
    return [item.body[start:end] for start, end in split_passages(item.body, item.language)]
