"""One run of the real window on 5,000 sentences: opens them, scrolls and edits while the analysis runs, switches the theme.

Prints one JSON object: for each step the longest time in seconds between two ticks of a 5 ms timer less its interval, and the
longest time that the window's thread itself worked meanwhile (on a busy machine the first includes the wait for a core).
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.gui.jobs import Jobs
from app.gui.main_window import MainWindow
from app.gui.preferences import Preferences
from app.gui.run import make_application
from app.gui.theme import Appearance, Theme
from app.tasks.client import TaskClient

TICK_MS = 5
SCROLLS = 60


class Run(QObject):
    """The script: each step begins so many milliseconds after the previous one; stalls are assigned to the step in which they
    occur."""

    def __init__(self, window: MainWindow, document: Path) -> None:
        super().__init__(window)
        self.window, self.document = window, document
        self.step = "open"
        self.stalls: dict[str, list[float]] = {}
        self.scrolled = 0
        self.before = (0.0, 0.0)
        self.ticker = QTimer(self)
        self.ticker.setInterval(TICK_MS)
        self.ticker.timeout.connect(self.tick)
        self.scroller = QTimer(self)
        self.scroller.setInterval(15)
        self.scroller.timeout.connect(self.scroll)
        window.jobs.changed.connect(self.on_jobs)
        window.document.requests.ranked.connect(self.on_ranked)
        window.document.requests.failed.connect(self.on_failed)

    def tick(self) -> None:
        now = (time.perf_counter(), time.thread_time())
        worst = self.stalls.setdefault(self.step, [0.0, 0.0])
        worst[0] = max(worst[0], now[0] - self.before[0] - TICK_MS / 1000)
        worst[1] = max(worst[1], now[1] - self.before[1])
        self.before = now

    def on_jobs(self) -> None:
        if self.window.jobs.idle and not self.ticker.isActive():  # the worker is warm
            self.before = (time.perf_counter(), time.thread_time())
            self.ticker.start()
            self.window.document.open_path(self.document)

    def on_ranked(self, _ranked: object) -> None:
        if self.step == "open":
            self.step = "first ranking"
            QTimer.singleShot(1500, self.begin_to_scroll)

    def on_failed(self, activity: str, failure: object) -> None:
        raise SystemExit(f"{activity}: {failure}")

    def begin_to_scroll(self) -> None:
        self.step = "scroll"
        self.scroller.start()

    def scroll(self) -> None:
        self.scrolled += 1
        page = self.window.document.page
        for bar, stride in ((page.text.verticalScrollBar(), 37), (page.list.verticalScrollBar(), 53)):
            bar.setValue(bar.maximum() * (self.scrolled * stride % 100) // 100)
        if self.scrolled == SCROLLS:
            self.scroller.stop()
            QTimer.singleShot(300, self.next_sentence)

    def next_sentence(self) -> None:
        self.step = "next sentence"
        self.window.document.page.step(1)
        QTimer.singleShot(500, self.order)

    def order(self) -> None:
        self.step = "order and filter"
        self.window.actions_by_name["order"].trigger()
        QTimer.singleShot(500, self.edit)

    def edit(self) -> None:
        self.step = "merge two sentences"
        self.window.actions_by_name["merge"].trigger()
        QTimer.singleShot(1000, self.wait_for_ranking)

    def wait_for_ranking(self) -> None:
        self.step = "ranked anew"
        QTimer.singleShot(15_000, self.theme)

    def theme(self) -> None:
        self.step = "theme"
        self.window.theme.choose(Appearance.DARK)
        QTimer.singleShot(800, self.finish)

    def finish(self) -> None:
        self.ticker.stop()
        self.window.close()
        QApplication.quit()


def main() -> int:
    """Run and print."""
    library, document = (Path(argument) for argument in sys.argv[1:3])
    application = make_application()
    theme = Theme(application, appearance=Appearance.LIGHT, scale=1.0)
    window = MainWindow(Jobs(TaskClient()), theme, Preferences(), library=library)
    window.resize(1280, 800)
    window.show()
    run = Run(window, document)
    QTimer.singleShot(0, window.start)
    code = application.exec()
    print(json.dumps(run.stalls))
    return code


if __name__ == "__main__":
    sys.exit(main())
