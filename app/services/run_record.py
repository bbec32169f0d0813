"""The run record, with what is needed to reproduce a result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app import __version__
from app.domain.ranked import RunRecord
from app.domain.timestamps import utc_timestamp


def new_record(
    *, parameters: Iterable[tuple[str, str]] = (), seconds: Iterable[tuple[str, float]] = (), digits: int = 3, **properties: Any
) -> RunRecord:
    """Return a record of this program and time; `properties` are further fields of RunRecord. Empty parameters are left out,
    seconds rounded."""
    return RunRecord(
        program=f"priorcheck {__version__}",
        created=utc_timestamp(),
        parameters=tuple((name, value) for name, value in parameters if value),
        seconds=tuple((name, round(value, digits)) for name, value in seconds),
        **properties,
    )
