"""One run of the real window with the real worker: claims looked up one after the other, then all the others at once.

Prints one JSON object: the seconds from the key press to the painted answer, of each single claim and of the batch.
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


class Run(QObject):
    """One look-up after the other, each started when the one before was painted; the first one warms up and is not counted."""

    def __init__(self, window: MainWindow, claims: list[str], single: int) -> None:
        super().__init__(window)
        self.window = window
        self.texts = [WARM, *claims[:single], "\n".join(claims[single:])]
        self.seconds: list[float] = []
        self.asked = 0.0
        window.jobs.changed.connect(self.on_jobs)

    def on_jobs(self) -> None:
        if not self.window.jobs.idle or self.window.library.flow.factchecks is None:
            return
        QTimer.singleShot(0, self.next)

    def next(self) -> None:
        if not self.window.jobs.idle:
            return
        if self.asked:
            self.window.claims.place.grab()  # everything that waits to be laid out and painted
            self.seconds.append(time.perf_counter() - self.asked)
            self.asked = 0.0
        if not self.texts:
            self.window.close()
            QApplication.quit()
            return
        box = self.window.claims.place.input
        box.setPlainText(self.texts.pop(0))
        self.asked = time.perf_counter()
        QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


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
    print(json.dumps({"single": run.seconds[1:-1], "batch": run.seconds[-1:]}))
    return code


if __name__ == "__main__":
    sys.exit(main())
