"""How many tokens to give an accelerator at a time, found by trying.

The budget doubles as long as that makes a full batch clearly faster for each token, and halves when memory runs out; either end
is remembered for the rest of the session. On a processor the budget is measured once and fixed (`most` equal to `first`).
"""

from __future__ import annotations

import threading

PAYS = 1.1
"""A doubled batch must be this much faster for each token to be kept."""
_FULL = 0.7
"""Batches with less than this share of the budget say nothing about it."""


class BatchBudget:
    """Padded tokens a batch: from `first`, at most `most`. Safe to use from several threads."""

    def __init__(self, first: int, *, most: int | None = None) -> None:
        self._tokens = first
        self._most = max(first, most or first)
        self._rates: dict[int, float] = {}
        self._growing = self._most > first
        self._lock = threading.Lock()

    @property
    def tokens(self) -> int:
        """The budget by now."""
        return self._tokens

    @property
    def growing(self) -> bool:
        """Whether larger batches are still being tried; only then need batches be timed."""
        return self._growing

    def fitted(self, tokens: int, *, seconds: float) -> None:
        """A batch of so many padded tokens took so long."""
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
            if 2 * self._tokens > self._most:
                self._growing = False
            else:
                self._tokens *= 2

    def ran_out(self, half: int) -> None:
        """Memory did not hold a batch; the half of it, so many padded tokens, is tried next and not exceeded from now on."""
        with self._lock:
            self._tokens = max(1, min(self._tokens, half))
            self._growing = False
