"""One answer as a card: its name and claim, how contested it is, what is published about it, and the posts of both sides."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.domain.answer_edits import Side
from app.domain.ask import Answer, Answered, Holding, QuestionType
from app.gui.ask.debunks import DebunkStrip
from app.gui.ask.opinion_column import OpinionColumn
from app.gui.ask.signals import AnswerSignals
from app.gui.charts.camps import CampsChart
from app.gui.model.ask_times import times
from app.gui.model.ask_words import HOLDINGS, contested_words, forms_words, held_words, llm_found_words
from app.gui.model.labels import inert, shortened
from app.gui.widgets.breaking_label import BreakingLabel
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.idle_work import Work
from app.gui.widgets.labels import GRID, column, hairline, label, styled
from app.gui.widgets.menu import Menu
from app.gui.widgets.menu_button import MenuButton
from app.gui.widgets.meter import Meter
from app.translation import number, percent, tr

_ICON = 24


class AnswerCard(QWidget):
    """Its head is made at once, its posts by `fill`, one a step."""

    def __init__(self, answer: Answer, answered: Answered, signals: AnswerSignals, *, grouped: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self.answer, self.answered = answer, answered
        self._signals, self._theme = signals, signals.theme
        self._yes_no = answered.kind is QuestionType.YES_NO
        self.debunks: DebunkStrip | None = None
        self.change: MenuButton | None = None
        self.timeline: CampsChart | None = None
        self.setAccessibleName(f"{answer.claim}. {contested_words(answer)}.")
        layout = column(self)
        inner = QWidget(self)
        self._lines = column(inner, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        layout.addWidget(inner)
        layout.addWidget(hairline())
        self._head()
        if answer.debunks:
            self.debunks = DebunkStrip(answer.debunks, answer.claim, signals, self)
            self._lines.addWidget(self.debunks)
        self._lines.addWidget(self._buttons())
        self._timeline()
        columns = QHBoxLayout()
        columns.setSpacing(2 * GRID)
        self.columns = tuple(
            OpinionColumn(side, opinions, signals, answer=answer.name, together=grouped, parent=self)
            for side, opinions in ((Side.SUPPORTS, answer.supporting), (Side.REFUTES, answer.refuting))
        )
        for side_column in self.columns:
            columns.addWidget(side_column, 1)
        self._lines.addLayout(columns)

    def fill(self, *, like: AnswerCard | None = None) -> Work:
        """Create the first posts of both sides, one per step; as many as in the card `like` that this one replaces."""
        for index, side_column in enumerate(self.columns):
            old_column = like.columns[index] if like is not None else None
            yield from side_column.fill() if old_column is None else side_column.fill_like(old_column)

    def _head(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(GRID)
        if self._yes_no:
            self._holding(row)
        else:
            self.name: QLabel = BreakingLabel(self.answer.name, font=self._theme.font(step=3, bold=True), parent=self)
            row.addWidget(self.name, 1)
        row.addWidget(self._contested(), 0, Qt.AlignmentFlag.AlignTop)
        self._lines.addLayout(row)
        if self._yes_no:
            self._lines.addWidget(label(held_words(self.answered), muted=True, wrap=True, selectable=True))
        self.claim = BreakingLabel(self.answer.claim, font=self._theme.font(step=0.5), parent=self)
        self._lines.addWidget(self.claim)
        for remark in filter(None, (forms_words(self.answer), llm_found_words(self.answer))):
            remark_label = label(inert(remark), font=self._theme.font(step=-1), muted=True, wrap=True, selectable=True)
            self._lines.addWidget(remark_label)

    def _holding(self, row: QHBoxLayout) -> None:
        badge, theme = HOLDINGS[self.answered.holding or Holding.NOT_SURE], self._theme
        colour = theme.tone(badge.tone)
        icon = QLabel(self)
        icon.setPixmap(self._signals.icons.pixmap(badge.icon, colour, size=theme.grown(_ICON), scale=self.devicePixelRatioF()))
        self.name = label(badge.word, font=theme.font(step=8, bold=True))
        self.name.setStyleSheet(f"color: {colour.name()}")
        row.addWidget(icon)
        row.addWidget(self.name)
        row.addStretch()

    def _contested(self) -> QWidget:
        widget = QWidget(self)
        row = QHBoxLayout(widget)
        row.setContentsMargins(0, 4, 0, 0)
        row.setSpacing(6)
        small = self._theme.font(step=-1)
        self.contested = label(contested_words(self.answer), font=small)
        row.addWidget(self.contested)
        if self.answer.supporting and self.answer.refuting:
            row.addWidget(Meter(self._theme, self.answer.contested, widget))
            row.addWidget(label(percent(self.answer.contested), font=small, muted=True))
        return widget

    def _buttons(self) -> QWidget:
        strip = QWidget(self)
        flow = FlowLayout(strip)
        flow.setContentsMargins(-GRID, 0, 0, 0)
        claim, signals = self.answer.claim, self._signals
        actions = (
            (tr("Look up in fact-checks"), tr("Look this claim up in the library, in Claims"), signals.look_up_asked),
            (tr("Add to Claims"), tr("Put this claim into the list of claims, to be looked up there with others"), signals.claim_added),
            (tr("Verify"), tr("Verify this claim with your own evidence"), signals.verify_asked),
            (tr("Copy claim"), tr("Copy the claim as text"), signals.claim_copied),
        )
        self.buttons = []
        for text, tip, signal in actions:
            button = Button(text, strip)
            button.setProperty("role", "quiet")
            button.setFont(self._theme.font(step=-0.5))
            button.setToolTip(tip)
            button.clicked.connect(lambda _checked=False, signal=signal: signal.emit(claim))
            self.buttons.append(button)
            flow.addWidget(button)
        if not self._yes_no:
            flow.addWidget(self._change(strip))
        return strip

    def _change(self, parent: QWidget) -> MenuButton:
        name = tr("Change the answer “{name}”", name=shortened(self.answer.name))
        button = self.change = MenuButton(tr("Change"), parent, name=name, role="quiet")
        button.setFont(self._theme.font(step=-0.5))
        button.entries.aboutToShow.connect(lambda: self.fill_menu(button.entries))
        return button

    def fill_menu(self, menu: Menu) -> None:
        """Fill the menu with the changes possible for this answer."""
        menu.clear()
        name, signals = self.answer.name, self._signals
        menu.addAction(tr("Rename…")).triggered.connect(lambda: signals.rename_asked.emit(name))
        targets = menu.submenu(tr("Merge into"))
        for other in self.answered.answers:
            if other.name != name:
                merge = targets.addAction(shortened(other.name).replace("&", "&&"))
                merge.triggered.connect(lambda _checked=False, other=other.name: signals.merge_asked.emit(name, other))
        targets.setEnabled(not targets.isEmpty())
        forms = menu.submenu(tr("Take a wording out"))
        for form, count in self.answer.forms if len(self.answer.forms) > 1 else ():
            form_action = forms.addAction(f"{shortened(form)}  ({number(count)})".replace("&", "&&"))
            form_action.triggered.connect(lambda _checked=False, form=form: signals.apart_asked.emit(name, form))
        forms.setEnabled(not forms.isEmpty())

    def _timeline(self) -> None:
        histogram = times(self.answer)
        if len(histogram.bins) > 1:
            self.timeline = CampsChart(self._theme, self._signals.icons, histogram)
            self._lines.addWidget(self.timeline)
        elif histogram.undated or histogram.bins:
            message = " · ".join(part for part in (*(time_bin.words for time_bin in histogram.bins), histogram.undated_words) if part)
            self._lines.addWidget(label(message, font=self._theme.font(step=-1), muted=True, wrap=True))
