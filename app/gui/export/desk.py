"""Has a report written: asks which and where, hands it to the worker, and says where it went."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from app.domain.publication import Addresses, web_address
from app.domain.review import UNMARKED
from app.domain.reviewed import Included, ReportChoice, Reviewed
from app.errors import InputError
from app.gui.export.dialog import ExportDialog, keep_open
from app.gui.jobs import Failure
from app.gui.links import show_folder
from app.gui.model.report_choice import Wish, format_of, suggested_name, wish_from, with_suffix
from app.gui.widgets.notice import Notice
from app.gui.widgets.question import agreed
from app.gui.workbench import Workbench
from app.translation import tr
from app.worker.protocol import WriteReport, Written


class ExportDesk(QObject):
    """`reviewed` gives what is shown with its review, None before a ranking; `shown` the indexes that the filter lets through. `notice`
    says where a report went. `said` carries a line for the status line, `failed` a Failure."""

    said = Signal(str)
    failed = Signal(object)

    def __init__(
        self, bench: Workbench, notice: Notice, *, reviewed: Callable[[], Reviewed | None], shown: Callable[[], Sequence[int]]
    ) -> None:
        super().__init__(bench.window)
        self._bench, self._notice, self._reviewed, self._shown = bench, notice, reviewed, shown
        self._folder = ""
        self._addresses: dict[str, Addresses] = {}
        self._written_to = ""
        self.dialog: ExportDialog | None = None
        notice.accepted.connect(self._show_in_folder)

    def ask(self) -> None:
        """Ask which report; nothing happens before there is a ranking."""
        reviewed = self._reviewed()
        if reviewed is None:
            return
        settings = self._bench.preferences.settings
        marked = {target.sentence for pairs in reviewed.marks.values() for target, mark in pairs if mark != UNMARKED}
        own = sum(mark.verdict is not None for pairs in reviewed.marks.values() for _, mark in pairs)
        numbers = {
            Included.EVERYTHING: len(reviewed.ranked.sentences),
            Included.REVIEWED: len(marked),
            Included.SHOWN: len(self._shown()),
        }
        self.dialog = ExportDialog(
            self._bench.theme,
            wish_from(self._bench.preferences.state.export),
            numbers=numbers,
            own_verdicts=own,
            newsroom=settings.newsroom_name,
            logo=settings.newsroom_logo,
            addresses=replace(self._addresses.get(self._document(reviewed), Addresses()), website=settings.newsroom_url),
            with_claim=not web_address(reviewed.ranked.document.source),
            parent=self._bench.window,
        )
        self.dialog.accepted_wish.connect(self._chosen)
        self.dialog.finished.connect(self._closed)
        keep_open(self.dialog)

    def _closed(self) -> None:
        self.dialog = None

    def _chosen(self, wish: Wish) -> None:
        dialog, reviewed = self.dialog, self._reviewed()
        if dialog is None or reviewed is None:
            return
        addresses = dialog.addresses.addresses
        try:
            self._remember(dialog, wish)
        except InputError as error:
            dialog.say(error.message, error.hint)
            return
        self._addresses[self._document(reviewed)] = addresses
        reviewed = replace(reviewed, newsroom=dialog.newsroom_name, logo=dialog.logo_path, addresses=addresses)
        path = self._ask_where(dialog, wish, reviewed.ranked.document.title)
        if path is not None:
            dialog.accept()
            self._write(reviewed, wish, path)

    def _remember(self, dialog: ExportDialog, wish: Wish) -> None:
        preferences = self._bench.preferences
        preferences.set("newsroom_name", dialog.newsroom_name)
        preferences.set("newsroom_logo", dialog.logo_path)
        if wish.suffix == "jsonld":
            preferences.set("newsroom_url", dialog.addresses.addresses.website)
        preferences.state.export = wish.kept()
        preferences.save()

    @staticmethod
    def _document(reviewed: Reviewed) -> str:
        """By what a document's addresses are remembered while the program runs."""
        return reviewed.ranked.document.source or reviewed.ranked.document.title

    def _ask_where(self, dialog: ExportDialog, wish: Wish, title: str) -> Path | None:
        preferences = self._bench.preferences
        folder = preferences.settings.report_folder or self._folder or preferences.recent_folder()
        start, kind = str(Path(folder) / suggested_name(title, wish.suffix)), f"{tr(format_of(wish.suffix).name)} (*.{wish.suffix})"
        name, _ = QFileDialog.getSaveFileName(dialog, tr("Export report"), start, kind)
        if not name:
            return None
        path = with_suffix(name, wish.suffix)
        return path if str(path) == str(Path(name)) or not path.exists() or self._may_replace(dialog, path) else None

    def _may_replace(self, dialog: ExportDialog, path: Path) -> bool:
        """The file dialog has asked about the name as it was typed, not about the one with its ending."""
        asked = tr("{name} is there already. Replace it?", name=path.name)
        return agreed(dialog, tr("Export report"), asked, yes=tr("Replace"))

    def _write(self, reviewed: Reviewed, wish: Wish, path: Path) -> None:
        self._notice.clear()
        indexes = tuple(self._shown()) if wish.included is Included.SHOWN else ()
        choice = ReportChoice(included=wish.included, indexes=indexes, charts=wish.charts)
        request = WriteReport(reviewed=reviewed, path=str(path), record=wish.record, choice=choice)
        self._bench.jobs.ask(request, title=tr("Writing the report"), done=self._written, failed=self.failed.emit)

    def _written(self, result: Written) -> None:
        self._written_to, self._folder = result.path, str(Path(result.path).parent)
        told = tr("The report was written to {path}", path=result.path)
        self._notice.say(told, hint=" ".join(result.remarks), button=tr("Show in folder"))
        self.said.emit(told)

    def _show_in_folder(self) -> None:
        show_folder(Path(self._written_to).parent)


def explain(failure: Failure) -> tuple[str, str]:
    """What happened to the report, and what to do."""
    if failure.code == "cancelled":
        return tr("The report was not written."), tr("Nothing was changed on the disk.")
    return failure.message, failure.hint
