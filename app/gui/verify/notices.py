"""Notices of the Verify page about errors and missing evidence, and the actions of their buttons."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.errors import PriorcheckError
from app.gui.jobs import Failure
from app.gui.verify.keeping import VerificationKeeping
from app.gui.verify.page import VerifyPage
from app.gui.verify.requests import VerifyRequests
from app.translation import tr


class VerifyNotices(QObject):
    """Notices of the Verify page. `said` carries messages for the status line; `evidence_asked` opens the import dialog."""

    message_sent = Signal(str)
    evidence_asked = Signal()

    def __init__(self, page: VerifyPage, requests: VerifyRequests, keeping: VerificationKeeping, parent: QObject) -> None:
        super().__init__(parent)
        self._error, self._keeping = page.error, keeping
        keeping.troubled.connect(self._not_kept)
        keeping.saved.connect(self._kept)
        requests.failed.connect(self._failed)
        page.error.accepted.connect(self._accepted)

    def tell(self, failure: Failure) -> None:
        """Show a failure, unless the user cancelled."""
        if failure.code != "cancelled":
            self._say(failure.message, failure.hint)

    def clear(self) -> None:
        """Hide the notice."""
        self._error.clear()

    @property
    def _unkept(self) -> bool:
        """Return True if the notice says that changes could not be saved."""
        return self._error.isVisible() and self._error.button.text() == tr("Try again")

    def _say(self, message: str, hint: str, *, button: str = "") -> None:
        self._error.say(message, hint=hint, button=button)

    def _not_kept(self, error: PriorcheckError) -> None:
        hint = tr("Your changes are still shown. {hint}", hint=error.hint)
        message = tr("Your changes could not be kept: {reason}", reason=error.message)
        self._say(message, hint, button=tr("Try again"))

    def _kept(self) -> None:
        if self._unkept:
            self.clear()

    def _accepted(self) -> None:
        retry = self._unkept
        self.clear()
        if retry:
            self._keeping.retry()
        else:
            self.evidence_asked.emit()

    def _failed(self, request: str, failure: Failure) -> None:
        if failure.code in ("evidence-none", "evidence-not-found"):
            self._say(failure.message, failure.hint, button=tr("Import evidence…"))
        elif failure.code != "cancelled":
            self._say(failure.message, failure.hint)
        elif request in ("answer", "suggest", "assist"):
            self.message_sent.emit(tr("Stopped. What was found stays."))
