"""A text field for a day, which is read when its typing is done, with a calendar to choose the day from."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QEvent, QLocale, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QPalette, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QFrame, QLineEdit, QToolButton, QVBoxLayout, QWidget

from app.gui.icons import tinted_icon
from app.gui.model.labels import day
from app.gui.model.typed_day import day_trouble, read_days, settled
from app.ingest.rows.date_style import Order
from app.translation import tr

_CALENDAR_KEYS = (Qt.Key.Key_Down, Qt.Key.Key_F4)
_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down)


class DayEdit(QLineEdit):
    """Nothing is read or rewritten before Return is pressed or the field is left; then a text that names a day takes the form in which
    the window shows days, and any other text stays as it is. `last_of_month` reads "June 2023" as its last day instead of its first.

    `day_chosen` carries the new day, or None when the field was emptied; `read` tells that the text was read, whether or not it names
    another day than before.
    """

    day_chosen = Signal(object)
    read = Signal()

    def __init__(self, parent: QWidget | None = None, *, last_of_month: bool = False) -> None:
        super().__init__(parent)
        self.day: date | None = None
        self.problem = ""
        self.suggestion: date | None = None  # where the calendar opens while the field is empty
        self._last_of_month = last_of_month
        self.order = local_order(QLocale.system())
        self.setPlaceholderText(tr("Any day"))
        self.setToolTip(tr("Write the date as you like, such as 1 June 2023, 2023-06-01 or June 2023. Alt+Down opens the calendar."))
        self._button = QAction(tr("Choose from the calendar"), self)
        self._button.triggered.connect(self.open_calendar)
        self.addAction(self._button, QLineEdit.ActionPosition.TrailingPosition)
        self.editingFinished.connect(self.settle)
        self._restyle()

    def set_day(self, value: date | None) -> None:
        """Show a day, or none, without a signal."""
        self.day, self.problem = value, ""
        self.setText(day(value))
        self.setAccessibleDescription("")

    @property
    def iso(self) -> str:
        """The day as year-month-day; a text that names none, as it was typed."""
        return settled(self.text(), self.order)

    @property
    def trouble(self) -> str:
        """A sentence that says why the text is no day; "" where it is one."""
        return day_trouble(self.text(), self.order)

    def settle(self) -> None:
        """Read what was typed."""
        typed, before = self.text(), self.day
        self.problem = day_trouble(typed, self.order)
        self.setAccessibleDescription(self.problem)
        if not self.problem:
            self.set_day(self._read(typed))
        self.read.emit()
        if self.day != before and not self.problem:
            self.day_chosen.emit(self.day)

    def open_calendar(self) -> QFrame:
        """Open the calendar below the field, at its day."""
        popup = _CalendarPopup(self._read(self.text()) or self.suggestion or date.today(), self)
        popup.calendar.clicked.connect(self._choose)
        popup.calendar.activated.connect(self._choose)
        popup.move(self._popup_position(popup))
        popup.show()
        popup.calendar.setFocus()
        return popup

    def event(self, event: QEvent) -> bool:
        """Keep the arrow keys from choosing sentences while a day is typed."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _ARROWS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Open the calendar with the keys that open a list elsewhere."""
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if event.key() in _CALENDAR_KEYS and (alt or event.key() == Qt.Key.Key_F4):
            self.open_calendar()
            return
        super().keyPressEvent(event)
        if self.problem and event.key() in _RETURN:
            event.accept()  # else a dialog would go on with a day that could not be read

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Paint the calendar's icon in the colour of the scheme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._restyle()

    def _read(self, text: str) -> date | None:
        try:
            days = read_days(text, self.order)
        except ValueError:
            return None
        return (days.last if self._last_of_month else days.first) if days else None

    def _choose(self, chosen: QDate) -> None:
        popup = self.sender().parent() if isinstance(self.sender(), QObject) else None
        if isinstance(popup, QWidget):
            popup.close()
        self.setText(date(chosen.year(), chosen.month(), chosen.day()).isoformat())
        self.settle()
        self.setFocus()

    def _popup_position(self, popup: QWidget) -> QPoint:
        """Return the corner at which the whole popup is on the screen."""
        corner, size, free = self.mapToGlobal(QPoint(0, self.height())), popup.sizeHint(), self.screen().availableGeometry()
        left = max(free.left(), min(corner.x(), free.right() - size.width()))
        above = corner.y() + size.height() > free.bottom()
        return QPoint(left, corner.y() - self.height() - size.height() if above else corner.y())

    def _restyle(self) -> None:
        self._button.setIcon(tinted_icon("calendar", self.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.WindowText)))


class _CalendarPopup(QFrame):
    """A calendar that closes when another part of the screen is clicked, or with Escape."""

    def __init__(self, shown: date, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.calendar = QCalendarWidget(self)
        self.calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self.calendar.setSelectedDate(QDate(shown.year, shown.month, shown.day))
        self.calendar.setAccessibleName(tr("Calendar"))
        plain = QTextCharFormat()  # Qt writes the days of the weekend in red, as if they were wrong
        plain.setForeground(self.palette().text())
        for weekend_day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            self.calendar.setWeekdayTextFormat(weekend_day, plain)
        for name, text in (("qt_calendar_prevmonth", "‹"), ("qt_calendar_nextmonth", "›")):
            button = self.calendar.findChild(QToolButton, name)
            if button is not None:  # its own arrow is black, in the dark too
                button.setIcon(QIcon())
                button.setText(text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.addWidget(self.calendar)


def local_order(locale: QLocale) -> Order:
    """Return the order of day, month and year in a locale's short dates."""
    form = locale.dateFormat(QLocale.FormatType.ShortFormat)
    parts = sorted((form.lower().find(letter), letter) for letter in "dmy")
    letters = "".join(letter for _, letter in parts)
    return Order(letters) if letters in set(Order) else Order.DAY_FIRST
