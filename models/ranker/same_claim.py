"""Probability that sentence and fact-check are about the same claim: Platt's sigmoid (1999) over pair probability and quotation.

A pair probability orders pairs well but is too low, since its networks learnt from many wrong pairs for each right one. The sigmoid
is fitted on pairs that people judged, and measured on others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from app.domain.log_odds import log_odds_array
from app.ranking import RankerFile

STRENGTH = 10.0
_DIGITS = 4
_BINS = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
Floats = NDArray[np.float64]
Calibration = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs that were compared in full, each of shape (n,): pair probability, `quoted`, and whether both are about the same claim."""

    probability: Floats
    quoted: Floats
    same: NDArray[np.bool_]

    @classmethod
    def of(cls, rows: NDArray[np.float64]) -> Pairs:
        """Make pairs from rows (n, 3) of these columns."""
        return cls(rows[:, 0], rows[:, 1], rows[:, 2] > 0)


def joined(parts: Sequence[Pairs]) -> Pairs:
    """Return the concatenated pairs."""
    return Pairs(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("probability", "quoted", "same")))


def calibration(pairs: Pairs) -> Calibration:
    """Return slope, weight of quotations, and shift.

    Raises ValueError if a higher pair probability would give a lower chance.
    """
    inputs = np.column_stack([log_odds_array(pairs.probability), pairs.quoted])
    model = LogisticRegression(C=STRENGTH).fit(inputs, pairs.same)
    if model.coef_[0][1] < 0:
        model = LogisticRegression(C=STRENGTH).fit(inputs * [1.0, 0.0], pairs.same)
    slope, quoted = (float(weight) for weight in model.coef_[0])
    if slope <= 0:
        raise ValueError("a higher pair probability means a lower chance in these pairs")
    return round(slope, _DIGITS), round(max(quoted, 0.0), _DIGITS), round(float(model.intercept_[0]), _DIGITS)


def chances(pairs: Pairs, file: RankerFile) -> Floats:
    """Return the probabilities that the program would show for these pairs."""
    rows = zip(pairs.probability.tolist(), pairs.quoted.tolist(), strict=True)
    return np.array([file.chance(probability, quoted) for probability, quoted in rows], dtype=np.float64)


def left_out(parts: Sequence[Pairs], file: RankerFile) -> Floats:
    """Return the chance of every pair, in order, from a calibration on the other parts."""
    predictions = []
    for index, part in enumerate(parts):
        fitted = calibration(joined([*parts[:index], *parts[index + 1 :]]))
        predictions.append(chances(part, _with(file, fitted)))
    return np.concatenate(predictions)


def measured(pairs: Pairs, probabilities: Floats) -> dict[str, object]:
    """Return the Brier scores of the calibrated probabilities, of the raw pair probability and of the base rate.

    By band of probability: number of pairs, mean probability, share that is about the same claim.
    """
    same = pairs.same.astype(np.float64)
    rate = float(same.mean())
    return {
        "pairs": len(same),
        "same_claim": int(same.sum()),
        "brier": _brier(probabilities, same),
        "brier_raw_pair_probability": _brier(pairs.probability, same),
        "brier_base_rate": round(rate * (1.0 - rate), _DIGITS),
        "bands": _bands(probabilities, same),
    }


def _bands(probabilities: Floats, same: Floats) -> Mapping[str, object]:
    figures_by_band = {}
    for low, high in pairwise(_BINS):
        in_band = (probabilities >= low) & ((probabilities < high) | (high == _BINS[-1]))
        if in_band.any():
            means = {"mean": round(float(probabilities[in_band].mean()), 3), "same_claim": round(float(same[in_band].mean()), 3)}
            figures_by_band[f"{low}-{high}"] = {"pairs": int(in_band.sum()), **means}
    return figures_by_band


def _brier(probabilities: Floats, same: Floats) -> float:
    return round(float(((probabilities - same) ** 2).mean()), _DIGITS)


def _with(file: RankerFile, fitted: Calibration) -> RankerFile:
    return msgspec.structs.replace(file, match_calibration=fitted)
