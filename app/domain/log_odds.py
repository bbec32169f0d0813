"""Log-odds of probabilities, clipped to a margin from 0 and 1 so that they stay finite. The callers' margins are those that their
models were fitted with; another margin would change results."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

MARGIN = 1e-6


def log_odds(probability: float) -> float:
    """Return the log-odds of one probability, clipped to MARGIN."""
    cut = min(max(probability, MARGIN), 1.0 - MARGIN)
    return math.log(cut / (1.0 - cut))


def log_odds_array(probabilities: NDArray[np.floating[Any]], *, margin: float = MARGIN) -> NDArray[np.float64]:
    """Return the log-odds of each probability, computed in float64."""
    cut = np.clip(np.asarray(probabilities, dtype=np.float64), margin, 1.0 - margin)
    return np.asarray(np.log(cut / (1.0 - cut)))
