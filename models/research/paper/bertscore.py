"""BERTScore F1 (Zhang et al. 2020, section 3) from a given encoder's token vectors, without importance weights."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from app.ports import FloatMatrix

Starts = NDArray[np.int64]


def bertscore_f1(sentence: FloatMatrix, texts: Sequence[FloatMatrix]) -> NDArray[np.float32]:
    """Return F1 of one sentence's token vectors (m, d) with those of each text (n_i, d), shape (len(texts),), float32.

    Vectors are unit vectors. Recall is the mean over a text's tokens of the best cosine with the sentence's tokens, precision the
    mean over the sentence's tokens of the best with the text's. (For F1 it does not matter which of both is the reference.) A text
    without tokens, and any text of a sentence without tokens, scores 0.
    """
    scores = np.zeros(len(texts), np.float32)
    non_empty = [index for index, text in enumerate(texts) if len(text)]
    if not non_empty or not len(sentence):
        return scores
    lengths = np.array([len(texts[index]) for index in non_empty])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    cosines = sentence.astype(np.float32) @ np.concatenate([texts[index] for index in non_empty]).astype(np.float32).T
    precision = np.maximum.reduceat(cosines, starts, axis=1).mean(axis=0)
    recall = np.add.reduceat(cosines.max(axis=0), starts) / lengths
    total = precision + recall
    scores[non_empty] = np.where(total > 0, 2 * precision * recall / np.where(total > 0, total, 1), 0.0)
    return scores


class TokenStore:
    """Token vectors of many texts, stored as float16."""

    def __init__(self, vectors: FloatMatrix, starts: Starts, texts: Sequence[str]) -> None:
        self._vectors = vectors.astype(np.float16)
        self._starts = starts
        self._place = {text: index for index, text in enumerate(texts)}

    def __getitem__(self, text: str) -> FloatMatrix:
        index = self._place[text]
        return np.asarray(self._vectors[self._starts[index] : self._starts[index + 1]], np.float32)
