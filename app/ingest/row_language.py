"""The language of a table's texts, which tells how its dates are meant: which calendar, and whether years stand first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.ingest.language import detect_language

_ROWS, _CHARACTERS = 30, 300


def language_of_rows(sample: Sequence[Mapping[str, object]], column: str) -> str:
    """The language of the texts in a column of some rows; "" where it does not show."""
    texts = (value for row in sample[:_ROWS] if isinstance(value := row.get(column), str))
    return detect_language(" ".join(text[:_CHARACTERS] for text in texts))
