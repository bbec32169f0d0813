"""An encoder that remembers vectors of the job at hand, so that no text is encoded or looked up twice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.domain.progress import CancelToken, Progress
from app.ports import FloatMatrix, ModelIdentity, TextEncoder


class MemoryEncoder:
    """Wraps a TextEncoder; vectors that are known already (from the library's index, or encoded before) are not computed.

    A vector is a function of its text alone, so results are those of the wrapped encoder. `forget` frees the memory.
    """

    def __init__(self, encoder: TextEncoder) -> None:
        self._encoder = encoder
        self._known: dict[str, FloatMatrix] = {}

    @property
    def identity(self) -> ModelIdentity:
        return self._encoder.identity

    @property
    def dimension(self) -> int:
        return self._encoder.dimension

    def prime(self, texts: Sequence[str], vectors: FloatMatrix) -> None:
        """Take over vectors that this same encoder made for these texts, rows in order."""
        for text, vector in zip(texts, vectors, strict=True):
            self._known.setdefault(text, vector)

    def forget(self) -> None:
        """Drop everything remembered."""
        self._known.clear()

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Rows of shape (len(texts), dimension), as the wrapped encoder gives them."""
        missing = list(dict.fromkeys(text for text in texts if text not in self._known))
        if missing:
            self.prime(missing, self._encoder.encode(missing, progress=progress, cancel=cancel))
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        return np.stack([self._known[text] for text in texts])
