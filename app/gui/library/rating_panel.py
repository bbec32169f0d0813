"""One rating beside the list: all of its wording, who uses it, what it counts as, and the boxes that change that."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QScrollArea, QVBoxLayout, QWidget

from app.domain.overview import RatingRule, RatingUse
from app.domain.verdict import Verdict
from app.gui.model.labels import count, inert, one_line
from app.gui.model.ratings import read_by
from app.gui.model.verdicts import verdict_look
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.plain import GRID, column, label, styled

_NAMED = 12
_BUILT_IN = "A built-in rule. To change it, choose the rating in the library and save a rule of your own."
_SEVERAL = "This rule has several wordings; change it in the file ratings.tsv in your settings folder."


class RatingPanel(QScrollArea):
    """`rule_asked` carries rating, publisher ("" for any) and verdict ("" to remove the user's rule); `show_asked` a rating."""

    rule_asked = Signal(str, str, str)
    show_asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.use: RatingUse | None = None
        self._rule: RatingRule | None = None
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("The chosen rating")
        theme.changed.connect(self._rebuild)
        self.show_use(None)

    def show_use(self, use: RatingUse | None) -> None:
        """Show a rating of the library."""
        self.use, self._rule = use, None
        body = styled(QWidget(), "surface")
        lines = column(body, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        if use is None:
            lines.addWidget(label("Choose a rating to see who uses it, and to say what it counts as.", muted=True, wrap=True))
        else:
            self._fill(lines, use)
        lines.addStretch()
        self.setWidget(body)

    def show_rule(self, rule: RatingRule | None) -> None:
        """Show a rule; one of the user's own can be removed."""
        self.use, self._rule = None, rule
        body = styled(QWidget(), "surface")
        lines = column(body, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        if rule is None:
            lines.addWidget(label("Your own rules win over the built-in ones, which cannot be changed.", muted=True, wrap=True))
        else:
            self._fill_rule(lines, rule)
        lines.addStretch()
        self.setWidget(body)

    def _rebuild(self) -> None:
        if self._rule is not None:
            self.show_rule(self._rule)
        else:
            self.show_use(self.use)

    def _fill(self, lines: QVBoxLayout, use: RatingUse) -> None:
        small = self._theme.font(step=-1)
        lines.addWidget(label(inert(use.rating) or "No rating given", font=self._theme.font(step=2), wrap=True, selectable=True))
        lines.addWidget(label(f"{count(use.factchecks, 'fact-check')}, by {self._who(use)}.", font=small, muted=True, wrap=True))
        lines.addWidget(label(f"Counts as {verdict_look(use.verdict).word.lower()}. {read_by(use.rule)}.", wrap=True))
        if use.by_hand:
            kept = count(use.by_hand, "verdict was set by hand and stays", "verdicts were set by hand and stay")
            lines.addWidget(label(f"{kept}.", font=small, muted=True, wrap=True))
        if use.rating:
            self._boxes(lines, use)
            show = Button("Show these fact-checks")
            show.setProperty("role", "quiet")
            show.clicked.connect(self._show)
            lines.addWidget(show, 0, Qt.AlignmentFlag.AlignLeft)

    @staticmethod
    def _who(use: RatingUse) -> str:
        names = [one_line(name) or "a publisher that is not known" for name in use.publishers[:_NAMED]]
        more = len(use.publishers) - len(names)
        return ", ".join(names) + (f" and {count(more, 'other')}" if more > 0 else "")

    def _boxes(self, lines: QVBoxLayout, use: RatingUse) -> None:
        self.verdict, self.publisher = QComboBox(), QComboBox()
        if use.rule.startswith("user:"):
            self.verdict.addItem("As the built-in rules say", "")
        for verdict in Verdict:
            self.verdict.addItem(verdict_look(verdict).word, verdict.value)
        self.verdict.setCurrentIndex(self.verdict.findData(use.verdict.value))
        self.publisher.addItem("Every publisher", "")
        for name in use.publishers:
            if name:
                self.publisher.addItem(one_line(name), name)
        if use.rule.count(":") > 1 and use.rule.startswith("user:") and len(use.publishers) == 1:
            self.publisher.setCurrentIndex(self.publisher.count() - 1)  # the rule is of this publisher alone
        for box, name in ((self.verdict, "Counts as"), (self.publisher, "When used by")):
            title = label(name)
            title.setBuddy(box)
            box.setAccessibleName(f"{name}: the chosen rating")
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            lines.addWidget(title)
            lines.addWidget(box)
        self.save = Button("Save as my rule")
        self.save.setProperty("role", "primary")
        self.save.clicked.connect(self._save)
        lines.addWidget(self.save, 0, Qt.AlignmentFlag.AlignLeft)
        told = "It is written into your own table and used for every later import; the library changes when you apply it."
        lines.addWidget(label(told, font=self._theme.font(step=-1), muted=True, wrap=True))

    def _fill_rule(self, lines: QVBoxLayout, rule: RatingRule) -> None:
        lines.addWidget(label(inert(rule.phrase.lstrip("=*")), font=self._theme.font(step=2), wrap=True, selectable=True))
        who = one_line(rule.publisher) or "every publisher"
        lines.addWidget(label(f"Counts as {verdict_look(rule.verdict).word.lower()} when used by {who}.", wrap=True))
        if not rule.own:
            lines.addWidget(label(_BUILT_IN, muted=True, wrap=True))
        elif "|" in rule.phrase:
            lines.addWidget(label(_SEVERAL, muted=True, wrap=True))
        else:
            remove = Button("Remove this rule")
            remove.clicked.connect(self._remove)
            lines.addWidget(remove, 0, Qt.AlignmentFlag.AlignLeft)

    def _save(self) -> None:
        if self.use is not None:
            self.rule_asked.emit(self.use.rating, self.publisher.currentData() or "", self.verdict.currentData() or "")

    def _remove(self) -> None:
        if self._rule is not None:
            self.rule_asked.emit(self._rule.phrase, self._rule.publisher, "")

    def _show(self) -> None:
        if self.use is not None:
            self.show_asked.emit(self.use.rating)
