"""Work that makes very many values: Python's collector of cycles waits until it is done.

It would look through all values again whenever a quarter has been added to them, and none of them is part of a cycle: over 100,000
fact-checks that took a seventh of the time. What is in no cycle is freed as always.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """No automatic collection within; it is on again afterwards, also after an error, where it was on before. May be nested."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
