"""Pauses Python's garbage collector for work that creates very many objects.

The collector would look through all objects again whenever their number has grown by a quarter, although none of them is part of a
cycle: a seventh of the time over 100,000 fact-checks. Reference counting frees objects as always.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """No automatic collection within; afterwards it is on again where it was on before, also after an error. May be nested."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
