"""Access to the existing cells of a sheet only.

One cell in the last row, or a range that is merged down to it, would make openpyxl create a million cells.
"""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import IO, Any

# The rows that a sheet can have; a file that declares more is damaged.
MAX_ROWS = 1 << 20
_MAX_RANGE_CELLS = 1_000_000
_MAX_SHEET_BYTES = 64 << 20
_SHEET_NAME = re.compile(r"/?xl/worksheets/[^/]+\.xml", re.IGNORECASE)
_RANGE_ATTRIBUTE = re.compile(rb"""(?:mergeCell|hyperlink)\b[^>]*?\bref\s*=\s*["']([^"']*)["']""")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def can_be_read_whole(data: IO[bytes]) -> bool:
    """Return True if no unpacked sheet is very large, and no range of merged cells or links covers more cells than fit in memory.

    Raises the errors of `zipfile` for a damaged archive.
    """
    with zipfile.ZipFile(data) as book:
        for part in book.infolist():
            if not _SHEET_NAME.fullmatch(part.filename):
                continue
            if part.file_size > _MAX_SHEET_BYTES:
                return False
            # Ranges in another encoding than UTF-8 would be missed by the byte pattern.
            content = book.read(part)
            if content.startswith(_UTF16_MARKS) or sum(map(_range_size, _RANGE_ATTRIBUTE.findall(content))) > _MAX_RANGE_CELLS:
                return False
    return True


def unpacked_size(data: IO[bytes]) -> int:
    """Return the unpacked size in bytes that a workbook's parts declare, which no reader exceeds; 0 for a damaged workbook."""
    try:
        with zipfile.ZipFile(data) as book:
            return sum(part.file_size for part in book.infolist())
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        return 0


def _range_size(ref: bytes) -> int:
    """Return the number of cells in a range; a malformed range counts as too many."""
    from openpyxl.utils import range_boundaries

    try:
        first_column, first_row, last_column, last_row = (int(side or 0) for side in range_boundaries(ref.decode("ascii")))
        return (last_column - first_column + 1) * (last_row - first_row + 1) if first_column and first_row else _MAX_RANGE_CELLS + 1
    except (ValueError, TypeError):
        return _MAX_RANGE_CELLS + 1


def rows_of(sheet: Any) -> Iterator[Sequence[Any]]:
    """Yield the rows of a sheet in order, a row without cells as (), a missing cell as None. A chart sheet has no rows."""
    # openpyxl's own iteration creates the missing cells; its dictionary holds only the existing ones.
    cells = getattr(sheet, "_cells", None)
    if cells is None:
        yield from islice(sheet.iter_rows() if hasattr(sheet, "iter_rows") else (), MAX_ROWS)
        return
    rows: dict[int, dict[int, Any]] = defaultdict(dict)
    for (row, column), cell in cells.items():
        rows[row][column] = cell
    last_row = 0
    for row in sorted(number for number in rows if number <= MAX_ROWS):
        yield from ((),) * (row - last_row - 1)
        yield tuple(rows[row].get(column) for column in range(1, max(rows[row]) + 1))
        last_row = row
