"""The fields for the web addresses that a ClaimReview needs."""

from __future__ import annotations

from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from app.domain.publication import Addresses, web_address
from app.translation import tr


class AddressFields:
    """Rows of a form: the newsroom's address, that of the article, and the page where the claim was made, for a claim that has none
    itself (`with_claim`)."""

    def __init__(self, form: QFormLayout, parent: QWidget, addresses: Addresses, *, with_claim: bool) -> None:
        self._form = form
        self.website, self.article, self.claim = (
            QLineEdit(text, parent) for text in (addresses.website, addresses.article, addresses.claim)
        )
        self.website.setPlaceholderText(tr("Such as https://desk.example"))
        self.article.setPlaceholderText(tr("Where this ClaimReview will be published"))
        self.claim.setPlaceholderText(tr("Where it was said; empty if nowhere on the web"))
        rows = [(tr("Newsroom's web address"), self.website), (tr("Address of your article"), self.article)]
        rows += [(tr("Address of what was said"), self.claim)] if with_claim else []
        self.fields = tuple(field for _, field in rows)
        for name, field in rows:
            form.addRow(name, field)
            field.setAccessibleName(name)

    @property
    def addresses(self) -> Addresses:
        """Return the addresses in the fields; a part that is no web address is returned as typed."""
        website, article, claim = (web_address(field.text()) or field.text().strip() for field in (self.website, self.article, self.claim))
        return Addresses(website=website, article=article, claim=claim)

    def show(self, visible: bool) -> None:
        """Show or hide the rows."""
        for field in self.fields:
            self._form.setRowVisible(field, visible)
