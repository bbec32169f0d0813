"""One item in full, and the earlier debunks that it repeats, each to be judged: the same claim, the same in part, or another one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.judgement import Judgement
from app.domain.narrative import NarrativeItem
from app.domain.repeat import Repeat
from app.gui.model.labels import host, inert
from app.gui.model.narrative_view import NarrativesView
from app.gui.model.narrative_words import JUDGEMENTS, badge_of, repeat_words, source_words
from app.gui.narratives.signals import NarrativeSignals
from app.gui.widgets.badge_line import BadgeLine
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, hairline, label, styled
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import percent, tr, trn


class RepeatView(QWidget):
    """An earlier debunk, with a button for each judgement. Reached by Tab, so that a key can judge it."""

    def __init__(self, repeat: Repeat, earlier: NarrativeItem, signals: NarrativeSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "opinion")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.repeat = repeat
        theme = signals.theme
        layout = column(self, margins=(GRID, GRID, GRID, GRID), spacing=GRID // 2)
        words = repeat_words(repeat, earlier)
        layout.addWidget(label(words, font=theme.font(bold=True), wrap=True))
        layout.addWidget(label(inert(earlier.text), wrap=True, selectable=True))
        badge = badge_of(earlier)
        layout.addWidget(BadgeLine(badge, " · ".join(part for part in (badge.word, source_words(earlier)) if part), theme, signals.icons))
        probability_text = tr("The same claim: {share} likely", share=percent(repeat.probability))
        new = tr("first in this language") if repeat.new_language else ""
        layout.addWidget(
            label(" · ".join(part for part in (probability_text, new) if part), font=theme.font(step=-1), muted=True, wrap=True)
        )
        differences_text = "; ".join(difference.words for difference in repeat.differences)
        if differences_text:
            layout.addWidget(
                label(tr("Differs: {differences}", differences=differences_text), font=theme.font(step=-1), muted=True, wrap=True)
            )
        judged = JUDGEMENTS[repeat.judgement].word if repeat.judgement else tr("Not judged")
        self.setAccessibleName(f"{words}. {earlier.text}. {judged}")
        layout.addWidget(self._buttons(signals, earlier))
        self._judged = signals.judged

    def judge(self, judgement: Judgement) -> None:
        """Say so."""
        self._judged.emit(self.repeat, judgement)

    def _buttons(self, signals: NarrativeSignals, earlier: NarrativeItem) -> QWidget:
        strip = QWidget(self)
        flow = FlowLayout(strip, spacing=GRID // 2)
        self.buttons: dict[Judgement, Button] = {}
        for judgement, badge in JUDGEMENTS.items():
            is_current = self.repeat.judgement is judgement
            button = self.buttons[judgement] = Button(badge.word, strip)
            button.setProperty("role", "share")
            button.setCheckable(True)
            button.setChecked(is_current)
            button.setIcon(signals.icons.icon(badge.icon, size=signals.theme.grown(14)))
            button.setAccessibleName(tr("{judgement}, chosen", judgement=badge.word) if is_current else badge.word)
            button.clicked.connect(partial(self.judge, judgement))
            flow.addWidget(button)
        site = host(earlier.url)
        if site:
            link = Button(tr("Open {site}", site=site.replace("&", "&&")), strip)
            link.setProperty("role", "quiet")
            link.clicked.connect(lambda: signals.link_asked.emit(earlier.url))
            flow.addWidget(link)
        return strip


class ItemDetails(ScrollColumn):
    """The chosen item; made anew when it, or what is said of its repeats, is another."""

    def __init__(self, view: NarrativesView, signals: NarrativeSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view, self._signals = view, signals
        self.item: NarrativeItem | None = None
        self.repeats: list[RepeatView] = []
        self.setAccessibleName(tr("Details of the chosen item"))
        signals.theme.changed.connect(self.refresh)
        self.show_item(None)

    def refresh(self) -> None:
        """Rebuild the details of the same item, keeping scroll position and focus."""
        top = self.verticalScrollBar().value()
        focused_index = next(
            (index for index, view in enumerate(self.repeats) if view.isAncestorOf(self.focusWidget() or self) or view.hasFocus()), -1
        )
        self.show_item(self.item)
        self.verticalScrollBar().setValue(top)
        if 0 <= focused_index < len(self.repeats):
            self.repeats[focused_index].setFocus()

    def show_item(self, item: NarrativeItem | None) -> None:
        """Show this one."""
        self.item = self._view.item(item.key) if item is not None else None
        self.repeats = []
        body = styled(QWidget(), "surface")
        layout = column(body, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        if self.item is None:
            layout.addWidget(label(tr("Choose an item to see all of it, and which earlier debunks it repeats."), muted=True, wrap=True))
        else:
            self._fill(layout, self.item)
        layout.addStretch()
        self.setWidget(body)

    def current(self) -> RepeatView | None:
        """Return the earlier debunk that a key acts on: the one with the focus, else the first."""
        focus = self.focusWidget()
        focused = (view for view in self.repeats if view.hasFocus() or (focus is not None and view.isAncestorOf(focus)))
        return next(focused, self.repeats[0] if self.repeats else None)

    def _fill(self, lines: QVBoxLayout, item: NarrativeItem) -> None:
        theme = self._signals.theme
        badge = badge_of(item)
        lines.addWidget(BadgeLine(badge, badge.word, theme, self._signals.icons, strong=True, font=theme.font(bold=True)))
        lines.addWidget(label(inert(item.text), font=theme.font(step=2), wrap=True, selectable=True))
        claimant = tr("Said by {name}", name=item.claimant) if item.claimant else ""
        copies = trn("and {count} copy", "and {count} copies", item.copies) if item.copies else ""
        for fact in (source_words(item), claimant, copies):
            if fact:
                lines.addWidget(label(inert(fact), font=theme.font(step=-1), muted=True, wrap=True, selectable=True))
        site = host(item.url)
        link = Button(tr("Open {site}", site=site.replace("&", "&&")) if site else tr("No link"))
        link.setProperty("role", "quiet")
        link.setEnabled(bool(site))
        link.clicked.connect(lambda: self._signals.link_asked.emit(item.url))
        lines.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        self._earlier(lines, item)

    def _earlier(self, lines: QVBoxLayout, item: NarrativeItem) -> None:
        for repeat in self._view.earlier(item):
            earlier = self._view.factcheck(repeat.earlier)
            if earlier is not None:
                lines.addWidget(hairline())
                view = RepeatView(repeat, earlier, self._signals)
                self.repeats.append(view)
                lines.addWidget(view)
