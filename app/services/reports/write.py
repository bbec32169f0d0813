"""Writing results to files: whole or not at all, with the run's record beside them."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from app.domain.ranked import RankedDocument
from app.errors import InputError
from app.paths import replace_file
from app.services.reports.delimited import csv_bytes
from app.services.reports.docx import docx_bytes
from app.services.reports.html import html_page
from app.services.reports.rows import run_row, sentence_row
from app.services.reports.tables import methods_of, sentence_tables
from app.services.reports.xlsx import xlsx_bytes

_CSV_MATCHES = 3


def write_report(ranked: RankedDocument, path: Path) -> None:
    """Write a ranked document in the format of the path's suffix (FORMATS), its run record beside it.

    Raises InputError when the suffix is none of these or the file cannot be written.
    """
    write_bytes(path, FORMATS[report_format(path)](ranked))
    write_bytes(path.with_name(path.name + ".run.json"), pretty(run_row(ranked.run)))


def report_format(path: Path) -> str:
    """The format of a ranking that the path's suffix names. Raises InputError when it names none."""
    return format_of(path, FORMATS)


def format_of(path: Path, formats: Collection[str]) -> str:
    """Which of these formats the path's suffix names. Raises InputError when it names none."""
    name, dot, suffix = path.name.removesuffix(".gz").rpartition(".")
    if not name or not dot or suffix.lower() not in formats:
        known = ", ".join(f".{name}" for name in formats)
        raise InputError("report-format", f"“{path.name}” names no format that we write.", hint=f"End the name in one of {known}.")
    return suffix.lower()


def check_target(path: Path) -> None:
    """Find out before the work is done whether a file can be written here. Raises InputError as `write_bytes` does."""
    if path.is_dir():
        raise _unwritable(path, "there is a folder of this name")
    if not path.parent.is_dir():
        raise _unwritable(path, "there is no such folder")
    if not os.access(path.parent, os.W_OK):
        raise _unwritable(path, "the folder is read-only")


def write_json_lines(rows: Iterable[Mapping[str, Any]], path: Path, *, run: Mapping[str, Any] | None = None) -> None:
    """Write rows as JSON Lines, and `run` as `FILE.run.json`. Raises InputError when the file cannot be written."""
    write_bytes(path, lines_bytes(rows))
    if run is not None:
        write_bytes(path.with_name(path.name + ".run.json"), pretty(run))


def write_bytes(path: Path, content: bytes) -> None:
    """Replace the file at once, or leave what was there. Raises InputError with the system's reason."""
    if path.name.endswith(".gz"):
        content = gzip.compress(content, mtime=0)
    try:
        replace_file(path, content)
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from error


def _unwritable(path: Path, reason: str) -> InputError:
    return InputError("report-unwritable", f"“{path}” cannot be written: {reason}.", hint="Choose another place.")


def lines_bytes(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Rows as JSON Lines."""
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


def pretty(row: Mapping[str, Any]) -> bytes:
    """One row as JSON for reading."""
    return msgspec.json.format(msgspec.json.encode(row), indent=2) + b"\n"


def _json_lines(ranked: RankedDocument) -> bytes:
    return lines_bytes(sentence_row(entry) for entry in ranked.sentences)


def _csv(ranked: RankedDocument) -> bytes:
    """One row a sentence with its best matches; cells that a spreadsheet would run as a formula are made inert."""
    flat = ("claim", "publisher", "rating", "verdict", "stance", "published", "url", "id", "score")
    head = ("rank", "index", "line", "speaker", "page", "time", "text", "score", "probability", "sentence_verdict", "outcome")
    rows = []
    for entry in ranked.sentences:
        row = sentence_row(entry)
        rows.append([row[name] for name in head] + [match[name] for match in row["matches"][:_CSV_MATCHES] for name in flat])
    return csv_bytes([*head, *(f"match{place}_{name}" for place in range(1, _CSV_MATCHES + 1) for name in flat)], rows)


FORMATS: dict[str, Callable[[RankedDocument], bytes]] = {
    "jsonl": _json_lines,
    "csv": _csv,
    "xlsx": lambda ranked: xlsx_bytes([*sentence_tables(ranked), methods_of(ranked)]),
    "html": lambda ranked: html_page(ranked).encode("utf-8", "replace"),
    "docx": docx_bytes,
}
