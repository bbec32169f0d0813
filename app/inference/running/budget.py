"""Batch sizes of an accelerator, found by trial.

The budget doubles while a full batch gets clearly faster for each token, and halves when memory runs out; both limits are
remembered for the session. On a processor the budget is fixed (`most` equal to `first`).
"""

from __future__ import annotations

import threading
from collections.abc import Mapping

from app.inference.running.devices import Backend, Precision

PAYS = 1.1
"""A doubled batch must be this much faster for each token to be kept."""
# Batches with less than this share of the budget say nothing about it.
_FULL = 0.7


# In half precision the processor's matrix units need more rows at a time than its cache holds.
_HALF_ON_PROCESSOR = 8192


def batch_limits(usual: Mapping[Backend, tuple[int, int]], device: Backend, precision: Precision) -> tuple[int, int]:
    """Return the initial and the largest batch size in padded tokens: the device's usual ones, or more in half precision on the
    processor."""
    half = device == "cpu" and precision != "float32"
    return (_HALF_ON_PROCESSOR, _HALF_ON_PROCESSOR) if half else usual[device]


class BatchBudget:
    """Batch size in padded tokens, from `first` up to `limit`. Thread-safe."""

    def __init__(self, first: int, *, limit: int | None = None) -> None:
        self._tokens = first
        self._limit = max(first, limit or first)
        self._rates: dict[int, float] = {}
        self._growing = self._limit > first
        self._lock = threading.Lock()

    @property
    def tokens(self) -> int:
        """Current budget."""
        return self._tokens

    @property
    def growing(self) -> bool:
        """True while larger batches are being tried; only then batches need to be timed."""
        return self._growing

    def fitted(self, tokens: int, *, seconds: float) -> None:
        """Record the time of a batch with this many padded tokens."""
        with self._lock:
            if not self._growing or seconds <= 0 or not _FULL * self._tokens <= tokens <= self._tokens:
                return
            # The first batch of a size prepares kernels and memory, so that the second is the one that counts.
            if self._tokens not in self._rates:
                self._rates[self._tokens] = 0.0
                return
            rate = self._rates[self._tokens] = tokens / seconds
            before = self._rates.get(self._tokens // 2, 0.0)
            if rate < PAYS * before:
                self._tokens //= 2
                self._growing = False
                return
            if 2 * self._tokens > self._limit:
                self._growing = False
            else:
                self._tokens *= 2

    def ran_out(self, half: int) -> None:
        """Record that a batch did not fit into memory; its `half` (padded tokens) is tried next and is the limit from now on."""
        with self._lock:
            self._tokens = max(1, min(self._tokens, half))
            self._growing = False
