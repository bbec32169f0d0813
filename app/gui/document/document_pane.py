"""The document's text, with the sentences that fact-checks can settle tinted by how surely, and the chosen one marked.

Only what is visible is highlighted: marks are made anew when the reader scrolls, so that a long document costs no more
than a short one. Offsets of the domain are code points, Qt's are UTF-16 units; `TextMap` stands between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from app.domain.document import Sentence
from app.gui.document.gutter import Gutter
from app.gui.document.overview import Overview
from app.gui.document.paragraph_layout import UNSTYLED, ParagraphLayout
from app.gui.icons import Icons
from app.gui.model.document_view import DocumentView
from app.gui.model.text_map import TextMap, changed_part, displayable
from app.gui.model.text_search import Hits
from app.gui.model.text_structure import TextStructure
from app.gui.theme import Theme
from app.translation import tr


class TextMarks:
    """Makes the marks of the sentences on screen; `cursor` holds the code points [start, end) of the text."""

    def __init__(self, view: DocumentView, theme: Theme, cursor: Callable[[int, int], QTextCursor]) -> None:
        self._view, self._theme, self._cursor = view, theme, cursor
        self.underlined: Sequence[tuple[int, int]] = ()
        self.hits = Hits()

    def of(self, visible: Sequence[Sentence], start: int, end: int) -> list[QTextEdit.ExtraSelection]:
        """The marks of these sentences and of the hits between two code points; what lies over the others comes last."""
        current = self._view.current
        current_marks = self._chosen(current.sentence) if current is not None else ()
        return [*self._tints(visible), *current_marks, *self._hits(start, end)]

    def _hits(self, start: int, end: int) -> Iterator[QTextEdit.ExtraSelection]:
        for index in self.hits.between(start, end):
            mark = self._mark(*self.hits.spans[index])
            is_current = index == self.hits.current
            mark.format.setBackground(self._theme.colour("accent" if is_current else "hit"))
            mark.format.setForeground(self._theme.colour("accent_text" if is_current else "text"))
            yield mark

    def _tints(self, visible: Sequence[Sentence]) -> Iterator[QTextEdit.ExtraSelection]:
        """Tint what can be settled, and mute what has been decided."""
        for sentence in visible:
            row = self._view.row(sentence.index)
            if row.review.decided:
                mark = self._mark(sentence.start, sentence.end)
                mark.format.setForeground(self._theme.colour("muted"))
                mark.format.setBackground(self._theme.colour("sunken"))
                yield mark
            elif row.has_match and row.steps:
                mark = self._mark(sentence.start, sentence.end)
                mark.format.setBackground(QColor(self._theme.scheme.tints[row.steps - 1]))
                yield mark

    def _chosen(self, sentence: Sentence) -> Iterator[QTextEdit.ExtraSelection]:
        sentence_mark = self._mark(sentence.start, sentence.end)
        sentence_mark.format.setBackground(QColor(self._theme.scheme.chosen))
        sentence_mark.format.setForeground(self._theme.colour("text"))
        yield sentence_mark
        for start, end in self.underlined:
            word_mark = self._mark(start, end)
            word_mark.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            word_mark.format.setUnderlineColor(self._theme.colour("accent"))
            yield word_mark

    def _mark(self, start: int, end: int) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = self._cursor(start, end)
        mark.format = QTextCharFormat()
        return mark


_NOTHING = TextMap("")
_MARGIN = 16
_LAID_OUT = 4  # lines above are counted only when they come into sight
_SLICE = 40_000  # code points that are put into the document at once: a few milliseconds


class DocumentPane(QPlainTextEdit):
    """Read-only text; `chosen` carries the index of the sentence that was clicked, `menu_asked` where its menu should open."""

    item_selected = Signal(int)
    touched = Signal()
    menu_asked = Signal(QPoint)

    def __init__(self, view: DocumentView, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view, self._theme = view, theme
        self._text, self._map, self._structure = "", _NOTHING, TextStructure("", ())
        self._there = 0
        self._marks = TextMarks(view, theme, self._cursor)
        text_document = QTextDocument(self)
        self._layout = ParagraphLayout(text_document, theme, lambda: (self._structure, self._map))
        text_document.setDocumentLayout(self._layout)
        self.setDocument(text_document)
        self.setReadOnly(True)
        self.setAcceptDrops(False)
        self.setUndoRedoEnabled(False)
        self.setProperty("role", "reading")
        self.setAccessibleName(tr("Document text"))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.gutter = Gutter(self, self, view=view, theme=theme, icons=icons)
        self.gutter.item_selected.connect(self.item_selected)
        self.overview = Overview(self, view, theme)
        self._arriving = QTimer(self)
        self._arriving.setInterval(0)
        self._arriving.timeout.connect(self._put_next)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.refresh)
        self.updateRequest.connect(self._moved)
        self.verticalScrollBar().actionTriggered.connect(self.touched)
        self._held = (0, 0)
        theme.changing.connect(self._hold)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_document(self) -> None:
        """Show the view's document from its beginning; the text of a long one arrives in slices as the event loop turns."""
        self._text = displayable(self._view.document.text) if self._view.document else ""
        self._map, self._structure = TextMap(self._text), self._make_structure()
        self._marks.underlined = ()
        self._layout.restyle()
        self.clear()
        self._there = 0
        self._align()
        if len(self._text) <= _SLICE:
            self._put_next()
        else:
            self._arriving.start()
        self.overview.refresh()
        self._later.start()

    def _align(self) -> None:
        """Margin and direction, before there is any text that would be laid out again."""
        document = self.document()
        document.setDocumentMargin(_MARGIN)
        option = document.defaultTextOption()  # Qt lets lines of right-to-left text begin at the left by itself
        option.setAlignment(Qt.AlignmentFlag.AlignRight if self._view.right_to_left else Qt.AlignmentFlag.AlignLeft)
        document.setDefaultTextOption(option)

    def _put_next(self) -> None:
        if not self._there:
            self._later.start()  # there is something to mark now
        self._put(self._there + _SLICE)

    def _put(self, text_end: int) -> None:
        """Put into the document what is not there yet of the first so many code points."""
        if text_end > self._there < len(self._text):
            slice_end = min(self._structure.line_end(text_end) + 1, len(self._text))
            end = QTextCursor(self.document())
            end.movePosition(QTextCursor.MoveOperation.End)
            end.block().setUserState(UNSTYLED)  # it was empty when it was laid out
            end.insertText(self._text[self._there : slice_end])
            self._there = slice_end
        if self._there >= len(self._text):
            self._arriving.stop()

    def show_edited(self) -> None:
        """Show the view's document, which is the one before with some words changed; scroll and cursor stay."""
        before = self._text
        self._put(len(before))
        self._text = displayable(self._view.document.text) if self._view.document else ""
        self._structure = self._make_structure()
        changed = changed_part(before, self._text)
        if changed is not None:
            start, end, words = changed
            cursor = self._cursor(start, end)
            self._map, self._there = TextMap(self._text), len(self._text)
            self._marks.underlined = ()
            self._layout.restyle()
            cursor.insertText(words)
        self.overview.refresh()
        self._later.start()

    def _make_structure(self) -> TextStructure:
        document = self._view.document
        return TextStructure(self._text, document.sentences if document is not None else ())

    def marked(self) -> tuple[int, int]:
        """The code points [start, end) that the reader marked; both the same where nothing is."""
        cursor = self.textCursor()
        return self._map.to_code_points(cursor.selectionStart()), self._map.to_code_points(cursor.selectionEnd())

    def cursor_point(self) -> int:
        """The code point before which the text cursor stands."""
        return self._map.to_code_points(self.textCursor().position())

    def underline(self, spans: list[tuple[int, int]]) -> None:
        """Underline these code points [start, end) of the text: the words shared with the chosen fact-check."""
        self._marks.underlined = spans
        self.refresh()

    def show_hits(self, hits: Hits) -> None:
        """Light these words, the current ones more strongly."""
        self._marks.hits = hits
        self.refresh()

    def reveal(self, sentence: Sentence) -> None:
        """Scroll, only where needed, until the sentence can be read with some lines around it."""
        self.reveal_point(sentence.start)

    def reveal_point(self, point: int) -> None:
        """Scroll, only where needed, until a code point can be read with some lines around it."""
        cursor = self._cursor(point, point)
        top = self.cursorRect(cursor).top()
        height = self.viewport().height()
        if not height // 8 <= top <= height * 3 // 4:
            self.setTextCursor(cursor)
            self.centerCursor()
        self._later.start()

    def refresh(self) -> None:
        """Mark what is visible now."""
        self._later.stop()
        if self._view.document is None:
            self.setExtraSelections([])
            return
        start, end = self.visible_range()
        self.setExtraSelections(self._marks.of(self._view.sentences_between(start, end), start, end))
        self.gutter.update()
        self.overview.update()

    def visible_range(self) -> tuple[int, int]:
        """The code points [start, end) that are on screen; none before the first slice of a text has arrived."""
        if not self._there:
            return 0, 0
        first = self.cursorForPosition(self.viewport().rect().topLeft()).block().position()
        last = self.cursorForPosition(self.viewport().rect().bottomRight()).block()
        return self._map.to_code_points(first), self._map.to_code_points(last.position() + last.length())

    def top_of(self, point: int) -> QRect:
        """Return the cursor rectangle of a code point, in the viewport."""
        return self.cursorRect(self._cursor(point, point))

    def tops_of(self, points: Sequence[int]) -> list[QRect | None]:
        """Return the same for code points in their order, in one pass over the blocks on screen; None above the first of them."""
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        tops: list[QRect | None] = []
        for point in points:
            position = self._map.to_utf16(point)
            while position >= block.position() + block.length() and block.next().isValid():
                top += self.blockBoundingRect(block).height()
                block = block.next()
            line = block.layout().lineForTextPosition(position - block.position())
            tops.append(QRectF(line.x(), top + line.y(), 1, line.height()).toRect() if line.isValid() else None)
        return tops

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A click, not a marking with the mouse, chooses the sentence under it."""
        super().mouseReleaseEvent(event)
        if event.button() != Qt.MouseButton.LeftButton or self.textCursor().hasSelection():
            return
        self._choose_at(event.position().toPoint())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Keys that mark, copy or go to the end mean the whole text."""
        self._put(len(self._text))
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Open the menu of the marked sentences, or of the sentence under the mouse, which is selected first."""
        mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        if mouse and not self.textCursor().hasSelection():
            self.setTextCursor(self.cursorForPosition(event.pos()))
            self._choose_at(event.pos())
        self.menu_asked.emit(event.globalPos() if mouse else self.viewport().mapToGlobal(self.cursorRect().bottomLeft()))

    def sentence_at(self, position: QPoint) -> Sentence | None:
        """The sentence at a place of the viewport, or of the line beside it."""
        offset = self._map.to_code_points(self.cursorForPosition(position).position())
        sentences = self._view.sentences_between(offset, offset + 1)
        return sentences[0] if sentences else None

    def _choose_at(self, position: QPoint) -> None:
        sentence = self.sentence_at(position)
        if sentence is not None:
            self.item_selected.emit(sentence.index)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Give the gutter and the overview their places; lines are broken anew where the width is another, and the reader stays."""
        anchor = self._seen() if self._there and event.oldSize().width() != event.size().width() else None
        super().resizeEvent(event)
        self._place()
        if anchor is not None:
            self._stand(*anchor)

    def _place(self) -> None:
        inside = self.contentsRect()
        bar = self.verticalScrollBar()
        width = bar.width() if bar.isVisible() else 0
        right = inside.right() + 1 - width - self.overview.width()
        gutter_left = right - self.gutter.width() if self._view.right_to_left else inside.left()
        self.gutter.setGeometry(gutter_left, inside.top(), self.gutter.width(), inside.height())
        self.overview.setGeometry(right, inside.top(), self.overview.width(), inside.height())

    def _moved(self, _rect: QRect, scrolled: int) -> None:
        if scrolled:
            self._later.start()

    def _cursor(self, start: int, end: int) -> QTextCursor:
        if end > self._there:
            self._put(end + _SLICE)  # also what stands behind it, so that it need not stand at the lower edge
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._map.to_utf16(start))
        cursor.setPosition(self._map.to_utf16(end), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _hold(self) -> None:
        self._held = self._seen()

    def _seen(self) -> tuple[int, int]:
        """A code point on screen and where it is: the chosen sentence's if it can be seen, else the first."""
        first, last = self.visible_range()
        row = self._view.current
        if row is not None and first <= row.sentence.start < last:
            first = row.sentence.start
        return first, self.top_of(first).top()

    def _restyle(self) -> None:
        self.setFont(self._theme.font(step=0.5))
        self._layout.restyle()
        self.arrange()
        self._stand_as_before()
        QTimer.singleShot(0, self, self._stand_as_before)  # what stands around the text takes its new room first

    def _stand_as_before(self) -> None:
        self._stand(*self._held)

    def _stand(self, point: int, top: int) -> None:
        """Scroll until a code point is where it was: lines were broken anew, and the scroll bar counts lines."""
        bar, line = self.verticalScrollBar(), max(1, self.fontMetrics().lineSpacing())
        bar.setValue(self._cursor(point, point).block().firstLineNumber())
        for _ in range(_LAID_OUT):
            line_offset = round((self.top_of(point).top() - top) / line)
            if not line_offset:
                break
            bar.setValue(bar.value() + line_offset)
        self._later.start()

    def arrange(self) -> None:
        """Make room for the gutter, whose width depends on the document's speakers; lines begin beside it."""
        self.gutter.restyle()
        left_margin, right_margin = self.gutter.width(), self.overview.width()
        if self._view.right_to_left:
            left_margin, right_margin = 0, left_margin + right_margin
        self.setViewportMargins(left_margin, 0, right_margin, 0)
        self._place()
        self.refresh()
