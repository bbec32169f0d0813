"""The claim as AVeriTeC's annotators record it: its text with a checklist beside it, who made it, when and where, of what type it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from app.domain.verification import CLAIM_TYPES, STRATEGIES, ClaimForm
from app.gui.icons import Icons
from app.gui.model.claim_checks import Check, checks_of, day_problem
from app.gui.model.colours import Tone
from app.gui.model.labels import day, inert, shortened
from app.gui.model.verdicts import Badge
from app.gui.model.verify_words import summary_words
from app.gui.theme import Theme
from app.gui.verify.suggestions_view import SuggestionsView
from app.gui.widgets.badge_line import BadgeLine
from app.gui.widgets.button import Button
from app.gui.widgets.day_edit import DayEdit
from app.gui.widgets.elided_button import ElidedButton
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.menu_button import MenuButton
from app.gui.widgets.text_area import TextArea
from app.translation import mark, tr

_FINE, _MISSING = Badge(mark("fine"), "check", Tone.GREEN), Badge(mark("to do"), "dash", Tone.ORANGE)


class ClaimChecklist(QWidget):
    """Made anew when its claim is another."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._icons = theme, icons
        self._claim = ClaimForm(text="")
        self._shown: tuple[Check, ...] = ()
        self.lines: list[BadgeLine] = []
        self._column = column(self, spacing=2)
        self.heading = label(tr("Does it stand alone?"), font=theme.font(step=-1), muted=True)
        self._column.addWidget(self.heading)
        self._column.addStretch()
        self.setAccessibleName(tr("Checklist of the claim"))
        theme.changed.connect(self._rebuild)
        self.show_claim(self._claim)

    def show_claim(self, claim: ClaimForm) -> None:
        """Show what this claim lacks."""
        self._claim = claim
        checks = checks_of(claim)
        if checks != self._shown:
            self._shown = checks
            self._fill()

    @property
    def fine(self) -> bool:
        """Return True if nothing is missing."""
        return all(check.fine for check in self._shown)

    def _fill(self) -> None:
        for line in self.lines:
            line.hide()
            line.deleteLater()
        self.lines = [self._line(check) for check in self._shown]
        for index, line in enumerate(self.lines):
            self._column.insertWidget(index + 1, line)
            line.show()

    def _line(self, check: Check) -> BadgeLine:
        badge = _FINE if check.fine else _MISSING
        line = BadgeLine(badge, check.words if check.fine else check.advice, self._theme, self._icons, parent=self)
        line.setToolTip(check.words)
        line.setAccessibleName(f"{check.words}: {badge.word}" if check.fine else f"{check.words}: {badge.word}. {check.advice}")
        return line

    def _rebuild(self) -> None:
        self.heading.setFont(self._theme.font(step=-1))
        self._fill()


_LINES = (
    ("speaker", mark("Who said it"), mark("Speaker or author")),
    ("made", mark("Made on"), mark("For example 12 June 2018")),
    ("reporting_source", mark("Where it appeared"), mark("A site, a programme, a platform")),
    ("location", mark("Country"), mark("A code such as US or IN")),
)
_BUTTON = 32
_NARROW = 64
"""Letters of middling width: what claim and checklist need beside each other."""
_CHANGED = {
    "text": mark("The claim was reworded"),
    "speaker": mark("The speaker was changed"),
    "made": mark("The day of the claim was changed"),
    "reporting_source": mark("Where the claim appeared was changed"),
    "location": mark("The country was changed"),
    "types": mark("The types of the claim were changed"),
    "strategies": mark("The ways of checking were changed"),
    "original": mark("The original sentence was changed"),
}


