"""An encoder that keeps the vectors of the running job, so that no text is encoded or looked up twice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.domain.progress import CancelToken, Progress
from app.ports import FloatMatrix, ModelIdentity, TextEncoder


class JobCachingEncoder:
    """Wraps a TextEncoder and does not compute vectors that are known (from the library's index, or encoded before).

    A vector depends on its text only, so results are those of the wrapped encoder. `forget` frees the memory.
    """

    def __init__(self, encoder: TextEncoder) -> None:
        self._encoder = encoder
        self._known: dict[str, FloatMatrix] = {}
        self._made_by = encoder.identity.key()

    @property
    def identity(self) -> ModelIdentity:
        return self._encoder.identity

    @property
    def dimension(self) -> int:
        return self._encoder.dimension

    def aside(self) -> JobCachingEncoder:
        """Return the same encoder with a cache of its own, for work that runs next to a job whose end clears its cache."""
        return JobCachingEncoder(self._encoder)

    def prime(self, texts: Sequence[str], vectors: FloatMatrix) -> None:
        """Take over vectors that this same encoder made for these texts, rows in order."""
        for text, vector in zip(texts, vectors, strict=True):
            self._known.setdefault(text, vector)

    def forget(self) -> None:
        """Drop everything remembered."""
        self._known.clear()

    def _forget_other_makers(self) -> bool:
        """Clear the cache if another encoder has taken over (the processor for the accelerator). Returns True if it did."""
        key = self._encoder.identity.key()
        if key == self._made_by:
            return False
        self.forget()
        self._made_by = key
        return True

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Return rows of shape (len(texts), dimension), as the wrapped encoder gives them."""
        # Another job may forget at any moment, so this one works on what it holds itself.
        self._forget_other_makers()
        vectors_by_text = {text: self._known.get(text) for text in texts}
        missing = [text for text, vector in vectors_by_text.items() if vector is None]
        if missing:
            vectors = self._encoder.encode(missing, progress=progress, cancel=cancel)
            if self._forget_other_makers():  # an accelerator ran out of memory just now: all rows must be of one maker
                return self.encode(texts, progress=progress, cancel=cancel)
            self.prime(missing, vectors)
            vectors_by_text.update(zip(missing, vectors, strict=True))
        rows = [vectors_by_text[text] for text in texts]
        return np.stack(rows) if rows else np.empty((0, self.dimension), dtype=np.float32)  # type: ignore[arg-type]
