"""What is computed first when time is short: items in tiers, each tier in chunks of like length.

A tier's chunks hold nothing of another tier, so that a run to a greater depth finds every chunk of a run to a smaller one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray


def tiers_of(places: NDArray[np.integer], ends: Sequence[int]) -> NDArray[np.int64]:
    """The tier of each place (from 0); places below the first of the `ends` are the first tier."""
    found: NDArray[np.int64] = np.searchsorted(np.array(ends), places, side="right")
    return found


def chunks(tiers: NDArray[np.int64], texts: Sequence[str], *, size: int) -> Iterator[NDArray[np.intp]]:
    """The places of all texts, tier by tier, shortest first, at most `size` together; the order in which they come does not matter."""
    order = np.array(sorted(range(len(texts)), key=lambda place: (tiers[place], len(texts[place]), texts[place])), np.intp)
    ends = np.flatnonzero(np.diff(tiers[order])) + 1
    for tier in np.split(order, ends):
        for start in range(0, len(tier), size):
            yield tier[start : start + size]
