"""Read transcript tables from workbooks (.xlsx): the first sheet that is one, read like a text table."""

from __future__ import annotations

import io
from pathlib import Path

from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.documents.draft import Draft
from app.ingest.documents.source import damaged
from app.ingest.documents.table_rows import draft_of_rows, named_columns
from app.ingest.rows.outcomes import RowRefused
from app.ingest.rows.sources import Source
from app.ingest.rows.spreadsheet import spreadsheet_rows

_CHECK_EVERY = 256


def read_workbook(data: bytes, *, cancel: CancelToken) -> Draft:
    """Return a draft with one span a row. Raises InputError `document-damaged`, `document-too-large`, and as `draft_of_rows` does."""
    name = "spreadsheet.xlsx"
    source = Source(path=Path(name), name=name, cancel=cancel, kind="document", member=lambda: io.BytesIO(data))
    rows, notes = list[list[str]](), list[str]()
    try:
        for number, cells in enumerate(spreadsheet_rows(source, lambda header: len(named_columns(header)))):
            if number % _CHECK_EVERY == 0:
                cancel.check()
            if isinstance(cells, RowRefused):
                notes.append(cells.reason)
            elif cells:
                rows.append(cells)
    except InputError as error:
        # Errors of spreadsheet imports have other codes than those of documents.
        raise (error if error.code.endswith("too-large") else damaged("file")) from error
    draft = draft_of_rows(rows, kind="xlsx", cancel=cancel)
    draft.notes += notes
    return draft
