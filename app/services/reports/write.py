"""Writing results to files: whole or not at all, with the run's record beside them."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.domain.ranked import RankedDocument
from app.domain.reviewed import WHOLE, ReportChoice, ReportKind, Reviewed
from app.errors import InputError
from app.file_replacement import write_export
from app.paths import resolved, shortened
from app.services.reports.blocks import Report, Tick
from app.services.reports.choosing import choose
from app.services.reports.claimreview import claimreview_bytes
from app.services.reports.docx import docx_bytes
from app.services.reports.html import html_bytes
from app.services.reports.json_text import json_row, pretty
from app.services.reports.methods import review_row
from app.services.reports.pdf import pdf_bytes
from app.services.reports.ranking_report import ranking_report
from app.services.reports.rows import reviewed_row, run_row, sentence_row
from app.services.reports.story_claimreview import story_claimreview
from app.services.reports.story_html import story_html
from app.services.reports.story_sheet import story_report
from app.services.reports.table import csv_bytes
from app.services.reports.workbook import xlsx_bytes
from app.translation import tr


def write_report(
    results: Reviewed | RankedDocument,
    path: Path,
    choice: ReportChoice = WHOLE,
    *,
    record: bool = True,
    progress: Progress = no_progress,
    cancel: CancelToken | None = None,
) -> tuple[str, ...]:
    """Write results in the format of the path's suffix (`FORMATS`, for a story sheet `STORY_FORMATS`), with `record` the run's record
    beside them. Returns what had to be left out, as sentences for the user; a ranked document is reviewed by nobody.

    Raises InputError when the suffix is none of these, when the file cannot be written, or when there is nothing that the format could
    hold; Cancelled, with nothing written.
    """
    reviewed = results if isinstance(results, Reviewed) else Reviewed(ranked=results)
    name, token = format_of(path, formats_of(choice.kind)), cancel or CancelToken()

    def tick(done: int, total: int) -> None:
        # Nothing is written before the content is complete.
        token.check()
        progress(ProgressUpdate(tr("Writing the report"), done, total))

    tick(0, 0)
    content, remarks = _WRITERS[choice.kind](name, reviewed, choice, tick)
    token.check()
    write_bytes(path, content)
    if record:
        row = run_row(reviewed.ranked.run) | ({"review": review_row(reviewed)} if reviewed.reviewers else {})
        write_bytes(path.with_name(path.name + ".run.json"), pretty(row))
    return remarks


def _report(name: str, reviewed: Reviewed, choice: ReportChoice, tick: Tick) -> tuple[bytes, tuple[str, ...]]:
    """Return the report's content in a format, and what had to be left out."""
    if name not in _READ:
        return _TABLES[name](reviewed, choice), ()
    report = ranking_report(reviewed, choice)
    return _READ[name](report, tick), report.remarks


def _story_sheet(name: str, reviewed: Reviewed, choice: ReportChoice, tick: Tick) -> tuple[bytes, tuple[str, ...]]:
    """Return the story sheet's content in a format, and what had to be left out."""
    if name == "html":
        return story_html(reviewed, choice).encode("utf-8", "replace"), ()
    if name == "jsonld":
        content, remark = story_claimreview(reviewed, choice)
        return content, (remark,) if remark else ()
    sheet = story_report(reviewed, choice)
    return docx_bytes(sheet, tick), sheet.remarks


def formats_of(kind: ReportKind = ReportKind.REPORT, *, reviewed: bool = True) -> tuple[str, ...]:
    """Return the formats that a kind of report can be written in; without a review (`reviewed`), those that need none."""
    formats = STORY_FORMATS if kind is ReportKind.STORY_SHEET else FORMATS
    return formats if reviewed else tuple(name for name in formats if name not in _REVIEWS)


def format_of(path: Path, formats: Collection[str]) -> str:
    """Return the one of `formats` that the path's suffix names. Raises InputError when it names none."""
    name, dot, suffix = path.name.removesuffix(".gz").rpartition(".")
    if not name or not dot or suffix.lower() not in formats:
        suffixes = ", ".join(f".{name}" for name in formats)
        message = tr("“{name}” names no format that we write.", name=path.name)
        raise InputError("report-format", message, hint=tr("End the name in one of {suffixes}.", suffixes=suffixes))
    return suffix.lower()


