"""Export of narratives: the chart that is shown as a picture, or tables, graph and everything as files that the worker writes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from app.errors import InputError
from app.gui.file_export import FileExport
from app.gui.narratives.page import NarrativesPage
from app.gui.narratives.requests import NarrativesRequests
from app.gui.ui_context import UiContext
from app.translation import mark, tr
from app.worker.protocol import WriteNarratives

_KINDS = {
    "png": mark("Picture (*.png)"),
    "svg": mark("Drawing (*.svg)"),
    "csv": mark("Table (*.csv)"),
    "graphml": mark("GraphML (*.graphml)"),
    "json": mark("JSON (*.json)"),
}
_PICTURES = ("png", "svg")


class NarrativeExport(FileExport):
    """Writes the chart that is shown, or the narratives that are listed (the open one where one is open)."""

    def __init__(self, ctx: UiContext, page: NarrativesPage, requests: NarrativesRequests, parent: QObject) -> None:
        super().__init__(ctx, parent)
        self._page, self._requests = page, requests

    def export(self, ending: str) -> None:
        """Ask where, then write the format with this ending."""
        if ending in _PICTURES and self._page.chart() is None:
            hint = tr("Go to the timeline, the spread, the graph or the series, and export there.")
            self.failed.emit(InputError("no-chart", tr("There is no chart on this page."), hint=hint))
            return
        # Translators: the name of a file, without its ending.
        path = self.ask_path(tr("Export narratives"), tr("narratives"), {tr(_KINDS[ending]): f".{ending}"})
        if path is None:
            return
        if ending in _PICTURES:
            self._draw(path)
        else:
            self._write_listed(path)

    def _write_listed(self, path: Path) -> None:
        view = self._page.view
        narrowed = view.current is not None or view.wanted.narrow
        names = tuple(narrative.id for narrative in view.scope()) if narrowed else ()
        if narrowed and not names:
            message = tr("No narrative is listed, so there is nothing to write.")
            self.failed.emit(InputError("no-narrative", message, hint=tr("Take a filter away.")))
            return
        record = self._ctx.preferences.state.with_record
        request = WriteNarratives(library=self._requests.library, path=str(path), record=record, narratives=names, among=view.among())
        self.write(request, tr("Writing the narratives"), lambda result: _written(result.path))

    def _draw(self, path: Path) -> None:
        chart = self._page.chart()
        if chart is not None and chart.save(path):
            self.written(str(path), _written(str(path)))
        else:
            message = tr("The picture could not be written to {path}.", path=path)
            hint = tr("Check that the folder exists and has room, or choose another one.")
            self.failed.emit(InputError("picture-not-written", message, hint=hint))


def _written(path: str) -> str:
    return tr("The narratives were written to {path}", path=path)
