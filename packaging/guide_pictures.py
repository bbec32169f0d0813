"""Pictures of the user guide: the real window's pages, on the demo, rendered without a display.

`python packaging/dev.py screenshots` takes them after the README's. They are written to resources/guide/pictures in the light theme
with 256 colours, to stay small in the shipped program. The user's own folders are not touched.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "resources" / "guide" / "pictures"
SIZE = (1280, 800)
IDLE_SECONDS = 2.0
"""Seconds without activity after which the window is ready for a picture."""
PATIENCE = 1200.0
CLAIMS = (
    "The Great Wall of China can be seen from the Moon.",
    "Vaccines cause autism in children.",
    "Humans use only ten percent of their brains.",
    "The town of Port Ellis has more lighthouses than inhabitants.",
)

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QWidget

    from app.gui.main_window import MainWindow


class Photographer:
    """Takes pictures of one window, each when the window is idle."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def settle(self) -> None:
        """Process events until the window has been idle for a while. Raises TimeoutError after twenty minutes."""
        from PySide6.QtWidgets import QApplication

        end = time.monotonic() + PATIENCE
        still = time.monotonic()
        while time.monotonic() - still < IDLE_SECONDS:
            QApplication.processEvents()
            time.sleep(0.01)
            matches = self._window.document.page.matches
            if not (self._window.jobs.idle and matches.complete):
                still = time.monotonic()
            if time.monotonic() > end:
                raise TimeoutError("the window is still at work")

    def take(self, name: str, widget: QWidget | None = None) -> None:
        """Save a picture of the window, or of another widget, when the window is idle."""
        from PySide6.QtCore import Qt
        from PySide6.QtGui import QImage

        self.settle()
        picture = (widget or self._window).grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        indexed = picture.convertToFormat(QImage.Format.Format_Indexed8, usual_colours(picture), Qt.ImageConversionFlag.ThresholdDither)
        TARGET.mkdir(parents=True, exist_ok=True)
        if not indexed.save(str(TARGET / f"{name}.png")):
            raise OSError(f"{name}.png could not be written")
        print(f"{name}.png", flush=True)


def usual_colours(picture: QImage, count: int = 256) -> list[int]:
    """Return the most frequent colours of a picture."""
    import numpy as np

    pixels = np.frombuffer(picture.constBits(), dtype=np.uint32, count=picture.width() * picture.height())
    colours, times = np.unique(pixels, return_counts=True)
    return [int(colour) for colour in colours[np.argsort(-times, kind="stable")[:count]]]


def scenes(window: MainWindow, photographer: Photographer) -> None:
    """Take a picture of each page with content, one after the other."""
    from app.gui.main_window import ASK, DOCUMENT, LIBRARY, NARRATIVES, VERIFY
    from app.gui.main_window import CLAIMS as CLAIMS_PLACE
    from app.gui.model.ask import examples
    from app.services.demo import demo_debate

    window.document.open_path(demo_debate())
    photographer.take("document")
    window.go(CLAIMS_PLACE)
    window.claims.page.ask_bar.write("\n".join(CLAIMS))
    window.claims.look_up("\n".join(CLAIMS))
    photographer.take("claims")
    window.go(ASK)
    window.ask.page.bar.write(examples()[0])
    window.ask.ask(examples()[0])
    photographer.take("ask")
    window.go(VERIFY)
    verify(window, photographer)
    photographer.take("verify")
    window.go(NARRATIVES)
    window.narratives.find(then_open=True)
    photographer.take("narratives")
    window.go(LIBRARY)
    photographer.settle()
    window.library.page.table.selectRow(0)
    photographer.take("library")
    window.go(DOCUMENT)
    dialog(window, photographer, "export", window.actions_by_name["export"].trigger)


def verify(window: MainWindow, photographer: Photographer) -> None:
    """Take pictures of the demo's claims, the first of them with questions and answers."""
    controller = window.verify
    controller.demo.trigger()
    photographer.settle()
    controller.asking.suggest()
    photographer.settle()
    controller.asking.find_all()


def dialog(window: MainWindow, photographer: Photographer, name: str, opened: Callable[[], object]) -> None:
    """Take a picture of the dialog that `opened` opens."""
    from PySide6.QtWidgets import QDialog

    opened()
    photographer.settle()
    shown_dialog = next(candidate for candidate in window.findChildren(QDialog) if candidate.isVisible())
    photographer.take(name, shown_dialog)
    shown_dialog.close()


def main() -> int:
    """Fill a demo library in a temporary folder, and take the pictures of a window with it."""
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PRIORCHECK_HOME=home, QT_QPA_PLATFORM="offscreen", HF_HUB_OFFLINE="1")
        from app.bootstrap import Session
        from app.demo_paths import demo_library
        from app.domain.progress import CancelToken, no_progress
        from app.gui.jobs import Client, Jobs
        from app.gui.main_window import MainWindow
        from app.gui.preferences import Preferences
        from app.gui.run import make_application, speak
        from app.gui.theme import Appearance, Theme
        from app.services.demo import fill_demo_evidence, fill_demo_library, fill_demo_posts
        from app.tasks.client import TaskClient
        from app.worker.launching import WorkerOptions

        session, library, cancel = Session(device="cpu"), demo_library(), CancelToken()
        opened_library = session.libraries.library(library, create=True)
        fill_demo_library(
            opened_library, encoder=session.models.encoder(), normaliser=session.normaliser(), progress=no_progress, cancel=cancel
        )
        fill_demo_posts(session.libraries.posts(library, create=True), progress=no_progress, cancel=cancel)
        fill_demo_evidence(session.libraries.evidence(library, create=True), progress=no_progress, cancel=cancel)
        session.close()
        application = make_application()
        speak(application, "en")
        theme = Theme(application, appearance=Appearance.LIGHT)
        window = MainWindow(Jobs(cast(Client, TaskClient(WorkerOptions()))), theme, Preferences(), library=library)
        window.resize(*SIZE)
        window.show()
        window.start()
        scenes(window, Photographer(window))
        window.close()
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
