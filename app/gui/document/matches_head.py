"""What stands above a sentence's matches: its words, what was found, and what a reader has to know before trusting it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.domain.ranked import Outcome
from app.gui.document.llm_bar import LlmBar
from app.gui.model.direction import isolated
from app.gui.model.disagreement import disagreement
from app.gui.model.labels import inert, percent, prose
from app.gui.model.language_names import language_names
from app.gui.model.sentence_row import SentenceRow
from app.gui.theme import Theme
from app.gui.widgets.plain import GRID, column, label
from app.translation import mark, tr

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
        lines.addWidget(label(summary(row), font=theme.font(step=-1), muted=True, wrap=True))
        if llm_bar is not None:
            lines.addWidget(llm_bar)
        disputed = "" if row.hidden or row.ranked is None else disagreement(row.ranked.matches)
        for told in filter(None, (disputed, _elsewhere(row))):
            words = label(told, font=theme.font(step=-1), wrap=True)
            words.setProperty("role", "differs")
            lines.addWidget(words)


def _elsewhere(row: SentenceRow) -> str:
    """What is told where it has been debunked, but in none of the reader's languages."""
    if not row.elsewhere:
        return ""
    return tr("No debunk in your languages yet, only in: {languages}.", languages=language_names(row.elsewhere))


def summary(row: SentenceRow) -> str:
    """What was found for a sentence, in a line."""
    if row.ranked is None:
        return tr("Not ranked yet.")
    if row.hidden:
        return tr("Blind review: ratings, stance and order are hidden until you decide. Which of these checks what was said?")
    share = tr("Verifiable with {share} probability.", share=percent(row.ranked.probability))
    return f"{prose(row.ranked.reasons) or tr(_OUTCOMES[row.ranked.outcome])} {share}"


_OUTCOMES = {
    Outcome.MATCH: mark("A published fact-check is about this claim."),
    Outcome.AMBIGUOUS: mark("A fact-check is near, perhaps not about this very claim."),
    Outcome.NONE: mark("No fact-check in the library is about this; the nearest ones follow, if there are any."),
}
