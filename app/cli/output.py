"""Output of the command line: data on stdout, progress and messages on stderr."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TextIO

from app.domain.control_characters import without_controls
from app.domain.importing import RefusedRow
from app.domain.progress import ProgressUpdate
from app.services.reports.json_text import json_row

_EVERY_TTY = 0.1
_EVERY_LINES = 5.0
_REFUSED_SHOWN = 20


class ProgressPrinter:
    """Prints progress on stderr: one line that is rewritten on a terminal, a line every few seconds elsewhere."""

    def __init__(self, stream: TextIO | None = None, *, quiet: bool = False) -> None:
        self._stream = stream or sys.stderr
        self._quiet = quiet
        self._tty = self._stream.isatty()
        self._last = time.monotonic()
        self._open = False

    def __call__(self, update: ProgressUpdate) -> None:
        now = time.monotonic()
        if self._quiet or now - self._last < (_EVERY_TTY if self._tty else _EVERY_LINES):
            return
        self._last = now
        count = f" {update.done}/{update.total}" if update.total else f" {update.done}" if update.done else ""
        self._stream.write(f"\r\x1b[K{update.activity}{count}" if self._tty else f"{update.activity}{count}\n")
        self._stream.flush()
        self._open = self._tty

    def close(self) -> None:
        """Clear the progress line."""
        if self._open:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._open = False


def speak_utf8() -> None:
    """Set the output to UTF-8 whatever the system's encoding; characters without UTF-8 (odd file names) are escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def one_line(text: str) -> str:
    """Return external text on one line, without control characters."""
    return " ".join(without_controls(" ".join(text.split())).split())


def say(text: str) -> None:
    """Print a message for the user, one line on stderr."""
    with suppress(OSError):  # what cannot be told changes nothing of what was done
        print(one_line(text), file=sys.stderr, flush=True)


def emit(text: str) -> None:
    """Print data on stdout."""
    print(without_controls(text))


def emit_json(rows: Iterable[Mapping[str, Any]]) -> None:
    """Print rows as JSON Lines on stdout."""
    for row in rows:
        sys.stdout.write(json_row(row).decode() + "\n")


def table(rows: Sequence[Sequence[object]]) -> str:
    """Return the rows with aligned columns."""
    cells = [[one_line(str(cell)) for cell in row] for row in rows]
    if not cells:
        return ""
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells)


def report_refused(refused: Sequence[RefusedRow], *, all_rows: bool = False) -> None:
    """Print the refused rows with their reasons; the first twenty unless `all_rows`."""
    shown_rows = refused if all_rows else refused[:_REFUSED_SHOWN]
    for row in shown_rows:
        say(f"refused {row.source} {row.row}: {row.reason}")
    if len(refused) > len(shown_rows):
        say(f"… and {len(refused) - len(shown_rows)} more refused rows (--all-refused lists them)")
