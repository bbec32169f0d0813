"""Looked-up claims out of the window: as a file, or as a table on the clipboard. The worker makes both."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from app.domain.ranked import RankedDocument
from app.gui.jobs import Failure
from app.gui.workbench import Workbench
from app.translation import mark, tr, trn
from app.worker.protocol import ClaimTable, CopyClaims, WriteClaims, Written

_FORMATS = {
    mark("Excel workbook (*.xlsx)"): ".xlsx",
    mark("Table (*.csv)"): ".csv",
    mark("Web page (*.html)"): ".html",
    mark("JSON Lines (*.jsonl)"): ".jsonl",
}


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
        # Translators: the name of a file, without its ending.
        start, kinds = str(Path(folder) / f"{tr('claims – fact-checks')}.xlsx"), ";;".join(map(tr, _FORMATS))
        name, chosen = QFileDialog.getSaveFileName(self._bench.window, tr("Export claims"), start, kinds)
        if name:
            request = WriteClaims(ranked=ranked, path=str(with_suffix(name, chosen)), record=known.state.with_record)
            self._bench.jobs.ask(request, title=tr("Writing the table"), done=self._written, failed=self._not_done)

    def copy(self, ranked: RankedDocument) -> None:
        """Put the table on the clipboard once the worker has made it."""
        copied = trn(
            "The table with {count} claim was copied; paste it into a spreadsheet.",
            "The table with {count} claims was copied; paste it into a spreadsheet.",
            len(ranked.sentences),
        )

        def done(result: ClaimTable) -> None:
            data = QMimeData()
            data.setText(result.text)
            data.setHtml(result.html)
            QGuiApplication.clipboard().setMimeData(data)
            self.said.emit(copied)

        self._bench.jobs.ask(CopyClaims(ranked=ranked), title=tr("Making the table"), done=done, failed=self._not_done)

    def _written(self, result: Written) -> None:
        self._folder = str(Path(result.path).parent)
        self.said.emit(tr("The table was written to {path}", path=result.path))

    def _not_done(self, failure: Failure) -> None:
        self.failed.emit(failure)


def with_suffix(name: str, chosen: str) -> Path:
    """The path with the chosen format's suffix, unless it already ends in one we write."""
    path = Path(name)
    if path.suffix.lower() in _FORMATS.values():
        return path
    suffix = next((suffix for words, suffix in _FORMATS.items() if tr(words) == chosen), ".xlsx")
    return path.with_name(path.name + suffix)
