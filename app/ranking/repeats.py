"""Measures how much each sentence repeats an earlier one, which then represents both in the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from app.ports import FloatMatrix
from app.ranking.text import words

# Words of more letters carry content in most languages; numbers always do.
_LEAST_LENGTH = 4


def repeats(texts: Sequence[str]) -> FloatMatrix:
    """Return for each text the largest Dice coefficient of its content words with those of any earlier text, shape (n,), float32."""
    contents = [{word for word in words(text) if len(word) > _LEAST_LENGTH or word.isnumeric()} for text in texts]
    sizes = np.array([len(content) for content in contents], dtype=np.float32)
    largest = np.zeros(len(texts), np.float32)
    containing: dict[str, list[int]] = {}
    for index, content in enumerate(contents):
        postings = [containing.setdefault(word, []) for word in content]
        earlier = np.fromiter(chain.from_iterable(postings), np.int64)
        if len(earlier):
            shared = np.bincount(earlier, minlength=index).astype(np.float32)
            largest[index] = (2 * shared / (sizes[index] + sizes[:index])).max()
        for posting in postings:
            posting.append(index)
    return largest
