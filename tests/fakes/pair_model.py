"""A pair model without weights, on a device whose memory can run out."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from app.inference.pairs.pair_text import PairTokens
from app.inference.running.batching import TokenMatrix
from app.inference.running.budget import BatchBudget
from app.inference.running.fallback import OutOfDeviceMemory
from app.ports import FloatMatrix, ModelIdentity, PairInput


class FakePairModel:
    """Logits from token sums; one token per character of sentence and claim. Fails on batches of more than `memory` padded tokens.
    `seen` lists the tokenised pairs, `sizes` the padded tokens of every batch, including those that did not fit; a batch takes
    `seconds`. Texts without a letter or digit cannot be read."""

    columns = 4

    def __init__(
        self,
        *,
        memory: int = 1 << 20,
        budget: int = 1 << 16,
        most: int | None = None,
        backend: str = "fake-gpu",
        seconds: float = 0.0,
        workers: int = 1,
        step: int | None = None,
    ) -> None:
        self.memory = memory
        self.budget = BatchBudget(budget, limit=most)
        self.identity = ModelIdentity(name="fake-pairs", artefact="0" * 64, backend=backend, precision="float32")
        self.seconds = seconds
        self.workers = workers
        self.step = step
        self.seen: list[PairInput] = []
        self.sizes: list[int] = []

    def tokenize(self, pairs: Sequence[PairInput]) -> list[PairTokens | None]:
        """Return characters as numbers; None if a side has no letter or digit."""
        self.seen += pairs
        return [_row(pair) if all(any(map(str.isalnum, text)) for text in (pair.sentence, pair.claim)) else None for pair in pairs]

    def logits(self, tokens: TokenMatrix, kinds: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
        """Return logits (pairs, 4) that depend only on the unmasked tokens."""
        self.sizes.append(tokens.size)
        if tokens.size > self.memory:
            raise OutOfDeviceMemory
        time.sleep(self.seconds)
        sums = ((tokens + 7 * kinds) * mask).sum(axis=1)
        return np.asarray(np.sin(np.outer(sums, [1, 2, 3, 5])), np.float32)


def _row(pair: PairInput) -> PairTokens:
    tokens = [ord(character) for character in pair.sentence + pair.claim]
    return tokens, [0] * len(pair.sentence) + [1] * len(pair.claim)
