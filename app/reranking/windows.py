"""Sliding windows over a list."""

from __future__ import annotations


def windows(count: int, *, window: int, step: int) -> list[tuple[int, int]]:
    """Return (begin, end) of every window, from the tail to the head; the last one begins at 0. Fewer than two entries have no
    window.

    Windows must overlap to move entries forward, so a step of a whole window is reduced by one.
    """
    if count < 2:
        return []
    window = max(2, window)
    step = max(1, min(step, window - 1))
    bounds = [(max(0, count - window), count)]
    while bounds[-1][0] > 0:
        end = bounds[-1][1] - step
        bounds.append((max(0, end - window), end))
    return bounds
