"""One rating beside the list: all of its wording, who uses it, what it counts as, and the boxes that change that."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from app.domain.overview import RatingRule, RatingUse
from app.domain.verdict import Verdict
from app.gui.model.labels import inert, one_line
from app.gui.model.ratings import read_by
from app.gui.model.verdicts import verdict_badge
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.scroll_column import ScrollColumn
from app.translation import mark, tr, trn

_NAMED = 12
_BUILT_IN = mark("A built-in rule. To change it, choose the rating in the library and save a rule of your own.")
_SEVERAL = mark("This rule has several wordings; change it in the file ratings.tsv in your settings folder.")
_COUNTS_AS = {
    Verdict.TRUE: mark("Counts as true"),
    Verdict.MOSTLY_TRUE: mark("Counts as mostly true"),
    Verdict.MIXED: mark("Counts as mixed"),
    Verdict.MOSTLY_FALSE: mark("Counts as mostly false"),
    Verdict.FALSE: mark("Counts as false"),
    Verdict.MISLEADING: mark("Counts as misleading"),
    Verdict.UNPROVEN: mark("Counts as unproven"),
    Verdict.OUTDATED: mark("Counts as outdated"),
    Verdict.SATIRE: mark("Counts as satire"),
    Verdict.DISPUTED: mark("Counts as disputed"),
    Verdict.UNRATED: mark("Counts as unrated"),
}


class RatingPanel(ScrollColumn):
    """`rule_asked` carries rating, publisher ("" for any) and verdict ("" to remove the user's rule); `show_asked` a rating."""

    rule_asked = Signal(str, str, str)
    show_asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.use: RatingUse | None = None
        self._rule: RatingRule | None = None
        self.setAccessibleName(tr("The chosen rating"))
        theme.changed.connect(self._rebuild)
        self.show_use(None)

    def show_use(self, use: RatingUse | None) -> None:
        """Show a rating of the library."""
        self.use, self._rule = use, None
        body = styled(QWidget(), "surface")
        layout = column(body, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        if use is None:
            layout.addWidget(label(tr("Choose a rating to see who uses it, and to say what it counts as."), muted=True, wrap=True))
        else:
            self._fill(layout, use)
        layout.addStretch()
        self.setWidget(body)

    def show_rule(self, rule: RatingRule | None) -> None:
        """Show a rule; one of the user's own can be removed."""
        self.use, self._rule = None, rule
        body = styled(QWidget(), "surface")
        layout = column(body, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID), spacing=GRID)
        if rule is None:
            layout.addWidget(label(tr("Your own rules win over the built-in ones, which cannot be changed."), muted=True, wrap=True))
        else:
            self._fill_rule(layout, rule)
        layout.addStretch()
        self.setWidget(body)

    def _rebuild(self) -> None:
        if self._rule is not None:
            self.show_rule(self._rule)
        else:
            self.show_use(self.use)

    def _fill(self, lines: QVBoxLayout, use: RatingUse) -> None:
        small = self._theme.font(step=-1)
        lines.addWidget(label(inert(use.rating) or tr("No rating given"), font=self._theme.font(step=2), wrap=True, selectable=True))
        usage_text = trn("{count} fact-check, by {who}.", "{count} fact-checks, by {who}.", use.factchecks, who=self._who(use))
        lines.addWidget(label(usage_text, font=small, muted=True, wrap=True))
        lines.addWidget(label(f"{tr(_COUNTS_AS[use.verdict])}. {read_by(use.rule)}.", wrap=True))
        if use.by_hand:
            by_hand_text = trn("{count} verdict was set by hand and stays.", "{count} verdicts were set by hand and stay.", use.by_hand)
            lines.addWidget(label(by_hand_text, font=small, muted=True, wrap=True))
        if use.rating:
            self._boxes(lines, use)
            show = Button(tr("Show these fact-checks"))
            show.setProperty("role", "quiet")
            show.clicked.connect(self._show)
            lines.addWidget(show, 0, Qt.AlignmentFlag.AlignLeft)

    @staticmethod
    def _who(use: RatingUse) -> str:
        names = [one_line(name) or tr("a publisher that is not known") for name in use.publishers[:_NAMED]]
        unlisted_count = len(use.publishers) - len(names)
        names_text = ", ".join(names)
        return (
            trn("{names} and {count} other", "{names} and {count} others", unlisted_count, names=names_text)
            if unlisted_count > 0
            else names_text
        )

    def _boxes(self, lines: QVBoxLayout, use: RatingUse) -> None:
        self.verdict, self.publisher = QComboBox(), QComboBox()
        if use.rule.startswith("user:"):
            self.verdict.addItem(tr("As the built-in rules say"), "")
        for verdict in Verdict:
            self.verdict.addItem(verdict_badge(verdict).word, verdict.value)
        self.verdict.setCurrentIndex(self.verdict.findData(use.verdict.value))
        self.publisher.addItem(tr("Every publisher"), "")
        for name in use.publishers:
            if name:
                self.publisher.addItem(one_line(name), name)
        if use.rule.count(":") > 1 and use.rule.startswith("user:") and len(use.publishers) == 1:
            self.publisher.setCurrentIndex(self.publisher.count() - 1)  # the rule is of this publisher alone
        for box, name, accessible_name in (
            (self.verdict, tr("Counts as"), tr("Counts as: the chosen rating")),
            (self.publisher, tr("When used by"), tr("When used by: the chosen rating")),
        ):
            title = label(name)
            title.setBuddy(box)
            box.setAccessibleName(accessible_name)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            lines.addWidget(title)
            lines.addWidget(box)
        self.save = Button(tr("Save as my rule"))
        self.save.setProperty("role", "primary")
        self.save.clicked.connect(self._save)
        lines.addWidget(self.save, 0, Qt.AlignmentFlag.AlignLeft)
        explanation = tr("It is written into your own table and used for every later import; the library changes when you apply it.")
        lines.addWidget(label(explanation, font=self._theme.font(step=-1), muted=True, wrap=True))

    def _fill_rule(self, lines: QVBoxLayout, rule: RatingRule) -> None:
        lines.addWidget(label(inert(rule.phrase.lstrip("=*")), font=self._theme.font(step=2), wrap=True, selectable=True))
        counts_as, publisher = tr(_COUNTS_AS[rule.verdict]), one_line(rule.publisher)
        # Translators: {counts_as} is such as “Counts as mostly false”.
        by_publisher = tr("{counts_as} when used by {publisher}.", counts_as=counts_as, publisher=publisher)
        every_publisher_text = tr("{counts_as} when used by every publisher.", counts_as=counts_as)
        lines.addWidget(label(by_publisher if publisher else every_publisher_text, wrap=True))
        if not rule.own:
            lines.addWidget(label(tr(_BUILT_IN), muted=True, wrap=True))
        elif "|" in rule.phrase:
            lines.addWidget(label(tr(_SEVERAL), muted=True, wrap=True))
        else:
            remove = Button(tr("Remove this rule"))
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
