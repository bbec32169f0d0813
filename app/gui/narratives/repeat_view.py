"""An earlier debunk that an item repeats, to be judged: the same claim, the same in part, or another one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.domain.judgement import Judgement
from app.domain.narrative import NarrativeItem
from app.domain.repeat import Repeat
from app.gui.model.labels import host, inert
from app.gui.model.narrative_words import JUDGEMENTS, look_of, repeat_words, source_words
from app.gui.narratives.signals import NarrativeSignals
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.look_line import LookLine
from app.translation import percent, tr


class RepeatView(QWidget):
    """An earlier debunk, with a button for each judgement. Reached by Tab, so that a key can judge it."""

    def __init__(self, repeat: Repeat, earlier: NarrativeItem, signals: NarrativeSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "opinion")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.repeat = repeat
        theme = signals.theme
        lines = column(self, margins=(GRID, GRID, GRID, GRID), spacing=GRID // 2)
        words = repeat_words(repeat, earlier)
        lines.addWidget(label(words, font=theme.font(bold=True), wrap=True))
        lines.addWidget(label(inert(earlier.text), wrap=True, selectable=True))
        look = look_of(earlier)
        lines.addWidget(LookLine(look, " · ".join(part for part in (look.word, source_words(earlier)) if part), theme, signals.icons))
        sure = tr("The same claim: {share} likely", share=percent(repeat.probability))
        new = tr("first in this language") if repeat.new_language else ""
        lines.addWidget(label(" · ".join(part for part in (sure, new) if part), font=theme.font(step=-1), muted=True, wrap=True))
        differ = "; ".join(each.words for each in repeat.differences)
        if differ:
            lines.addWidget(label(tr("Differs: {differences}", differences=differ), font=theme.font(step=-1), muted=True, wrap=True))
        judged = JUDGEMENTS[repeat.judgement].word if repeat.judgement else tr("Not judged")
        self.setAccessibleName(f"{words}. {earlier.text}. {judged}")
        lines.addWidget(self._buttons(signals, earlier))
        self._judged = signals.judged

    def judge(self, judgement: Judgement) -> None:
        """Say so."""
        self._judged.emit(self.repeat, judgement)

    def _buttons(self, signals: NarrativeSignals, earlier: NarrativeItem) -> QWidget:
        strip = QWidget(self)
        flow = FlowLayout(strip, spacing=GRID // 2)
        self.buttons: dict[Judgement, Button] = {}
        for judgement, look in JUDGEMENTS.items():
            chosen = self.repeat.judgement is judgement
            button = self.buttons[judgement] = Button(look.word, strip)
            button.setProperty("role", "share")
            button.setCheckable(True)
            button.setChecked(chosen)
            button.setIcon(signals.icons.icon(look.icon, size=signals.theme.grown(14)))
            button.setAccessibleName(tr("{judgement}, chosen", judgement=look.word) if chosen else look.word)
            button.clicked.connect(partial(self.judge, judgement))
            flow.addWidget(button)
        site = host(earlier.url)
        if site:
            link = Button(tr("Open {site}", site=site.replace("&", "&&")), strip)
            link.setProperty("role", "quiet")
            link.clicked.connect(lambda: signals.link_asked.emit(earlier.url))
            flow.addWidget(link)
        return strip