def check_target(path: Path) -> None:
    """Find out before the work is done whether a file can be written here. Raises InputError as `write_bytes` does."""
    try:
        reason = _reason_against(path)
    except (OSError, ValueError) as error:
        raise _unwritable(path, getattr(error, "strerror", None) or str(error)) from error
    if reason:
        raise _unwritable(path, reason)


def _reason_against(path: Path) -> str:
    """Why no file can be written here; "" where nothing is known against it. Raises OSError and ValueError for an impossible name."""
    if path.is_dir():
        return tr("there is a folder of this name")
    if path.is_symlink() and not path.exists():
        return tr("it is a link that leads nowhere")
    if path.exists() and not path.is_file():
        return tr("it is no ordinary file")
    if not path.parent.is_dir():
        return tr("there is no such folder")
    return "" if os.access(path.parent, os.W_OK) else tr("the folder is read-only")


def write_json_lines(rows: Iterable[Mapping[str, Any]], path: Path, *, run: Mapping[str, Any] | None = None) -> None:
    """Write rows as JSON Lines, and `run` as `FILE.run.json`. Raises InputError when the file cannot be written."""
    write_bytes(path, lines_bytes(rows))
    if run is not None:
        write_bytes(path.with_name(path.name + ".run.json"), pretty(run))


def write_json(row: Mapping[str, Any], path: Path, *, run: Mapping[str, Any] | None = None) -> None:
    """Write one object as JSON, and `run` as `FILE.run.json`. Raises InputError when the file cannot be written."""
    write_bytes(path, pretty(row))
    if run is not None:
        write_bytes(path.with_name(path.name + ".run.json"), pretty(run))


def write_bytes(path: Path, content: bytes) -> None:
    """Replace the file at once, or leave what was there. Raises InputError with the system's reason."""
    if path.name.endswith(".gz"):
        content = gzip.compress(content, mtime=0)
    try:
        write_export(resolved(path), content)  # a link stays, and leads to the new file
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from error


def _unwritable(path: Path, reason: str) -> InputError:
    message = tr("“{path}” cannot be written: {reason}.", path=shortened(path), reason=reason)
    return InputError("report-unwritable", message, hint=tr("Choose another place."))


def lines_bytes(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Rows as JSON Lines."""
    return b"".join(json_row(row) + b"\n" for row in rows)


def _rows(reviewed: Reviewed, choice: ReportChoice) -> Iterable[dict[str, Any]]:
    """Rows with the review's keys where somebody has reviewed; otherwise those of the command-line contract alone."""
    selected = choose(reviewed, choice).all
    return (reviewed_row(finding) if reviewed.reviewers else sentence_row(finding.entry) for finding in selected)


def _claimreview(reviewed: Reviewed, choice: ReportChoice) -> bytes:
    return claimreview_bytes(reviewed, choose(reviewed, choice).all)


_READ: dict[str, Callable[[Report, Tick], bytes]] = {
    "html": lambda report, _: html_bytes(report),
    "docx": docx_bytes,
    "pdf": pdf_bytes,
}
_TABLES: dict[str, Callable[[Reviewed, ReportChoice], bytes]] = {
    "jsonl": lambda reviewed, choice: lines_bytes(_rows(reviewed, choice)),
    "csv": lambda reviewed, choice: csv_bytes(_rows(reviewed, choice), reviewed=bool(reviewed.reviewers)),
    "xlsx": lambda reviewed, choice: xlsx_bytes(reviewed, choose(reviewed, choice).all),
    "jsonld": _claimreview,
}
_WRITERS: dict[ReportKind, Callable[[str, Reviewed, ReportChoice, Tick], tuple[bytes, tuple[str, ...]]]] = {
    ReportKind.REPORT: _report,
    ReportKind.STORY_SHEET: _story_sheet,
}
_REVIEWS = ("jsonld",)
STORY_FORMATS = ("docx", "html", "jsonld")
FORMATS = ("jsonl", "csv", "html", "docx", "pdf", "xlsx", "jsonld")
