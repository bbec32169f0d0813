"""The guided tour: every step is placed beside the widget that it explains, and the tour can be left at any moment."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from pytestqt.qtbot import QtBot

from app.gui.main_window import MainWindow
from app.gui.model.tour import STEPS
from tests.fakes.task_client import FakeTaskClient


def process_events() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QCoreApplication.processEvents()


def test_the_tour_shows_every_step_inside_the_window(window: MainWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot) -> None:
    window.document.open_path(debate)
    client.run()
    window.actions_by_name["tour"].trigger()
    tour = window.touring.tour
    assert tour is not None
    card, titles = tour.card, []
    for number in range(len(STEPS)):
        titles.append(card.title.text())
        assert window.rect().contains(card.geometry()), card.title.text()
        assert tour.frame.isVisible() and card.where.text() == f"{number + 1} of {len(STEPS)}"
        assert not card.geometry().contains(tour.frame.geometry())
        qtbot.mouseClick(card.next_button, Qt.MouseButton.LeftButton)
    assert titles == [step.title for step in STEPS]
    process_events()
    assert window.touring.tour is None


def test_keys_can_be_tried_during_the_tour(window: MainWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot) -> None:
    window.document.open_path(debate)
    client.run()
    window.activateWindow()
    window.touring.start()
    assert window.touring.tour is not None
    while not STEPS[window.touring.tour.place].hands_on:
        window.touring.tour.card.next_button.click()
    assert window.document.page.list.hasFocus()
    qtbot.keyClick(window.document.page.list, Qt.Key.Key_A)
    assert window.document.project.review.history.position == 1
    window.resize(1000, 640)
    assert window.rect().contains(window.touring.tour.card.geometry())
    window.touring.tour.card.back_button.click()
    assert window.touring.tour.card.title.text() == STEPS[2].title
    window.touring.tour.card.end_button.click()
    process_events()
    assert window.touring.tour is None and window.document.page.list.hasFocus()


def test_return_completes_the_tour(window: MainWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot) -> None:
    window.document.open_path(debate)
    client.run()
    window.activateWindow()
    window.touring.start()
    titles = []
    for _ in STEPS:
        assert window.touring.tour is not None
        titles.append(window.touring.tour.card.title.text())
        focused = window.focusWidget()
        assert focused is not None
        qtbot.keyClick(focused, Qt.Key.Key_Return)
    process_events()
    assert titles == [step.title for step in STEPS] and window.touring.tour is None
    sentence_list = window.document.page.list
    assert sentence_list.hasFocus() and window.document.project.review.history.position == 0


def test_without_a_document_the_tour_opens_the_demo_first(window: MainWindow, client: FakeTaskClient) -> None:
    window.touring.start()
    assert window.touring.tour is None
    client.run()
    assert window.document.view.document is not None
    assert window.touring.tour is not None
    window.touring.tour.end()
    process_events()
