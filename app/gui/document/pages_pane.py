"""The document as its pages, with the sentences boxed: tinted by verifiability, marked by what was found, the chosen one strongest.

Pages are paper in the dark too: a little less bright there, and marked in the colours that are made for paper.
"""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.domain.pages import Box, PageBoxes
from app.domain.sentence_edits import Edited
from app.gui.document.page_pictures import PagePictures
from app.gui.icons import Icons
from app.gui.model.colours import LIGHT
from app.gui.model.document_view import DocumentView
from app.gui.model.page_layout import GAP, LEAST_ZOOM, MOST_ZOOM, BoxesByPage, PageLayout, Spot
from app.gui.model.sentence_row import SentenceRow
from app.gui.theme import Theme
from app.translation import number, tr

_NOTHING = PageBoxes(sizes=(), boxes=())
_ICON, _LEAST_ICON = 14, 9
_SETTLE_MS = 120
_STEP = 1.25
_DIM = QColor(0, 0, 0, 46)
_CURRENT_HIT = "#f5a623"


class PagesPane(QAbstractScrollArea):
    """`chosen` carries the index of the sentence that was clicked, `touched` that the reader scrolled, `zoomed` the new zoom."""

    item_selected = Signal(int)
    touched = Signal()
    zoomed = Signal(float)

    def __init__(self, view: DocumentView, pictures: PagePictures, *, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view, self._pictures, self._theme, self._icons = view, pictures, theme, icons
        self._boxes = BoxesByPage(_NOTHING)
        self._hits: tuple[tuple[Box, ...], ...] = ()
        self._current_hit = 0
        self.zoom = 1.0
        self._layout = PageLayout((), view_width=1)
        self.setAccessibleName(tr("Document pages"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("role", "pages")
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._ask)
        pictures.drawn.connect(self.viewport().update)
        theme.changed.connect(self.viewport().update)
        self.verticalScrollBar().actionTriggered.connect(self.touched)

    def show_boxes(self, page_boxes: PageBoxes | None) -> None:
        """Show these pages with their sentences; None shows nothing. The place stays where the pages are the same."""
        same = page_boxes is not None and page_boxes.sizes == self._boxes.sizes
        self._boxes = BoxesByPage(page_boxes or _NOTHING)
        self._arrange()
        if not same:
            self.verticalScrollBar().setValue(0)
        self.refresh()

    def follow(self, edited: Edited) -> None:
        """Go on with the edited document, until its own boxes come."""
        if self._boxes.of_sentence:
            self._boxes = BoxesByPage(self._boxes.followed(edited))

    def refresh(self) -> None:
        """Repaint after the view has changed."""
        row = self._view.current
        self.setAccessibleDescription(row.spoken if row is not None else "")
        self.viewport().update()
        self._settle.start()

    def show_hits(self, boxes: tuple[tuple[Box, ...], ...]) -> None:
        """Light the boxes of each hit of a search."""
        self._hits = boxes
        self.viewport().update()

    def show_hit(self, current: int) -> None:
        """Light this hit more strongly, and bring it into sight."""
        self._current_hit = current
        if current < len(self._hits) and self._hits[current]:
            self._reveal(self._layout.place(self._hits[current][0]))
        self.viewport().update()

    def hit_spots(self, index: int) -> list[QRectF]:
        """Return the boxes of a hit, in the viewport's coordinates."""
        return [self._seen(self._layout.place(box)) for box in self._hits[index]] if index < len(self._hits) else []

    def reveal(self, index: int) -> None:
        """Scroll, only where needed, until the sentence can be read with something around it."""
        spot = self._first(index)
        if spot is not None:
            self._reveal(spot)

    def _reveal(self, spot: Spot) -> None:
        height, bar, side = self.viewport().height(), self.verticalScrollBar(), self.horizontalScrollBar()
        if not height // 8 <= spot.top - bar.value() <= height * 3 // 4:
            bar.setValue(round(spot.top - height / 3))
        if not side.value() <= spot.left <= side.value() + self.viewport().width() * 3 // 4:
            side.setValue(round(spot.left - GAP))
        self.refresh()

    def set_zoom(self, zoom: float) -> None:
        """Pages this many times as wide as the pane; what is in the middle stays there."""
        zoom = max(LEAST_ZOOM, min(MOST_ZOOM, zoom))
        bar, half = self.verticalScrollBar(), self.viewport().height() / 2
        share = (bar.value() + half) / max(1.0, self._layout.height)
        self.zoom = zoom
        self._arrange()
        bar.setValue(round(share * self._layout.height - half))
        self.zoomed.emit(zoom)
        self.refresh()

    def larger(self) -> None:
        """One step nearer."""
        self.set_zoom(self.zoom * _STEP)

    def smaller(self) -> None:
        """One step farther."""
        self.set_zoom(self.zoom / _STEP)

    def fit(self) -> None:
        """Pages as wide as the pane."""
        self.set_zoom(1.0)

    def spots(self, index: int) -> list[QRectF]:
        """Return the boxes of a sentence, in the viewport's coordinates."""
        if not 0 <= index < len(self._boxes.of_sentence):
            return []
        return [self._seen(self._layout.place(box)) for box in self._boxes.of_sentence[index]]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Paint the pages that are in sight, and their sentences."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.viewport().rect(), self._theme.colour("sunken"))
        for page in self._pages():
            page_rect = self._seen(self._layout.page(page))
            self._paper(painter, page, page_rect)
            self._sentences(painter, page)
            self._paint_hits(painter, page)
            if self._theme.scheme.dark:
                painter.fillRect(page_rect, _DIM)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """A click chooses the sentence under it."""
        super().mouseReleaseEvent(event)
        index = self._at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if index is not None:
            self.item_selected.emit(index)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """With Ctrl the wheel changes the size."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self.zoom * _STEP ** (event.angleDelta().y() / 120))
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Plus and minus change the size, zero fits the width; the rest scrolls."""
        keys = {Qt.Key.Key_Plus: self.larger, Qt.Key.Key_Equal: self.larger, Qt.Key.Key_Minus: self.smaller, Qt.Key.Key_0: self.fit}
        act = keys.get(Qt.Key(event.key()))
        if act is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        else:
            act()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Fit the pages to the new width; what was on top stays there."""
        share = self.verticalScrollBar().value() / max(1.0, self._layout.height)
        self._arrange()
        self.verticalScrollBar().setValue(round(share * self._layout.height))
        self._settle.start()

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: N802
        """Scrolled: paint what is in sight now and ask for what is missing."""
        self.viewport().update()
        self._settle.start()

    def _arrange(self) -> None:
        viewport_size = self.viewport().size()
        self._layout = PageLayout(self._boxes.sizes, view_width=viewport_size.width(), zoom=self.zoom)
        for bar, extent, visible_extent in (
            (self.verticalScrollBar(), self._layout.height, viewport_size.height()),
            (self.horizontalScrollBar(), self._layout.width, viewport_size.width()),
        ):
            bar.setRange(0, max(0, round(extent) - visible_extent))
            bar.setPageStep(visible_extent)
            bar.setSingleStep(3 * GAP)

    def _pages(self) -> range:
        top = self.verticalScrollBar().value()
        return self._layout.between(top, top + self.viewport().height())

    def _scale(self) -> float:
        return round(self._layout.scale * self.devicePixelRatioF(), 4)

    def _ask(self) -> None:
        """Request the visible pages first, then the page after and the page before them."""
        pages = self._pages()
        if self.isVisible() and pages:
            around = [page for page in (pages.stop, pages.start - 1) if 1 <= page <= len(self._boxes.sizes)]
            self._pictures.want([*pages, *around], self._scale())

    def _paper(self, painter: QPainter, page: int, page_rect: QRectF) -> None:
        image: QImage | None = self._pictures.picture(page, self._scale())
        if image is None:
            painter.fillRect(page_rect, Qt.GlobalColor.white)
            painter.setPen(QColor(LIGHT.muted))
            painter.setFont(self._theme.font())
            painter.drawText(page_rect, Qt.AlignmentFlag.AlignCenter, tr("Page {number}", number=number(page)))
            return
        painter.setRenderHint(
            QPainter.RenderHint.SmoothPixmapTransform, image.width() != round(page_rect.width() * self.devicePixelRatioF())
        )
        painter.drawImage(page_rect, image)

    def _sentences(self, painter: QPainter, page: int) -> None:
        edges, marks_on_line = self._boxes.edges(page), Counter[tuple[int, int]]()
        for index, boxes in self._boxes.on_page(page).items():
            row = self._view.row(index)
            if index == self._view.selected:
                self._outline(painter, boxes, QColor(LIGHT.chosen), QPen(QColor(LIGHT.accent), 2))
            elif row.review.decided:
                self._outline(painter, boxes, QColor(LIGHT.sunken), QPen(QColor(LIGHT.hairline), 1))
            elif row.has_match and row.steps:
                self._outline(painter, boxes, QColor(LIGHT.tints[row.steps - 1]), QPen(QColor(LIGHT.bars[row.steps - 1]), 1))
            if (row.has_match or row.review.decided) and index in edges:
                line = (round(edges[index]), round(boxes[0].top))
                self._finding(painter, boxes[0]._replace(left=edges[index]), row, before=marks_on_line[line])
                marks_on_line[line] += 1

    def _paint_hits(self, painter: QPainter, page: int) -> None:
        for index, boxes in enumerate(self._hits):
            on_page = [box for box in boxes if box.page == page]
            if on_page and index == self._current_hit:
                self._outline(painter, on_page, QColor(_CURRENT_HIT), QPen(QColor(LIGHT.text), 2))
            elif on_page:
                self._outline(painter, on_page, QColor(LIGHT.hit), QPen(QColor(LIGHT.hit), 1))

    def _outline(self, painter: QPainter, boxes: list[Box], ground: QColor, pen: QPen) -> None:
        """One shape around all lines of a sentence."""
        shape = QPainterPath()
        for box in boxes:
            shape.addRect(self._seen(self._layout.place(box)).adjusted(-2, -1, 2, 1))
        shape.setFillRule(Qt.FillRule.WindingFill)
        shape = shape.simplified()
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)  # black letters stay black
        painter.fillPath(shape, ground)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.strokePath(shape, pen)

    def _finding(self, painter: QPainter, line: Box, row: SentenceRow, *, before: int) -> None:
        """The mark of what was found or decided, left of a line; `before` others are there already."""
        badge, line_rect = row.margin_badge, self._seen(self._layout.place(line))
        size = min(self._theme.grown(_ICON), max(_LEAST_ICON, round(line_rect.height())))
        icon_left = round(line_rect.left()) - (size + 2) * (before + 1) - 3
        ground = QRect(icon_left, round(line_rect.center().y() - size / 2), size, size)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Qt.GlobalColor.white)
        painter.drawEllipse(ground.adjusted(-1, -1, 1, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        colour = QColor(LIGHT.tones[badge.tone])
        painter.drawPixmap(ground.topLeft(), self._icons.pixmap(badge.icon, colour, size=size, scale=self.devicePixelRatioF()))

    def _seen(self, spot: Spot) -> QRectF:
        """A place among the pages as a place in the viewport."""
        return QRectF(spot.left - self.horizontalScrollBar().value(), spot.top - self.verticalScrollBar().value(), spot.width, spot.height)

    def _first(self, index: int) -> Spot | None:
        boxes: tuple[Box, ...] = self._boxes.of_sentence[index] if 0 <= index < len(self._boxes.of_sentence) else ()
        return self._layout.place(boxes[0]) if boxes else None

    def _at(self, position: QPointF) -> int | None:
        page_point = self._layout.point(position.x() + self.horizontalScrollBar().value(), position.y() + self.verticalScrollBar().value())
        return self._boxes.sentence_at(*page_point) if page_point is not None else None
