"""Typing dates with real keys: nothing is rewritten under the cursor, and a ranking starts once, when the date is whole."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCalendarWidget, QDialogButtonBox
from pytestqt.qtbot import QtBot

from app.gui.document.header import DocumentHeader
from app.gui.main_window import MainWindow
from app.gui.widgets.day_edit import DayEdit, local_order
from app.ingest.rows.date_style import Order
from app.worker import protocol
from tests.fakes.task_client import FakeTaskClient

JUNE = date(2023, 6, 1)


@pytest.fixture
def header(window: MainWindow, client: FakeTaskClient, debate: Path) -> DocumentHeader:
    """Provide the header of an opened document, with the focus in its field."""
    window.document.open_path(debate)
    client.run()
    window.activateWindow()
    page_header = window.document.page.header
    page_header.day.order = Order.DAY_FIRST
    page_header.day.setFocus()
    return page_header


def limits(client: FakeTaskClient) -> list[date | None]:
    """Return the days that rankings were asked for with."""
    return [request.options.as_of for request in client.of(protocol.RankDocument) if isinstance(request, protocol.RankDocument)]


def retype(day: DayEdit, text: str) -> None:
    """Replace the text of a field as people do, and leave it with Return."""
    QTest.keyClick(day, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    for letter in text:
        before = day.text() if not day.hasSelectedText() else ""
        QTest.keyClicks(day, letter)
        assert day.text() == before + letter  # nothing is rewritten under the cursor
    QTest.keyClick(day, Qt.Key.Key_Return)


@pytest.mark.parametrize("text", ["2023-06-01", "1 June 2023", "01/06/2023", "1.6.2023", "June 2023", "1 de junio de 2023"])
def test_a_typed_date_is_read_when_it_is_whole_and_ranked_once(header: DocumentHeader, client: FakeTaskClient, text: str) -> None:
    header.set_as_of(date(2026, 11, 28))
    before = len(limits(client))
    retype(header.day, text)
    client.run()
    assert header.as_of == JUNE and header.day.text() == "2023-06-01" and header.limit.isChecked()
    assert limits(client)[before:] == [JUNE]


def test_typing_in_the_middle_and_pasting_work_too(header: DocumentHeader, client: FakeTaskClient, qtbot: QtBot) -> None:
    header.set_as_of(date(2019, 6, 1))
    QTest.keyClick(header.day, Qt.Key.Key_Home)
    for _ in range(4):
        QTest.keyClick(header.day, Qt.Key.Key_Delete)
    QTest.keyClicks(header.day, "2023")
    assert header.as_of == date(2019, 6, 1) and header.day.text() == "2023-06-01"
    QTest.keyClick(header.day, Qt.Key.Key_Return)
    assert header.as_of == JUNE
    QApplication.clipboard().setText("12 June 2018")
    QTest.keyClick(header.day, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(header.day, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(header.day, Qt.Key.Key_Tab)
    assert header.as_of == date(2018, 6, 12) and header.day.text() == "2018-06-12"
    client.run()
    assert limits(client)[-1] == date(2018, 6, 12)


def test_leaving_a_field_without_another_day_ranks_nothing(header: DocumentHeader, client: FakeTaskClient) -> None:
    retype(header.day, "2023-06-01")
    client.run()
    count = len(limits(client))
    retype(header.day, "1 June 2023")
    QTest.keyClick(header.day, Qt.Key.Key_Tab)
    client.run()
    assert len(limits(client)) == count


def test_a_text_that_is_no_date_stays_with_a_sentence_beside_it(header: DocumentHeader, client: FakeTaskClient) -> None:
    retype(header.day, "2023-06-01")
    client.run()
    count = len(limits(client))
    retype(header.day, "next spring")
    assert header.day.text() == "next spring" and header.as_of == JUNE and len(limits(client)) == count
    assert header.day_problem.isVisible() and "“next spring” is not a date" in header.day_problem.text()
    assert header.day.accessibleDescription() == header.day_problem.text()
    retype(header.day, "31/02/2023")
    assert "31/02/2023" in header.day_problem.text() and header.as_of == JUNE
    retype(header.day, "2 June 2023")
    assert not header.day_problem.isVisible() and header.as_of == date(2023, 6, 2)


def test_an_emptied_field_is_any_day(header: DocumentHeader, client: FakeTaskClient) -> None:
    retype(header.day, "2023-06-01")
    client.run()
    QTest.keyClick(header.day, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(header.day, Qt.Key.Key_Backspace)
    assert header.as_of == JUNE
    QTest.keyClick(header.day, Qt.Key.Key_Tab)
    client.run()
    assert header.as_of is None and not header.limit.isChecked() and limits(client)[-1] is None
    assert header.day.placeholderText() == "Any day"


def test_the_box_limits_to_the_day_of_the_document_and_asks_for_one_where_there_is_none(
    header: DocumentHeader, client: FakeTaskClient, qtbot: QtBot
) -> None:
    header.day.clearFocus()
    qtbot.mouseClick(header.limit, Qt.MouseButton.LeftButton, pos=QPoint(8, header.limit.height() // 2))
    assert header.day.hasFocus() and header.as_of is None and not header.limit.isChecked()
    header.suggest(date(2018, 6, 12))
    qtbot.mouseClick(header.limit, Qt.MouseButton.LeftButton, pos=QPoint(8, header.limit.height() // 2))
    client.run()
    assert header.as_of == date(2018, 6, 12) and header.day.text() == "2018-06-12" and limits(client)[-1] == date(2018, 6, 12)
    qtbot.mouseClick(header.limit, Qt.MouseButton.LeftButton, pos=QPoint(8, header.limit.height() // 2))
    assert header.as_of is None and header.day.text() == ""


def test_keys_in_the_field_neither_choose_sentences_nor_decide(window: MainWindow, header: DocumentHeader) -> None:
    before = window.document.view.selected
    QTest.keyClicks(header.day, "jxa1")
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        QTest.keyClick(header.day, key)
    assert header.day.text() == "jxa1" and window.document.view.selected == before and window.document.page.matches.number == 1


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # the platform of the tests has no popups
@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_F4])
def test_a_day_is_chosen_from_the_calendar_with_keys(header: DocumentHeader, client: FakeTaskClient, key: Qt.Key) -> None:
    header.set_as_of(date(2018, 6, 12))
    alt = Qt.KeyboardModifier.AltModifier if key == Qt.Key.Key_Down else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(header.day, key, alt)
    calendar = header.day.findChild(QCalendarWidget)
    assert calendar.isVisible() and calendar.selectedDate().toPython() == date(2018, 6, 12)
    view = calendar.findChild(QApplication.focusWidget().__class__) or calendar
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Return)
    client.run()
    assert header.as_of == date(2018, 6, 13) and header.day.text() == "2018-06-13" and limits(client)[-1] == date(2018, 6, 13)


def test_the_fields_of_the_range_dialog_read_months_from_their_first_to_their_last_day(
    window: MainWindow, header: DocumentHeader, qtbot: QtBot
) -> None:
    dialog = window.document.page.filters.ask_days()
    dialog.activateWindow()
    dialog.first.setFocus()
    QTest.keyClicks(dialog.first, "January 2021")
    dialog.last.setFocus()
    QTest.keyClicks(dialog.last, "soon")
    accept = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    qtbot.mouseClick(accept, Qt.MouseButton.LeftButton)
    assert dialog.isVisible() and dialog.problem.isVisible() and "soon" in dialog.problem.text()
    dialog.last.clear()
    QTest.keyClicks(dialog.last, "05/2021")
    qtbot.mouseClick(accept, Qt.MouseButton.LeftButton)
    published = window.document.view.filter.published
    assert (published.first, published.last) == (date(2021, 1, 1), date(2021, 5, 31))


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("en_GB", Order.DAY_FIRST),
        ("en_US", Order.MONTH_FIRST),
        ("es_ES", Order.DAY_FIRST),
        ("ja_JP", Order.YEAR_FIRST),
        ("C", Order.DAY_FIRST),
    ],
)
def test_the_order_of_a_numeric_date_follows_the_locale(name: str, order: Order) -> None:
    assert local_order(QLocale(name)) is order
