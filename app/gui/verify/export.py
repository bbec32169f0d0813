"""Export of verifications: published into the library as a fact-check of one's own, or written to a file."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.domain.publication import Addresses, web_address
from app.domain.stored_verification import StoredVerification
from app.gui.file_export import FileExport, translated
from app.gui.library_requests import LibraryRequests
from app.gui.ui_context import UiContext
from app.gui.verify.claimreview_dialog import ClaimReviewDialog
from app.gui.verify.publish_dialog import PublishDialog
from app.translation import mark, tr
from app.worker.protocol import ChangeResult, PublishVerification, WriteVerifications

_FORMATS = {
    mark("Web page (*.html)"): ".html",
    mark("Word document (*.docx)"): ".docx",
    mark("AVeriTeC (*.json)"): ".json",
    mark("ClaimReview (*.jsonld)"): ".jsonld",
}


class VerifyExport(FileExport):
    """`published` carries the id of the verification and of its fact-check."""

    published = Signal(str, str)

    def __init__(self, ctx: UiContext, library: LibraryRequests, parent: QObject) -> None:
        super().__init__(ctx, parent)
        self._library = library
        self.dialog: PublishDialog | None = None
        self.claimreview: ClaimReviewDialog | None = None
        self._addresses: dict[str, Addresses] = {}

    def publish(self, filed: StoredVerification) -> None:
        """Ask for the publisher's name, then add the verification to the library."""
        newsroom = self._ctx.preferences.settings.newsroom_name
        self.dialog = PublishDialog(filed, publisher=newsroom, parent=self._ctx.window)
        self.dialog.submitted.connect(lambda publisher: self._publish(filed, publisher))
        self.dialog.open()

    def export(self, filed: StoredVerification) -> None:
        """Ask where and in which format, then let the worker write it."""
        # Translators: the name of a file, without its ending.
        path = self.ask_path(tr("Export the verification"), tr("verification"), translated(_FORMATS))
        if path is None:
            return
        if path.suffix.lower() == ".jsonld" and filed.verification.own_label is not None:  # else there is nothing to publish
            self._ask_addresses(filed, str(path))
        else:
            self._write(filed, str(path), self._ctx.preferences.settings.newsroom_name, Addresses())

    def _ask_addresses(self, filed: StoredVerification, path: str) -> None:
        """Ask for the addresses of a ClaimReview, then write it; newsroom and website are remembered."""
        settings = self._ctx.preferences.settings
        typed = replace(self._addresses.get(filed.id, Addresses()), website=settings.newsroom_url)
        with_claim = not web_address(filed.verification.claim.original_url)
        dialog = ClaimReviewDialog(settings.newsroom_name, typed, with_claim=with_claim, parent=self._ctx.window)

        def given(newsroom: str, addresses: Addresses) -> None:
            self._addresses[filed.id] = addresses
            self._ctx.preferences.set("newsroom_name", newsroom)
            self._ctx.preferences.set("newsroom_url", addresses.website)
            self._ctx.preferences.save()
            self._write(filed, path, newsroom, addresses)

        dialog.submitted.connect(given)
        self.claimreview = dialog
        dialog.open()

    def _write(self, filed: StoredVerification, path: str, newsroom: str, addresses: Addresses) -> None:
        request = WriteVerifications(verifications=(filed.verification,), path=path, newsroom=newsroom, addresses=addresses)
        self.write(request, tr("Writing the verification"), lambda result: tr("The verification was written to {path}", path=result.path))

    def _publish(self, filed: StoredVerification, publisher: str) -> None:
        request = PublishVerification(
            library=str(self._library.library), verification=filed.verification, publisher=publisher, factcheck=filed.published
        )

        def done(result: ChangeResult) -> None:
            if result.after:
                self.published.emit(filed.id, result.after[0].id)
                self.message_sent.emit(tr("The claim is in the library now, as a fact-check of {publisher}.", publisher=publisher))
                self._library.warm_up(quiet=True)

        self._ctx.jobs.ask(request, title=tr("Publishing into the library"), done=done, failed=self._fail)
