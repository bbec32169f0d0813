"""Export of answers and of corrected sides."""

from __future__ import annotations

from app.domain.ask import Answered
from app.gui.file_export import FileExport, translated
from app.translation import mark, tr, trn
from app.worker.protocol import PairsWritten, WriteAnswers, WriteStancePairs

_FORMATS = {
    mark("Web page (*.html)"): ".html",
    mark("Excel workbook (*.xlsx)"): ".xlsx",
    mark("Table (*.csv)"): ".csv",
    mark("JSON Lines (*.jsonl)"): ".jsonl",
}
_PAIR_FORMATS = {mark("JSON Lines (*.jsonl)"): ".jsonl"}


class AskExport(FileExport):
    """Writes the answers that are shown, or every corrected side of the library."""

    def export(self, answered: Answered) -> None:
        """Ask where and in which format, then have the answers written."""
        path = self.ask_path(tr("Export answers"), tr("answers"), translated(_FORMATS))
        if path is not None:
            request = WriteAnswers(answered=answered, path=str(path), record=self._ctx.preferences.state.with_record)
            self.write(request, tr("Writing the answers"), lambda result: tr("The answers were written to {path}", path=result.path))

    def export_pairs(self, library: str) -> None:
        """Ask where, then have every corrected side of the library written."""
        path = self.ask_path(tr("Export corrected sides"), tr("stance pairs"), translated(_PAIR_FORMATS))
        if path is not None:
            self.write(WriteStancePairs(library=library, path=str(path)), tr("Writing the corrections"), _pairs_written)


def _pairs_written(result: PairsWritten) -> str:
    return trn(
        "{count} corrected side was written to {path}", "{count} corrected sides were written to {path}", result.count, path=result.path
    )
