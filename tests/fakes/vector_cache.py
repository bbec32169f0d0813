"""A VectorCache in memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.ports import FloatMatrix, Mask


class MemoryVectorCache:
    """Stores vectors by (model key, text); `puts` lists what was stored, in order."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], FloatMatrix] = {}
        self.puts: list[tuple[str, str]] = []

    def get(self, model: str, texts: Sequence[str]) -> tuple[FloatMatrix | None, Mask]:
        """See the port: zeros where unknown, None if nothing is known."""
        rows = [self._rows.get((model, text)) for text in texts]
        is_cached = np.array([row is not None for row in rows], np.bool_)
        width = next((len(row) for row in rows if row is not None), None)
        if width is None:
            return None, is_cached
        return np.array([np.zeros(width) if row is None else row for row in rows], np.float32), is_cached

    def put(self, model: str, texts: Sequence[str], vectors: FloatMatrix) -> None:
        """Store each row."""
        for text, vector in zip(texts, vectors, strict=True):
            self._rows[model, text] = vector.copy()
            self.puts.append((model, text))
