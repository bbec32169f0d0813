"""Export of reports and story sheets: asks for format and path, sends the request to the worker, and shows the written file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from app.domain.publication import Addresses, web_address
from app.domain.review import UNMARKED
from app.domain.reviewed import Included, ReportChoice, ReportKind, Reviewed
from app.errors import InputError
from app.gui.export.dialog import ExportDialog
from app.gui.export.dialog_parts import keep_open
from app.gui.export.story_dialog import StoryDialog
from app.gui.file_export import FileExport
from app.gui.jobs import Failure
from app.gui.links import open_file, show_folder
from app.gui.model.report_choice import (
    FORMATS,
    STORY_FORMATS,
    Masthead,
    Wish,
    confirmed_count,
    suggested_name,
    usual_masthead,
    wish_from,
)
from app.gui.ui_context import UiContext
from app.gui.widgets.notice import Notice
from app.translation import tr
from app.worker.protocol import WriteReport, Written


class ReportExport(FileExport):
    """Export of reports. `reviewed` returns the ranking with its review, None before a ranking; `shown_indexes` the indexes that
    pass the filter; `running` whether the ranking goes on. `notice` shows the path of the written file."""

    def __init__(
        self,
        ctx: UiContext,
        notice: Notice,
        *,
        reviewed: Callable[[], Reviewed | None],
        shown_indexes: Callable[[], Sequence[int]],
        running: Callable[[], bool],
    ) -> None:
        super().__init__(ctx, ctx.window)
        self._notice, self._reviewed, self._shown, self._running = notice, reviewed, shown_indexes, running
        self._addresses: dict[str, Addresses] = {}
        self._mastheads: dict[str, tuple[Masthead, Masthead]] = {}
        self._written_to = ""
        self.dialog: ExportDialog | None = None
        self.story_dialog: StoryDialog | None = None
        notice.accepted.connect(self._open)
        notice.other_accepted.connect(self._show_in_folder)

    def ask(self) -> None:
        """Ask which report; nothing happens before there is a ranking."""
        reviewed = self._reviewed()
        if reviewed is None:
            return
        marked = {target.sentence for pairs in reviewed.marks.values() for target, mark in pairs if mark != UNMARKED}
        numbers = {
            Included.EVERYTHING: len(reviewed.ranked.sentences),
            Included.REVIEWED: len(marked),
            Included.SHOWN: len(self._shown()),
        }
        self.dialog = ExportDialog(
            self._ctx.theme,
            wish_from(self._ctx.preferences.state.export),
            numbers=numbers,
            own_verdicts=_own_verdicts(reviewed),
            masthead=self._masthead(reviewed),
            addresses=self._typed_addresses(reviewed),
            with_claim=not web_address(reviewed.ranked.document.source),
            running=self._unfinished(reviewed),
            parent=self._ctx.window,
        )
        self.dialog.accepted_wish.connect(self._chosen)
        self.dialog.finished.connect(self._closed)
        keep_open(self.dialog)

    def ask_story(self) -> None:
        """Ask for the format of the story sheet; nothing happens before there is a ranking."""
        reviewed = self._reviewed()
        if reviewed is None:
            return
        self.story_dialog = StoryDialog(
            self._ctx.theme,
            wish_from(self._ctx.preferences.state.export).story_suffix,
            confirmed=confirmed_count(reviewed),
            own_verdicts=_own_verdicts(reviewed),
            masthead=self._masthead(reviewed),
            addresses=self._typed_addresses(reviewed),
            with_claim=not web_address(reviewed.ranked.document.source),
            running=self._unfinished(reviewed),
            parent=self._ctx.window,
        )
        self.story_dialog.accepted_suffix.connect(self._chosen_story)
        self.story_dialog.finished.connect(self._closed)
        keep_open(self.story_dialog)

    def _closed(self) -> None:
        self.dialog = self.story_dialog = None

    def _chosen(self, wish: Wish) -> None:
        if self.dialog is None:
            return
        indexes = tuple(self._shown()) if wish.included is Included.SHOWN else ()
        choice = ReportChoice(included=wish.included, indexes=indexes, charts=wish.charts, order=wish.order)
        self._save(self.dialog, choice, wish, wish.suffix)

    def _chosen_story(self, suffix: str) -> None:
        if self.story_dialog is None:
            return
        wish = replace(wish_from(self._ctx.preferences.state.export), story_suffix=suffix)
        self._save(self.story_dialog, ReportChoice(kind=ReportKind.STORY_SHEET), wish, suffix)

    def _save(self, dialog: ExportDialog | StoryDialog, choice: ReportChoice, wish: Wish, suffix: str) -> None:
        """Remember what was typed, ask for the path, and write."""
        reviewed = self._reviewed()
        if reviewed is None:
            return
        masthead, addresses = dialog.masthead, dialog.addresses.addresses
        try:
            self._remember(reviewed, masthead, addresses, wish)
        except InputError as error:
            dialog.say(error.message, error.hint)
            return
        reviewed = replace(reviewed, newsroom=masthead.newsroom, logo=masthead.logo, addresses=addresses)
        is_story = choice.kind is ReportKind.STORY_SHEET
        name = next(entry.name for entry in (STORY_FORMATS if is_story else FORMATS) if entry.suffix == suffix)
        path = self.ask_path(
            dialog.windowTitle(),
            suggested_name(masthead.title, story=is_story),
            {f"{tr(name)} (*.{suffix})": f".{suffix}"},
            parent=dialog,
            ask_to_replace=True,
        )
        if path is not None:
            dialog.accept()
            self._write_report(reviewed, replace(choice, title=masthead.title, byline=masthead.byline), path, record=wish.record)

    def _remember(self, reviewed: Reviewed, masthead: Masthead, addresses: Addresses, wish: Wish) -> None:
        """Save the newsroom and the choices; title, byline and addresses are the document's while the program runs."""
        preferences, document = self._ctx.preferences, _document(reviewed)
        preferences.set("newsroom_name", masthead.newsroom)
        preferences.set("newsroom_logo", masthead.logo)
        if addresses.website:
            preferences.set("newsroom_url", addresses.website)
        preferences.state.export = wish.kept()
        preferences.save()
        self._addresses[document] = addresses
        self._mastheads[document] = (usual_masthead(reviewed), masthead)

    def _masthead(self, reviewed: Reviewed) -> Masthead:
        """Return the usual masthead with the title and byline that were typed for this document, unless the reviewers changed."""
        usual = usual_masthead(reviewed)
        before, typed = self._mastheads.get(_document(reviewed), (usual, usual))
        byline = typed.byline if before.byline == usual.byline else usual.byline
        return replace(usual, title=typed.title, byline=byline)

    def _typed_addresses(self, reviewed: Reviewed) -> Addresses:
        typed = self._addresses.get(_document(reviewed), Addresses())
        return replace(typed, website=self._ctx.preferences.settings.newsroom_url)

    def _unfinished(self, reviewed: Reviewed) -> bool:
        return self._running() or not reviewed.ranked.final

    def _write_report(self, reviewed: Reviewed, choice: ReportChoice, path: Path, *, record: bool) -> None:
        self._notice.clear()
        is_story = choice.kind is ReportKind.STORY_SHEET
        request = WriteReport(reviewed=reviewed, path=str(path), record=record, choice=choice)
        report = self._report_story if is_story else self._report
        self.write(request, tr("Writing the story sheet") if is_story else tr("Writing the report"), report)

    def _report(self, result: Written) -> str:
        return self._show(result, tr("The report was written to {path}", path=result.path))

    def _report_story(self, result: Written) -> str:
        return self._show(result, tr("The story sheet was written to {path}", path=result.path))

    def _show(self, result: Written, message: str) -> str:
        """Show where the file went, with what the worker remarked on it."""
        self._written_to = result.path
        self._notice.say(message, hint=" ".join(result.remarks), button=tr("Open"), other=tr("Show in folder"))
        return message

    def _open(self) -> None:
        open_file(Path(self._written_to))

    def _show_in_folder(self) -> None:
        show_folder(Path(self._written_to).parent)


def explain(failure: Failure) -> tuple[str, str]:
    """Return a message about a failed report, and a hint."""
    if failure.code == "cancelled":
        return tr("The report was not written."), tr("Nothing was changed on the disk.")
    return failure.message, failure.hint


def _own_verdicts(reviewed: Reviewed) -> int:
    return sum(mark.verdict is not None for pairs in reviewed.marks.values() for _, mark in pairs)


def _document(reviewed: Reviewed) -> str:
    """Return the key under which a document's title and addresses are remembered while the program runs."""
    return reviewed.ranked.document.source or reviewed.ranked.document.title
