"""Embedding models and a tokenizer without weights, with a device memory that can run out."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from app.inference.running.batching import TokenMatrix
from app.inference.running.fallback import OutOfDeviceMemory
from app.ports import FloatMatrix, ModelIdentity


def character_tokens(texts: Sequence[str]) -> list[list[int]]:
    """Tokenize a text: one number per character, after a start token."""
    return [[1, *(ord(character) for character in text)] for text in texts]


class FakeEmbeddingModel:
    """Vectors from token sums; raises OutOfDeviceMemory for batches of more than `memory` padded tokens. `sizes` lists the padded
    tokens of every batch, including those that did not fit. `seconds` is the time of a batch."""

    dimension = 16
    step: int | None = None

    def __init__(self, *, memory: int, budget: int = 1 << 16, backend: str = "fake-gpu", seconds: float = 0.0) -> None:
        self.memory = memory
        self.budget = budget
        self.identity = ModelIdentity(name="fake", artefact="0" * 64, backend=backend, precision="float32")
        self.seconds = seconds
        self.sizes: list[int] = []

    def embed(self, tokens: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Return unit vectors (texts, dimension) that depend only on the unmasked tokens."""
        self.sizes.append(tokens.size)
        if tokens.size > self.memory:
            raise OutOfDeviceMemory
        time.sleep(self.seconds)
        angles = np.outer((tokens * mask).sum(axis=1) + 1, np.arange(1, self.dimension + 1)) % 97
        vectors = np.cos(angles).astype(np.float32)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
