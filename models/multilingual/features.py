"""The features of many texts as one table, as training reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.inference.encoders.student_text import READ, Weights, features


@dataclass(frozen=True, slots=True)
class FeatureRows:
    """Text i has the features from starts[i] to starts[i + 1]: their codes (CRC-32) or table rows, and their weights."""

    codes: NDArray[np.int64]
    weights: NDArray[np.float32]
    starts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def take(self, chosen: NDArray[np.int64]) -> FeatureRows:
        """These texts alone, in this order."""
        lengths = self.starts[chosen + 1] - self.starts[chosen]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        places = np.repeat(self.starts[chosen] - starts[:-1], lengths) + np.arange(starts[-1])
        return FeatureRows(self.codes[places], self.weights[places], starts)

    def known(self, table: NDArray[np.int64]) -> FeatureRows:
        """With rows of the sorted table in place of codes; what is not in it is left out."""
        rows = np.searchsorted(table, self.codes)
        rows[rows == len(table)] = 0
        there = table[rows] == self.codes
        counts = np.concatenate([[0], np.cumsum(there)])
        return FeatureRows(rows[there], self.weights[there], counts[self.starts])

    def without(self, table: NDArray[np.int64]) -> FeatureRows:
        """Without the features whose codes are in the table."""
        there = ~np.isin(self.codes, table)
        counts = np.concatenate([[0], np.cumsum(there)])
        return FeatureRows(self.codes[there], self.weights[there], counts[self.starts])

    def thinned(self, share: float, chooser: np.random.Generator) -> FeatureRows:
        """Without this share of the features, drawn anew for each text (dropout over the input; Iyyer et al. 2015, section 3)."""
        there = chooser.random(len(self.codes)) >= share
        counts = np.concatenate([[0], np.cumsum(there)])
        return FeatureRows(self.codes[there], self.weights[there], counts[self.starts])


def feature_rows(texts: Iterable[str], kind: Weights = READ) -> FeatureRows:
    """The features of each text, as they weigh when it is read or learnt from."""
    codes, weights, lengths = [], [], [0]
    for text in texts:
        found = features(text, kind)
        codes.append(np.array([code for code, _ in found], np.int64))
        weights.append(np.array([weight for _, weight in found], np.float32))
        lengths.append(len(found))
    empty_codes, empty_weights = np.empty(0, np.int64), np.empty(0, np.float32)
    return FeatureRows(np.concatenate([empty_codes, *codes]), np.concatenate([empty_weights, *weights]), np.cumsum(lengths))


def joined(parts: Sequence[FeatureRows]) -> FeatureRows:
    """One table after the other."""
    offsets = np.cumsum([0, *(len(part.codes) for part in parts)])
    starts = [part.starts[:-1] + offset for part, offset in zip(parts, offsets, strict=False)]
    return FeatureRows(
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.weights for part in parts]),
        np.concatenate([*starts, offsets[-1:]]),
    )
