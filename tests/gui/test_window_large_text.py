"""Text at 160% in the narrowest window: nothing is cut off at the side, and nothing makes the window wider than the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.domain.post import Post
from app.domain.verification import ClaimForm
from app.gui.main_window import ASK, CLAIMS, DOCUMENT, LIBRARY, NARRATIVES, VERIFY, MainWindow
from app.gui.widgets.button import Button
from app.gui.widgets.empty_state import EmptyState
from app.gui.widgets.flow_layout import FlowLayout
from app.gui.widgets.menu_button import MenuButton
from app.gui.widgets.rows_table import RowsTable
from app.gui.widgets.scroll_column import ScrollColumn
from tests.fakes.task_client import FakeTaskClient

NARROW, SCALE = 1024, 1.6


def cut_off(root: QWidget) -> list[str]:
    """Return the scroll areas that show only part of the width of their content."""
    return [
        f"{type(area).__name__}: {area.widget().width()} in {area.viewport().width()}"
        for area in root.findChildren(QScrollArea)
        if area.isVisible() and area.widget() is not None and area.widget().width() > area.viewport().width()
    ]


@pytest.mark.parametrize("page", [DOCUMENT, CLAIMS, ASK, VERIFY, NARRATIVES, LIBRARY])
def test_every_page_fits_into_the_narrowest_window(window: MainWindow, client: FakeTaskClient, debate: Path, page: int) -> None:
    window.theme.set_scale(SCALE)
    window.resize(NARROW, 720)
    window.document.open_path(debate)
    client.run()
    client.pile.posts = [Post(id="a", text="Rain causes floods"), Post(id="b", text="Rain does not cause floods")]
    window.go(page)
    client.run()
    if page == ASK:
        window.ask.ask("What causes floods?")
        client.run()
        window.ask.page.answers.idle_work.finish()
    if page == VERIFY:
        window.verify.take(ClaimForm(text="Seven rivers cross Velden county"))
        client.run()
    if page == CLAIMS:
        window.claims.look_up("Seven rivers cross Velden county")
        client.run()
    if page == LIBRARY:
        window.library.page.table.selectRow(0)
    for _ in range(20):
        QApplication.processEvents()
    assert window.width() == NARROW
    assert cut_off(window) == []


def test_the_tables_of_the_library_keep_room_for_days_and_names(window: MainWindow, client: FakeTaskClient) -> None:
    window.theme.set_scale(SCALE)
    window.resize(NARROW, 720)
    window.go(LIBRARY)
    for number in range(window.library.page.tabs.count()):
        window.library.page.tabs.setCurrentIndex(number)
        client.run()
    tables = window.library.page.findChildren(RowsTable)
    assert len(tables) >= 2
    for table in tables:
        model, metrics = table.model(), table.fontMetrics()
        for column in range(model.columnCount()):
            heading = model.headerData(column, Qt.Orientation.Horizontal)
            assert table.columnWidth(column) >= metrics.horizontalAdvance(heading)
            if heading in ("First", "Last"):
                assert table.columnWidth(column) > metrics.horizontalAdvance("2000-00-00")
            if heading in ("Publisher", "Rating"):
                assert table.columnWidth(column) >= 12 * metrics.averageCharWidth()


def test_an_empty_page_stacks_its_buttons_in_a_narrow_window(window: MainWindow, qtbot: QtBot) -> None:
    state = EmptyState(
        window.theme,
        heading="Nothing",
        text="There is nothing here yet.",
        actions=tuple(window.actions_by_name[name] for name in ("import", "library", "adapt")),
    )
    qtbot.addWidget(state)
    for width, lines in ((1200, 1), (300, len(state.buttons))):
        state.resize(width, 600)
        state.show()
        QApplication.processEvents()
        tops = sorted({button.mapTo(state, button.rect().topLeft()).y() for button in state.buttons})
        assert len(tops) == lines
        for button in state.buttons:
            assert button.width() >= button.sizeHint().width() and state.rect().contains(button.mapTo(state, button.rect().center()))


def test_centred_lines_are_centred(qtbot: QtBot) -> None:
    body = QWidget()
    qtbot.addWidget(body)
    flow = FlowLayout(body, centred=True)
    labels = [QLabel("some words") for _ in range(3)]
    for label in labels:
        flow.addWidget(label)
    body.resize(2 * labels[0].sizeHint().width() + 20, 100)
    body.show()
    QApplication.processEvents()
    first, second, third = (label.geometry() for label in labels)
    assert first.y() == second.y() < third.y()
    assert abs(first.left() - (body.width() - 1 - second.right())) <= 1
    assert abs(third.left() - (body.width() - 1 - third.right())) <= 1


def test_a_column_is_as_wide_as_its_content_needs_but_not_wider_than_half_as_much_again(qtbot: QtBot) -> None:
    area = ScrollColumn(least=200)
    qtbot.addWidget(area)
    inside = QWidget()
    area.setWidget(inside)
    assert area.minimumSizeHint().width() == 200
    bar = area.verticalScrollBar().sizeHint().width() + 2 * area.frameWidth()
    inside.setMinimumWidth(0)
    button = QPushButton("x", inside)
    flow = FlowLayout(inside)
    flow.addWidget(button)
    for width, least in ((100, 200), (240, 240 + bar), (900, 300)):
        button.setMinimumWidth(width)
        QApplication.processEvents()
        assert area.minimumSizeHint().width() == least


def test_text_that_does_not_fit_is_elided_and_keeps_the_menu_arrow(qtbot: QtBot) -> None:
    long_text = "Volcanoes emit more carbon dioxide than all people"
    for button, full_text in ((Button(long_text), long_text), (MenuButton(long_text), long_text + "  ▾")):
        qtbot.addWidget(button)
        button.resize(button.sizeHint())
        fits = button.grab().toImage()
        button.resize(button.sizeHint().width() // 2, button.sizeHint().height())
        cut = button.grab().toImage()
        shortened = button.fontMetrics().elidedText(full_text, button.elide, button.width(), Qt.TextFlag.TextShowMnemonic.value)
        assert button.text() == full_text and shortened != full_text
        assert margin(fits) > 0 and margin(cut) > 0


def margin(image: object) -> int:
    """Count the columns of pixels at the left, inside the frame, that have one colour: no letter is cut there."""
    columns = [{QColor(image.pixel(x, y)).name() for y in range(6, image.height() - 6)} for x in range(4, 24)]  # type: ignore[attr-defined]
    return next((index for index, colours in enumerate(columns) if len(colours) > 1), len(columns))


@pytest.mark.parametrize("scale", [1.6, 0.8])
def test_a_new_text_size_reaches_every_widget_without_its_own_font(window: MainWindow, client: FakeTaskClient, scale: float) -> None:
    for page in (LIBRARY, VERIFY, NARRATIVES, ASK):
        window.go(page)
        client.run()
    for size in (scale, 1.0, scale):
        window.theme.set_scale(size)
        points = QApplication.font().pointSizeF()
        unchanged = [
            widget for widget in window.findChildren(QWidget) if not widget.font().resolveMask() and widget.font().pointSizeF() != points
        ]
        assert [type(widget).__name__ for widget in unchanged] == []
