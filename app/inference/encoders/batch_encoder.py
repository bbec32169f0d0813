"""Encoder shared by all backends: tokenising, batches, progress, cancellation, and running out of memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.inference.running.batch_runner import BatchRunner
from app.inference.running.batching import TokenMatrix, padded
from app.inference.running.budget import BatchBudget
from app.ports import FloatMatrix, ModelIdentity
from app.translation import mark, tr

ACTIVITY = mark("Encoding texts")
WINDOW = 8192
"""Texts tokenised at a time: enough to sort by length well, few enough to cancel quickly and to keep memory low."""


class EmbeddingModel(Protocol):
    """Backend that turns token ids into unit vectors."""

    @property
    def identity(self) -> ModelIdentity: ...

    @property
    def dimension(self) -> int: ...

    @property
    def budget(self) -> int:
        """Suitable batch size for this device, in padded tokens."""
        ...

    @property
    def step(self) -> int | None:
        """Number of tokens to whose multiple each text is padded, so that its vector is the same in every batch.

        None: a text is padded as its batch needs.
        """
        ...

    def embed(self, tokens: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Return unit vectors (texts, dimension). Raises OutOfDeviceMemory."""
        ...


class BatchEncoder:
    """A `TextEncoder` over one embedding model; halves its batches permanently when they do not fit into the device's memory.

    `budget` finds the batch size by trial; without one it is the model's. `workers` batches are computed in parallel.
    """

    def __init__(
        self,
        model: EmbeddingModel,
        tokenize: Callable[[Sequence[str]], list[list[int]]],
        *,
        workers: int = 1,
        budget: BatchBudget | None = None,
    ) -> None:
        self._model = model
        self._tokenize = tokenize
        self._budget = budget or BatchBudget(model.budget)
        self._runner: BatchRunner[list[int]] = BatchRunner(self._embed, length=len, budget=self._budget, workers=workers, step=model.step)

    @property
    def identity(self) -> ModelIdentity:
        return self._model.identity

    @property
    def dimension(self) -> int:
        return self._model.dimension

    @property
    def budget(self) -> int:
        """Current batch size in padded tokens."""
        return self._budget.tokens

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Return unit vectors (len(texts), dimension). Raises Cancelled, and OutOfDeviceMemory if not even one text fits."""
        vectors = np.empty((len(texts), self.dimension), np.float32)
        progress(ProgressUpdate(tr(ACTIVITY), 0, len(texts)))
        for start in range(0, len(texts), WINDOW):
            cancel.check()
            encoded = start
            window = vectors[start : start + WINDOW]
            for positions in self._runner.fill(window, self._tokenize(texts[start : start + WINDOW]), cancel):
                encoded += len(positions)
                progress(ProgressUpdate(tr(ACTIVITY), encoded, len(texts)))
        return vectors

    def _embed(self, rows: list[list[int]], width: int) -> FloatMatrix:
        return self._model.embed(*padded(rows, width))
