"""The first rows of a collection and the guessed mapping, for the import window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from app.domain.importing import ReadRow
from app.domain.options import ImportOptions
from app.domain.progress import CancelToken, no_progress
from app.errors import InputError
from app.ingest.factchecks.columns import guess_columns
from app.ingest.factchecks.detect import detect
from app.ingest.factchecks.generic import key_table, open_records
from app.ingest.factchecks.reader import read_factchecks
from app.ingest.factchecks.tables import NAMING
from app.ingest.rows.outcomes import RowRefused
from app.ingest.rows.sources import Source, files_of
from app.ingest.rows.tables import open_table
from app.translation import tr

_PREVIEW_FIELDS = ("claim", "rating", "publisher", "published", "claimant", "title", "url", "language")


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePreview:
    """Preview of a file before its import.

    `format` is the recognised format; `header` and `rows` are the table's or, if `mappable` is false, the fields of the first
    fact-checks; `columns` is the guess, field to column; `problem` says in one sentence why nothing could be guessed.
    """

    format: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    columns: Mapping[str, str] = field(default_factory=dict)
    mappable: bool = True
    problem: str = ""


def preview(path: Path, options: ImportOptions, *, limit: int = 20) -> TablePreview:
    """Return the first `limit` rows with the guessed mapping; for a folder, those of its first file. Raises InputError."""
    files = files_of(path)
    if not files:
        raise InputError(
            "factchecks-empty", tr("{name} holds no files.", name=path.name), hint=tr("Choose a folder that holds fact-checks.")
        )
    name = options.format if options.format != "auto" else detect(files[0])
    if name == "jsonl":
        return _preview_of_keys(files[0], limit)
    return _preview_of_table(files[0], limit) if name == "table" else _preview_of_factchecks(files[0].path, name, options, limit)


def _preview_of_keys(source: Source, limit: int) -> TablePreview:
    """Return JSON objects as a table whose columns are their keys."""
    records = [record for _, record in islice(open_records(source), limit) if not isinstance(record, RowRefused)]
    header, rows = key_table(records)
    return _mappable_preview("jsonl", header, rows)


def _preview_of_table(source: Source, limit: int) -> TablePreview:
    table = open_table(source, NAMING)
    width = len(table.header)
    # Rows of a damaged table may be wider or narrower than its header.
    rows = [[*row[:width], *[""] * (width - len(row))] for row in table.sample]
    table_preview = _mappable_preview("table", table.header, rows)
    return replace(table_preview, rows=table_preview.rows[:limit])


def _mappable_preview(name: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> TablePreview:
    columns = guess_columns(header, rows)
    problem = "" if "claim" in columns else tr("No column could be recognised as the claim: choose it.")
    return TablePreview(format=name, header=tuple(header), rows=tuple(map(tuple, rows)), columns=columns, problem=problem)


def _preview_of_factchecks(path: Path, name: str, options: ImportOptions, limit: int) -> TablePreview:
    # More rows are read than shown, since some may be refused.
    outcomes = islice(read_factchecks(path, options=options, progress=no_progress, cancel=CancelToken()), limit * 5)
    checks = [row.factcheck for row in outcomes if isinstance(row, ReadRow)][:limit]
    rows = tuple(tuple(str(getattr(check, field) or "") for field in _PREVIEW_FIELDS) for check in checks)
    problem = "" if rows else tr("None of the first rows could be read as a fact-check.")
    return TablePreview(format=name, header=_PREVIEW_FIELDS, rows=rows, mappable=False, problem=problem)
