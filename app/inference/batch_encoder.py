"""The encoder that every backend shares: tokens, batches, progress, cancel, and what to do when memory runs out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.inference.batching import Positions, TokenMatrix, length_batches, padded
from app.inference.fallback import OutOfDeviceMemory
from app.ports import FloatMatrix, ModelIdentity

ACTIVITY = "Encoding texts"
_WINDOW = 8192
"""Texts tokenised at a time: enough to sort by length well, few enough to cancel quickly and to keep memory low."""


class EmbeddingModel(Protocol):
    """A backend: token numbers to unit vectors."""

    @property
    def identity(self) -> ModelIdentity: ...

    @property
    def dimension(self) -> int: ...

    @property
    def budget(self) -> int:
        """Padded tokens a batch that suit this device."""
        ...

    def embed(self, tokens: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Unit vectors (texts, dimension). Raises OutOfDeviceMemory."""
        ...


class BatchEncoder:
    """A `TextEncoder` over one embedding model; halves its batches for good when the device's memory does not hold them.

    With several `workers` as many batches are computed side by side. On a processor with other work to do that is much faster
    than several threads on one batch, which wait for each other at every step.
    """

    def __init__(self, model: EmbeddingModel, tokenize: Callable[[Sequence[str]], list[list[int]]], *, workers: int = 1) -> None:
        self._model = model
        self._tokenize = tokenize
        self._workers = workers
        self._budget = model.budget

    @property
    def identity(self) -> ModelIdentity:
        return self._model.identity

    @property
    def dimension(self) -> int:
        return self._model.dimension

    @property
    def budget(self) -> int:
        """Padded tokens a batch, as they are by now."""
        return self._budget

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Unit vectors (len(texts), dimension). Raises Cancelled, and OutOfDeviceMemory when not even one text fits."""
        vectors = np.empty((len(texts), self.dimension), np.float32)
        progress(ProgressUpdate(ACTIVITY, 0, len(texts)))
        for start in range(0, len(texts), _WINDOW):
            cancel.check()
            window = vectors[start : start + _WINDOW]
            for done in self._fill(window, self._tokenize(texts[start : start + _WINDOW]), cancel):
                progress(ProgressUpdate(ACTIVITY, start + done, len(texts)))
        return vectors

    def _fill(self, rows: FloatMatrix, token_lists: list[list[int]], cancel: CancelToken) -> Iterator[int]:
        """Write the vectors of these texts into `rows`; yields how many are done."""
        batches = list(length_batches(token_lists, budget=self._budget))
        done = 0
        for positions, vectors in zip(batches, self._vectors(batches, token_lists, cancel), strict=True):
            rows[positions] = vectors
            done += len(positions)
            yield done

    def _vectors(self, batches: list[Positions], token_lists: list[list[int]], cancel: CancelToken) -> Iterator[FloatMatrix]:
        """The vectors of each batch, in order."""
        tokens = ([token_lists[position] for position in batch] for batch in batches)
        if self._workers == 1 or len(batches) == 1:
            for batch in tokens:
                cancel.check()
                yield self._embed(batch)
            return
        with ThreadPoolExecutor(min(self._workers, len(batches))) as pool:
            waiting = [pool.submit(self._embed, batch) for batch in tokens]
            try:
                for future in waiting:
                    cancel.check()
                    yield future.result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def _embed(self, token_lists: list[list[int]]) -> FloatMatrix:
        try:
            return self._model.embed(*padded(token_lists))
        except OutOfDeviceMemory:
            if len(token_lists) == 1:
                raise
        half = len(token_lists) // 2
        self._budget = min(self._budget, max(map(len, token_lists)) * (len(token_lists) - half))
        return np.concatenate([self._embed(token_lists[:half]), self._embed(token_lists[half:])])
