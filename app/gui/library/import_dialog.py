"""Importing fact-checks: which files, how far it is, and what became of every row."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QGridLayout, QLineEdit, QListWidget, QWidget

from app.domain.evidence import EvidenceImportReport
from app.domain.importing import ImportReport, RefusedRow
from app.domain.options import EvidenceImportOptions, ImportOptions, PostImportOptions
from app.domain.posts import PostImportReport
from app.gui.jobs import Failure
from app.gui.library.column_mapping import ColumnMapping
from app.gui.library.import_counter import ImportCounter
from app.gui.library.step_dialog import AFTER, BEFORE, StepDialog, button_row
from app.gui.library.table_preview import TablePreviewer, read_table
from app.gui.model.column_choice import FIELDS, Table
from app.gui.model.import_count import ImportCount
from app.gui.model.library_view import report_summary
from app.gui.model.rows import Column, Row
from app.gui.opening import ask_factchecks
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label
from app.gui.widgets.rows_table import RowsModel, RowsTable
from app.translation import mark, tr, trn

_COLUMNS = (Column(mark("File"), 100), Column(mark("Row"), 100), Column(mark("Why it was refused"), 0))


class RefusedRows(RowsTable):
    """Three columns; the reason takes the room that is left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        model = RowsModel(_COLUMNS)
        super().__init__(model, _COLUMNS, tr("Refused rows"), parent)
        self.rows = model
        model.setParent(self)

    def show_refused(self, refused: Sequence[RefusedRow]) -> None:
        """Show these rows."""
        self.rows.show_rows([Row(texts=(row.source, str(row.row), row.reason)) for row in refused])


STOPPED = mark("The library is as it was before. What was prepared so far is kept: import the same files again, and it goes on from there.")
_PAUSE_MS = 300
_LEFT_OUT, _DAY_FIRST, _MONTH_FIRST = mark("Leave these dates out"), mark("Day, then month"), mark("Month, then day")
AnyReport = ImportReport | PostImportReport | EvidenceImportReport
AnyOptions = ImportOptions | PostImportOptions | EvidenceImportOptions
_FILES_HEIGHT = 56
_SIZE, _SIZE_WITH_COLUMNS = QSize(640, 360), QSize(680, 640)
_WHAT = mark(
    "JSON Lines, ClaimReview JSON-LD, the Data Commons feed, Google Fact Check Tools answers, CheckThat! collections, CSV, TSV and "
    "Excel tables are recognised by themselves. A row that cannot be read never stops the rest."
)
_NO_FILE = mark("No file is chosen yet. Choose files, or drop them here.")
_SEVERAL = mark("Columns are recognised in each file by itself. To choose them by hand, import that table alone.")


