"""A new window with a ranked debate on the screen that the environment sets: `python -m tests.fakes.screen_child DEBATE`.
It prints one line of JSON: the screen's available geometry, what the window shows and where, in logical pixels. The analysis is a fake.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PySide6.QtCore import QPoint, QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.gui.jobs import Jobs
from app.gui.main_window import MainWindow
from app.gui.preferences import Preferences
from app.gui.run import make_application
from app.gui.theme import Theme
from tests.fakes.task_client import FakeTaskClient
from tests.fakes.window_child import CHECKS

Box = tuple[int, int, int, int]


def box(rect: QRect) -> Box:
    """Return a rectangle as (left, top, right, bottom)."""
    return rect.left(), rect.top(), rect.right(), rect.bottom()


def on_screen(widget: QWidget) -> Box:
    """Return the visible rectangle of a widget on the screen; empty (right < left) for one that is hidden or covered by its parents."""
    visible = widget.visibleRegion().boundingRect()
    return box(visible.translated(widget.mapToGlobal(QPoint(0, 0))))


def main(debate: Path) -> int:
    """Show the window, look at it while it ranks and afterwards, on each page."""
    application = make_application()
    client = FakeTaskClient(CHECKS, automatic=False)
    window = MainWindow(Jobs(client), Theme(application), Preferences(), library=Path("library"))
    window.show()
    window.start()
    client.run()
    window.document.open_path(debate)
    client.run_until(lambda: "Comparing" in window.status.activity.text())
    for _ in range(100):
        if window.status.cancel.isVisible():
            break
        QTest.qWait(50)
    shown: dict[str, Box] = {"progress bar": on_screen(window.status.bar), "cancel": on_screen(window.status.cancel)}
    client.run()
    QTest.qWait(50)
    page = window.document.page
    page.list.setFocus()
    shown |= {name: on_screen(getattr(window.status, name)) for name in ("progress", "library", "reviewer", "network")}
    shown |= {button.accessibleName(): on_screen(button) for button in page.decisions.buttons}
    panes = {name: on_screen(pane) for name, pane in (("list", page.list), ("text", page.text), ("matches", page.matches))}
    report = {
        "screen": box(window.screen().availableGeometry()),
        "ratio": window.devicePixelRatioF(),
        "window": box(window.frameGeometry()),
        "shown": shown,
        "panes": panes,
        "folded": page.reading_panes.folded,
    }
    for number in range(window.stack.count()):
        window.go(number)
        client.run()
        QTest.qWait(10)
    least = window.minimumSizeHint()
    print(json.dumps(report | {"least": (least.width(), least.height())}), flush=True)
    window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
