"""Export to a file, shared by all pages: the save dialog, the worker request and the message in the status line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.gui.file_dialogs import Purpose, choose_target, last_folder
from app.gui.jobs import Failure
from app.gui.ui_context import UiContext
from app.gui.widgets.question import agreed
from app.translation import tr
from app.worker.protocol import PairsWritten, Request, Written

WrittenT = TypeVar("WrittenT", Written, PairsWritten)


class FileExport(QObject):
    """Base of the pages' exports. `said` carries what was done, `failed` a Failure."""

    message_sent = Signal(str)
    failed = Signal(object)

    def __init__(self, ctx: UiContext, parent: QObject) -> None:
        super().__init__(parent)
        self._ctx, self._folder = ctx, ""

    def ask_path(
        self, title: str, name: str, formats: Mapping[str, str], *, parent: QWidget | None = None, ask_to_replace: bool = False
    ) -> Path | None:
        """Ask where to write; None when the user cancels. `name` has no suffix; `formats` are suffixes by their words in the
        dialog, the first one preselected."""
        preferences, parent = self._ctx.preferences, parent or self._ctx.window
        folder = preferences.settings.report_folder or self._folder or last_folder(Purpose.REPORT, preferences.recent_folder())
        first, kinds = next(iter(formats.values())), ";;".join(formats)
        typed, kind = choose_target(parent, Purpose.REPORT, title, str(Path(folder) / f"{name}{first}"), kinds)
        if not typed:
            return None
        path = with_suffix(typed, kind, formats)
        # The dialog has asked about replacing the name as it was typed, not the one with its suffix.
        if not ask_to_replace or path == Path(typed) or not path.exists():
            return path
        question = tr("{name} is there already. Replace it?", name=path.name)
        return path if agreed(parent, title, question, yes=tr("Replace")) else None

    def write(self, request: Request[WrittenT], title: str, report: Callable[[WrittenT], str]) -> None:
        """Have the worker write; `report` words the result for the status line."""

        def done(result: WrittenT) -> None:
            self.written(result.path, report(result))

        self._ctx.jobs.ask(request, title=title, done=done, failed=self._fail)

    def written(self, path: str, message: str) -> None:
        """Say that a file was written, and begin there the next time."""
        self._folder = str(Path(path).parent)
        self.message_sent.emit(message)

    def _fail(self, failure: Failure) -> None:
        self.failed.emit(failure)


def translated(formats: Mapping[str, str]) -> dict[str, str]:
    """The formats with their words in the language of the window."""
    return {tr(words): suffix for words, suffix in formats.items()}


def with_suffix(name: str, kind: str, formats: Mapping[str, str]) -> Path:
    """The path with the suffix of the chosen kind of file (the first where none is known), unless it has the suffix of one of them."""
    path = Path(name)
    if path.suffix.lower() in formats.values():
        return path
    suffix = next((suffix for words, suffix in formats.items() if words == kind), next(iter(formats.values())))
    return path.with_name(path.name + suffix)
