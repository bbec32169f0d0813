"""Outcomes of reading one row: a record of its fields, or a refusal."""

from __future__ import annotations

from collections.abc import Mapping

Record = Mapping[str, object]


class RowRefused(ValueError):  # noqa: N818 - a refusal is an outcome of reading, no fault
    """Refusal of a row; `reason` is one sentence for the user."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
