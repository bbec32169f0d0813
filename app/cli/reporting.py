"""Reports of commands that change a library, as JSON or text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Protocol

from app.cli.context import Context
from app.cli.output import emit, emit_json, report_refused, say
from app.domain.importing import ChangeCounts, RefusedRow

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Imported(Protocol):
    """Common fields of import reports."""

    @property
    def counts(self) -> ChangeCounts:
        """Numbers of added, changed, unchanged and grouped items."""

    @property
    def refused(self) -> Sequence[RefusedRow]:
        """Refused rows with their reasons."""

    @property
    def seconds(self) -> float:
        """Duration of the import."""


def finish_report(context: Context, report: DataclassInstance, print_summary: Callable[[], None]) -> int:
    """Print the report as JSON if requested, else with `print_summary`. Return exit code 0, even if single rows were refused."""
    context.progress.close()
    if context.arguments.json:
        emit_json([_row(report)])
    else:
        print_summary()
    return 0


def _row(report: DataclassInstance) -> dict[str, Any]:
    """Return the report as a dictionary; id conflicts are part of its notes."""
    row = asdict(report)
    if isinstance(counts := row.get("counts"), dict):
        counts.pop("ids", None)
    return row


def tell_import(context: Context, report: Imported, *, grouped: str, notes: Sequence[str] = ()) -> None:
    """Print refused rows and notes on stderr, the counts on stdout; `grouped` is the text for the number of grouped items."""
    report_refused(report.refused, all_rows=context.arguments.all_refused)
    for note in notes:
        say(note)
    counts = report.counts
    emit(
        f"{counts.added} added, {counts.changed} changed, {counts.unchanged} unchanged, {len(report.refused)} refused; "
        f"{counts.grouped} {grouped}; {report.seconds:.1f} s"
    )
