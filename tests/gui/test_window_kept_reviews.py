"""Reviews stored by the program: listed, opened, deleted. Also sentences filtered by the date of their fact-check."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMessageBox
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.bootstrap.projects import create_project
from app.domain.keyed_document import with_keys
from app.gui.main_window import MainWindow
from app.gui.model.day_range import ANY_DAY, DayRange
from app.gui.model.document_view import Order
from app.gui.model.sentence_filter import filter_of
from app.gui.review.controller import ViewState, view_text
from app.gui.review.kept_reviews import KeptReviews
from app.gui.review.session import automatic_folder
from tests.fakes.task_client import FakeTaskClient, split


@pytest.fixture
def ranked(window: MainWindow, client: FakeTaskClient, debate: Path) -> MainWindow:
    window.document.open_path(debate)
    client.run()
    window.activateWindow()
    window.document.page.list.setFocus()
    return window


@pytest.fixture
def reviewed(ranked: MainWindow, qtbot: QtBot) -> MainWindow:
    """Provide a window in which one sentence of the debate is decided, with another stored review."""
    session = ranked.document.project.session
    ranked.document.page.choose_sentence(1)
    ranked.actions_by_name["confirm"].trigger()
    qtbot.waitUntil(lambda: session.path is not None and session.path.is_file())
    create_project(automatic_folder() / "older-0123456789ab.priorcheck", with_keys(split("One.\nTwo.", title="An older debate"))).close()
    return ranked


@pytest.fixture
def dialog(reviewed: MainWindow, qtbot: QtBot) -> Iterator[KeptReviews]:
    review_list = reviewed.document.show_kept_reviews()
    qtbot.waitUntil(lambda: review_list.list.topLevelItemCount() == 2)
    yield review_list
    if isValid(review_list):
        review_list.close()


def rows(dialog: KeptReviews) -> dict[str, tuple[str, ...]]:
    items = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
    return {item.text(0): tuple(item.text(column) for column in (1, 2)) for item in items if item is not None}


def press_in_next_question(button: str) -> None:
    """Press a button in the next message box."""

    timer = QTimer(QApplication.instance())

    def press() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            timer.deleteLater()
            next(candidate for candidate in box.buttons() if candidate.text().replace("&", "") == button).click()

    timer.timeout.connect(press)
    timer.start(10)


def choose_review(dialog: KeptReviews, title: str) -> None:
    flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
    dialog.list.setCurrentItem(dialog.list.findItems(title, Qt.MatchFlag.MatchExactly)[0], 0, flags)


def test_every_stored_review_is_listed(dialog: KeptReviews) -> None:
    assert rows(dialog) == {"An older debate": ("0 acts", ""), "debate": ("Open in this window", "")}
    assert dialog.said.text().startswith("2 reviews are kept on this computer, ")


def test_a_review_is_opened_from_the_list(dialog: KeptReviews, reviewed: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    choose_review(dialog, "An older debate")
    dialog.open_button.click()
    qtbot.waitUntil(lambda: reviewed.document.view.document is not None and reviewed.document.view.document.title == "An older debate")
    client.run()
    reopened_list = reviewed.document.show_kept_reviews()
    qtbot.waitUntil(lambda: len(rows(reopened_list)) == 2)
    assert ("1 act", reviewed.preferences.settings.reviewer) in rows(reopened_list).values()
    reopened_list.close()
    assert reviewed.document.project.session.path == automatic_folder() / "older-0123456789ab.priorcheck"


def test_a_review_is_deleted_only_when_it_is_meant(dialog: KeptReviews, qtbot: QtBot) -> None:
    path = automatic_folder() / "older-0123456789ab.priorcheck"
    choose_review(dialog, "An older debate")
    press_in_next_question("Cancel")
    dialog.delete_button.click()
    assert path.is_file()
    press_in_next_question("Delete")
    dialog.activateWindow()
    dialog.list.setFocus()
    qtbot.waitUntil(dialog.list.hasFocus)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert not path.exists()
    qtbot.waitUntil(lambda: len(rows(dialog)) == 1)


def test_the_review_that_is_open_is_not_deleted(dialog: KeptReviews, reviewed: MainWindow) -> None:
    path = reviewed.document.project.session.path
    choose_review(dialog, "debate")
    press_in_next_question("Delete")
    dialog.delete_button.click()
    assert path is not None and path.is_file()
    assert dialog.trouble.text() == "This review is open in this window. Open another document first, then delete it."


def test_without_any_review_the_list_says_so(window: MainWindow, qtbot: QtBot) -> None:
    dialog = window.document.show_kept_reviews()
    qtbot.waitUntil(lambda: dialog.said.text().startswith("No review is kept."))
    assert not dialog.open_button.isEnabled() and not dialog.delete_button.isEnabled()
    dialog.close()


def test_an_invalid_project_file_is_listed_with_its_error(window: MainWindow, qtbot: QtBot) -> None:
    automatic_folder().mkdir(parents=True)
    (automatic_folder() / "torn.priorcheck").write_bytes(b"SQLite format 3\0" + b"\xff" * 2000)
    dialog = window.document.show_kept_reviews()
    qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() == 1)
    assert "torn" in rows(dialog)["torn"][0] and not dialog.open_button.isEnabled() and dialog.delete_button.isEnabled()
    dialog.close()


def test_sentences_are_filtered_by_when_their_fact_check_was_published(ranked: MainWindow) -> None:
    bar, view = ranked.document.page.filters, ranked.document.view
    days = {index: view.row(index).ranked.matches[0].factcheck.published for index in range(6) if view.row(index).has_match}  # type: ignore[union-attr]
    assert set(days.values()) == {date(2020, 1, 1), date(2021, 1, 1), date(2021, 6, 1)}
    dialog = bar.ask_days()
    assert (dialog.first.suggestion, dialog.last.suggestion) == (date(2020, 1, 1), date(2021, 6, 1))
    dialog.first.setText("January 2021")
    dialog.last.setText("May 2021")
    dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok).click()
    assert view.visible == [index for index, day in days.items() if day == date(2021, 1, 1)]
    assert [chip.label for chip in view.filter.chips()] == ["Published 2021-01-01 to 2021-05-31"]
    assert filter_of(view.filter.as_text()) == view.filter
    bar.chips.removed.emit(view.filter.chips()[0])
    assert len(view.visible) == 6 and view.filter.published == ANY_DAY


def test_the_date_range_can_be_cleared_in_its_dialog(ranked: MainWindow) -> None:
    bar, view = ranked.document.page.filters, ranked.document.view
    bar.filter_chosen.emit(view.filter.__class__(published=DayRange(last=date(2020, 5, 5))))
    assert len(view.visible) == 2
    dialog = bar.ask_days()
    assert (dialog.first.text(), dialog.last.text()) == ("", "2020-05-05")
    dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Reset).click()
    assert len(view.visible) == 6


def test_a_review_closed_before_its_ranking_ended_reopens_at_its_sentence(
    window: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot
) -> None:
    text = "\n".join(f"Ben: Bridge number {number} cost nine million crowns." for number in range(300))
    path = tmp_path / "long.txt"
    path.write_text(text, encoding="utf-8")
    document = split(text, source=str(path))
    project = create_project(tmp_path / "long.priorcheck", with_keys(document))
    project.keep_note("view", view_text(ViewState(selected="250", order=str(Order.RANKED), scroll=0)))
    project.close()
    window.document.open_path(tmp_path / "long.priorcheck")
    qtbot.waitUntil(lambda: window.document.view.document is not None)
    client.run()
    qtbot.waitUntil(lambda: window.document.view.ranked is not None)
    sentence_list = window.document.page.list
    assert window.document.view.selected == 250
    assert sentence_list.visualRect(sentence_list.currentIndex()).intersects(sentence_list.viewport().rect())
