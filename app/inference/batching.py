"""Texts to batches of token numbers: sorted by length, so that hardly any padding is computed.

The order of batches never shows in the result: a text's vector depends on its own tokens alone, padding is masked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
    lengths = np.fromiter(map(len, token_lists), np.int64, len(token_lists))
    order = np.argsort(lengths, kind="stable")
    start = 0
    while start < len(order):
        stop = start + 1
        while stop < len(order) and lengths[order[stop]] * (stop + 1 - start) <= budget:
            stop += 1
        yield order[start:stop]
        start = stop


def padded(token_lists: Sequence[Sequence[int]]) -> tuple[TokenMatrix, TokenMatrix]:
    """Token numbers and mask, both (texts, longest), zeros after each text's end."""
    width = max(map(len, token_lists))
    tokens = np.zeros((len(token_lists), width), np.int64)
    mask = np.zeros_like(tokens)
    for row, numbers in enumerate(token_lists):
        tokens[row, : len(numbers)] = numbers
        mask[row, : len(numbers)] = 1
    return tokens, mask
