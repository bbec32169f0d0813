"""Linear model over standardised features, for any way of fitting its coefficients."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Standard:
    """Mean and spread (f,) of each feature. A constant feature has spread 1."""

    mean: Floats
    scale: Floats

    def __call__(self, features: Floats) -> Floats:
        """Return the features (q, f) scaled to mean 0 and spread 1."""
        result: Floats = (features - self.mean) / self.scale
        return result


@dataclass(frozen=True, slots=True)
class Linear:
    """Coefficients (f,) over standardised features."""

    standard: Standard
    coefficients: Floats

    def __call__(self, features: Floats) -> Floats:
        """Return the scores (q,) of features (q, f)."""
        scores: Floats = self.standard(features) @ self.coefficients
        return scores


def standard(tables: Sequence[Floats]) -> Standard:
    """Return the mean and scale over all rows of these tables (q_i, f)."""
    rows = np.concatenate(tables)
    spread = rows.std(axis=0)
    return Standard(rows.mean(axis=0), np.where(spread > 0, spread, 1.0))
