"""Status line: the running job, its progress and Cancel; the review's progress, the library, the reviewer, the network use."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, QTimer, Signal
from PySide6.QtGui import QIcon, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QSizePolicy, QWidget

from app.gui.jobs import Job
from app.gui.model.labels import devices_in_short, tip
from app.gui.model.review_progress import ReviewProgress
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.job_bar import show_progress
from app.gui.widgets.labels import GRID, ElidedLabel, hairline, label, styled
from app.gui.widgets.status_item import StatusItem
from app.translation import mark, tr, trn

_SAID_MS = 8000
_SHORT_MS = 400
"""A job that takes no longer shows no bar: it would only flicker, and what moves in it takes the job's time."""
_OFFLINE = mark("Offline")
_LETTERS = 16
"""So much of what is being done can be read at least."""


class StatusLine(QWidget):
    """Shows one job at a time; `cancelled` is its button. The other signals tell which item was pressed."""

    cancelled = Signal()
    progress_asked = Signal()
    library_asked = Signal()
    reviewer_asked = Signal()
    network_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "status")
        self._theme = theme
        self._library_name, self._library_state, self._folder = tr("Library"), "…", ""
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID // 2, 2 * GRID, GRID // 2)
        row.setSpacing(GRID)
        self.activity = self._activity()
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setMinimumWidth(80)
        self.bar.setMaximumWidth(160)
        self.bar.setAccessibleName(tr("Progress"))
        self.cancel = Button(tr("Cancel"), self)
        self.cancel.setProperty("role", "quiet")
        self.cancel.setToolTip(tr("Stop this job; what was there before stays"))
        self.cancel.clicked.connect(self.cancelled)
        for part in (self.activity, self.bar, self.cancel):
            row.addWidget(part)
        row.addStretch()
        self.device = label("", muted=True)
        self.progress, self.library, self.reviewer, self.network = self._items()
        self._lines: dict[QWidget, QFrame] = {}
        for item in (self.progress, self.library, self.reviewer, self.device, self.network):
            if item is not self.progress:
                self._lines[item] = hairline(vertical=True)
                row.addWidget(self._lines[item])
            row.addWidget(item)
        self.progress.hide()
        self._said = ""
        self._forget = QTimer(self)
        self._forget.setSingleShot(True)
        self._forget.setInterval(_SAID_MS)
        self._forget.timeout.connect(self._be_quiet)
        self._lasting = QTimer(self)
        self._lasting.setSingleShot(True)
        self._lasting.setInterval(_SHORT_MS)
        self._lasting.timeout.connect(self._show_bar)
        self.show_job(None)
        self.show_devices(())
        theme.changed.connect(self._restyle)
        self._restyle()

    def _items(self) -> tuple[StatusItem, StatusItem, StatusItem, StatusItem]:
        """Return the buttons of progress, library, reviewer and network."""
        offline = tr("Priorcheck does not go online. Attempts are refused and listed: press to see the record, and what is checked.")
        progress = StatusItem(tr("Press to go to the next sentence that is not decided"), self)
        library = StatusItem(tr("Press to open another library"), self)
        library.add_arrow()
        reviewer = StatusItem(tr("Press to review under another name"), self)
        network = StatusItem(offline, self)
        progress.clicked.connect(self.progress_asked)
        library.clicked.connect(self.library_asked)
        reviewer.clicked.connect(self.reviewer_asked)
        network.clicked.connect(self.network_asked)
        library.write(tr("No library"), short=tr("No library"))
        network.write(tr(_OFFLINE), short=tr(_OFFLINE))
        return progress, library, reviewer, network

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Set the fonts of the buttons again: the style sheet takes away those that were set before it was applied."""
        super().showEvent(event)
        self._restyle()

    def event(self, event: QEvent) -> bool:
        """Shorten items whenever there is other room, or they need other room."""
        handled = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fit()
        return handled

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As narrow as the items are with their short texts, beside a job and Cancel."""
        return QSize(self._width_of_job() + self._width_of_items(len(self._yielding())), super().minimumSizeHint().height())

    def _yielding(self) -> tuple[QWidget, ...]:
        """Return the items in the order in which they are shortened; the devices are left out altogether."""
        return (self.device, self.network, self.library, self.progress, self.reviewer)

    def _fit(self) -> None:
        """Shorten as few items as leave enough room for the job."""
        yielding = self._yielding()
        room = self.width() - self._width_of_job()
        short_count = next((count for count in range(len(yielding)) if self._width_of_items(count) <= room), len(yielding))
        for index, item in enumerate(yielding):
            if isinstance(item, StatusItem):
                item.shorten(index < short_count)
            else:
                self._show_device(short_count == 0)

    def _show_device(self, has_room: bool) -> None:
        is_shown = has_room and bool(self.device.text())
        self.device.setVisible(is_shown)
        self._lines[self.device].setVisible(is_shown)

    def _width_of_items(self, short_count: int) -> int:
        """Return the width of the items when so many of them are shortened, with the lines between them, in pixels."""
        width = 0
        for index, item in enumerate(self._yielding()):
            is_shortened = index < short_count
            if isinstance(item, StatusItem) and item is self.progress and item.isHidden():
                continue
            if isinstance(item, StatusItem):
                width += item.width_with(is_shortened=is_shortened) + 2 * GRID + 1
            elif self.device.text() and not is_shortened:
                width += item.sizeHint().width() + 2 * GRID + 1
        return width

    def _width_of_job(self) -> int:
        """Return the width that is left to the job: some of its words, its bar and Cancel."""
        bar_width = self.bar.minimumWidth() + self.cancel.sizeHint().width() + 2 * GRID
        words_width = _LETTERS * self.activity.fontMetrics().averageCharWidth()
        return words_width + (bar_width if not self.bar.isHidden() else 0) + 4 * GRID

    def _activity(self) -> ElidedLabel:
        """As wide as its words, but never so wide that the window would have to grow."""
        activity_label = ElidedLabel(self)
        activity_label.setProperty("role", "muted")
        activity_label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        activity_label.setMinimumWidth(1)
        return activity_label

    def _write(self, words: str) -> None:
        self.activity.setText(words)
        self.activity.setToolTip(tip(words))

    def show_job(self, job: Job | None) -> None:
        """Show a running job, or that there is none."""
        if job is None:
            self._lasting.stop()
            self.bar.hide()
            self.cancel.hide()
            self._write(self._said or tr("Ready"))
            return
        if self.bar.isHidden() and not self._lasting.isActive():
            self._lasting.start()
        self.bar.setUpdatesEnabled(False)  # else it paints itself, and all else that waits to be painted, at once
        show_progress(self.bar, job)
        self.bar.setUpdatesEnabled(True)
        self._write(job.words())

    def _show_bar(self) -> None:
        self.bar.show()
        self.cancel.show()

    def say(self, message: str) -> None:
        """Show a message for a while."""
        self._said = message
        self._write(message)
        self._forget.start()

    def show_library(self, *, factchecks: int | None, newest: str = "", note: str = "") -> None:
        """Size and newest date of the library, None while it is not known; `note` says which publishers are left out."""
        if factchecks is None:
            self._write_library("…")
            return
        words = trn("{count} fact-check", "{count} fact-checks", factchecks)
        if newest:
            # Translators: “19,250 fact-checks, newest 2024-01-31”.
            words = tr("{factchecks}, newest {day}", factchecks=words, day=newest)
        self._write_library("; ".join(part for part in (words, note) if part) if factchecks else tr("empty"))

    def _write_library(self, state: str) -> None:
        self._library_state = state
        # Translators: a library's name and what it holds: “My library: 19,250 fact-checks, newest 2024-01-31”.
        self.library.write(tr("{library}: {state}", library=self._library_name, state=state), short=self._library_name)
        self._fit()

    def name_library(self, name: str, *, icon: QIcon, folder: str) -> None:
        """Show this name for the library from now on. The size of another one follows by `show_library`."""
        if folder != self._folder:
            self._folder, self._library_state = folder, "…"
        self._library_name = name
        self.library.setIcon(icon)
        self.library.tell_more(folder)
        self._write_library(self._library_state)

    def show_reviewer(self, name: str) -> None:
        """Show whose decisions are made and shown."""
        self.reviewer.write(tr("Reviewer: {name}", name=name), short=name)
        self._fit()

    def show_progress(self, progress: ReviewProgress | None) -> None:
        """Show how far the review has come; None where no document is under review."""
        words = progress.in_words() if progress is not None else ""
        if progress is not None and words:
            self.progress.write(words, short=progress.in_short())
        self.progress.setVisible(bool(words))
        self._lines[self.library].setVisible(bool(words))
        self._fit()

    def show_filling(self) -> None:
        """Show that the library gets its first fact-checks."""
        self._write_library(tr("is being filled"))

    def show_devices(self, devices: tuple[tuple[str, str], ...]) -> None:
        """Show the devices of the models, as (role, device) pairs."""
        short = devices_in_short(devices)
        self.device.setText(short)
        self._fit()
        self.device.setToolTip("\n".join(f"{tr(role)}: {_told(device)}" for role, device in devices))

    def show_network(self, words: str) -> None:
        """Show the use of the network since the start, in words."""
        self.network.write(words, short=words)
        self._fit()

    def _be_quiet(self) -> None:
        if self.activity.text() == self._said:
            self._write(tr("Ready"))
        self._said = ""

    def _restyle(self) -> None:
        for part in (self.activity, self.progress, self.library, self.reviewer, self.device, self.network, self.cancel):
            part.setFont(self._theme.font(step=-1))
        row = self.layout()
        if row is not None:  # as high with the button as without it: nothing above moves when a job begins or ends
            margins = row.contentsMargins()
            self.setFixedHeight(max(4 * GRID, self.cancel.sizeHint().height() + margins.top() + margins.bottom() + 1))


def _told(device: str) -> str:
    """“processor, float32” in the reader's language."""
    return ", ".join(tr(part) for part in device.split(", "))
