"""The chance that sentence and fact-check are about the same claim: Platt's sigmoid (1999) over the pair probability and what is quoted.

A pair probability orders pairs well and promises too little: its networks learnt from many wrong pairs for each right one. The sigmoid
is fitted on pairs that people judged, and measured on those that it was not fitted on.
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
        """From rows of the three."""
        return cls(rows[:, 0], rows[:, 1], rows[:, 2] > 0)


def joined(parts: Sequence[Pairs]) -> Pairs:
    """All of them, in order."""
    return Pairs(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("probability", "quoted", "same")))


def calibration(pairs: Pairs) -> Calibration:
    """Slope, weight of what is quoted, and shift. What is quoted counts for a pair or not at all. Raises ValueError where a higher pair
    probability would mean a lower chance: such pairs teach nothing."""
    inputs = np.column_stack([log_odds_array(pairs.probability), pairs.quoted])
    model = LogisticRegression(C=STRENGTH).fit(inputs, pairs.same)
    if model.coef_[0][1] < 0:
        model = LogisticRegression(C=STRENGTH).fit(inputs * [1.0, 0.0], pairs.same)
    slope, quoted = (float(weight) for weight in model.coef_[0])
    if slope <= 0:
        raise ValueError("a higher pair probability means a lower chance in these pairs")
    return round(slope, _DIGITS), round(max(quoted, 0.0), _DIGITS), round(float(model.intercept_[0]), _DIGITS)


def chances(pairs: Pairs, file: RankerFile) -> Floats:
    """What the program would show for these pairs."""
    both = zip(pairs.probability.tolist(), pairs.quoted.tolist(), strict=True)
    return np.array([file.chance(probability, quoted) for probability, quoted in both], dtype=np.float64)


def left_out(parts: Sequence[Pairs], file: RankerFile) -> Floats:
    """The chance of every pair, by a calibration on the other parts alone, in order."""
    found = []
    for place, part in enumerate(parts):
        fitted = calibration(joined([*parts[:place], *parts[place + 1 :]]))
        found.append(chances(part, _with(file, fitted)))
    return np.concatenate(found)


def measured(pairs: Pairs, said: Floats) -> dict[str, object]:
    """Brier scores of the chances, of the raw pair probability and of the base rate; by band of the chance: pairs, mean chance,
    share that is about the same claim."""
    same = pairs.same.astype(np.float64)
    rate = float(same.mean())
    return {
        "pairs": len(same),
        "same_claim": int(same.sum()),
        "brier": _brier(said, same),
        "brier_raw_pair_probability": _brier(pairs.probability, same),
        "brier_base_rate": round(rate * (1.0 - rate), _DIGITS),
        "bands": _bands(said, same),
    }


def _bands(said: Floats, same: Floats) -> Mapping[str, object]:
    found = {}
    for low, high in pairwise(_BINS):
        inside = (said >= low) & ((said < high) | (high == _BINS[-1]))
        if inside.any():
            means = {"mean": round(float(said[inside].mean()), 3), "same_claim": round(float(same[inside].mean()), 3)}
            found[f"{low}-{high}"] = {"pairs": int(inside.sum()), **means}
    return found


def _brier(said: Floats, same: Floats) -> float:
    return round(float(((said - same) ** 2).mean()), _DIGITS)


def _with(file: RankerFile, fitted: Calibration) -> RankerFile:
    return msgspec.structs.replace(file, match_calibration=fitted)
