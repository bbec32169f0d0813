"""Order of computation when time is short: items in tiers, each tier in chunks of similar length.

A chunk holds items of one tier only, so a deeper run finds every chunk of a shallower run in the cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray


def tiers_of(ranks: NDArray[np.integer], ends: Sequence[int]) -> NDArray[np.int64]:
    """Return the tier of each rank (from 0). Ranks below the first of the `ends` are the first tier."""
    tiers: NDArray[np.int64] = np.searchsorted(np.array(ends), ranks, side="right")
    return tiers


def chunks(tiers: NDArray[np.int64], texts: Sequence[str], *, size: int) -> Iterator[NDArray[np.intp]]:
    """Yield the indexes of all texts, tier by tier, shortest first, at most `size` at a time.

    The order of the input does not matter.
    """
    order = np.array(sorted(range(len(texts)), key=lambda index: (tiers[index], len(texts[index]), texts[index])), np.intp)
    ends = np.flatnonzero(np.diff(tiers[order])) + 1
    for tier in np.split(order, ends):
        for start in range(0, len(tier), size):
            yield tier[start : start + size]
