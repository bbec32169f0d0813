"""The windows of a list that a language model is shown one after the other."""

from __future__ import annotations


def windows(count: int, *, window: int, step: int) -> list[tuple[int, int]]:
    """(begin, end) of every window, from the tail to the head, the last one from 0 on; none where there is nothing to put in order.

    A step of a whole window would carry nothing on; it is taken as one less.
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
