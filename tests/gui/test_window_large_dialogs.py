"""Text at 160%: dialogs open as large as their words need, and what was made large is small again with smaller text."""

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
from app.gui.model.report_choice import Wish
from app.gui.review.history import HistoryDialog
from app.gui.review.kept_reviews import KeptReviews
from app.gui.shortcuts_dialog import ShortcutsDialog
from app.gui.widgets.dialog_size import resize_dialog
from app.gui.widgets.labels import column, label
from tests.fakes.task_client import FakeTaskClient

SCALE = 1.6


def shown(widget: QWidget) -> None:
    widget.show()
    for _ in range(5):
        QApplication.processEvents()


def squeezed(root: QWidget) -> list[str]:
    """Labels and fields that are lower than their text."""
    labels = [each for each in root.findChildren(QLabel) if each.isVisible() and each.text()]
    low = [each.text() for each in labels if each.height() < (each.heightForWidth(each.width()) if each.wordWrap() else 1)]
    return low + [
        each.placeholderText() for each in root.findChildren(QLineEdit) if each.isVisible() and each.height() < each.sizeHint().height()
    ]


def test_the_export_dialog_has_room_for_all_its_words(window: MainWindow, qtbot: QtBot) -> None:
    window.theme.set_scale(SCALE)
    dialog = ExportDialog(window.theme, Wish(), numbers={}, own_verdicts=0, newsroom="", logo="")
    qtbot.addWidget(dialog)
    shown(dialog)
    assert squeezed(dialog) == []


def test_the_keys_of_every_command_can_be_seen_in_a_narrow_window(window: MainWindow, qtbot: QtBot) -> None:
    window.theme.set_scale(SCALE)
    window.resize(1024, 700)
    dialog = ShortcutsDialog(window.theme, ("Document",), window.actions_by_name.keymap.keys, window)
    qtbot.addWidget(dialog)
    shown(dialog)
    (area,) = dialog.findChildren(QScrollArea)
    assert area.widget().width() <= area.viewport().width() and dialog.width() <= window.width()


def test_lists_in_dialogs_break_their_lines(window: MainWindow, qtbot: QtBot) -> None:
    window.theme.set_scale(SCALE)
    words = "Confirm “A sentence that is longer than a line of the list”, and everything that was said about it afterwards"
    act = ReviewOperation(label=words, who="somebody", at="2026-01-01T00:00:00")
    history, guide = HistoryDialog(History([act]), window.theme), GuideWindow(window.theme)
    for dialog in (history, guide):
        qtbot.addWidget(dialog)
        dialog.resize(500, 400)
        shown(dialog)
        assert dialog.list.horizontalScrollBar().maximum() == 0
    line = history.fontMetrics().lineSpacing()
    assert history.list.visualRect(history.model.index(0)).height() >= 2 * line


def test_the_heads_of_kept_reviews_are_never_cut(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.theme.set_scale(SCALE)
    dialog = KeptReviews(tmp_path, lambda: None)
    qtbot.addWidget(dialog)
    shown(dialog)
    head = dialog.list.header()
    assert all(head.sectionSize(place) >= head.sectionSizeHint(place) for place in range(head.count()))


def test_a_dialog_grows_with_its_text_but_not_beyond_the_screen(window: MainWindow, qtbot: QtBot) -> None:
    sizes = []
    for scale in (1.0, SCALE):
        window.theme.set_scale(scale)
        dialog = QDialog()
        qtbot.addWidget(dialog)
        column(dialog).addWidget(label("Many words that are broken into lines. " * 20, wrap=True))
        resize_dialog(dialog, QSize(300, 0))
        shown(dialog)
        assert squeezed(dialog) == []
        sizes.append(dialog.width())
        resize_dialog(dialog, QSize(9000, 9000))
        assert dialog.height() < dialog.screen().availableSize().height() and dialog.width() <= dialog.screen().availableSize().width()
    assert sizes[1] > 1.3 * sizes[0]


def test_the_line_below_puts_its_buttons_below_its_words_where_it_is_narrow(window: MainWindow, qtbot: QtBot) -> None:
    act = window.actions_by_name
    line = PostsLine(act["import"], act["export"])
    qtbot.addWidget(line)
    line.show_posts(534, 534)
    for width, below in ((1400, False), (420, True)):
        line.resize(width, 200)
        shown(line)
        assert (line.encode.geometry().top() > line.words.geometry().bottom()) is below


@pytest.mark.parametrize("place", [DOCUMENT, CLAIMS, ASK, VERIFY, NARRATIVES, LIBRARY])
def test_text_that_was_made_larger_is_as_small_as_before_again(window: MainWindow, client: FakeTaskClient, place: int) -> None:
    window.go(place)
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
    """The size of every text that is shown."""
    return {each.text(): each.font().pointSizeF() for each in window.findChildren(QLabel) if each.isVisible() and each.text()}
