"""Looked-up claims out of the window: as a file, or as a table on the clipboard. The worker makes both."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from app.domain.ranked import RankedDocument
from app.gui.jobs import Failure
from app.gui.model.labels import count
from app.gui.workbench import Workbench
from app.worker.protocol import ClaimTable, CopyClaims, WriteClaims, Written

_FORMATS = {"Excel workbook (*.xlsx)": ".xlsx", "Table (*.csv)": ".csv", "Web page (*.html)": ".html", "JSON Lines (*.jsonl)": ".jsonl"}
_NAME = "claims – fact-checks.xlsx"


class ClaimsExport(QObject):
    """`said` tells what was done, `failed` carries a Failure."""

    said = Signal(str)
    failed = Signal(object)

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._folder = ""

    def export(self, ranked: RankedDocument) -> None:
        """Ask where and in which format, then let the worker write it."""
        known = self._bench.preferences
        folder = known.settings.report_folder or self._folder or known.recent_folder()
        name, chosen = QFileDialog.getSaveFileName(self._bench.window, "Export claims", str(Path(folder) / _NAME), ";;".join(_FORMATS))
        if name:
            request = WriteClaims(job=0, ranked=ranked, path=str(with_suffix(name, chosen)))
            self._bench.jobs.start(request, title="Writing the table", done=self._written, failed=self._not_done)

    def copy(self, ranked: RankedDocument) -> None:
        """Put the table on the clipboard once the worker has made it."""
        copied = count(len(ranked.sentences), "claim")

        def done(result: object) -> None:
            if isinstance(result, ClaimTable):
                data = QMimeData()
                data.setText(result.text)
                data.setHtml(result.html)
                QGuiApplication.clipboard().setMimeData(data)
                self.said.emit(f"The table with {copied} was copied; paste it into a spreadsheet.")

        self._bench.jobs.start(CopyClaims(job=0, ranked=ranked), title="Making the table", done=done, failed=self._not_done)

    def _written(self, result: object) -> None:
        if isinstance(result, Written):
            self._folder = str(Path(result.path).parent)
            self.said.emit(f"The table was written to {result.path}")

    def _not_done(self, failure: Failure) -> None:
        self.failed.emit(failure)


def with_suffix(name: str, chosen: str) -> Path:
    """The path with the chosen format's suffix, unless it already ends in one we write."""
    path = Path(name)
    known = path.suffix.lower() in _FORMATS.values()
    return path if known else path.with_name(path.name + _FORMATS.get(chosen, ".xlsx"))
