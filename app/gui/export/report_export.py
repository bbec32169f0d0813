"""Export of the report: asks for format and path, sends the request to the worker, and shows the written file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from app.domain.publication import Addresses, web_address
from app.domain.review import UNMARKED
from app.domain.reviewed import Included, ReportChoice, Reviewed
from app.errors import InputError
from app.gui.export.dialog import ExportDialog, keep_open
from app.gui.file_export import FileExport
from app.gui.jobs import Failure
from app.gui.links import show_folder
from app.gui.model.report_choice import Wish, format_of, suggested_name, wish_from
from app.gui.ui_context import UiContext
from app.gui.widgets.notice import Notice
from app.translation import tr
from app.worker.protocol import WriteReport, Written


class ReportExport(FileExport):
    """Export of the report. `reviewed` returns the ranking with its review, None before a ranking; `shown_indexes` the indexes that
    pass the filter. `notice` shows the path of the written report."""

    def __init__(
        self, ctx: UiContext, notice: Notice, *, reviewed: Callable[[], Reviewed | None], shown_indexes: Callable[[], Sequence[int]]
    ) -> None:
        super().__init__(ctx, ctx.window)
        self._notice, self._reviewed, self._shown = notice, reviewed, shown_indexes
        self._addresses: dict[str, Addresses] = {}
        self._written_to = ""
        self.dialog: ExportDialog | None = None
        notice.accepted.connect(self._show_in_folder)

    def ask(self) -> None:
        """Ask which report; nothing happens before there is a ranking."""
        reviewed = self._reviewed()
        if reviewed is None:
            return
        settings = self._ctx.preferences.settings
        marked = {target.sentence for pairs in reviewed.marks.values() for target, mark in pairs if mark != UNMARKED}
        verdict_count = sum(mark.verdict is not None for pairs in reviewed.marks.values() for _, mark in pairs)
        numbers = {
            Included.EVERYTHING: len(reviewed.ranked.sentences),
            Included.REVIEWED: len(marked),
            Included.SHOWN: len(self._shown()),
        }
        self.dialog = ExportDialog(
            self._ctx.theme,
            wish_from(self._ctx.preferences.state.export),
            numbers=numbers,
            own_verdicts=verdict_count,
            newsroom=settings.newsroom_name,
            logo=settings.newsroom_logo,
            addresses=replace(self._addresses.get(self._document(reviewed), Addresses()), website=settings.newsroom_url),
            with_claim=not web_address(reviewed.ranked.document.source),
            parent=self._ctx.window,
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
        formats = {f"{tr(format_of(wish.suffix).name)} (*.{wish.suffix})": f".{wish.suffix}"}
        path = self.ask_path(
            tr("Export report"), suggested_name(reviewed.ranked.document.title), formats, parent=dialog, ask_to_replace=True
        )
        if path is not None:
            dialog.accept()
            self._write_report(reviewed, wish, path)

    def _remember(self, dialog: ExportDialog, wish: Wish) -> None:
        preferences = self._ctx.preferences
        preferences.set("newsroom_name", dialog.newsroom_name)
        preferences.set("newsroom_logo", dialog.logo_path)
        if wish.suffix == "jsonld":
            preferences.set("newsroom_url", dialog.addresses.addresses.website)
        preferences.state.export = wish.kept()
        preferences.save()

    @staticmethod
    def _document(reviewed: Reviewed) -> str:
        """Return the key under which a document's addresses are remembered while the program runs."""
        return reviewed.ranked.document.source or reviewed.ranked.document.title

    def _write_report(self, reviewed: Reviewed, wish: Wish, path: Path) -> None:
        self._notice.clear()
        indexes = tuple(self._shown()) if wish.included is Included.SHOWN else ()
        choice = ReportChoice(included=wish.included, indexes=indexes, charts=wish.charts)
        request = WriteReport(reviewed=reviewed, path=str(path), record=wish.record, choice=choice)
        self.write(request, tr("Writing the report"), self._report)

    def _report(self, result: Written) -> str:
        """Show where the report went, with what the worker remarked on it."""
        message = tr("The report was written to {path}", path=result.path)
        self._written_to = result.path
        self._notice.say(message, hint=" ".join(result.remarks), button=tr("Show in folder"))
        return message

    def _show_in_folder(self) -> None:
        show_folder(Path(self._written_to).parent)


def explain(failure: Failure) -> tuple[str, str]:
    """Return a message about a failed report, and a hint."""
    if failure.code == "cancelled":
        return tr("The report was not written."), tr("Nothing was changed on the disk.")
    return failure.message, failure.hint
