"""Narratives out of the window: the chart that is shown as a picture, or tables, graph and everything as files that the worker writes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from app.gui.narratives.flow import NarrativesFlow
from app.gui.narratives.place import NarrativesPlace
from app.gui.workbench import Workbench
from app.translation import mark, tr

_KINDS = {
    "png": mark("Picture (*.png)"),
    "svg": mark("Drawing (*.svg)"),
    "csv": mark("Table (*.csv)"),
    "graphml": mark("GraphML (*.graphml)"),
    "json": mark("JSON (*.json)"),
}
_PICTURES = ("png", "svg")


class NarrativeExport(QObject):
    """`said` tells what was done, `failed` (what happened, what to do)."""

    said = Signal(str)
    failed = Signal(str, str)

    def __init__(self, bench: Workbench, place: NarrativesPlace, flow: NarrativesFlow, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._place, self._flow, self._folder = bench, place, flow, ""
        flow.written.connect(self._written)

    def export(self, ending: str) -> None:
        """Ask where, then write the chart that is shown or the narratives that are listed (the open one where one is open)."""
        if ending in _PICTURES and self._place.chart() is None:
            self.failed.emit(
                tr("There is no chart on this page."), tr("Go to the timeline, the spread, the graph or the series, and export there.")
            )
            return
        known = self._bench.preferences
        folder = known.settings.report_folder or self._folder or known.recent_folder()
        # Translators: the name of a file, without its ending.
        start = str(Path(folder) / f"{tr('narratives')}.{ending}")
        name, _ = QFileDialog.getSaveFileName(self._bench.window, tr("Export narratives"), start, tr(_KINDS[ending]))
        if not name:
            return
        path = name if name.lower().endswith(f".{ending}") else f"{name}.{ending}"
        if ending in _PICTURES:
            self._draw(Path(path))
            return
        view = self._place.view
        narrowed = view.current is not None or view.wanted.narrow
        names = tuple(each.id for each in view.scope()) if narrowed else ()
        if narrowed and not names:
            self.failed.emit(tr("No narrative is listed, so there is nothing to write."), tr("Take a filter away."))
            return
        self._flow.write(path, names, view.among(), record=known.state.with_record)

    def _draw(self, path: Path) -> None:
        chart = self._place.chart()
        if chart is not None and chart.save(path):
            self._written(str(path))
        else:
            told = tr("The picture could not be written to {path}.", path=path)
            self.failed.emit(told, tr("Check that the folder exists and has room, or choose another one."))

    def _written(self, path: str) -> None:
        self._folder = str(Path(path).parent)
        self.said.emit(tr("The narratives were written to {path}", path=path))
