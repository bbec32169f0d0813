"""Text at 160%: dialogs open as large as their text needs, and shrink again with smaller text."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.domain.history import History
from app.domain.review import ReviewOperation
from app.gui.ask.posts_line import PostsLine
from app.gui.export.dialog import ExportDialog
from app.gui.guide_window import GuideWindow
from app.gui.main_window import ASK, CLAIMS, DOCUMENT, LIBRARY, NARRATIVES, VERIFY, MainWindow
from app.gui.model.report_choice import Masthead, Wish
from app.gui.review.history import HistoryDialog
from app.gui.review.kept_reviews import KeptReviews
from app.gui.shortcuts_dialog import ShortcutsDialog
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import column, label
from tests.fakes.task_client import FakeTaskClient

SCALE = 1.6


def show_widget(widget: QWidget) -> None:
    widget.show()
    for _ in range(5):
        QApplication.processEvents()


def squeezed_texts(root: QWidget) -> list[str]:
    """Return the texts of labels and fields that are lower than their text."""
    labels = [widget for widget in root.findChildren(QLabel) if widget.isVisible() and widget.text()]
    low = [widget.text() for widget in labels if widget.height() < (widget.heightForWidth(widget.width()) if widget.wordWrap() else 1)]
    return low + [
        widget.placeholderText()
        for widget in root.findChildren(QLineEdit)
        if widget.isVisible() and widget.height() < widget.sizeHint().height()
    ]


def test_the_export_dialog_has_room_for_all_its_words(window: MainWindow, qtbot: QtBot) -> None:
    window.theme.set_scale(SCALE)
    dialog = ExportDialog(window.theme, Wish(), numbers={}, own_verdicts=0, masthead=Masthead())
    qtbot.addWidget(dialog)
    show_widget(dialog)
    assert squeezed_texts(dialog) == []


def test_the_keys_of_every_command_can_be_seen_in_a_narrow_window(window: MainWindow, qtbot: QtBot) -> None:
    window.theme.set_scale(SCALE)
    window.resize(1024, 700)
    dialog = ShortcutsDialog(window.theme, ("Document",), window.actions_by_name.keymap.keys, window)
    qtbot.addWidget(dialog)
    show_widget(dialog)
    (area,) = dialog.findChildren(QScrollArea)
    assert area.widget().width() <= area.viewport().width() and dialog.width() <= window.width()


def test_lists_in_dialogs_break_their_lines(window: MainWindow, qtbot: QtBot) -> None:
    window.theme.set_scale(SCALE)
    long_label = "Confirm “A sentence that is longer than a line of the list”, and everything that was said about it afterwards"
    act = ReviewOperation(label=long_label, who="somebody", at="2026-01-01T00:00:00")
    history, guide = HistoryDialog(History([act]), window.theme), GuideWindow(window.theme)
    for dialog in (history, guide):
        qtbot.addWidget(dialog)
        dialog.resize(500, 400)
        show_widget(dialog)
        assert dialog.list.horizontalScrollBar().maximum() == 0
    line = history.fontMetrics().lineSpacing()
    assert history.list.visualRect(history.model.index(0)).height() >= 2 * line


def test_column_headings_of_stored_reviews_are_never_cut_off(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.theme.set_scale(SCALE)
    dialog = KeptReviews(tmp_path, lambda: None)
    qtbot.addWidget(dialog)
    show_widget(dialog)
    header = dialog.list.header()
    assert all(header.sectionSize(column) >= header.sectionSizeHint(column) for column in range(header.count()))


def test_a_dialog_grows_with_its_text_but_not_beyond_the_screen(window: MainWindow, qtbot: QtBot) -> None:
    sizes = []
    for scale in (1.0, SCALE):
        window.theme.set_scale(scale)
        dialog = QDialog()
        qtbot.addWidget(dialog)
        column(dialog).addWidget(label("Many words that are broken into lines. " * 20, wrap=True))
        resize_dialog(dialog, QSize(300, 0))
        show_widget(dialog)
        assert squeezed_texts(dialog) == []
        sizes.append(dialog.width())
        resize_dialog(dialog, QSize(9000, 9000))
        assert dialog.height() < dialog.screen().availableSize().height() and dialog.width() <= dialog.screen().availableSize().width()
    assert sizes[1] > 1.3 * sizes[0]


def test_the_status_line_puts_its_buttons_below_its_text_in_a_narrow_window(window: MainWindow, qtbot: QtBot) -> None:
    act = window.actions_by_name
    line = PostsLine(act["import"], act["export"])
    qtbot.addWidget(line)
    line.show_posts(534, 534)
    for width, below in ((1400, False), (420, True)):
        line.resize(width, 200)
        show_widget(line)
        assert (line.encode.geometry().top() > line.words.geometry().bottom()) is below


@pytest.mark.parametrize("page", [DOCUMENT, CLAIMS, ASK, VERIFY, NARRATIVES, LIBRARY])
def test_enlarged_text_can_be_made_small_again(window: MainWindow, client: FakeTaskClient, page: int) -> None:
    window.go(page)
    client.run()
    before = fonts(window)
    window.theme.set_scale(SCALE)
    QApplication.processEvents()
    larger = fonts(window)
    assert [text for text, size in larger.items() if text in before and size < 1.3 * before[text]] == []
    window.theme.set_scale(1.0)
    QApplication.processEvents()
    assert fonts(window) == before


def fonts(window: MainWindow) -> dict[str, float]:
    """Return the point size of every visible text."""
    return {label.text(): label.font().pointSizeF() for label in window.findChildren(QLabel) if label.isVisible() and label.text()}
