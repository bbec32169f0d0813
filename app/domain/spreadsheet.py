"""Cells as a spreadsheet may be given them: no text from outside ever becomes a formula."""

from __future__ import annotations

from app.domain.control_characters import without_controls

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def inert(cell: object) -> object:
    """A text cell that no spreadsheet takes for a formula and no terminal obeys; numbers stay numbers."""
    if not isinstance(cell, str):
        return cell
    text = without_controls(cell)  # first: a mark that goes may have hidden the sign of a formula
    return f"'{text}" if text.startswith(_FORMULA) else text
