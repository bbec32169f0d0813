"""Writing results to files: whole or not at all, with the run's record beside them."""

from __future__ import annotations

import csv
import gzip
import io
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from app.domain.ranked import RankedDocument
from app.errors import InputError
from app.paths import replace_file
from app.services.reports.docx import docx_bytes
from app.services.reports.html import html_page
from app.services.reports.rows import run_row, sentence_row

_CSV_MATCHES = 3
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_report(ranked: RankedDocument, path: Path) -> None:
    """Write a ranked document in the format of the path's suffix (.jsonl, .csv, .html, .docx), its run record beside it.

    Raises InputError when the suffix is none of these or the file cannot be written.
    """
    write_bytes(path, FORMATS[report_format(path)](ranked))
    write_bytes(path.with_name(path.name + ".run.json"), _pretty(run_row(ranked.run)))


def report_format(path: Path) -> str:
    """The format that the path's suffix names. Raises InputError when it names none."""
    name, dot, suffix = path.name.removesuffix(".gz").rpartition(".")
    if not name or not dot or suffix.lower() not in FORMATS:
        known = ", ".join(f".{name}" for name in FORMATS)
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
    write_bytes(path, _lines(rows))
    if run is not None:
        write_bytes(path.with_name(path.name + ".run.json"), _pretty(run))


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


def _lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


def _pretty(row: Mapping[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(row), indent=2) + b"\n"


def _json_lines(ranked: RankedDocument) -> bytes:
    return _lines(sentence_row(entry) for entry in ranked.sentences)


def _csv(ranked: RankedDocument) -> bytes:
    """One row a sentence with its best matches; cells that a spreadsheet would run as a formula are made inert."""
    stream = io.StringIO()
    flat = ("claim", "publisher", "rating", "verdict", "stance", "published", "url", "id", "score")
    head = ("rank", "index", "line", "speaker", "page", "time", "text", "score", "probability", "sentence_verdict", "outcome")
    writer = csv.writer(stream)
    writer.writerow([*head, *(f"match{place}_{name}" for place in range(1, _CSV_MATCHES + 1) for name in flat)])
    for entry in ranked.sentences:
        row = sentence_row(entry)
        matches = row["matches"][:_CSV_MATCHES]
        cells = [row[name] for name in head] + [match[name] for match in matches for name in flat]
        writer.writerow([inert(cell) for cell in cells])
    return ("\ufeff" + stream.getvalue()).encode("utf-8", "replace")


def inert(cell: object) -> object:
    """A text cell that no spreadsheet takes for a formula; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


FORMATS: dict[str, Callable[[RankedDocument], bytes]] = {
    "jsonl": _json_lines,
    "csv": _csv,
    "html": lambda ranked: html_page(ranked).encode("utf-8", "replace"),
    "docx": docx_bytes,
}
