"""Log-odds of probabilities, which are cut at a margin from 0 and 1 so that certainty stays finite.

Models were fitted with the margin that their caller names; another one would change their results.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

MARGIN = 1e-6


def log_odds(probability: float) -> float:
    """The log-odds of one probability, cut at MARGIN."""
    cut = min(max(probability, MARGIN), 1.0 - MARGIN)
    return math.log(cut / (1.0 - cut))


def log_odds_array(probabilities: NDArray[np.floating[Any]], *, margin: float = MARGIN) -> NDArray[np.float64]:
    """The log-odds of each probability, computed in float64."""
    cut = np.clip(np.asarray(probabilities, dtype=np.float64), margin, 1.0 - margin)
    return np.asarray(np.log(cut / (1.0 - cut)))
