"""Answers and corrections out of the window as files. The worker writes them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from app.domain.ask import Answered
from app.gui.claims.export import with_suffix
from app.gui.jobs import Failure
from app.gui.workbench import Workbench
from app.translation import mark, tr, trn
from app.worker.protocol import PairsWritten, WriteAnswers, WriteStancePairs, Written

_FORMATS = (mark("Web page (*.html)"), mark("Excel workbook (*.xlsx)"), mark("Table (*.csv)"), mark("JSON Lines (*.jsonl)"))


class AskExport(QObject):
    """`said` tells what was done, `failed` carries a Failure."""

    said = Signal(str)
    failed = Signal(object)

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._folder = bench, ""

    def export(self, answered: Answered) -> None:
        """Ask where and in which format, then let the worker write the answers."""
        name, chosen = self._ask(tr("Export answers"), tr("answers"), ".html", ";;".join(map(tr, _FORMATS)))
        if name:
            request = WriteAnswers(answered=answered, path=str(with_suffix(name, chosen)), record=self._bench.preferences.state.with_record)
            self._bench.jobs.ask(request, title=tr("Writing the answers"), done=self._written, failed=self._not_done)

    def export_pairs(self, library: str) -> None:
        """Ask where, then let the worker write every corrected side of the library."""
        name, _ = self._ask(tr("Export corrected sides"), tr("stance pairs"), ".jsonl", tr("JSON Lines (*.jsonl)"))
        if name:
            path = name if name.lower().endswith(".jsonl") else f"{name}.jsonl"
            request = WriteStancePairs(library=library, path=path)
            self._bench.jobs.ask(request, title=tr("Writing the corrections"), done=self._pairs_written, failed=self._not_done)

    def _ask(self, title: str, name: str, suffix: str, kinds: str) -> tuple[str, str]:
        known = self._bench.preferences
        folder = known.settings.report_folder or self._folder or known.recent_folder()
        return QFileDialog.getSaveFileName(self._bench.window, title, str(Path(folder) / f"{name}{suffix}"), kinds)

    def _written(self, result: Written) -> None:
        self._folder = str(Path(result.path).parent)
        self.said.emit(tr("The answers were written to {path}", path=result.path))

    def _pairs_written(self, result: PairsWritten) -> None:
        self._folder = str(Path(result.path).parent)
        written = trn(
            "{count} corrected side was written to {path}",
            "{count} corrected sides were written to {path}",
            result.count,
            path=result.path,
        )
        self.said.emit(written)

    def _not_done(self, failure: Failure) -> None:
        self.failed.emit(failure)
