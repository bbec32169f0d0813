"""Adding, editing and deleting single fact-checks: the form, the question before a deletion, and undoing until the window is closed."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.domain.factcheck import FactCheck
from app.domain.history import History
from app.errors import InputError
from app.gui.jobs import Failure, Jobs
from app.gui.library.factcheck_editor import FactCheckEditor
from app.gui.library_requests import LibraryRequests
from app.gui.model.library_changes import FactCheckOperation, change_label, question
from app.gui.theme import Theme
from app.gui.widgets.language_dialog import LanguageDialog
from app.gui.widgets.question import agreed
from app.translation import tr, trc, trn
from app.worker.protocol import (
    AddFactCheck,
    ChangeResult,
    DeleteFactChecks,
    EditFactCheck,
    FactChecks,
    ReadFactChecks,
    RestoreFactChecks,
    SetLanguage,
)


class FactCheckChanges(QObject):
    """`changed` carries a ChangeResult, what was done in words, and what can be undone next ("" for nothing); `failed` a Failure."""

    changed = Signal(object, str, str)
    failed = Signal(object)

    def __init__(self, jobs: Jobs, requests: LibraryRequests, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._jobs, self._requests, self._theme, self._window = jobs, requests, theme, parent
        self._history: History[FactCheckOperation] = History()
        self._library = requests.library
        self._undoing = False
        self.editor: FactCheckEditor | None = None
        self.publishers: tuple[str, ...] = ()

    def add(self) -> None:
        """Open an empty form."""
        self._open(None)

    def edit(self, check: FactCheck) -> None:
        """Read the whole fact-check, then open its form."""
        request = ReadFactChecks(library=str(self._requests.library), ids=(check.id,))
        self._jobs.ask(request, title=trc("what is being done", "Reading"), done=self._read, failed=self.failed.emit, quiet=True)

    def delete(self, checks: list[FactCheck]) -> None:
        """Ask, naming what goes, then delete them all."""
        if checks and self._asked(checks):
            request = DeleteFactChecks(library=str(self._requests.library), ids=tuple(item.id for item in checks))
            self._jobs.ask(request, title=tr("Deleting"), done=self._done, failed=self.failed.emit)

    def language(self, checks: list[FactCheck]) -> None:
        """Ask which language these are in, then say so of all of them."""
        if not checks:
            return
        languages = {item.language for item in checks}
        dialog = LanguageDialog(
            trn("Language of the fact-check", "Language of {count} fact-checks", len(checks)),
            code=languages.pop() if len(languages) == 1 else "",
            note=tr("It stays when the same fact-checks are imported again."),
            theme=self._theme,
            parent=self._window,
        )
        ids = tuple(item.id for item in checks)
        dialog.accepted.connect(lambda: self._give(ids, dialog.code))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _give(self, ids: tuple[str, ...], code: str) -> None:
        request = SetLanguage(library=str(self._requests.library), ids=ids, language=code)
        self._jobs.ask(request, title=tr("Changing the language"), done=self._done, failed=self.failed.emit)

    def undo(self) -> None:
        """Undo the latest change that was not undone yet."""
        self._forget_another_library()
        last = self._history.next_undo
        if last is None or self._undoing:
            return
        self._undoing, restored = True, last.inverse()
        request = RestoreFactChecks(library=str(self._requests.library), factchecks=restored.after, delete=restored.deleted)
        self._jobs.ask(request, title=tr("Undoing"), done=self._undone, failed=self._not_undone)

    def _forget_another_library(self) -> None:
        if self._library != self._requests.library:
            self._library = self._requests.library
            self._history.clear()

    def _asked(self, checks: list[FactCheck]) -> bool:
        title, explanation = question(checks)
        return agreed(self._window, tr("Delete"), title, about=explanation, yes=tr("Delete"), destroys=True)

    def _read(self, result: FactChecks) -> None:
        if result.items:
            self._open(result.items[0])
        else:
            hint = tr("Another program may have deleted it; search again.")
            self.failed.emit(InputError("factcheck-unknown", tr("This fact-check is no longer in the library."), hint=hint))

    def _open(self, check: FactCheck | None) -> None:
        if self.editor is not None:
            self.editor.raise_()
            return
        self.editor = FactCheckEditor(self._theme, check, publishers=self.publishers, parent=self._window)
        self.editor.saved.connect(self._save)
        self.editor.finished.connect(self._closed)
        self.editor.open()

    def _save(self, values: dict[str, str]) -> None:
        library = str(self._requests.library)
        check = self.editor.check if self.editor else None
        adding = AddFactCheck(library=library, values=values)
        request = adding if check is None else EditFactCheck(library=library, factcheck=check.id, values=values)
        self._jobs.ask(request, title=tr("Saving"), done=self._saved, failed=self._not_saved)

    def _saved(self, result: ChangeResult) -> None:
        if self.editor is not None:
            self.editor.accept()
        self._done(result)

    def _not_saved(self, failure: Failure) -> None:
        if self.editor is not None:
            self.editor.show_failure(failure)
        else:
            self.failed.emit(failure)

    def _closed(self) -> None:
        if self.editor is not None:
            self.editor.deleteLater()
            self.editor = None

    def _done(self, result: ChangeResult) -> None:
        if result.before or result.after:
            self._forget_another_library()
            label = change_label(result.before, result.after)
            self._history.do(FactCheckOperation(label, result.before, result.after))
            self.changed.emit(result, label, label)

    def _undone(self, result: ChangeResult) -> None:
        self._undoing = False
        undone, last = self._history.undo(), self._history.next_undo
        if undone is not None:
            self.changed.emit(result, tr("Undone: {change}", change=undone.label), last.label if last else "")

    def _not_undone(self, failure: Failure) -> None:
        self._undoing = False
        self.failed.emit(failure)
