"""A text encoder without weights: hashed character trigrams and words as unit vectors, equal on every machine."""

from __future__ import annotations

import re
import time
import zlib
from collections.abc import Sequence

import numpy as np

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ports import FloatMatrix, ModelIdentity


def fake_identity(*, name: str = "fake-encoder", precision: str = "float32") -> ModelIdentity:
    """Return an identity that no real model has."""
    return ModelIdentity(name=name, artefact="0" * 32, backend="fake", precision=precision)


class FakeEncoder:
    """A TextEncoder in which similar spellings give similar vectors, and a vector depends only on its text. `encoded` lists every
    encoded text; `seconds_per_text` slows it down. In another precision its vectors differ slightly (cosine of about 0.9995)."""

    def __init__(
        self, *, dimension: int = 64, name: str = "fake-encoder", precision: str = "float32", seconds_per_text: float = 0.0
    ) -> None:
        self._dimension = dimension
        self._identity = fake_identity(name=name, precision=precision)
        self._shift = (zlib.crc32(precision.encode()) % 7 + 1) * 5e-3 if precision != "float32" else 0.0
        self._delay = seconds_per_text
        self.encoded: list[str] = []

    @property
    def identity(self) -> ModelIdentity:
        return self._identity

    @property
    def dimension(self) -> int:
        return self._dimension

    def encode(self, texts: Sequence[str], *, progress: Progress, cancel: CancelToken) -> FloatMatrix:
        """Return unit vectors, shape (len(texts), dimension); `cancel` is checked before each text."""
        result = np.zeros((len(texts), self._dimension), np.float32)
        for index, text in enumerate(texts):
            cancel.check()
            if self._delay:
                time.sleep(self._delay)
            result[index] = self._vector(text)
            self.encoded.append(text)
        progress(ProgressUpdate("Encoding", len(texts), len(texts)))
        return result

    def _vector(self, text: str) -> np.ndarray:
        data = np.frombuffer(b"  " + text.casefold().encode("utf-8", "replace") + b"  ", np.uint8).astype(np.uint64)
        trigrams = data[:-2] + (data[1:-1] << np.uint64(8)) + (data[2:] << np.uint64(16))
        words = np.array([zlib.crc32(word.encode()) for word in re.findall(r"\w+", text.casefold())], np.uint64)
        hashes = np.concatenate([trigrams, words, words + np.uint64(1 << 33)]) * np.uint64(0x9E3779B97F4A7C15)
        buckets = (hashes >> np.uint64(40)) % np.uint64(self._dimension)
        signs = np.where((hashes >> np.uint64(33)) & np.uint64(1), 1.0, -1.0)
        vector = np.bincount(buckets.astype(np.int64), weights=signs, minlength=self._dimension)
        vector[0] += 1e-3
        vector /= np.linalg.norm(vector)
        vector[1] += self._shift
        return (vector / np.linalg.norm(vector)).astype(np.float32)
