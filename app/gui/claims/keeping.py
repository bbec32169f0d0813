"""Storage of the library's judgements: loaded when claims are looked up; every change is written at once, in order."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.bootstrap.library_files import open_judgements
from app.domain.judgement import JudgementOperation
from app.errors import LibraryError, PriorcheckError
from app.gui.file_keeping import FileKeeping
from app.tasks.background_writer import BackgroundWriter
from app.translation import tr

if TYPE_CHECKING:
    from app.ports import JudgementFile


class JudgementKeeping(FileKeeping):
    """`read` carries all PairJudgements."""

    read = Signal(object)
    _read = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._keeper: BackgroundWriter[JudgementFile] | None = None
        self._read.connect(self._arrived)

    def use(self, library: Path) -> None:
        """Switch to the judgements of this library and emit `read`; no effect if it is in use already."""
        if self._keeper is not None and library == self.library:
            return
        self.close()
        self.library = library
        keeper = self._keeper = BackgroundWriter(
            partial(open_judgements, library), failed=self.troubled.emit, saved=self.saved.emit, fault=_fault
        )
        keeper.put(lambda file: self._read.emit(keeper, file.all()))

    def write(self, act: JudgementOperation) -> None:
        """Store the judgements that an operation changed."""
        if self._keeper is not None:
            self._keeper.put(lambda file: file.keep(act))

    def _arrived(self, keeper: object, judged: object) -> None:
        if keeper is self._keeper:
            self.read.emit(judged)


def _fault(error: Exception) -> PriorcheckError:
    message = tr("The judgement could not be saved ({reason}).", reason=error)
    return LibraryError("judgement-fault", message, hint=tr("It is still shown; try again."))
