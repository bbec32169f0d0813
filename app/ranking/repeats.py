"""Sentences that say again what an earlier one said: the earlier one stands for both in the ranking."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.ports import FloatMatrix
from app.ranking.text import words

_BLOCK = 512
_LEAST_LENGTH = 4
"""Words of more letters carry content in most languages; numbers always do."""


def repeats(texts: Sequence[str]) -> FloatMatrix:
    """For each text the largest Dice coefficient of its content words with those of any earlier text, shape (n,), float32."""
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

    contents = [sorted({word for word in words(text) if len(word) > _LEAST_LENGTH or word.isnumeric()}) for text in texts]
    sizes = np.array([len(own) for own in contents], dtype=np.float32)
    number = {word: place for place, word in enumerate(sorted({word for own in contents for word in own}))}
    columns = [number[word] for own in contents for word in own]
    starts = np.concatenate([[0], np.cumsum([len(own) for own in contents])])
    matrix = csr_matrix((np.ones(len(columns), np.float32), columns, starts), shape=(len(texts), len(number)))
    found = np.zeros(len(texts), np.float32)
    for low in range(0, len(texts), _BLOCK):
        high = min(low + _BLOCK, len(texts))
        shared = (matrix[low:high] @ matrix[:high].T).toarray()
        dice = 2 * shared / np.maximum(sizes[low:high, None] + sizes[None, :high], 1.0)
        earlier = np.arange(high)[None, :] < np.arange(low, high)[:, None]
        found[low:high] = np.where(earlier, dice, 0.0).max(axis=1, initial=0.0)
    return found
