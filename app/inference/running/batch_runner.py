"""Runs a model over many token rows: batches of similar length, in parallel, smaller ones when memory is short."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

import numpy as np

from app.domain.progress import CancelToken
from app.inference.running.batching import Positions, like_lengths
from app.inference.running.budget import BatchBudget
from app.inference.running.fallback import OutOfDeviceMemory
from app.ports import FloatMatrix

Row = TypeVar("Row")

# Tokens below which a batch is not cut further for the sake of balance: the weights are read anew for each.
_LEAST_SHARE = 128


class BatchRunner(Generic[Row]):
    """Computes one row of numbers for each row of tokens; the result does not depend on the order of computation.

    `compute` takes rows and the width to pad them to, and raises OutOfDeviceMemory if they do not fit; batches are then halved, and
    stay small.

    With several `workers`, that many batches are computed in parallel. On a busy processor this is much faster than several threads
    for one batch, which wait for each other at every step. Few rows are cut into smaller batches, and the largest batches come
    first, so that the workers finish at about the same time.

    With a `step`, every row is padded to a multiple of it that depends only on its own length, and only rows of equal width share a
    batch. Sums of floating-point numbers depend on their count, so this makes a row's numbers equal to the last bit whatever its
    batch (on OpenVINO's processor backend; an accelerator chooses its kernels by the batch).
    """

    def __init__(
        self,
        compute: Callable[[list[Row], int], FloatMatrix],
        *,
        length: Callable[[Row], int],
        budget: BatchBudget,
        workers: int = 1,
        step: int | None = None,
    ) -> None:
        self._compute = compute
        self._length = length
        self._budget = budget
        self._workers = workers
        self._step = step

    def fill(self, numbers: FloatMatrix, rows: Sequence[Row], cancel: CancelToken) -> Iterator[Positions]:
        """Write each row's numbers into `numbers` and yield the positions just written.

        Raises Cancelled, and OutOfDeviceMemory if not even one row fits.
        """
        widths = [self._width(row) for row in rows]
        is_parallel = self._workers > 1 and len(rows) > 1
        # Few rows are cut into smaller batches, so that every worker gets some.
        share = max(_LEAST_SHARE, sum(widths) // (2 * self._workers)) if is_parallel else None
        batches = like_lengths(widths, budget=lambda: min(self._budget.tokens, share or sys.maxsize), equal=self._step is not None)
        if is_parallel:
            # The largest batches first, so that the workers end at about the same time.
            batches = iter(sorted(batches, key=lambda positions: -len(positions) * widths[positions[-1]]))
        for positions, values in self._side_by_side(batches, rows, cancel) if is_parallel else self._one_by_one(batches, rows, cancel):
            numbers[positions] = values
            yield positions

    def _width(self, row: Row) -> int:
        step = self._step or 1
        return -(-self._length(row) // step) * step

    def _one_by_one(
        self, batches: Iterator[Positions], rows: Sequence[Row], cancel: CancelToken
    ) -> Iterator[tuple[Positions, FloatMatrix]]:
        for positions in batches:
            cancel.check()
            yield positions, self._numbers([rows[position] for position in positions])

    def _side_by_side(
        self, batches: Iterator[Positions], rows: Sequence[Row], cancel: CancelToken
    ) -> Iterator[tuple[Positions, FloatMatrix]]:
        pending: deque[tuple[Positions, Future[FloatMatrix]]] = deque()
        with ThreadPoolExecutor(self._workers) as pool:
            try:
                for positions in batches:
                    cancel.check()
                    pending.append((positions, pool.submit(self._numbers, [rows[position] for position in positions])))
                    if len(pending) > 2 * self._workers:
                        yield _finished(pending)
                while pending:
                    cancel.check()
                    yield _finished(pending)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def _numbers(self, rows: list[Row]) -> FloatMatrix:
        width = max(map(self._width, rows))
        started = time.perf_counter() if self._budget.growing else 0.0
        try:
            values = self._compute(rows, width)
        except OutOfDeviceMemory:
            if len(rows) == 1:
                raise
        else:
            if started:
                self._budget.fitted(width * len(rows), seconds=time.perf_counter() - started)
            return values
        half = len(rows) // 2  # outside the handler, where the failed try's memory is free
        self._budget.ran_out(width * (len(rows) - half))
        return np.concatenate([self._numbers(rows[:half]), self._numbers(rows[half:])])


def _finished(pending: deque[tuple[Positions, Future[FloatMatrix]]]) -> tuple[Positions, FloatMatrix]:
    positions, future = pending.popleft()
    return positions, future.result()
