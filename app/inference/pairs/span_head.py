"""Span head for extractive answers: logits of answer starts and ends, reduced to the best span of a row."""

from __future__ import annotations

import numpy as np

from app.inference.pairs.pair_text import CLAIM, SENTENCE
from app.inference.running.batching import TokenMatrix
from app.ports import FloatMatrix

LONGEST = 20
"""Tokens of an answer at most."""
NEVER = -1e4
SEP = 102


def best_spans(logits: FloatMatrix, tokens: TokenMatrix, kinds: TokenMatrix, mask: TokenMatrix) -> FloatMatrix:
    """Return the best span of each row (rows, 3) from the logits of starts and ends (rows, tokens, 2).

    Three columns: the margin of the best span's start and end over those of [CLS], which represents "no answer" (Devlin et al. 2019,
    section 4.3), and its first and last token, counted from the text's first. Of equal spans the one that begins first is taken, and
    of these the shortest.
    """
    answerable = (kinds == CLAIM) & (mask == 1) & (tokens != SEP)
    begin, end = (np.where(answerable, logits[:, :, side], NEVER) for side in (0, 1))
    rows, width = begin.shape
    sums = np.full((rows, width, LONGEST), 4 * NEVER, np.float32)
    for further in range(min(LONGEST, width)):
        sums[:, : width - further, further] = begin[:, : width - further] + end[:, further:]
    flat = sums.reshape(rows, -1)
    position = flat.argmax(axis=1)
    margin = flat[np.arange(rows), position] - logits[:, 0].sum(axis=1)
    first, further = np.divmod(position, LONGEST)
    question = ((kinds == SENTENCE) & (mask == 1)).sum(axis=1)
    return np.stack([margin, first - question, first + further - question], axis=1).astype(np.float32)
