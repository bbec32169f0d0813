"""Safe cell values for spreadsheets: no external text ever becomes a formula."""

from __future__ import annotations

from app.domain.control_characters import without_controls

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def inert(cell: object) -> object:
    """Return a text cell that no spreadsheet reads as a formula and without control characters; numbers stay numbers."""
    if not isinstance(cell, str):
        return cell
    text = without_controls(cell)  # first: a mark that goes may have hidden the sign of a formula
    return f"'{text}" if text.startswith(_FORMULA) else text
