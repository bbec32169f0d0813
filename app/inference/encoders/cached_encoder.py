"""Encoder with a cache."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.domain.progress import CancelToken, Progress
from app.ports import FloatMatrix, ModelIdentity, TextEncoder, VectorCache


class CachedEncoder:
    """Returns the same rows as the wrapped encoder; known texts come from the cache, and each new text is computed once."""

    def __init__(self, encoder: TextEncoder, cache: VectorCache) -> None:
        self._encoder = encoder
        self._cache = cache

    @property
    def identity(self) -> ModelIdentity:
        return self._encoder.identity

    @property
    def dimension(self) -> int:
        return self._encoder.dimension

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Return unit vectors (len(texts), dimension). Raises Cancelled; progress counts only new texts."""
        unique = list(dict.fromkeys(texts))
        row_of = {text: row for row, text in enumerate(unique)}
        while True:
            key = self.identity.key()
            vectors = self._complete(key, unique, progress=progress, cancel=cancel)
            if self.identity.key() == key:
                break
            # The encoder changed its device on the way, here or in another thread: rows of two devices are never mixed.
        return vectors[[row_of[text] for text in texts]]

    def _complete(self, key: str, texts: list[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        cached_rows, is_cached = self._cache.get(key, texts)
        vectors = np.zeros((len(texts), self.dimension), np.float32) if cached_rows is None else cached_rows.astype(np.float32)
        missing = np.flatnonzero(~is_cached)
        if len(missing):
            new_texts = [texts[row] for row in missing]
            vectors[missing] = self._encoder.encode(new_texts, progress=progress, cancel=cancel)
            if self.identity.key() == key:
                self._cache.put(key, new_texts, vectors[missing])
        return vectors
