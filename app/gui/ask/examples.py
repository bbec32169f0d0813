"""Texts below the question before the first answer, and when nothing was found."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.gui.model.ask import examples
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.centred_words import CentredWords
from app.gui.widgets.examples import Examples
from app.gui.widgets.labels import GRID, column, styled
from app.translation import mark, tr

_TEXT = mark(
    "Ask what people say, not what is true: each answer comes with the posts that support it and those that refute it. Answers that are "
    "contested come first. Nothing leaves this computer."
)


def question_examples(theme: Theme, parent: QWidget) -> Examples:
    """Return the example questions."""
    words = tr("What do people say?"), tr(_TEXT)
    return Examples(theme, words, examples(), accessible_name=lambda question: tr("Ask: {question}", question=question), parent=parent)


class NothingFound(QWidget):
    """No post answers the question: what to try next. `everywhere_asked` wants the same without filters, `posts_asked` the posts."""

    everywhere_asked = Signal()
    posts_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "surface")
        layout = column(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=GRID)
        layout.addStretch(2)
        words = CentredWords(theme, heading=tr("No post answers this"), text="", step=2)
        layout.addWidget(words)
        self.text = words.text
        layout.addSpacing(GRID)
        self.everywhere = Button(tr("Ask all posts, without filters"), self)
        self.everywhere.setProperty("role", "primary")
        self.everywhere.clicked.connect(self.everywhere_asked)
        self.posts = Button(tr("Look at the posts"), self)
        self.posts.clicked.connect(self.posts_asked)
        for button in (self.everywhere, self.posts):
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)

    def say(self, *, filtered: bool, by_words: bool) -> None:
        """Show the possible reasons: filters, or posts that cannot be found by meaning yet."""
        sentences = [tr("Ask in other words, or in the language of the posts.")]
        sentences += [tr("The filters leave posts out.")] if filtered else []
        sentences += [tr("Some posts can be found by their words alone; make them searchable by meaning below.")] if by_words else []
        self.text.setText(" ".join(sentences))
        self.everywhere.setVisible(filtered)
