"""Preview of an import: how many rows can be read, counted before anything is written."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from app.domain.importing import ReadRow, RefusedRow
from app.translation import number, tr, trn

# Counting a very large file takes as long as reading it; after this many seconds the count so far is shown.
_MOST_SECONDS = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportCount:
    """Rows that can be read and rows that would be refused; dates that could be two days, with an example. `complete` is False when the
    counting stopped before the end."""

    readable: int = 0
    refused: int = 0
    unclear: int = 0
    unclear_example: str = ""
    complete: bool = True

    @property
    def words(self) -> str:
        """Return the counts in a sentence."""
        if not self.complete:
            return tr("More than {count} fact-checks can be read.", count=number(self.readable))
        readable = trn("{count} fact-check can be read", "{count} fact-checks can be read", self.readable)
        refused = trn("{count} row would be refused", "{count} rows would be refused", self.refused)
        return f"{readable}, {refused}." if self.refused else f"{readable}."

    @property
    def question(self) -> str:
        """Return the question for the order of day and month; "" where no date leaves it open."""
        if not self.unclear:
            return ""
        return trn(
            "{count} date can be read in two ways, “{example}”. Which comes first?",
            "{count} dates can be read in two ways, such as “{example}”. Which comes first?",
            self.unclear,
            example=self.unclear_example,
        )


def count_rows(rows: Iterable[ReadRow | RefusedRow], *, most_seconds: float = _MOST_SECONDS) -> ImportCount:
    """Count the rows of an import that is only tried."""
    readable = refused = unclear = 0
    example, end, complete = "", time.monotonic() + most_seconds, True
    for row in rows:
        if isinstance(row, RefusedRow):
            refused += 1
        else:
            readable += 1
            unclear += bool(row.unclear_date)
            example = example or row.unclear_date
        if time.monotonic() > end:
            complete = False
            break
    return ImportCount(readable=readable, refused=refused, unclear=unclear, unclear_example=example, complete=complete)
