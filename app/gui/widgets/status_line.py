"""Status line: the running job, its progress and Cancel; the library; the network use."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QSizePolicy, QWidget

from app.gui.jobs import Job
from app.gui.model.labels import devices_in_short, tip
from app.gui.theme import Theme
from app.gui.widgets.button import Button
from app.gui.widgets.job_bar import show_progress
from app.gui.widgets.labels import GRID, ElidedLabel, hairline, label, styled
from app.translation import mark, tr, trn

_SAID_MS = 8000
_SHORT_MS = 400
"""A job that takes no longer shows no bar: it would only flicker, and what moves in it takes the job's time."""
_OFFLINE = mark("Offline")


class StatusLine(QWidget):
    """Shows one job at a time; `cancelled` is its button, `network_asked` that of the network record."""

    cancelled = Signal()
    network_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        styled(self, "status")
        self._theme = theme
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID // 2, 2 * GRID, GRID // 2)
        row.setSpacing(GRID)
        self.activity = self._activity()
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(160)
        self.bar.setAccessibleName(tr("Progress"))
        self.cancel = Button(tr("Cancel"), self)
        self.cancel.setProperty("role", "quiet")
        self.cancel.setToolTip(tr("Stop this job; what was there before stays"))
        self.cancel.clicked.connect(self.cancelled)
        for part in (self.activity, self.bar, self.cancel):
            row.addWidget(part)
        row.addStretch()
        self.library = label(tr("No library"), muted=True)
        self.device = label("", muted=True)
        self.network = Button(tr(_OFFLINE), self)
        self.network.setProperty("role", "quiet")
        self.network.setToolTip(
            tr("Priorcheck does not go online. Attempts are refused and listed: press to see the record, and what is checked.")
        )
        self.network.clicked.connect(self.network_asked)
        self._lines: list[QFrame] = []
        for words in (self.library, self.device, self.network):
            row.addWidget(words)
            if words is not self.network:
                self._lines.append(hairline(vertical=True))
                row.addWidget(self._lines[-1])
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
            self.library.setText(tr("Library: …"))
            return
        words = trn("{count} fact-check", "{count} fact-checks", factchecks)
        if newest:
            # Translators: “19,250 fact-checks, newest 2024-01-31”.
            words = tr("{factchecks}, newest {day}", factchecks=words, day=newest)
        self.library.setText("; ".join(part for part in (words, note) if part) if factchecks else tr("Library is empty"))

    def show_filling(self) -> None:
        """Show that the library gets its first fact-checks."""
        self.library.setText(tr("Library is being filled"))

    def show_devices(self, devices: tuple[tuple[str, str], ...]) -> None:
        """Show the devices of the models, as (role, device) pairs."""
        short = devices_in_short(devices)
        self.device.setText(short)
        self.device.setVisible(bool(short))
        self._lines[-1].setVisible(bool(short))
        self.device.setToolTip("\n".join(f"{tr(role)}: {_told(device)}" for role, device in devices))

    def show_network(self, words: str) -> None:
        """Show the use of the network since the start, in words."""
        self.network.setText(words)

    def _be_quiet(self) -> None:
        if self.activity.text() == self._said:
            self._write(tr("Ready"))
        self._said = ""

    def _restyle(self) -> None:
        for part in (self.activity, self.library, self.device, self.network, self.cancel):
            part.setFont(self._theme.font(step=-1))
        row = self.layout()
        if row is not None:  # as high with the button as without it: nothing above moves when a job begins or ends
            margins = row.contentsMargins()
            self.setFixedHeight(max(4 * GRID, self.cancel.sizeHint().height() + margins.top() + margins.bottom() + 1))


def _told(device: str) -> str:
    """“processor, float32” in the reader's language."""
    return ", ".join(tr(part) for part in device.split(", "))
