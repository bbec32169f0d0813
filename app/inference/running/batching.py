"""Batches of tokenised texts, sorted by length to minimise padding.

The order of batches never shows in the result: a text's vector depends only on its own tokens, since padding is masked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

TokenMatrix = NDArray[np.int64]
Positions = NDArray[np.intp]

_SURROGATES = re.compile("[\ud800-\udfff]")
# A word piece never stands for more characters than this (the tokenizer's own limit is 100), white space aside.
_CHARACTERS_PER_TOKEN = 128


class TextTokenizer:
    """The model's tokenizer; texts are truncated to `max_tokens`, lone surrogates become the replacement character."""

    def __init__(self, path: Path, *, max_tokens: int) -> None:
        from tokenizers import Tokenizer

        self._tokenizer: Any = Tokenizer.from_file(str(path))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_tokens)
        self._max_characters = max_tokens * _CHARACTERS_PER_TOKEN

    def __call__(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the token ids of each text with special tokens, so never empty."""
        clean = [_SURROGATES.sub("\ufffd", text[: self._max_characters]) for text in texts]
        return [encoding.ids for encoding in self._tokenizer.encode_batch_fast(clean)]


def length_batches(token_lists: Sequence[Sequence[int]], *, budget: int) -> Iterator[Positions]:
    """Yield positions of texts of similar length, at most `budget` padded tokens together (a single text may have more)."""
    return like_lengths([len(tokens) for tokens in token_lists], budget=lambda: budget)


def like_lengths(lengths: Sequence[int], *, budget: Callable[[], int], equal: bool = False) -> Iterator[Positions]:
    """Yield positions of similar length, shortest first; `budget` is evaluated for each batch, since it may change.

    A batch has at most that many padded tokens; a single row may have more. With `equal`, all rows of a batch have one length.
    """
    order = np.argsort(lengths, kind="stable")
    sizes = np.asarray(lengths, np.int64)[order]
    start = 0
    while start < len(order):
        # Asked anew for each batch, since it may change.
        limit, stop = budget(), start + 1
        end = int(np.searchsorted(sizes, sizes[start], "right")) if equal else len(sizes)
        while stop < end and sizes[stop] * (stop + 1 - start) <= limit:
            stop += 1
        yield order[start:stop]
        start = stop


def padded(token_lists: Sequence[Sequence[int]], width: int = 0) -> tuple[TokenMatrix, TokenMatrix]:
    """Return token ids and mask, both (texts, longest or `width`), padded with zeros."""
    width = max(width, *map(len, token_lists))
    tokens = np.zeros((len(token_lists), width), np.int64)
    mask = np.zeros_like(tokens)
    for row, numbers in enumerate(token_lists):
        tokens[row, : len(numbers)] = numbers
        mask[row, : len(numbers)] = 1
    return tokens, mask
