"""One run of the real window with the real worker: claims are looked up one by one, then all others at once.
Prints one JSON object: the seconds from the key press to the first painted card and to the last, of each single claim and of the
batch. Between two look-ups the window idles for a short time.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.gui.jobs import Jobs
from app.gui.main_window import CLAIMS, MainWindow
from app.gui.preferences import Preferences
from app.gui.run import make_application
from app.gui.theme import Appearance, Theme
from app.tasks.client import TaskClient

WARM = "The governor closed forty schools in one year."
_GLANCE_MS = 500


class Run(QObject):
    """Starts each look-up a short time after the previous one was painted. The first one warms up and is not counted."""

    def __init__(self, window: MainWindow, claims: list[str], single: int) -> None:
        super().__init__(window)
        self.window = window
        self.texts = [WARM, *claims[:single], "\n".join(claims[single:])]
        self.first: list[float] = []
        self.last: list[float] = []
        self.asked = 0.0
        self.before = window.claims.page.matches.widget()
        self.turn = QTimer(self, interval=1, timerType=Qt.TimerType.PreciseTimer)  # never a core that the worker wants
        self.turn.timeout.connect(self.look)
        QTimer.singleShot(0, self.await_library)

    def await_library(self) -> None:
        ready = self.window.jobs.idle and self.window.library.requests.factchecks is not None
        QTimer.singleShot(_GLANCE_MS, self.ask if ready else self.await_library)

    def ask(self) -> None:
        if not self.texts:
            self.window.close()
            QApplication.quit()
            return
        box = self.window.claims.page.input
        box.setPlainText(self.texts.pop(0))
        self.before = self.window.claims.page.matches.widget()
        self.asked = time.perf_counter()
        QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        self.turn.start()

    def look(self) -> None:
        """Check every millisecond which cards are painted."""
        page = self.window.claims.page
        if not page.error.isHidden():  # a look-up that fails is fast
            print(page.error.accessibleName(), file=sys.stderr)
            QApplication.exit(1)
            return
        if len(self.first) == len(self.last) and page.matches.widget() is not self.before:
            self.first.append(self._painted())
        if self.window.jobs.idle and page.matches.complete:
            self.last.append(self._painted())
            self.first += self.last[-1:] * (len(self.last) - len(self.first))  # no card at all: what is said instead
            self.turn.stop()
            QTimer.singleShot(_GLANCE_MS, self.ask)

    def _painted(self) -> float:
        self.window.claims.page.grab()  # everything that waits to be laid out and painted
        return time.perf_counter() - self.asked


def main() -> int:
    """Run and print."""
    library, claims = (Path(argument) for argument in sys.argv[1:3])
    theme = Theme(make_application(), appearance=Appearance.LIGHT, scale=1.0)
    window = MainWindow(Jobs(TaskClient()), theme, Preferences(), library=library)
    window.resize(1280, 800)
    window.show()
    window.go(CLAIMS)
    run = Run(window, json.loads(claims.read_text(encoding="utf-8")), int(sys.argv[3]))
    QTimer.singleShot(0, window.start)
    code = QApplication.exec()
    print(json.dumps({"first": run.first[1:-1], "last": run.last[1:-1], "batch": run.last[-1:]}))
    return code


if __name__ == "__main__":
    sys.exit(main())