class ImportDialog(StepDialog):
    """Three steps in one window: choose, run, report. `import_asked` carries (paths, ImportOptions).

    What is imported can be something else (posts, evidence): title, words, columns, fields, options and summary are attributes and
    methods of their own.
    """

    import_asked = Signal(object, object)
    title, what, columns = mark("Import fact-checks"), _WHAT, FIELDS
    stopped = STOPPED

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, tr(self.title), _SIZE, parent)
        self.setAcceptDrops(True)
        self._paths: list[Path] = []
        running = self.running_step(
            tr("Importing"),
            progress=tr("Import progress"),
            explanation=tr("You can go on working. Closing this window does not stop the import."),
            stop=tr("Stop the import"),
        )
        for step in (self._choose_step(), running, self._report_step()):
            self.steps.addWidget(step)
        self._previewer = TablePreviewer(self, read=self.table)
        self._previewer.displayed.connect(self._show_table)
        self._counter = ImportCounter(self)
        self._counter.counted.connect(self._show_count)
        self._recount = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._recount.timeout.connect(self._count)
        self.finished.connect(self._counter.stop)
        self.mapping.changed.connect(self._recount.start)
        self.day_order.currentIndexChanged.connect(self._recount.start)
        self._list_files()

    def show_library(self, library: Path, factchecks: int | None) -> None:
        """Say into which library the import goes."""
        name = library.name or str(library)
        contents = trn("{count} fact-check", "{count} fact-checks", factchecks) if factchecks else tr("empty")
        self.target.setText(tr("Into the library “{name}” ({held})", name=name, held=contents))
        self.target.setToolTip(str(library).replace("<", "‹"))
        self.target.show()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Accept dropped files during the first step."""
        if self.steps.currentIndex() == BEFORE and any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Add the dropped paths, without web addresses."""
        event.acceptProposedAction()
        self.add_files(tuple(Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()))

    def add_files(self, paths: tuple[Path, ...]) -> None:
        """Add files to the list, none twice."""
        self._paths = list(dict.fromkeys([*self._paths, *paths]))
        self._list_files()

    def show_report(self, report: AnyReport) -> None:
        """Show the outcome of the import, with the refused rows."""
        self.error.clear()
        summary, notes = self.told(report)
        self.summary.setText(summary)
        self.notes.setText(notes)
        self.notes.setVisible(bool(notes))
        refused = len(report.refused)
        message = trn("{count} row was refused; the others were taken.", "{count} rows were refused; the others were taken.", refused)
        self.refused_heading.setText(message)
        for part in (self.refused_heading, self.refused):
            part.setVisible(bool(report.refused))
        self.refused.show_refused(report.refused)
        self.steps.setCurrentIndex(AFTER)
        self.done_button.setFocus()

    def show_failure(self, failure: Failure) -> None:
        """Show the error, and that the library is unchanged."""
        cancelled = failure.code == "cancelled"
        message = tr("The import was stopped.") if cancelled else failure.message
        safe = tr("The library is as it was before.")
        self.error.say(message, hint=tr(self.stopped) if cancelled else f"{failure.hint} {safe}".strip())
        self.steps.setCurrentIndex(BEFORE)

    def fields(self) -> tuple[tuple[str, QLineEdit], ...]:
        """Return the inputs for values that rows lack, with the names of their fields."""
        self.publisher, self.language = QLineEdit(self), QLineEdit(self)
        self.publisher.setPlaceholderText(tr("Used where a row names none"))
        self.language.setPlaceholderText(tr("Used where a row names none, for example es"))
        return (tr("Default publisher"), self.publisher), (tr("Default language"), self.language)

    def options(self) -> AnyOptions:
        """Return the options for reading the files."""
        publisher, language = self.publisher.text().strip(), self.language.text().strip()
        order = self.day_order.currentData() or ""
        return ImportOptions(columns=self.mapping.columns, publisher=publisher, language=language, day_order=order)

    def table(self, path: Path) -> Table | None:
        """Return the first rows of a table whose columns can be chosen; called on a background thread."""
        return read_table(path)

    def ask_files(self) -> tuple[Path, ...]:
        """Ask for files."""
        return ask_factchecks(self)

    def told(self, report: AnyReport) -> tuple[str, str]:
        """Return the counts in one line, and notes."""
        return (report_summary(report), "\n".join(report.notes)) if isinstance(report, ImportReport) else ("", "")

    def sound(self) -> bool:
        """Return True if all input is usable."""
        return self.mapping.sound

    def _choose_step(self) -> QWidget:
        step = QWidget(self)
        layout = column(step, spacing=GRID)
        layout.addWidget(label(tr("Which files?"), font=self._theme.font(step=3, bold=True)))
        layout.addWidget(label(tr(self.what), muted=True, wrap=True))
        self.target = label(wrap=True)
        self.target.hide()
        layout.addWidget(self.target)
        self.files = QListWidget(self)
        self.files.setAccessibleName(tr("Files to import"))
        self.files.setFixedHeight(_FILES_HEIGHT)
        self.remark = label(muted=True, wrap=True)
        self.mapping = ColumnMapping(self._theme, self, fields=self.columns)
        self.mapping.changed.connect(self._check)
        layout.addWidget(self.files)
        layout.addWidget(self.remark)
        layout.addWidget(self.mapping, 1)
        layout.addLayout(self._preview())
        layout.addStretch()
        form = QFormLayout()
        form.setHorizontalSpacing(2 * GRID)
        for name, field in self.fields():
            form.addRow(name, field)
        layout.addLayout(form)
        self.add, self.start = Button(tr("Choose files…"), self), Button(tr("Import"), self)
        self.start.setProperty("role", "primary")
        self.add.clicked.connect(self._add)
        self.start.clicked.connect(self._start)
        self.choosing = button_row(self.add, None, self.close_button(tr("Close")), self.start)
        layout.addLayout(self.choosing)
        return step

    def _preview(self) -> QGridLayout:
        """Return the lines that say what the files hold, and ask for what they leave open."""
        grid = QGridLayout()
        grid.setSpacing(GRID)
        self.counts, self.question = label(wrap=True), label(wrap=True)
        self.day_order = QComboBox(self)
        for words, order in ((_LEFT_OUT, ""), (_DAY_FIRST, "dmy"), (_MONTH_FIRST, "mdy")):
            self.day_order.addItem(tr(words), order)
        self.day_order.setAccessibleName(tr("Order of day and month"))
        grid.addWidget(self.counts, 0, 0, 1, 2)
        grid.addWidget(self.question, 1, 0)
        grid.addWidget(self.day_order, 1, 1)
        grid.setColumnStretch(0, 1)
        for part in (self.counts, self.question, self.day_order):
            part.hide()
        return grid

    def _count(self) -> None:
        """Count what the files hold, read with the options of the moment."""
        if not self.sound():
            self._counter.ask((), ImportOptions())
        elif isinstance(options := self.options(), ImportOptions):
            self._counter.ask(tuple(self._paths), options)

    def _show_count(self, count: ImportCount | None) -> None:
        self.counts.setText(count.words if count is not None else tr("Counting what can be read…"))
        self.counts.setVisible(count is not None or self._counter.busy)
        is_open = count is not None and bool(count.question)
        if is_open and count is not None:
            self.question.setText(count.question)
        is_answered = bool(self.day_order.currentData())
        for part in (self.question, self.day_order):
            part.setVisible(is_open or is_answered)

    def _report_step(self) -> QWidget:
        step = QWidget(self)
        layout = column(step, spacing=GRID)
        layout.addWidget(label(tr("The import is done"), font=self._theme.font(step=3, bold=True)))
        self.summary, self.notes = label(wrap=True, selectable=True), label(wrap=True, muted=True, selectable=True)
        self.refused_heading = label(font=self._theme.font(bold=True))
        self.refused = RefusedRows(self)
        for part in (self.summary, self.notes, self.refused_heading):
            layout.addWidget(part)
        layout.addWidget(self.refused, 1)
        layout.addStretch()
        import_more_button = Button(tr("Import more…"), self)
        import_more_button.clicked.connect(self._again)
        self.done_button = self.close_button(tr("Done"))
        self.done_button.setProperty("role", "primary")
        layout.addLayout(button_row(import_more_button, None, self.done_button))
        return step

    def _list_files(self) -> None:
        self.files.clear()
        self.files.addItems([str(path) for path in self._paths])
        self.files.setVisible(bool(self._paths))
        self.remark.setText(tr(_SEVERAL) if len(self._paths) > 1 and self.columns else "" if self._paths else tr(_NO_FILE))
        self.remark.setVisible(bool(self.remark.text()))
        self.start.setText(trn("Import {count} file", "Import {count} files", len(self._paths)) if self._paths else tr("Import"))
        self.day_order.setCurrentIndex(0)
        self._show_table(None)
        self._recount.start()
        self._previewer.ask(self._paths[0] if len(self._paths) == 1 and self.columns else None)

    def _show_table(self, table: Table | None) -> None:
        self.mapping.show_table(table)
        if table is not None:
            self._grow()
        self._check()

    def _grow(self) -> None:
        """Enlarge the dialog for the columns, and centre it again."""
        self.resize(self.size().expandedTo(_SIZE_WITH_COLUMNS))
        window = self.parentWidget()
        if window is not None:
            self.move(window.frameGeometry().center() - self.rect().center())

    def _check(self) -> None:
        self.start.setEnabled(bool(self._paths) and self.sound())
        if not self._paths:
            self.add.setFocus()
        elif self.start.isEnabled() and self.add.hasFocus():
            self.start.setFocus()

    def _add(self) -> None:
        self.add_files(self.ask_files())

    def _start(self) -> None:
        self._recount.stop()
        self._counter.stop()
        options = self.options()
        self.show_running()
        self.import_asked.emit(tuple(self._paths), options)

    def _again(self) -> None:
        self._paths = []
        self._list_files()
        self.steps.setCurrentIndex(BEFORE)
