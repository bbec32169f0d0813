"""Texts to batches of token numbers: sorted by length, so that hardly any padding is computed.

The order of batches never shows in the result: a text's vector depends on its own tokens alone, padding is masked.
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
_CHARACTERS_PER_TOKEN = 128
"""A word piece never stands for more characters than this (the tokenizer's own limit is 100), white space aside."""


class TextTokenizer:
    """The model's own tokenizer; texts beyond `max_tokens` are cut, lone surrogates read as the replacement character."""

    def __init__(self, path: Path, *, max_tokens: int) -> None:
        from tokenizers import Tokenizer

        self._tokenizer: Any = Tokenizer.from_file(str(path))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_tokens)
        self._max_characters = max_tokens * _CHARACTERS_PER_TOKEN

    def __call__(self, texts: Sequence[str]) -> list[list[int]]:
        """The token numbers of each text, special tokens included, so never empty."""
        clean = [_SURROGATES.sub("\ufffd", text[: self._max_characters]) for text in texts]
        return [encoding.ids for encoding in self._tokenizer.encode_batch_fast(clean)]


def length_batches(token_lists: Sequence[Sequence[int]], *, budget: int) -> Iterator[Positions]:
    """Positions of texts of like length, at most `budget` padded tokens together (one text alone may have more)."""
    return like_lengths([len(tokens) for tokens in token_lists], budget=lambda: budget)


def like_lengths(lengths: Sequence[int], *, budget: Callable[[], int], equal: bool = False) -> Iterator[Positions]:
    """Positions of like length, shortest first; `budget` is asked anew for each batch, as it may change on the way.

    At most that many padded tokens together, one row alone may have more. With `equal` a batch's rows are all of one length.
    """
    order = np.argsort(lengths, kind="stable")
    sizes = np.asarray(lengths, np.int64)[order]
    start = 0
    while start < len(order):
        limit, stop = budget(), start + 1
        end = int(np.searchsorted(sizes, sizes[start], "right")) if equal else len(sizes)
        while stop < end and sizes[stop] * (stop + 1 - start) <= limit:
            stop += 1
        yield order[start:stop]
        start = stop


def padded(token_lists: Sequence[Sequence[int]], width: int = 0) -> tuple[TokenMatrix, TokenMatrix]:
    """Token numbers and mask, both (texts, longest or `width`), zeros after each text's end."""
    width = max(width, *map(len, token_lists))
    tokens = np.zeros((len(token_lists), width), np.int64)
    mask = np.zeros_like(tokens)
    for row, numbers in enumerate(token_lists):
        tokens[row, : len(numbers)] = numbers
        mask[row, : len(numbers)] = 1
    return tokens, mask
