"""Pauses Python's garbage collector for work that creates very many objects.

The collector would traverse all objects whenever their number has grown by a quarter, although none of them is part of a cycle: a
seventh of the time for 100,000 fact-checks. Reference counting frees objects as always.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """Turn automatic collection off for the block, then restore its state, also after an error. May be nested."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
