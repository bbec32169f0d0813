"""A window with a debate that is reviewed by keyboard until the process is killed: `python -m tests.fakes.window_child DEBATE
SEED`.
After every key it prints a line of JSON: the time, a digest of the acts in effect, and the number of sentences. The analysis is a
fake; window, review, project and disk are the program's own.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.factcheck import FactCheck
from app.domain.review import ReviewOperation
from app.domain.verdict import Verdict
from app.gui.jobs import Jobs
from app.gui.main_window import MainWindow
from app.gui.preferences import Preferences
from app.gui.run import make_application
from app.gui.theme import Theme
from tests.fakes.task_client import FakeTaskClient

CHECKS = [
    FactCheck(id="a", claim="Harbour bridge costs nine million crowns", verdict=Verdict.FALSE),
    FactCheck(id="b", claim="Seven rivers cross Velden county", verdict=Verdict.TRUE),
]
_KEYS = (
    *((Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier),) * 4,
    *((Qt.Key.Key_X, Qt.KeyboardModifier.NoModifier),) * 4,
    *((Qt.Key.Key_F, Qt.KeyboardModifier.NoModifier),) * 3,
    *((Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier),) * 3,
    *((Qt.Key.Key_J, Qt.KeyboardModifier.NoModifier),) * 6,
    *((Qt.Key.Key_U, Qt.KeyboardModifier.NoModifier),) * 2,
    (Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier),
)


def digest(acts: Iterable[ReviewOperation]) -> str:
    """Return a key that distinguishes histories: each act's label, time and number of changes, in order."""
    summaries = [(act.label, act.who, act.at, len(act.changes), act.splice is not None) for act in acts]
    return hashlib.sha256(json.dumps(summaries).encode()).hexdigest()[:16]


def main(debate: Path, seed: int) -> int:
    """Review until killed."""
    chance = random.Random(seed)
    application = make_application()
    preferences = Preferences()
    preferences.set("reviewer", "Anna")
    window = MainWindow(Jobs(FakeTaskClient(CHECKS)), Theme(application), preferences, library=Path("library"))
    window.show()
    window.start()
    window.document.open_path(debate)
    review = window.document.project
    patience = time.monotonic() + 30
    while window.document.view.ranked is None or not window.jobs.idle or window.document.requests.waiting:
        application.processEvents()
        if time.monotonic() > patience:
            return 3
    window.document.page.list.setFocus()
    tell(window)
    while True:
        key, modifier = chance.choice(_KEYS)
        QTest.keyClick(window.document.page.list, key, modifier)
        tell(window)
        until = time.monotonic() + chance.uniform(0.0, 0.03)
        while time.monotonic() < until:
            application.processEvents()
        if review.session.path is None:
            return 4


def tell(window: MainWindow) -> None:
    """Print one line about the present state."""
    review = window.document.project.review
    document = window.document.view.document
    review_digest = digest(review.history.operations[: review.history.position])
    line = {"time": time.time(), "held": review_digest, "sentences": len(document.sentences) if document else 0}
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
