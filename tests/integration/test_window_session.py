"""A whole session with the real worker and models: open the demo debate, review by keyboard, undo, export everything, reopen."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.exceptions import TimeoutError as StillWaiting
from pytestqt.qtbot import QtBot

from app.domain.publication import Addresses
from app.domain.reviewed import ReportChoice
from app.domain.verdict import Verdict
from app.gui.jobs import Jobs
from app.gui.main_window import MainWindow
from app.gui.preferences import Preferences
from app.gui.theme import Theme
from app.services.reports import FORMATS
from app.tasks.client import TaskClient
from app.worker.launching import WorkerOptions
from app.worker.protocol import Failed, WriteReport, Written

KEYS = (Qt.Key.Key_A, Qt.Key.Key_S, Qt.Key.Key_X, Qt.Key.Key_Space)
LONG = 120_000
EXPECTED = {"cancelled", "library-not-found"}
"""Codes of jobs that end early here: a replaced one, and the look at the library before the demo's is loaded."""
Make = Callable[[], MainWindow]


@pytest.fixture
def open_window(qtbot: QtBot, qapp: QApplication, own_home: Path) -> Iterator[Make]:
    """Provide a factory of windows with their own worker, on a library in the test's home."""
    themes: list[Theme] = []
    failures: list[Failed] = []

    def made() -> MainWindow:
        themes.append(Theme(qapp))
        client = TaskClient(WorkerOptions(python="", device="cpu", threads=1))
        client.failed.connect(lambda _job, failure: failures.append(failure))
        window = MainWindow(Jobs(client), themes[-1], Preferences(), library=own_home / "library")
        window.show()
        window.start()
        qtbot.waitUntil(lambda: window.jobs.idle, timeout=LONG)
        return window

    yield made
    assert not [failure.message for failure in failures if failure.code not in EXPECTED]
    for theme in themes:
        theme.deleteLater()
    qapp.processEvents()
    gc.collect()


def wait_until_ranked(window: MainWindow, qtbot: QtBot) -> None:
    """Wait for the final ranking; a timeout names the job that is still running."""
    view = window.document.view
    try:
        qtbot.waitUntil(lambda: window.jobs.idle and view.ranked is not None and view.ranked.final, timeout=LONG)
    except StillWaiting as error:
        raise AssertionError(f"{window.jobs.shown()} runs, {view.ranked and view.ranked.version} is the version shown") from error


@pytest.mark.usefixtures("knows_debate")
def test_a_night_of_debate(open_window: Make, qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window()
    window.document.open_demo()
    wait_until_ranked(window, qtbot)
    view, controller = window.document.view, window.document.project
    window.activateWindow()
    window.document.page.list.setFocus()
    for number in range(20):
        QTest.keyClick(window.document.page.list, KEYS[number % len(KEYS)])
    assert controller.review.history.position == 20
    for _ in range(5):
        window.actions_by_name["undo"].trigger()
    states = [view.row(index).review for index in range(len(view.rows()))]
    assert controller.review.history.position == 15 and sum(state.decision is not None for state in states) >= 8
    window.preferences.set("newsroom_name", "Night desk")
    controller.act(controller.review.judge([view.visible[0]], Verdict.FALSE))
    exported(window, qtbot, tmp_path)
    sentence_index = view.visible[3]
    window.document.page.choose_sentence(sentence_index)
    reviews = [view.row(index).review for index in range(len(states))]
    window.close()
    second_window = open_window()
    second_window.document.open_demo()
    wait_until_ranked(second_window, qtbot)
    reopened_view = second_window.document.view
    assert [reopened_view.row(index).review for index in range(len(states))] == reviews
    assert reopened_view.selected == sentence_index
    assert second_window.document.project.review.history.position == 16
    second_window.close()


def exported(window: MainWindow, qtbot: QtBot, folder: Path) -> None:
    """Export every format through the worker and check that each succeeds."""
    reviewed = window.document.reviewed()
    assert reviewed is not None
    reviewed = replace(reviewed, addresses=Addresses(website="https://desk.example", article="https://desk.example/night"))
    written: list[object] = []
    failed: list[object] = []
    for name in FORMATS:
        request = WriteReport(reviewed=reviewed, path=str(folder / f"night.{name}"), choice=ReportChoice())
        window.jobs.ask(request, title="Writing", done=written.append, failed=failed.append)
    qtbot.waitUntil(lambda: len(written) + len(failed) == len(FORMATS), timeout=LONG)
    assert not failed and all(isinstance(answer, Written) for answer in written)
    for name in FORMATS:
        assert (folder / f"night.{name}").stat().st_size > 500
    assert "Night desk" in (folder / "night.html").read_text(encoding="utf-8")
