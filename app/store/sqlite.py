"""Imports sqlite-utils without pandas.

sqlite-utils imports pandas wherever it is installed, as it is with statsmodels, only to know the name of one of its types. That
took a quarter of every start of the program; no pandas table gets near a library.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def _not_found(name: str) -> Iterator[None]:
    """Make the import of a module fail inside the context; a module that is already loaded stays loaded."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment]  # how Python's import system has it: the import is refused
    try:
        yield
    finally:
        del sys.modules[name]


with _not_found("pandas"):
    from sqlite_utils import Database, Migrations

__all__ = ["Database", "Migrations"]
