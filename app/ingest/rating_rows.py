"""Tables of ratings to be normalised: a header with `rating` and, where there is one, `publisher`."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Iterator
from pathlib import Path

from app.errors import InputError


def read_rating_rows(path: Path) -> Iterator[tuple[str, str]]:
    """(rating, publisher) of each row in order, from a tab-separated file (or commas where the header has no tab).

    Raises InputError when the file cannot be read or has no column `rating`.
    """
    text = _text(path)
    first = text.partition("\n")[0]
    delimiter = "\t" if "\t" in first or "," not in first else ","
    # A tab-separated rating may hold quotation marks as they stand; only comma-separated files quote.
    quoting = csv.QUOTE_NONE if delimiter == "\t" else csv.QUOTE_MINIMAL
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=quoting)
    header = [name.strip().casefold() for name in next(reader, [])]
    if "rating" not in header:
        raise InputError("ratings-header", f"“{path.name}” has no column “rating”.", hint="Its first line must be: rating, publisher.")
    rating = header.index("rating")
    publisher = header.index("publisher") if "publisher" in header else len(header)
    for row in reader:
        if row:
            yield _cell(row, rating), _cell(row, publisher)


def _cell(row: list[str], place: int) -> str:
    return row[place].strip() if place < len(row) else ""


def _text(path: Path) -> str:
    try:
        content = path.read_bytes()
        content = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
    except FileNotFoundError as error:
        raise InputError("ratings-not-found", f"There is no file “{path}”.", hint="Check the name.") from error
    except (OSError, EOFError) as error:
        raise InputError("ratings-damaged", f"“{path}” cannot be read: {error}.", hint="Check the file.") from error
    return content.decode("utf-8-sig", "replace")
