"""Features of many texts as one table for training."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.inference.encoders.student_text import READ, Weights, features


@dataclass(frozen=True, slots=True)
class FeatureRows:
    """Sparse features of texts. Text i has those from starts[i] to starts[i + 1]: codes (CRC-32) or table rows, and weights."""

    codes: NDArray[np.int64]
    weights: NDArray[np.float32]
    starts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def take(self, row_numbers: NDArray[np.int64]) -> FeatureRows:
        """Return these texts only, in this order."""
        lengths = self.starts[row_numbers + 1] - self.starts[row_numbers]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        positions = np.repeat(self.starts[row_numbers] - starts[:-1], lengths) + np.arange(starts[-1])
        return FeatureRows(self.codes[positions], self.weights[positions], starts)

    def known(self, table: NDArray[np.int64]) -> FeatureRows:
        """Return the rows with positions in the sorted table instead of codes. Codes that the table lacks are dropped."""
        rows = np.searchsorted(table, self.codes)
        rows[rows == len(table)] = 0
        in_table = table[rows] == self.codes
        counts = np.concatenate([[0], np.cumsum(in_table)])
        return FeatureRows(rows[in_table], self.weights[in_table], counts[self.starts])

    def without(self, table: NDArray[np.int64]) -> FeatureRows:
        """Return the rows without the features in the table."""
        missing = ~np.isin(self.codes, table)
        counts = np.concatenate([[0], np.cumsum(missing)])
        return FeatureRows(self.codes[missing], self.weights[missing], counts[self.starts])

    def thinned(self, share: float, chooser: np.random.Generator) -> FeatureRows:
        """Return the rows without a random share of each text's features (dropout over the input; Iyyer et al. 2015, section 3)."""
        retained = chooser.random(len(self.codes)) >= share
        counts = np.concatenate([[0], np.cumsum(retained)])
        return FeatureRows(self.codes[retained], self.weights[retained], counts[self.starts])


def feature_rows(texts: Iterable[str], kind: Weights = READ) -> FeatureRows:
    """Return the features of each text, with the weights of reading or of training."""
    codes, weights, lengths = [], [], [0]
    for text in texts:
        text_features = features(text, kind)
        codes.append(np.array([code for code, _ in text_features], np.int64))
        weights.append(np.array([weight for _, weight in text_features], np.float32))
        lengths.append(len(text_features))
    empty_codes, empty_weights = np.empty(0, np.int64), np.empty(0, np.float32)
    return FeatureRows(np.concatenate([empty_codes, *codes]), np.concatenate([empty_weights, *weights]), np.cumsum(lengths))


def joined(parts: Sequence[FeatureRows]) -> FeatureRows:
    """Return the concatenated tables."""
    offsets = np.cumsum([0, *(len(part.codes) for part in parts)])
    starts = [part.starts[:-1] + offset for part, offset in zip(parts, offsets, strict=False)]
    return FeatureRows(
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.weights for part in parts]),
        np.concatenate([*starts, offsets[-1:]]),
    )
