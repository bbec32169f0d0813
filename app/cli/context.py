"""Context of every command: parsed arguments, a session, progress, and a cancel token that Ctrl+C sets."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from app.bootstrap import Session
from app.cli.output import ProgressPrinter, say
from app.domain.progress import CancelToken
from app.domain.ranked import RankedDocument
from app.errors import InputError
from app.services.reports import check_target, format_of
from app.settings import LIBRARY_VARIABLE, library_folder, library_of_environment, load_settings


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowRequest:
    """Request to open the window, handled by `__main__`, the only module that imports it."""

    library: Path
    document: Path | None = None
    ranked: RankedDocument | None = None


@dataclass(kw_only=True)
class Context:
    """Resources of one command."""

    arguments: argparse.Namespace
    session: Session
    progress: ProgressPrinter
    cancel: CancelToken = field(default_factory=CancelToken)
    window: WindowRequest | None = None

    @cached_property
    def library_path(self) -> Path:
        """Folder of the library that the command works on: from --library, else PRIORCHECK_LIBRARY, else the settings.

        Invalid settings are reported, since they may lead to another library. Raises InputError (`settings-unreadable`).
        """
        library_option = Path(self.arguments.library) if self.arguments.library else library_of_environment()
        return library_option or self._library_of_settings()

    def _library_of_settings(self) -> Path:
        settings = load_settings()
        for note in settings.notes:
            say(note)
        return library_folder(settings)

    @property
    def library_origin(self) -> str:
        """Origin of the library's path for the user: an option, a variable or the settings."""
        if self.arguments.library:
            return "named by --library"
        return f"named by {LIBRARY_VARIABLE}" if library_of_environment() else "of the settings"

    def check_out(self, *, formats: Collection[str] = ()) -> None:
        """Check the output file before any work: it must be writable, end in one of the report's `formats`, and not be the input.
        Raises InputError."""
        out: Path | None = self.arguments.out
        if out is None:
            return
        if formats:
            format_of(out, formats)
        check_target(out)
        inputs = [value for name, value in vars(self.arguments).items() if name != "out" and isinstance(value, Path)]
        if out.exists() and any(path.exists() and path.samefile(out) for path in inputs):
            raise InputError("output-is-input", f"“{out}” is the input itself and would be lost.", hint="Choose another name for --out.")


@contextmanager
def cancel_on_interrupt(token: CancelToken) -> Iterator[None]:
    """Cancel the job on Ctrl+C; a second one ends the program at once."""

    def ask(*_: object) -> None:
        if token.cancelled:
            raise KeyboardInterrupt
        token.cancel()

    previous = signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
