"""The document as text or as its pages: the switch between the two above the one that is shown, and the size of the pages."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.gui.document.document_pane import DocumentPane
from app.gui.document.pages_pane import PagesPane
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import percent, tr


class ReadingPane(QWidget):
    """`pages_asked` tells that the reader wants to see the pages; they are shown by `show_pages` once they are known."""

    pages_asked = Signal()

    def __init__(self, text: DocumentPane, pages: PagesPane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._pages = text, pages
        layout = column(self)
        self.bar = styled(QWidget(self), "header")
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(GRID, GRID, GRID, GRID)
        row.setSpacing(0)
        self.as_text, self.as_pages = self._switch(tr("Text"), "left"), self._switch(tr("Pages"), "right")
        self.as_text.clicked.connect(self.show_text)
        self.as_pages.clicked.connect(self._ask)
        row.addWidget(self.as_text)
        row.addWidget(self.as_pages)
        row.addStretch()
        self._zoom = QWidget(self.bar)
        self._fill_zoom(QHBoxLayout(self._zoom))
        row.addWidget(self._zoom)
        layout.addWidget(self.bar)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(text)
        self.stack.addWidget(pages)
        layout.addWidget(self.stack, 1)
        self.offer_pages(False)

    def add_bar(self, bar: QWidget) -> None:
        """Put a bar between the switch and what is read."""
        layout = self.layout()
        if isinstance(layout, QVBoxLayout):
            layout.insertWidget(layout.indexOf(self.stack), bar)

    @property
    def pages_shown(self) -> bool:
        """Return whether the pages are shown rather than the text."""
        return self.stack.currentWidget() is self._pages

    def offer_pages(self, offered: bool) -> None:
        """Show or hide the switch to the pages; without pages the text is shown."""
        self.bar.setVisible(offered)
        self.show_text()

    def show_text(self) -> None:
        """Show the text."""
        self._show(self._text)

    def show_pages(self) -> None:
        """Show the pages."""
        self._show(self._pages)

    def _show(self, pane: QWidget) -> None:
        self.stack.setCurrentWidget(pane)
        self.setFocusProxy(pane)
        self.as_text.setChecked(pane is self._text)
        self.as_pages.setChecked(pane is self._pages)
        self._zoom.setVisible(pane is self._pages)

    def _ask(self) -> None:
        self.as_pages.setChecked(self.pages_shown)
        self.pages_asked.emit()

    def _switch(self, text: str, end: str) -> Button:
        button = Button(text, self.bar)
        button.setCheckable(True)
        button.setProperty("role", "segment")
        button.setProperty("end", end)
        return button

    def _fill_zoom(self, row: QHBoxLayout) -> None:
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID // 2)
        self.smaller, self.fit, self.larger = Button("−"), Button(tr("Fit width")), Button("+")
        for button, name, act in (
            (self.smaller, tr("Smaller pages"), self._pages.smaller),
            (self.fit, tr("Pages as wide as the pane"), self._pages.fit),
            (self.larger, tr("Larger pages"), self._pages.larger),
        ):
            button.setProperty("role", "quiet")
            button.setAccessibleName(name)
            button.setToolTip(name)
            button.clicked.connect(act)
        self.percent = label("100%", muted=True)
        self._pages.zoomed.connect(self._zoomed)
        for part in (self.percent, self.smaller, self.larger, self.fit):
            row.addWidget(part)

    def _zoomed(self, zoom: float) -> None:
        self.percent.setText(percent(zoom) if zoom < 1 else f"{round(zoom * 100)}%")
