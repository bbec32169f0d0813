"""How a command that changed a library ends: with its report, as JSON or told."""

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
    """What every report of an import has."""

    @property
    def counts(self) -> ChangeCounts:
        """What was added, changed, unchanged, grouped."""

    @property
    def refused(self) -> Sequence[RefusedRow]:
        """What was not taken, and why."""

    @property
    def seconds(self) -> float:
        """How long it took."""


def finish_report(context: Context, report: DataclassInstance, print_summary: Callable[[], None]) -> int:
    """The report as JSON where that is asked for, else `told`. Exit code 0, also when single rows were refused."""
    context.progress.close()
    if context.arguments.json:
        emit_json([_row(report)])
    else:
        print_summary()
    return 0


def _row(report: DataclassInstance) -> dict[str, Any]:
    """The report as a plain dictionary; what became of ids stands in its notes."""
    row = asdict(report)
    if isinstance(counts := row.get("counts"), dict):
        counts.pop("ids", None)
    return row


def tell_import(context: Context, report: Imported, *, grouped: str, notes: Sequence[str] = ()) -> None:
    """Refused rows and notes on stderr, the counts on stdout; `grouped` says what became of the grouped ones."""
    report_refused(report.refused, all_rows=context.arguments.all_refused)
    for note in notes:
        say(note)
    counts = report.counts
    emit(
        f"{counts.added} added, {counts.changed} changed, {counts.unchanged} unchanged, {len(report.refused)} refused; "
        f"{counts.grouped} {grouped}; {report.seconds:.1f} s"
    )
