"""Compares two encoders by a search for the same fact-checks in the same library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.adapting import Comparison
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ports import Field, FloatMatrix, LibrarySnapshot, TextEncoder
from app.services.adapting.texts import rng_of
from app.services.adapting.validating import compare, retrieval_scores
from app.translation import tr

GALLERY = 4000
"""Fact-checks among which is looked, at most: enough to tell two encoders apart, and encoded in half a minute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderPair:
    """An encoder for queries and for published texts, with the prompts of both."""

    queries: TextEncoder
    passages: TextEncoder


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """A sentence and the fact-check about it, confirmed by the user or synthetic."""

    sentence: str
    factcheck: str


class Measurement:
    """Compares encoder `after` with `before`, which made the vectors of the snapshot."""

    def __init__(
        self, snapshot: LibrarySnapshot, *, before: EncoderPair, after: EncoderPair, seed: int, progress: Progress, cancel: CancelToken
    ) -> None:
        self._snapshot, self._before, self._after, self._seed = snapshot, before, after, seed
        self._progress, self._cancel = progress, cancel
        self._row = {name: row for row, name in enumerate(snapshot.ids)}

    def compared(self, confirmed: Sequence[Confirmed]) -> Comparison:
        """Compare both encoders on these pairs, of which there is at least one, with fact-checks that all exist.

        The gallery is the fact-checks of the pairs and a random sample of the library. Raises Cancelled.
        """
        gallery = self._gallery({pair.factcheck for pair in confirmed})
        gallery_index = {row: number for number, row in enumerate(gallery)}
        by_sentence: dict[str, set[int]] = {}
        for pair in confirmed:
            by_sentence.setdefault(pair.sentence, set()).add(gallery_index[self._row[pair.factcheck]])
        targets = [frozenset(indexes) for indexes in by_sentence.values()]
        claims = [item.claim for item in self._snapshot.factchecks(gallery)]
        before = retrieval_scores(
            self._encoded(self._before.queries, list(by_sentence)),
            self._snapshot.vector_rows(Field.CLAIM, np.array(gallery, np.int32)),
            targets,
        )
        after = retrieval_scores(
            self._encoded(self._after.queries, list(by_sentence)), self._encoded(self._after.passages, claims), targets
        )
        return compare(before, after, gallery=len(gallery), seed=self._seed)

    def _encoded(self, encoder: TextEncoder, texts: Sequence[str]) -> FloatMatrix:
        def aloud(update: ProgressUpdate) -> None:
            self._progress(ProgressUpdate(tr("Measuring the new encoder"), update.done, update.total))

        return encoder.encode(texts, progress=aloud, cancel=self._cancel)

    def _gallery(self, needed: Iterable[str]) -> list[int]:
        rows = {self._row[name] for name in needed}
        for name in sorted(self._row, key=lambda name: rng_of(self._seed, "gallery", name).random()):
            if len(rows) >= GALLERY:
                break
            rows.add(self._row[name])
        return sorted(rows)
