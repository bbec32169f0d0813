"""What stands above a sentence's matches: its words, what was found, and what a reader has to know before trusting it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.domain.conclusion_words import explanation
from app.domain.direction import isolated
from app.domain.verdict import VerdictReason
from app.gui.document.llm_bar import LlmBar
from app.gui.model.disagreement import disagreement
from app.gui.model.labels import inert
from app.gui.model.language_names import language_names
from app.gui.model.sentence_row import SentenceRow
from app.gui.model.verdicts import RATINGS, Finding, quoted
from app.gui.theme import Theme
from app.gui.widgets.labels import GRID, column, label
from app.translation import tr

_QUOTED = 400


class MatchesHead(QWidget):
    """`llm_bar` is the way to a language model's order, None where none is offered."""

    def __init__(self, row: SentenceRow, theme: Theme, *, llm_bar: LlmBar | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        lines = column(self, margins=(2 * GRID, GRID + 4, 2 * GRID, GRID + 4), spacing=4)
        where = " · ".join(part for part in (isolated(inert(row.sentence.speaker)), row.place) if part)
        if where:
            lines.addWidget(label(where, font=theme.font(step=-1), muted=True, wrap=True))
        quoted = row.text if len(row.text) <= _QUOTED else row.text[:_QUOTED] + "…"
        lines.addWidget(label(f"“{quoted}”", font=theme.font(step=2), wrap=True, selectable=True))
        self.summary = label(summary(row), font=theme.font(bold=_strong(row)), wrap=True, selectable=True)
        lines.addWidget(self.summary)
        if llm_bar is not None:
            lines.addWidget(llm_bar)
        told_already = row.conclusion is not None and row.conclusion.reason is VerdictReason.DISAGREEMENT
        disputed = "" if row.hidden or row.ranked is None or told_already else disagreement(row.ranked.matches)
        for told in filter(None, (disputed, _elsewhere(row))):
            words = label(told, font=theme.font(step=-1), wrap=True)
            words.setProperty("role", "differs")
            lines.addWidget(words)

    def show_summary(self, row: SentenceRow) -> None:
        """What is said of the sentence is something else now."""
        self.summary.setText(summary(row))


def _strong(row: SentenceRow) -> bool:
    return row.finding in RATINGS or row.finding is Finding.DISAGREE


def _elsewhere(row: SentenceRow) -> str:
    """What is told where it has been debunked, but in none of the reader's languages."""
    if not row.elsewhere:
        return ""
    return tr("No debunk in your languages yet, only in: {languages}.", languages=language_names(row.elsewhere))


def summary(row: SentenceRow) -> str:
    """The conclusion of a sentence, in a sentence or two."""
    if row.hidden:
        return tr("Blind review: ratings, stance and order are hidden until you decide. Which of these checks what was said?")
    if row.conclusion is None:
        return tr("Not ranked yet.")
    return explanation(row.conclusion, quoted)
