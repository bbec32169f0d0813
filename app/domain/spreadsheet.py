"""Cells as a spreadsheet may be given them: no text from outside ever becomes a formula."""

from __future__ import annotations

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def inert(cell: object) -> object:
    """A text cell that no spreadsheet takes for a formula; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
