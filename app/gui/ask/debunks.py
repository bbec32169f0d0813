"""Strip of the fact-checks on an answer, one line each."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.domain.match import Match
from app.domain.published_rating import rating_words
from app.gui.ask.signals import AnswerSignals
from app.gui.model.card import source_line
from app.gui.model.labels import host, inert
from app.gui.model.verdicts import quoted, verdict_badge
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import tr, trn

_MOST = 2
_ICON = 16


class DebunkStrip(QWidget):
    """The first two fact-checks with their links; all of them are one press away in Claims."""

    def __init__(self, debunks: tuple[Match, ...], claim: str, signals: AnswerSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "debunks")
        self._signals = signals
        layout = column(self, margins=(GRID + 4, GRID + 4, GRID + 4, GRID + 4), spacing=GRID + 4)
        self.lines = [self._line(match) for match in debunks[:_MOST]]
        for line in self.lines:
            layout.addWidget(line)
        unlisted_count = len(debunks) - _MOST
        if unlisted_count > 0:
            more_button = Button(trn("{count} more in Claims", "{count} more in Claims", unlisted_count), self)
            more_button.setProperty("role", "link")
            more_button.clicked.connect(lambda: signals.look_up_asked.emit(claim))
            layout.addWidget(more_button, 0, Qt.AlignmentFlag.AlignLeft)

    def _line(self, match: Match) -> QWidget:
        check, theme = match.factcheck, self._signals.theme
        badge = verdict_badge(check.verdict)
        colour = theme.tone(badge.tone)
        line = QWidget(self)
        layout = column(line, spacing=2)
        row = QHBoxLayout()
        row.setSpacing(6)
        icon = QLabel(line)
        icon.setPixmap(self._signals.icons.pixmap(badge.icon, colour, size=theme.grown(_ICON), scale=self.devicePixelRatioF()))
        word = label(rating_words(check, quoted), font=theme.font(bold=True))
        word.setStyleSheet(f"color: {colour.name()}")
        row.addWidget(icon)
        row.addWidget(word)
        row.addWidget(label(inert(tr("Already checked by {source}", source=source_line(check))), muted=True, wrap=True), 1)
        site = host(check.url)
        if site:
            link = Button(tr("Open {site}", site=site).replace("&", "&&"), line)
            link.setProperty("role", "link")
            link.setFont(theme.font(step=-1))
            link.clicked.connect(lambda: self._signals.link_asked.emit(check.url))
            row.addWidget(link)
        layout.addLayout(row)
        layout.addWidget(label(inert(check.claim), wrap=True, selectable=True))
        return line
