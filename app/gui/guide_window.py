"""The user guide in a window of its own: its pages on the left, the chosen one on the right, and a line to find words in all of them.

The pages are our own Markdown in resources/guide, in the order in which README.md there links them. Nothing else is shown in it; links
that lead out of this computer open after a question only, as everywhere.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QKeySequence, QShortcut, QTextBlockFormat, QTextCursor, QTextImageFormat, QTextLength
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QSplitter, QTextBrowser, QVBoxLayout, QWidget

from app.gui.links import ask_to_open
from app.gui.model.guide import GuidePage, guide_folder, pages, pages_with
from app.gui.theme import Theme
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import GRID, column, label
from app.translation import tr, trn

_SIZE = QSize(1040, 720)
_LIST_WIDTH = 250
_LINE_HEIGHT = 130.0  # per cent
_MARGIN = 4 * GRID


class GuideWindow(QDialog):
    """Opens on the first page. Ctrl+F goes to the line to find words; Return there goes from place to place."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("User guide"))
        self._theme, self._pages = theme, pages()
        self.words, self.found = QLineEdit(self), label(muted=True, wrap=True)
        self.words.setPlaceholderText(tr("Find in the guide"))
        self.words.setAccessibleName(tr("Find in the guide"))
        self.words.setClearButtonEnabled(True)
        self.list, self.text = QListWidget(self), QTextBrowser(self)
        self._arrange()
        self.list.addItems([page.title for page in self._pages])
        self.words.textChanged.connect(self._search)
        self.words.returnPressed.connect(self._next)
        self.list.currentRowChanged.connect(self._show)
        self.text.anchorClicked.connect(self._follow)
        theme.changed.connect(self._again)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.words.setFocus)
        self.list.setCurrentRow(0)
        resize_dialog(self, _SIZE)
        self.list.setFocus()

    def _arrange(self) -> None:
        self.list.setAccessibleName(tr("Pages of the guide"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.setAccessibleName(tr("The page"))
        self.text.setOpenLinks(False)
        self.text.setSearchPaths([str(guide_folder())])
        side = QWidget(self)
        layout = QVBoxLayout(side)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        for widget in (self.words, self.found, self.list):
            layout.addWidget(widget, 1 if widget is self.list else 0)
        self.found.hide()
        parts = QSplitter(Qt.Orientation.Horizontal, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(side)
        parts.addWidget(self.text)
        parts.setStretchFactor(1, 1)
        list_width = self._theme.grown(_LIST_WIDTH)
        parts.setSizes([list_width, self._theme.grown(_SIZE.width()) - list_width])
        column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)).addWidget(parts)

    def page(self) -> GuidePage | None:
        """The page that is shown."""
        row = self.list.currentRow()
        return self._pages[row] if 0 <= row < len(self._pages) else None

    def _show(self, _row: int) -> None:
        page = self.page()
        if page is None:
            return
        document = self.text.document()
        document.setDefaultFont(self._theme.font())
        document.setDocumentMargin(_MARGIN)
        self.text.setMarkdown(page.text)
        self._space()
        self._fit_pictures()
        self.text.moveCursor(QTextCursor.MoveOperation.Start)

    def _again(self) -> None:
        """Lay the page out again after a change of font or colours, at the same scroll position."""
        scroll_position = self.text.verticalScrollBar().value()
        self._show(self.list.currentRow())
        self.text.verticalScrollBar().setValue(scroll_position)

    def _space(self) -> None:
        cursor = QTextCursor(self.text.document())
        cursor.select(QTextCursor.SelectionType.Document)
        spaced = QTextBlockFormat()
        spaced.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.mergeBlockFormat(spaced)

    def _fit_pictures(self) -> None:
        """Pictures as wide as the text at most, also when the window is made wider or narrower."""
        full_width = QTextLength(QTextLength.Type.PercentageLength, 100)
        block = self.text.document().begin()
        while block.isValid():
            pieces = block.begin()
            while not pieces.atEnd():
                fragment = pieces.fragment()
                style = fragment.charFormat()
                if style.isImageFormat():
                    picture = QTextImageFormat(style.toImageFormat())
                    picture.setMaximumWidth(full_width)
                    cursor = QTextCursor(block)
                    cursor.setPosition(fragment.position())
                    cursor.setPosition(fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor)
                    cursor.setCharFormat(picture)
                pieces += 1
            block = block.next()

    def _search(self, words: str) -> None:
        """Only the pages with these words stay in the list; the first of them is shown, at its first place."""
        matching_pages = pages_with(self._pages, words)
        for row in range(self.list.count()):
            self.list.item(row).setHidden(row not in matching_pages)
        self.found.setVisible(bool(words.strip()))
        self.found.setText(trn("{count} page", "{count} pages", len(matching_pages)) if matching_pages else tr("No page says this."))
        if matching_pages and self.list.currentRow() not in matching_pages:
            self.list.setCurrentRow(matching_pages[0])
        if words.strip():
            self.text.moveCursor(QTextCursor.MoveOperation.Start)
            self.text.find(words.strip())

    def _next(self) -> None:
        """The next place with the words; after the last one, the first of the next page that has them."""
        words = self.words.text().strip()
        matching_pages = pages_with(self._pages, words)
        if not words or not matching_pages or self.text.find(words):
            return
        current_page = self.list.currentRow()
        self.list.setCurrentRow(next((row for row in matching_pages if row > current_page), matching_pages[0]))
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self.text.find(words)

    def _follow(self, url: QUrl) -> None:
        rows = [row for row, page in enumerate(self._pages) if page.name == url.fileName()]
        if url.scheme() in {"http", "https"}:
            ask_to_open(self, url.toString())
        elif rows:
            self.words.clear()
            self.list.setCurrentRow(rows[0])
