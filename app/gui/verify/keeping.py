"""Storage of the library's verifications: loaded when they are opened; every change is written at once, in order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.bootstrap.library_files import open_verifications
from app.domain.stored_verification import StoredVerification
from app.errors import LibraryError, PriorcheckError
from app.gui.file_keeping import FileKeeping
from app.gui.model.verify import VerificationOperation
from app.tasks.background_writer import BackgroundWriter
from app.translation import tr

if TYPE_CHECKING:
    from app.ports import VerificationFile


class VerificationKeeping(FileKeeping):
    """`listed` carries all summaries, `read` a StoredVerification."""

    listed = Signal(object)
    read = Signal(object)
    _listed = Signal(object, object)
    _read = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._keeper: BackgroundWriter[VerificationFile] | None = None
        self._listed.connect(self._arrived)
        self._read.connect(self._came)

    def use(self, library: Path) -> None:
        """Switch to the verifications of this library and emit `listed`."""
        self.close()
        self.library = library
        keeper = self._keeper = BackgroundWriter(
            partial(open_verifications, library), failed=self.troubled.emit, saved=self.saved.emit, fault=_fault
        )
        keeper.put(lambda file: self._listed.emit(keeper, file.summaries()))

    def open(self, name: str) -> None:
        """Read one verification and emit `read`."""
        keeper = self._keeper
        if keeper is not None:
            keeper.put(partial(self._tell, keeper, name))

    def _tell(self, keeper: BackgroundWriter[VerificationFile], name: str, file: VerificationFile) -> None:
        """Emit stored verifications; called on the writer's own thread."""
        for verification in file.get((name,)).values():
            self._read.emit(keeper, verification)

    def write(self, operation: VerificationOperation) -> None:
        """Store the verifications that an operation changed."""
        changed = tuple(after for _, after in operation.pairs if after is not None)
        deleted = tuple(before.id for before, after in operation.pairs if after is None and before is not None)
        if self._keeper is not None:
            self._keeper.put(partial(_write, changed, deleted))

    def _arrived(self, keeper: object, summaries: object) -> None:
        if keeper is self._keeper:
            self.listed.emit(summaries)

    def _came(self, keeper: object, filed: object) -> None:
        if keeper is self._keeper:
            self.read.emit(filed)


def _write(changed: Sequence[StoredVerification], deleted: Sequence[str], file: VerificationFile) -> None:
    if changed:
        file.keep(changed)
    if deleted:
        file.delete(deleted)


def _fault(error: Exception) -> PriorcheckError:
    message = tr("The verification could not be saved ({reason}).", reason=error)
    return LibraryError("verification-fault", message, hint=tr("Export it, so that nothing is lost."))
