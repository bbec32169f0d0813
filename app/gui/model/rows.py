"""Columns and rows of a table of plain texts."""

from __future__ import annotations

from dataclasses import dataclass

from app.gui.model.verdicts import Badge

DAY = "2000-00-00"
"""A sample as wide as any day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The texts of a row by column, the look of its verdict, and whether it is checked (None: it cannot be)."""

    texts: tuple[str, ...]
    badge: Badge | None = None
    checked: bool | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; its width, 0 for what is left; whether numbers stand in it; a text that fits into it whatever the size of the text."""

    heading: str
    width: int
    number: bool = False
    sample: str = ""
