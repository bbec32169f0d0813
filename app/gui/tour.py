"""The guided tour: a card that explains one part of the window after the other, and a frame around the part it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QWidget

from app.gui.model.tour import STEPS, Step
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.labels import GRID, column, label, styled
from app.translation import tr

_WIDTH = 340
_GO_ON = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
Target = Callable[[], QWidget]


class _Frame(QWidget):
    """A line in the accent colour around a part of the window; lets every click through."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Paint the line alone."""
        painter = QPainter(self)
        painter.setPen(QPen(self._theme.colour("accent"), 3))
        painter.drawRect(self.rect().adjusted(1, 1, -2, -2))


class TourCard(QWidget):
    """Title, text, progress and buttons of a step of the tour. The card floats over the window beside what it explains."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        styled(self, "tour")
        self.setFixedWidth(theme.grown(_WIDTH))
        layout = column(self, margins=(2 * GRID, 2 * GRID, 2 * GRID, GRID), spacing=GRID)
        self.title = label("", font=theme.font(step=1, bold=True), wrap=True)
        self.text = label("", wrap=True)
        layout.addWidget(self.title)
        layout.addWidget(self.text)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        self.where = label("", muted=True, font=theme.font(step=-1))
        self.end_button, self.back_button, self.next_button = Button(tr("End"), self), Button(tr("Back"), self), Button(tr("Next"), self)
        self.end_button.setAccessibleName(tr("End the tour"))
        for button, role in ((self.end_button, "quiet"), (self.back_button, "quiet"), (self.next_button, "primary")):
            button.setProperty("role", role)
        row.addWidget(self.where, 1)
        for button in (self.end_button, self.back_button, self.next_button):
            row.addWidget(button)
        layout.addLayout(row)

    def show_step(self, step: Step, number: int, total: int) -> None:
        """Show this step."""
        self.title.setText(tr(step.title))
        self.text.setText(tr(step.text))
        self.where.setText(tr("{number} of {total}", number=number, total=total))
        self.back_button.setEnabled(number > 1)
        self.next_button.setText(tr("Done") if number == total else tr("Next"))
        self.setAccessibleName(tr("Tour, {number} of {total}: {title}", number=number, total=total, title=tr(step.title)))
        self.setAccessibleDescription(tr(step.text))


class Tour(QObject):
    """Goes through `STEPS`; `targets` give the widget of a name when it is needed. Ends with the last step or when asked to.

    Where keys can be tried, the list `hands` has them; Return there still goes on.
    """

    def __init__(self, window: QMainWindow, theme: Theme, targets: Mapping[str, Target], hands_on_target: Target) -> None:
        super().__init__(window)
        self._window, self._targets, self._hands = window, targets, hands_on_target
        self.place = 0
        self.frame, self.card = _Frame(theme, window), TourCard(theme, window)
        self.card.next_button.clicked.connect(self._next)
        self.card.back_button.clicked.connect(self._back)
        self.card.end_button.clicked.connect(self.end)
        for watched in (window, hands_on_target()):
            watched.installEventFilter(self)
        self._show()

    def end(self) -> None:
        """Take the card away; the focus goes to the list."""
        for watched in (self._window, self._hands()):
            watched.removeEventFilter(self)
        for part in (self.frame, self.card):
            part.hide()
            part.deleteLater()
        self._hands().setFocus()
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Stay beside what is explained when the window changes its size; go on when Return is pressed in the list."""
        if watched is self._window and event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._arrange()
        if watched is not self._window and isinstance(event, QKeyEvent) and event.key() in _GO_ON:
            if event.type() == QEvent.Type.KeyPress:
                self._next()
            event.accept()
            return True
        return False

    def _next(self) -> None:
        if self.place + 1 == len(STEPS):
            self.end()
        else:
            self.place += 1
            self._show()

    def _back(self) -> None:
        self.place = max(0, self.place - 1)
        self._show()

    def _show(self) -> None:
        step = STEPS[self.place]
        self.card.show_step(step, self.place + 1, len(STEPS))
        self._arrange()
        for part in (self.frame, self.card):
            part.show()
            part.raise_()
        (self._hands() if step.hands_on else self.card.next_button).setFocus()

    def _arrange(self) -> None:
        target = self._targets[STEPS[self.place].target]()
        around = QRect(target.mapTo(self._window, QPoint(0, 0)), target.size())
        self.frame.setGeometry(around.adjusted(-2, -2, 2, 2))
        self.card.resize(self.card.width(), self.card.heightForWidth(self.card.width()))
        self.card.move(_beside(around, self.card.rect(), self._window.rect()))


def _beside(target: QRect, card: QRect, window: QRect) -> QPoint:
    """Return the position of the card: right of the target, else left, else below or above it, always inside the window."""
    room = window.adjusted(GRID, GRID, -GRID, -GRID)
    top = max(room.top(), min(target.top() + 4 * GRID, room.bottom() - card.height()))
    for x in (target.right() + 2 * GRID, target.left() - card.width() - 2 * GRID):
        if room.left() <= x and x + card.width() <= room.right():
            return QPoint(x, top)
    x = max(room.left(), min(target.center().x() - card.width() // 2, room.right() - card.width()))
    below = target.bottom() + 2 * GRID
    return QPoint(x, below if below + card.height() <= room.bottom() else max(room.top(), target.top() - card.height() - 2 * GRID))