class ClaimFormView(QWidget):
    """`edited` carries the claim as it is now, the field that was changed and what an undo calls it; `llm_asked` that the
    language model is to reword it."""

    edited = Signal(object, str, str)
    llm_asked = Signal()

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        self._theme, self._claim = theme, ClaimForm(text="")
        self.setAccessibleName(tr("Claim"))
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, GRID), spacing=GRID)
        self.heading = label(tr("Claim"), font=theme.font(step=2, bold=True))
        layout.addWidget(self.heading)
        self.text = TextArea(tr("Claim, worded so that it stands alone"), least_lines=2, most_lines=6, parent=self)
        self.text.setPlaceholderText(tr("One claim, worded so that it can be understood by itself"))
        self.checklist = ClaimChecklist(theme, icons, self)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(2 * GRID)
        self.suggestions = SuggestionsView(theme, tr("Take it"), parent=self)
        right_column = column_of(self.text, self._rewording(), self.suggestions, self._toggle())
        self._row.addLayout(right_column, 3)
        self._row.addWidget(self.checklist, 2)
        layout.addLayout(self._row)
        self.details = self._details()
        layout.addWidget(self.details)
        self.text.settled.connect(lambda text: self._change("text", " ".join(text.split())))
        theme.changed.connect(self._restyle)
        self.open(True)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Move the checklist below the claim if the form is narrow."""
        super().resizeEvent(event)
        narrow = self.width() < _NARROW * self.fontMetrics().averageCharWidth()
        self._row.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)

    def show_claim(self, claim: ClaimForm) -> None:
        """Show this claim; what the reader is typing stays where it is the same."""
        self._claim = claim
        self.llm.setEnabled(bool(claim.text.strip()))
        self.text.show_text(claim.text)
        for name, field in self.fields.items():
            text = day(claim.made) if name == "made" else getattr(claim, name)
            if field.text() != text and not (field.hasFocus() and field.isModified()):
                field.setText(text)
        self.original.show_text(claim.original)
        self.context.setText(inert("\n".join(claim.context)))
        for part in (self.context, self.context_name):
            part.setVisible(bool(claim.context))
        self.problem.hide()
        self._show_types()
        self.checklist.show_claim(claim)
        self._show_checklist()
        self._summarise()

    def open(self, is_open: bool) -> None:
        """Show or hide what belongs to the claim beside its text."""
        self.details.setVisible(is_open)
        self.toggle.setChecked(is_open)
        self._show_checklist()
        self._summarise()

    def settle(self) -> None:
        """Commit pending input."""
        self.text.settle()
        self.original.settle()
        for name, field in self.fields.items():
            if field.isModified():
                self._line_edited(name)

    def _show_checklist(self) -> None:
        """Show the checklist; while the details are closed, only if something is missing."""
        self.checklist.setVisible(bool(self.checklist.lines) and (self.toggle.isChecked() or not self.checklist.fine))

    def _toggle(self) -> ElidedButton:
        self.toggle = ElidedButton("", self, role="quiet")
        self.toggle.setCheckable(True)
        self.toggle.clicked.connect(self.open)
        return self.toggle

    def _rewording(self) -> QWidget:
        """Return the button that asks the language model, as wide as its text."""
        strip = QWidget(self)
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 0, 0, 0)
        self.llm = Button(tr("Make it stand alone"), strip)
        self.llm.setToolTip(tr("Have the language model reword the claim out of what was said around it; to be taken or dropped"))
        self.llm.setProperty("role", "quiet")
        self.llm.clicked.connect(self.llm_asked)
        self.llm.hide()
        row.addWidget(self.llm)
        row.addStretch()
        return strip

    def _details(self) -> QWidget:
        body = QWidget(self)
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID // 2)
        self.fields: dict[str, QLineEdit] = {}
        for index, (name, words, hint) in enumerate(_LINES):
            field = self.fields[name] = DayEdit(body) if name == "made" else QLineEdit(body)
            field.setPlaceholderText(tr(hint))
            field.setAccessibleName(tr(words))
            field.editingFinished.connect(lambda name=name: self._line_edited(name))
            grid.addWidget(label(tr(words), muted=True), 2 * (index // 2), index % 2)
            grid.addWidget(field, 2 * (index // 2) + 1, index % 2)
        self.problem = label("", wrap=True)
        self.problem.setProperty("role", "problem")
        grid.addWidget(self.problem, 4, 0, 1, 2)
        self.types = self._choices(tr("Type of claim"), CLAIM_TYPES, "types")
        self.strategies = self._choices(tr("How it can be checked"), STRATEGIES, "strategies")
        grid.addWidget(self.types, 5, 0)
        grid.addWidget(self.strategies, 5, 1)
        self.original = TextArea(tr("Original sentence"), least_lines=1, most_lines=4, parent=body)
        self.original.setPlaceholderText(tr("The claim as it was said, before it was made to stand alone"))
        self.original.settled.connect(lambda text: self._change("original", text.strip()))
        grid.addWidget(label(tr("Original sentence"), muted=True), 6, 0, 1, 2)
        grid.addWidget(self.original, 7, 0, 1, 2)
        self.context_name = label(tr("Said before it"), muted=True)
        self.context = label("", muted=True, wrap=True, selectable=True)
        grid.addWidget(self.context_name, 8, 0, 1, 2)
        grid.addWidget(self.context, 9, 0, 1, 2)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        return body

    def _choices(self, words: str, options: Sequence[str], field: str) -> MenuButton:
        button = MenuButton(words, self)
        button.setStyleSheet("text-align: left")
        policy = button.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
        button.setSizePolicy(policy)
        for option in options:
            action = button.entries.addAction(tr(option).replace("&", "&&"))
            action.setCheckable(True)
            action.setData(option)
        button.entries.triggered.connect(lambda _action: self._chosen(button, field))
        return button

    def _chosen(self, button: MenuButton, field: str) -> None:
        unlisted = [value for value in getattr(self._claim, field) if value not in (*CLAIM_TYPES, *STRATEGIES)]
        checked = [str(action.data()) for action in button.entries.actions() if action.isChecked()]
        self._change(field, (*checked, *unlisted))

    def _show_types(self) -> None:
        menus = (
            (self.types, tr("Type of claim"), self._claim.types),
            (self.strategies, tr("How it can be checked"), self._claim.strategies),
        )
        for button, words, selected in menus:
            for action in button.entries.actions():
                action.setChecked(action.data() in selected)
            type_names = ", ".join(map(tr, selected))
            button.setText(f"{shortened(f'{words}: {type_names}' if type_names else words, _BUTTON).replace('&', '&&')}  ▾")
            button.setToolTip(inert(type_names).replace("<", "‹"))
            button.setAccessibleName(tr("{name}, menu", name=f"{words}: {type_names}" if type_names else words))

    def _line_edited(self, name: str) -> None:
        field = self.fields[name]
        text = field.iso if isinstance(field, DayEdit) else field.text().strip()
        field.setModified(False)
        if name == "made":
            problem = day_problem(text, date.today())
            self.problem.setText(problem)
            self.problem.setVisible(bool(problem))
            if not problem:
                self._change(name, date.fromisoformat(text) if text else None)
            return
        self._change(name, text)

    def _change(self, name: str, value: object) -> None:
        changed: Callable[..., ClaimForm] = replace
        claim = changed(self._claim, **{name: value})
        if claim != self._claim:
            self._claim = claim
            self.checklist.show_claim(claim)
            self._show_checklist()
            self._show_types()
            self.edited.emit(claim, name, tr(_CHANGED[name]))

    def _summarise(self) -> None:
        facts = summary_words(self._claim)
        closed = tr("Details: {facts}", facts=facts) if facts else tr("Details")
        self.toggle.say(tr("Hide details") if self.toggle.isChecked() else inert(closed))

    def _restyle(self) -> None:
        self.heading.setFont(self._theme.font(step=2, bold=True))


def column_of(*parts: QWidget) -> QVBoxLayout:
    """Return a widget with parts stacked from the top."""
    layout = QVBoxLayout()
    layout.setSpacing(GRID // 2)
    for part in parts:
        layout.addWidget(part)
    layout.addStretch()
    return layout
