"""Importing evidence: the dialog of fact-checks with other words and fields, and with whole folders."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtWidgets import QLineEdit, QWidget

from app.domain.evidence import EvidenceImportReport
from app.domain.options import EvidenceImportOptions
from app.gui.file_dialogs import Purpose, choose_folder
from app.gui.library.import_dialog import AnyReport, ImportDialog
from app.gui.model.claim_checks import day_problem
from app.gui.model.verify_words import import_words, undated_words
from app.gui.opening import ask_evidence
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.day_edit import DayEdit
from app.translation import mark, tr

_WHAT = mark(
    "PDF, Word, saved web pages, plain text and every other document, web archives (WARC), tables and JSON Lines, and whole folders of "
    "them. A copy of each is kept with the library. What has no date is not used for a claim until it gets one."
)


class EvidenceImportDialog(ImportDialog):
    """`import_asked` carries (paths, EvidenceImportOptions)."""

    title, what, columns = mark("Import evidence"), _WHAT, ()
    stopped = mark("The library is as it was before.")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.folder = Button(tr("Choose a folder…"), self)
        self.folder.clicked.connect(self._add_folder)
        self.choosing.insertWidget(1, self.folder)

    def fields(self) -> tuple[tuple[str, QLineEdit], ...]:
        """Return the inputs for source and day of documents that lack them."""
        self.source, self.published = QLineEdit(self), DayEdit(self)
        self.source.setPlaceholderText(tr("Used where a document names none"))
        self.published.setPlaceholderText(tr("Used where a document has no date, for example 12 June 2018"))
        self.published.textChanged.connect(self._check)
        self.published.read.connect(self._day_typed)
        return (tr("Default source"), self.source), (tr("Default date"), self.published)

    def options(self) -> EvidenceImportOptions:
        """Return the options for reading the files."""
        published = self.published.iso
        return EvidenceImportOptions(source=self.source.text().strip(), published=date.fromisoformat(published) if published else None)

    def ask_files(self) -> tuple[Path, ...]:
        """Ask for files."""
        return ask_evidence(self)

    def told(self, report: AnyReport) -> tuple[str, str]:
        """Return the counts in one line, and notes."""
        if not isinstance(report, EvidenceImportReport):
            return super().told(report)
        return import_words(report), "\n".join(part for part in (undated_words(report.undated), *report.notes) if part)

    def sound(self) -> bool:
        """Return True if all input is usable."""
        return super().sound() and not day_problem(self.published.iso, date.today())

    def _day_typed(self) -> None:
        problem = day_problem(self.published.iso, date.today())
        if problem:
            self.error.say(problem)
        else:
            self.error.clear()
        self._check()

    def _add_folder(self) -> None:
        folder = choose_folder(self, Purpose.EVIDENCE, tr("Choose a folder with evidence"))
        if folder is not None:
            self.add_files((folder,))
