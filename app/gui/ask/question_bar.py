"""Input of the question: the line, the type of the question, recent ones, and the searched posts."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from app.ask.question import question_type
from app.domain.ask import QuestionType
from app.gui.ask.post_filters import PostFilters
from app.gui.model.ask_words import kind_words
from app.gui.model.labels import shortened
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.labels import GRID, column, label, styled
from app.gui.widgets.menu_button import MenuButton
from app.translation import mark, tr

LLM_READ = 40
"""Posts that the language model reads for a question: five questions to it, a few minutes for a small model on a processor."""
_KINDS = (
    (None, mark("Automatic"), "left", mark("Told from the question’s words")),
    (QuestionType.ENTITY, mark("Answers"), "middle", mark("Which distinct answers do people give?")),
    (QuestionType.YES_NO, mark("Yes or no"), "right", mark("Do people say yes or no?")),
)


class QuestionBar(QWidget):
    """Input of the question. `asked` carries its text; `kind_chosen` is sent when the reader sets its type, `llm_said` when the
    language model is switched on or off."""

    requested = Signal(str)
    kind_chosen = Signal()
    llm_said = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "header")
        self._theme = theme
        self.kind: QuestionType | None = None
        layout = column(self, margins=(2 * GRID, GRID + 4, 2 * GRID, GRID + 4), spacing=GRID)
        self.heading = label(tr("Ask the posts"), font=theme.font(step=3, bold=True))
        layout.addWidget(self.heading)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.input = QLineEdit(self)
        self.input.setPlaceholderText(tr("A question, such as “What causes autism?”"))
        self.input.setAccessibleName(tr("Question to the posts"))
        self.input.setClearButtonEnabled(True)
        self.input.setAcceptDrops(False)
        self.input.returnPressed.connect(self.ask)
        self.input.textChanged.connect(self._show_kind)
        row.addWidget(self.input, 1)
        self.button = Button(tr("Ask"), self)
        self.button.setProperty("role", "primary")
        self.button.setToolTip(tr("Look for the answers that people give (Return)"))
        self.button.clicked.connect(self.ask)
        row.addWidget(self.button)
        self.recent = self._recent()
        row.addWidget(self.recent)
        layout.addLayout(row)
        below = QWidget(self)
        flow = FlowLayout(below, spacing=GRID, middle=True)
        flow.addWidget(self._segments())
        self.filters = PostFilters(self)
        for button in self.filters.buttons():
            flow.addWidget(button)
        flow.addWidget(self._llm(below))
        self.taken = label("", muted=True)
        flow.addWidget(self.taken)
        layout.addWidget(below)
        layout.addWidget(self.filters.chips)
        theme.changed.connect(self._restyle)
        self.show_recent(())
        self._show_kind()

    def ask(self) -> None:
        """Ask what stands in the line."""
        self.requested.emit(self.input.text())

    def write(self, question: str) -> None:
        """Put a question into the line; undo restores the old text."""
        self.input.selectAll()
        self.input.insert(question)

    def choose_kind(self, kind: QuestionType | None) -> None:
        """Set the type of the question; None detects it from the text."""
        if kind is not self.kind:
            self.kind = kind
            self._show_kind()
            self.kind_chosen.emit()
        else:
            self._show_kind()

    def show_recent(self, questions: tuple[str, ...]) -> None:
        """Offer these questions again."""
        menu = self.recent.entries
        menu.clear()
        for question in questions:
            menu.addAction(shortened(question).replace("&", "&&")).setData(question)
        self.recent.setEnabled(bool(questions))

    @property
    def llm_read(self) -> int:
        """Return the number of posts that the language model reads for answers; 0 without one, or if the reader switched it off."""
        return LLM_READ if self.llm.isChecked() and not self.llm.isHidden() else 0

    def offer_llm(self, possible: bool, *, checked: bool) -> None:
        """Show the choice if there is a language model, checked as it was last time."""
        self.llm.setVisible(possible)
        self.llm.blockSignals(True)
        self.llm.setChecked(checked)
        self.llm.blockSignals(False)

    def _llm(self, parent: QWidget) -> QCheckBox:
        self.llm = QCheckBox(tr("Look for answers with the language model, too"), parent)
        tooltip = tr("It reads the {count} best posts as well; only words of a post count. Not for yes-no questions.", count=LLM_READ)
        self.llm.setToolTip(tooltip)
        self.llm.toggled.connect(self.llm_said)
        self.llm.hide()
        return self.llm

    def _recent(self) -> MenuButton:
        button = MenuButton(tr("Recent"), self, name=tr("Recent questions"))
        button.entries.triggered.connect(lambda action: self._again(str(action.data())))
        return button

    def _again(self, question: str) -> None:
        self.write(question)
        self.ask()

    def _segments(self) -> QWidget:
        strip = QWidget(self)
        row = QHBoxLayout(strip)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.kinds: dict[QuestionType | None, QPushButton] = {}
        for kind, text, end, tip in _KINDS:
            button = self.kinds[kind] = Button(tr(text), strip)
            button.setCheckable(True)
            button.setProperty("role", "segment")
            button.setProperty("end", end)
            button.setToolTip(tr(tip))
            button.clicked.connect(lambda _checked=False, kind=kind: self.choose_kind(kind))
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        return strip

    def _show_kind(self) -> None:
        question = self.input.text()
        for kind, button in self.kinds.items():
            button.setChecked(kind is self.kind)
        message = "" if self.kind is not None or not question.strip() else kind_words(question_type(question))
        self.taken.setText(message)
        self.taken.setVisible(bool(message))

    def _restyle(self) -> None:
        self.heading.setFont(self._theme.font(step=3, bold=True))
