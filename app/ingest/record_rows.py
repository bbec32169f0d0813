"""Rows of a table or JSON file of any format as records, for files of which only possible column names are known."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from app.errors import InputError
from app.ingest.rows.columns import flatten_record, key_of
from app.ingest.rows.jsonlines import records
from app.ingest.rows.jsonvalues import values
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.sources import Source, decoded_head, files_of
from app.ingest.rows.tables import Naming, open_table, table_records

_MAX_INTEGER_BITS = 63


def read_record_rows(path: Path, *, columns: Collection[str]) -> Iterator[dict[str, object]]:
    """Yield the file's rows with their columns' names as keys ("tweet_lang" is tweetlang); `columns` serve to recognise a table's
    header.

    Raises InputError if the file cannot be read, holds no row, or a row is broken: leaving it out would falsify a measurement.
    """
    source = files_of(path, kind="evaluation")[0]
    record = None
    for record in _whole_rows(source, frozenset(columns)):
        yield {key_of(name): _sendable(value) for name, value in flatten_record(record).items()}
    if record is None:
        raise InputError("evaluation-empty", f"“{source.path}” holds no row to score.", hint="Name a file with rows.")


def _sendable(value: object) -> object:
    """Return the value in a form that can be sent between processes: integers of 64 bits and more, which are always ids, become
    text."""
    if isinstance(value, list):
        return [_sendable(element) for element in value]
    return str(value) if isinstance(value, int) and value.bit_length() > _MAX_INTEGER_BITS else value


def _whole_rows(source: Source, columns: frozenset[str]) -> Iterator[Record]:
    for row, record in _rows(source, columns):
        if isinstance(record, RowRefused):
            raise InputError("evaluation-row", f"{row} of “{source.path}”: {record.reason}", hint="Correct the file.")
        yield record
    if source.damage:
        raise InputError("evaluation-damaged", f"“{source.path}” is cut off or damaged.", hint="Copy or download it again.")


def _rows(source: Source, columns: frozenset[str]) -> Iterator[tuple[str, Record | RowRefused]]:
    if not source.starts_as_json:
        yield from table_records(open_table(source, _naming(columns)))
        return
    # A first line of only a brace begins an object that spans several lines; otherwise each line may be an object.
    start = decoded_head(source.head).lstrip()
    if not start.startswith(b"[") and start.splitlines()[:1] != [b"{"] and not start.startswith(b"{}"):
        lines = list(records(source))
        if len(lines) != 1:
            yield from lines
            return
    for row, value in values(source):
        if isinstance(value, dict) and value and all(isinstance(inner, dict) for inner in value.values()):
            # Objects under their ids.
            yield from ((str(name), {"id": name, **inner}) for name, inner in value.items())
        else:
            yield row, value if isinstance(value, dict | RowRefused) else RowRefused("it is no JSON object.")


def _naming(columns: frozenset[str]) -> Naming:
    return Naming(recognised=lambda cells: len({key_of(cell) for cell in cells} & columns), is_data=lambda _cells: False)
