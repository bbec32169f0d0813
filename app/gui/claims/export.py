"""Export of looked-up claims: to a file, or as a table on the clipboard."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from app.domain.ranked import RankedDocument
from app.gui.file_export import FileExport, translated
from app.translation import mark, tr, trn
from app.worker.protocol import ClaimTable, CopyClaims, WriteClaims

FORMATS = {
    mark("Excel workbook (*.xlsx)"): ".xlsx",
    mark("Table (*.csv)"): ".csv",
    mark("Web page (*.html)"): ".html",
    mark("JSON Lines (*.jsonl)"): ".jsonl",
}


class ClaimsExport(FileExport):
    """The worker makes the file and the table."""

    def export(self, ranked: RankedDocument) -> None:
        """Ask where and in which format, then have it written."""
        # Translators: the name of a file, without its ending.
        path = self.ask_path(tr("Export claims"), tr("claims – fact-checks"), translated(FORMATS))
        if path is not None:
            request = WriteClaims(ranked=ranked, path=str(path), record=self._ctx.preferences.state.with_record)
            self.write(request, tr("Writing the table"), lambda result: tr("The table was written to {path}", path=result.path))

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
            self.message_sent.emit(copied)

        self._ctx.jobs.ask(CopyClaims(ranked=ranked), title=tr("Making the table"), done=done, failed=self._fail)
