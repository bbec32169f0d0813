"""The first rows of a table of posts and the guessed mapping, for the import window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.domain.progress import CancelToken
from app.ingest.posts.archives import post_files
from app.ingest.posts.columns import guess_columns
from app.ingest.posts.documents import is_json
from app.ingest.posts.formats import format_of_header
from app.ingest.posts.reader import NAMING
from app.ingest.posts.refusals import refuse_others
from app.ingest.posts.whatsapp import is_chat
from app.ingest.rows.tables import open_table

PREVIEW_ROWS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PostTable:
    """The beginning of a table: its columns, some rows, and the guessed mapping of fields to columns."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    columns: Mapping[str, str]


def preview(path: Path) -> PostTable | None:
    """Return the beginning of a table whose columns can be chosen; None for another file, an empty one, or a platform's own table.

    Raises InputError if the file cannot be read.
    """
    sources, _ = post_files(path, CancelToken())
    if len(sources) != 1 or is_json(sources[0]) or is_chat(sources[0]):
        return None
    refuse_others(sources[0])
    table = open_table(sources[0], NAMING)
    # The columns of a platform's table are known, so there is nothing to choose.
    if format_of_header(table.header) != "table" or not table.sample:
        return None
    width = len(table.header)
    rows = tuple((*row[:width], *[""] * (width - len(row))) for row in table.sample)
    return PostTable(header=tuple(table.header), rows=rows[:PREVIEW_ROWS], columns=guess_columns(table.header, rows))
