"""One run of the real window with the real worker: opens a transcript, waits for the final ranking, opens it again and cancels.

Prints one JSON object: seconds from process start to shown, from opening to first and final results, the longest gap between
two ticks of a 5 ms timer less its interval, when that was and how much of it the window's own thread worked, and the seconds
from cancel to the answer.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import psutil
from PySide6.QtCore import QElapsedTimer, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.domain.ranked import RankedDocument
from app.gui.jobs import Jobs
from app.gui.main_window import MainWindow
from app.gui.preferences import Preferences
from app.gui.run import make_application
from app.gui.theme import Appearance, Theme
from app.tasks.client import TaskClient

TICK_MS = 5
CANCEL_AFTER_MS = 700


class Run(QObject):
    """The run's script: each step is started by a signal of the previous one."""

    def __init__(self, window: MainWindow, transcript: Path) -> None:
        super().__init__(window)
        self.window, self.transcript = window, transcript
        self.seconds: dict[str, float] = {"stall": 0.0, "stalled_at": 0.0, "stall_work": 0.0}
        self.used = 0.0
        self.opened = 0.0
        self.cancelled = 0.0
        self.clock = QElapsedTimer()
        self.ticker = QTimer(self)
        self.ticker.setInterval(TICK_MS)
        self.ticker.timeout.connect(self.tick)
        flow = window.document.requests
        flow.ranked.connect(self.on_ranked)
        flow.failed.connect(self.on_failed)
        window.jobs.changed.connect(self.on_jobs)

    def tick(self) -> None:
        gap = self.clock.nsecsElapsed() / 1e9 - TICK_MS / 1000
        self.clock.restart()
        if gap > self.seconds["stall"]:
            since = time.perf_counter() - self.opened
            self.seconds |= {"stall": gap, "stalled_at": since, "stall_work": time.thread_time() - self.used}
        self.used = time.thread_time()

    def on_jobs(self) -> None:
        if not self.opened and self.window.jobs.idle:  # the worker is warm
            self.opened = time.perf_counter()
            self.used = time.thread_time()
            self.clock.start()
            self.ticker.start()
            self.window.document.open_path(self.transcript)

    def on_ranked(self, ranked: RankedDocument) -> None:
        since = time.perf_counter() - self.opened
        self.seconds.setdefault("first", since)
        if ranked.final and "final" not in self.seconds:
            self.seconds["final"] = since
            QTimer.singleShot(300, self.again)

    def again(self) -> None:
        self.ticker.stop()
        second_transcript = self.transcript.with_name("20180628_Trump_NorthDakota.tsv")  # its vectors are not cached yet
        self.window.document.open_path(second_transcript)
        QTimer.singleShot(CANCEL_AFTER_MS, self.cancel)

    def cancel(self) -> None:
        job = self.window.jobs.shown()
        if job is None:
            raise SystemExit("nothing was running when the cancel came")
        self.cancelled = time.perf_counter()
        self.window.jobs.cancel(job.number)

    def on_failed(self, activity: str, failure: object) -> None:
        if not self.cancelled:
            raise SystemExit(f"{activity}: {failure}")
        self.finish()

    def finish(self) -> None:
        self.seconds["cancel"] = time.perf_counter() - self.cancelled
        self.window.close()
        QApplication.quit()


def main() -> int:
    """Run and print."""
    library, transcript = (Path(argument) for argument in sys.argv[1:3])
    application = make_application()
    theme = Theme(application, appearance=Appearance.LIGHT, scale=1.0)
    window = MainWindow(Jobs(TaskClient()), theme, Preferences(), library=library)
    window.resize(1280, 800)
    window.show()
    QApplication.processEvents()
    seconds_to_window = time.time() - psutil.Process().create_time()
    run = Run(window, transcript)
    QTimer.singleShot(0, window.start)
    code = application.exec()
    print(json.dumps({**run.seconds, "shown": seconds_to_window}))
    return code


if __name__ == "__main__":
    sys.exit(main())
