"""Verifications out of the window: published into the library as a fact-check of one's own, or written to a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from app.domain.filed import FiledVerification
from app.domain.publication import Addresses, web_address
from app.gui.jobs import Failure
from app.gui.library_flow import LibraryFlow
from app.gui.verify.claimreview_dialog import ClaimReviewDialog
from app.gui.verify.publish_dialog import PublishDialog
from app.gui.workbench import Workbench
from app.translation import mark, tr
from app.worker.protocol import Changed, PublishVerification, WriteVerifications, Written

_FORMATS = {
    mark("Web page (*.html)"): ".html",
    mark("Word document (*.docx)"): ".docx",
    mark("AVeriTeC (*.json)"): ".json",
    mark("ClaimReview (*.jsonld)"): ".jsonld",
}


class VerifyOut(QObject):
    """`said` tells what was done, `published` carries the id of the verification and of its fact-check, `failed` a Failure."""

    said = Signal(str)
    published = Signal(str, str)
    failed = Signal(object)

    def __init__(self, bench: Workbench, library: LibraryFlow, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._library, self._folder = bench, library, ""
        self.dialog: PublishDialog | None = None
        self.claimreview: ClaimReviewDialog | None = None
        self._addresses: dict[str, Addresses] = {}

    def publish(self, filed: FiledVerification) -> None:
        """Ask under which name, then let the worker put it into the library."""
        known = self._bench.preferences.settings.newsroom_name
        self.dialog = PublishDialog(filed, publisher=known, parent=self._bench.window)
        self.dialog.given.connect(lambda publisher: self._publish(filed, publisher))
        self.dialog.open()

    def export(self, filed: FiledVerification) -> None:
        """Ask where and in which format, then let the worker write it."""
        known = self._bench.preferences
        folder = known.settings.report_folder or self._folder or known.recent_folder()
        # Translators: the name of a file, without its ending.
        start, kinds = str(Path(folder) / f"{tr('verification')}.html"), ";;".join(map(tr, _FORMATS))
        name, chosen = QFileDialog.getSaveFileName(self._bench.window, tr("Export the verification"), start, kinds)
        if name:
            path = _with_suffix(name, chosen)
            if path.suffix.lower() == ".jsonld" and filed.verification.own_label is not None:  # else there is nothing to publish
                self._ask_addresses(filed, str(path))
            else:
                self._write(filed, str(path), known.settings.newsroom_name, Addresses())

    def _ask_addresses(self, filed: FiledVerification, path: str) -> None:
        """Ask for what a ClaimReview needs, then write it; newsroom and website are remembered."""
        settings = self._bench.preferences.settings
        typed = replace(self._addresses.get(filed.id, Addresses()), website=settings.newsroom_url)
        with_claim = not web_address(filed.verification.claim.original_url)
        asked = ClaimReviewDialog(settings.newsroom_name, typed, with_claim=with_claim, parent=self._bench.window)

        def given(newsroom: str, addresses: Addresses) -> None:
            self._addresses[filed.id] = addresses
            self._bench.preferences.set("newsroom_name", newsroom)
            self._bench.preferences.set("newsroom_url", addresses.website)
            self._bench.preferences.save()
            self._write(filed, path, newsroom, addresses)

        asked.given.connect(given)
        self.claimreview = asked
        asked.open()

    def _write(self, filed: FiledVerification, path: str, newsroom: str, addresses: Addresses) -> None:
        request = WriteVerifications(verifications=(filed.verification,), path=path, newsroom=newsroom, addresses=addresses)
        self._bench.jobs.ask(request, title=tr("Writing the verification"), done=self._written, failed=self._not_done)

    def _publish(self, filed: FiledVerification, publisher: str) -> None:
        request = PublishVerification(
            library=str(self._library.library), verification=filed.verification, publisher=publisher, factcheck=filed.published
        )

        def done(result: Changed) -> None:
            if result.after:
                self.published.emit(filed.id, result.after[0].id)
                self.said.emit(tr("The claim is in the library now, as a fact-check of {publisher}.", publisher=publisher))
                self._library.warm_up(quiet=True)

        self._bench.jobs.ask(request, title=tr("Publishing into the library"), done=done, failed=self._not_done)

    def _written(self, result: Written) -> None:
        self._folder = str(Path(result.path).parent)
        self.said.emit(tr("The verification was written to {path}", path=result.path))

    def _not_done(self, failure: Failure) -> None:
        self.failed.emit(failure)


def _with_suffix(name: str, chosen: str) -> Path:
    """The path with the chosen format's suffix, unless it already ends in one we write."""
    path = Path(name)
    if path.suffix.lower() in _FORMATS.values():
        return path
    suffix = next((suffix for words, suffix in _FORMATS.items() if tr(words) == chosen), ".html")
    return path.with_name(path.name + suffix)
