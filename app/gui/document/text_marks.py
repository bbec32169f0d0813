"""How sentences are marked in the document's text: tinted by how surely they can be settled, the chosen one and its shared words shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from app.domain.document import Sentence
from app.gui.model.document_view import DocumentView
from app.gui.theme import Theme


class TextMarks:
    """Makes the marks of the sentences on screen; `cursor` holds the code points [start, end) of the text."""

    def __init__(self, view: DocumentView, theme: Theme, cursor: Callable[[int, int], QTextCursor]) -> None:
        self._view, self._theme, self._cursor = view, theme, cursor
        self.underlined: Sequence[tuple[int, int]] = ()

    def of(self, visible: Sequence[Sentence]) -> list[QTextEdit.ExtraSelection]:
        """The marks of these sentences, what is chosen last, so that it lies over the others."""
        current = self._view.current
        chosen = self._chosen(current.sentence) if current is not None else ()
        return [*self._between(visible), *self._tints(visible), *chosen]

    def _tints(self, visible: Sequence[Sentence]) -> Iterator[QTextEdit.ExtraSelection]:
        for sentence in visible:
            row = self._view.row(sentence.index)
            if row.has_match and row.steps:
                mark = self._mark(sentence.start, sentence.end)
                mark.format.setBackground(QColor(self._theme.scheme.tints[row.steps - 1]))
                yield mark

    def _between(self, visible: Sequence[Sentence]) -> Iterator[QTextEdit.ExtraSelection]:
        """What stands between sentences (speakers' names, headings of a table) recedes."""
        first = visible[0].index if visible else 0
        ends = [self._view.row(first - 1).sentence.end if first else 0, *(sentence.end for sentence in visible)]
        for end, sentence in zip(ends, visible, strict=False):
            if sentence.start - end > 2:
                mark = self._mark(end, sentence.start)
                mark.format.setForeground(self._theme.colour("muted"))
                yield mark

    def _chosen(self, sentence: Sentence) -> Iterator[QTextEdit.ExtraSelection]:
        whole = self._mark(sentence.start, sentence.end)
        whole.format.setBackground(QColor(self._theme.scheme.chosen))
        yield whole
        for start, end in self.underlined:
            word = self._mark(start, end)
            word.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            word.format.setUnderlineColor(self._theme.colour("accent"))
            yield word

    def _mark(self, start: int, end: int) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = self._cursor(start, end)
        mark.format = QTextCharFormat()
        return mark
