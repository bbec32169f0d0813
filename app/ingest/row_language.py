"""The language of a table's texts, which determines how its dates are read: the calendar, and whether years come first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.ingest.language import detect_language

_MAX_ROWS, _MAX_ROW_CHARACTERS = 30, 300


def language_of_rows(sample: Sequence[Mapping[str, object]], column: str) -> str:
    """Return the language of the texts in a column of some rows; "" if it is unclear."""
    texts = (value for row in sample[:_MAX_ROWS] if isinstance(value := row.get(column), str))
    return detect_language(" ".join(text[:_MAX_ROW_CHARACTERS] for text in texts))
