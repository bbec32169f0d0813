"""A new window on the screens that reporters have: everything that is decided with is inside the visible area."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gui.main_window import VERIFY, MainWindow
from app.gui.preferences import WindowState
from app.gui.window_layout import fitted, restore_layout
from tests.fakes.task_client import FakeTaskClient

ROOT = Path(__file__).resolve().parents[2]
LEAST_WIDTH, LEAST_HEIGHT = 680, 480
NARROW_WIDTH = 700


def look(folder: Path, debate: Path, *, width: int, height: int, scale: float) -> dict[str, Any]:
    """Start a new window on a screen of so many pixels, scaled by the desktop, and return what it shows."""
    screens = folder / "screens.json"
    screen = {"name": "screen", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    screens.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    platform = f"offscreen:configfile={os.path.relpath(screens, ROOT)}"
    environment = {**os.environ, "QT_QPA_PLATFORM": platform, "QT_SCALE_FACTOR": str(scale), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.fakes.screen_child", str(debate)]
    child = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=True)
    seen: dict[str, Any] = json.loads(child.stdout.splitlines()[-1])
    return seen


def inside(box: list[int], area: list[int]) -> bool:
    """Return whether a box, (left, top, right, bottom), is not empty and lies within the area."""
    left, top, right, bottom = box
    return area[0] <= left < right <= area[2] and area[1] <= top < bottom <= area[3]


@pytest.mark.parametrize(
    ("width", "height", "scale", "folded"),
    [
        (1366, 768, 1, False),
        (1920, 1080, 1.5, False),
        (1280, 720, 1, False),
        (1600, 1000, 2, True),
        (1366, 768, 1.5, True),
        (1366, 1024, 2, True),
    ],
)
def test_a_new_window_fits_the_screen(  # noqa: PLR0917
    tmp_path: Path, debate: Path, width: int, height: int, scale: float, folded: bool
) -> None:
    seen = look(tmp_path, debate, width=width, height=height, scale=scale)
    assert seen["ratio"] == scale and inside(seen["window"], seen["screen"])
    outside = [name for name, box in {**seen["shown"], **seen["panes"]}.items() if not inside(box, seen["screen"])]
    assert len(seen["shown"]) == 15 and outside == []
    assert seen["folded"] is folded
    assert (seen["panes"]["text"][1] > seen["panes"]["list"][3]) is folded  # the text is below the list, or beside it
    assert seen["least"][0] < LEAST_WIDTH and seen["least"][1] < LEAST_HEIGHT


def test_a_stored_layout_that_does_not_fit_is_fitted(window: MainWindow) -> None:
    window.setGeometry(QRect(-300, 200, 5000, 4000))
    state = WindowState(geometry=bytes(window.saveGeometry().toBase64().data()).decode())
    restore_layout(window, window.document.page.layout_splitters, state)
    available = window.screen().availableGeometry()
    assert available.contains(window.frameGeometry()) and window.width() > available.width() // 2


def test_a_window_is_shrunk_before_it_is_moved() -> None:
    room = QRect(100, 50, 800, 600)
    assert fitted(QRect(200, 100, 300, 200), room) == QRect(200, 100, 300, 200)
    assert fitted(QRect(850, 600, 300, 200), room) == QRect(600, 450, 300, 200)
    assert fitted(QRect(-50, -50, 300, 2000), room) == QRect(100, 50, 300, 600)


def test_the_text_moves_below_the_list_and_back_with_the_chosen_sentence_in_sight(
    window: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot
) -> None:
    debate = tmp_path / "long.txt"
    debate.write_text("\n".join(f"Sentence {number} of a long evening about bridges." for number in range(300)), encoding="utf-8")
    window.document.open_path(debate)
    client.run()
    page = window.document.page
    page.choose_sentence(150)
    page.text.setFocus()
    sizes = page.reading_panes.sizes()
    sentence = page.view.row(150).sentence
    for width, is_folded in ((NARROW_WIDTH, True), (1280, False)):
        window.resize(width, 600)
        qtbot.waitUntil(lambda expected=is_folded: page.reading_panes.folded is expected)
        qtbot.waitUntil(lambda: page.text.viewport().rect().contains(page.text.top_of(sentence.start)))
        assert page.text.hasFocus() and window.width() == width
    assert page.reading_panes.sizes() == pytest.approx(sizes, abs=2) and page.layout_splitters


def test_a_folded_layout_is_not_stored_in_place_of_the_wide_one(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run()
    window.resize(NARROW_WIDTH, 600)
    QApplication.processEvents()
    assert window.document.page.reading_panes.folded and window.document.page.layout_splitters == {}
    window.close()
    assert window.preferences.state.geometry and window.preferences.state.splitters == {}


def test_the_verdict_stands_below_the_questions_in_a_narrow_window(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(VERIFY)
    client.run()
    page = window.verify.page
    for width, is_folded in ((1280, False), (NARROW_WIDTH, True), (1280, False)):
        window.resize(width, 700)
        QApplication.processEvents()
        assert page.work_panes.folded is is_folded and window.width() == width
