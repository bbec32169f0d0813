"""One fact-check in full: claim, rating as published, verdict, source, dates, and its text once it was read."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.domain.factcheck import FactCheck
from app.gui.icons import Icons
from app.gui.model.card import said_line, source_line
from app.gui.model.labels import host, inert
from app.gui.model.language_names import language_name
from app.gui.model.verdicts import verdict_badge
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import tr

_ICON = 16


class FactCheckDetails(ScrollColumn):
    """`link_asked`, `text_asked`, `edit_asked`, `language_asked` and `delete_asked` are its buttons."""

    link_asked = Signal()
    text_asked = Signal()
    edit_asked = Signal()
    language_asked = Signal()
    delete_asked = Signal()

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icons = theme, icons
        self.setAccessibleName(tr("Details of the chosen fact-check"))
        self.shown: FactCheck | None = None
        self._same_as: tuple[str, ...] = ()
        theme.changed.connect(self._rebuild)
        self.show_factcheck(None)

    def show_factcheck(self, check: FactCheck | None, *, same_as: tuple[str, ...] = (), passage: str = "") -> None:
        """Show a fact-check; `passage` is the part of its text that the search found."""
        self.shown, self._same_as = check, same_as
        body = styled(QWidget(), "surface")
        layout = column(body, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        if check is None:
            layout.addWidget(label(tr("Choose a fact-check to see all of it."), muted=True, wrap=True))
        else:
            self._fill(layout, check, passage)
        layout.addStretch()
        self.setWidget(body)

    def show_text(self, check: FactCheck) -> None:
        """Show the text that was asked for."""
        self._text.setText(inert(check.body) or tr("The library holds no text of this fact-check."))
        self._text.show()
        self._text_button.hide()

    def say(self, message: str) -> None:
        """Say why the text is not shown."""
        self._text.setText(message)
        self._text.show()

    def _rebuild(self) -> None:
        self.show_factcheck(self.shown, same_as=self._same_as)

    def _fill(self, lines: QVBoxLayout, check: FactCheck, passage: str) -> None:
        small = self._theme.font(step=-1)
        lines.addLayout(self._verdict(check))
        lines.addWidget(label(inert(check.claim), font=self._theme.font(step=2), wrap=True, selectable=True))
        rating = tr("Rated “{rating}”", rating=check.rating) if check.rating else tr("No rating given")
        same_as_text = tr("Also in the library as {ids}", ids=", ".join(self._same_as))
        spoken = tr("Language: {language}", language=language_name(check.language)) if check.language else ""
        facts = (source_line(check), rating, said_line(check), spoken, check.note, same_as_text)
        for fact in facts if self._same_as else facts[:-1]:
            if fact:
                lines.addWidget(label(inert(fact), font=small, muted=True, wrap=True, selectable=True))
        if check.title and check.title != check.claim:
            lines.addWidget(label(inert(check.title), font=self._theme.font(bold=True), wrap=True, selectable=True))
        if passage:
            lines.addWidget(label(inert(passage), wrap=True, selectable=True))
        lines.addLayout(self._buttons(check))
        self._text = label("", wrap=True, selectable=True)
        self._text.hide()
        lines.addWidget(self._text)
        lines.addWidget(label(inert(tr("Id {id}", id=check.id)), font=small, muted=True, wrap=True, selectable=True))

    def _verdict(self, check: FactCheck) -> QHBoxLayout:
        badge = verdict_badge(check.verdict)
        colour = self._theme.tone(badge.tone)
        row = QHBoxLayout()
        row.setSpacing(6)
        icon = QLabel()
        icon.setPixmap(self._icons.pixmap(badge.icon, colour, size=self._theme.grown(_ICON), scale=self.devicePixelRatioF()))
        word = label(badge.word, font=self._theme.font(step=0.5, bold=True))
        word.setStyleSheet(f"color: {colour.name()}")
        row.addWidget(icon)
        row.addWidget(word)
        row.addStretch()
        return row

    def _buttons(self, check: FactCheck) -> FlowLayout:
        row = FlowLayout()
        site = host(check.url)
        link = Button(tr("Open {site}", site=site.replace("&", "&&")) if site else tr("No link"))
        link.setEnabled(bool(site))
        self._text_button = Button(tr("Read the text"))
        buttons = {
            link: self.link_asked,
            self._text_button: self.text_asked,
            Button(tr("Edit…")): self.edit_asked,
            Button(tr("Language…")): self.language_asked,
            Button(tr("Delete…")): self.delete_asked,
        }
        for button, signal in buttons.items():
            button.clicked.connect(signal)
            button.setProperty("role", "quiet")
            row.addWidget(button)
        return row
