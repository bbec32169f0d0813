"""Tables of ratings to be normalised: a header with `rating` and optionally `publisher`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from app.errors import InputError
from app.ingest.contents import whole_content
from app.ingest.documents.encoding import decode


def read_rating_rows(path: Path) -> Iterator[tuple[str, str]]:
    """Yield (rating, publisher) of each row, from a tab-separated file (or commas if the header has no tab). Blank lines are
    skipped.

    Raises InputError if the file cannot be read or has no column `rating`.
    """
    text = decode(whole_content(path))[0]
    first = text.partition("\n")[0]
    # A file of one column counts as tab-separated, since a rating may contain commas.
    tabs = "\t" in first or "," not in first
    rows = _tabbed(text) if tabs else _comma_separated(text, path)
    header = [name.strip().casefold() for name in next(rows, [])]
    if "rating" not in header:
        raise InputError("ratings-header", f"“{path.name}” has no column “rating”.", hint="Its first line must be: rating, publisher.")
    rating = header.index("rating")
    publisher = header.index("publisher") if "publisher" in header else len(header)
    for row in rows:
        yield _cell(row, rating), _cell(row, publisher)


def _tabbed(text: str) -> Iterator[list[str]]:
    """Yield rows split at tabs only: a tab-separated rating may hold quotation marks that quote nothing."""
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if line:
            yield line.split("\t")


def _comma_separated(text: str, path: Path) -> Iterator[list[str]]:
    try:
        yield from (row for row in csv.reader(io.StringIO(text, newline="")) if row)
    except csv.Error as error:
        raise InputError(
            "ratings-damaged", f"“{path.name}” is no table that can be read ({error}).", hint="Save it as tab-separated text."
        ) from error


def _cell(row: list[str], index: int) -> str:
    return row[index].strip() if index < len(row) else ""
