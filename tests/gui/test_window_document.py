"""The document page in a real window: opening, first results, stable rows, filters, keys, links, export."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.domain.match import Difference, DifferenceKind
from app.gui.document.sentence_list import RowRole
from app.gui.main_window import DOCUMENT, LIBRARY, MainWindow
from app.gui.model.document_view import Order
from app.gui.model.sentence_filter import Facet
from app.gui.model.verdicts import Finding
from app.gui.opening import Brought
from app.worker import protocol
from tests.fakes.task_client import FakeTaskClient, rank, split


def shown_indexes(window: MainWindow) -> list[int]:
    model = window.document.page.model
    return [model.data(model.index(row), RowRole).sentence.index for row in range(model.rowCount())]  # type: ignore[attr-defined]


def open_ranked(window: MainWindow, client: FakeTaskClient, path: Path) -> None:
    window.document.open_path(path)
    client.run()


def test_the_text_is_on_screen_before_anything_is_ranked(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run_until(lambda: window.document.view.document is not None)
    page = window.document.page
    assert "Harbour bridges" in page.text.toPlainText()
    assert shown_indexes(window) == [0, 1, 2, 3, 4, 5]
    assert "not ranked yet" in page.header.facts.text()
    assert window.windowTitle() == "debate.txt — Priorcheck"


def test_first_results_are_shown_before_the_last_are_computed(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run_until(lambda: window.document.view.ranked is not None)
    assert window.document.view.ranked is not None and not window.document.view.ranked.final
    assert "more to come" in window.document.page.header.facts.text()
    assert window.document.page.matches.cards
    client.run()
    assert window.document.view.ranked.final


def test_nothing_moves_once_the_reader_has_chosen_a_sentence(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run_until(lambda: window.document.view.ranked is not None)
    page, before = window.document.page, shown_indexes(window)
    page.list.setCurrentIndex(page.model.index(3))
    selected = window.document.view.selected
    client.run()
    assert shown_indexes(window) == before and page.header.update_button.isVisible()
    page.list.setFocus()
    page.header.update_button.click()
    assert not page.header.update_button.isVisible() and shown_indexes(window) != before
    assert window.document.view.selected == selected
    assert page.list.current_row() is not None and page.list.current_row().sentence.index == selected  # type: ignore[union-attr]
    assert window.document.view.ranked is not None and window.document.view.ranked.final


def test_the_chosen_row_stays_where_it_was_on_screen(window: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot) -> None:
    lines = [f"Anna Berg: Row number {n} speaks of nothing much." for n in range(200)]
    lines[150] = "Ben Holt: Harbour bridges cost nine million crowns."
    path = tmp_path / "long.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    window.document.open_path(path)
    client.run_until(lambda: window.document.view.document is not None)
    page = window.document.page
    qtbot.wait(10)
    page.list.verticalScrollBar().setValue(3000)
    page.list.setCurrentIndex(page.list.indexAt(QPoint(100, 200)))
    top = page.list.visualRect(page.list.currentIndex()).top()
    client.run()
    page.accept_update()
    assert abs(page.list.visualRect(page.list.currentIndex()).top() - top) <= 1


def test_the_list_is_a_sound_model(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    model = window.document.page.model
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    open_ranked(window, client, debate)
    window.document.page.set_order(Order.DOCUMENT)
    assert "Sample desk: Wrong <b>twice</b>" in str(model.data(model.index(1)))
    assert model.data(QModelIndex()) is None
    tester.deleteLater()


def test_order_switches_and_keeps_the_chosen_sentence(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    open_ranked(window, client, debate)
    window.document.page.choose_sentence(4)
    window.actions_by_name["order"].trigger()
    assert shown_indexes(window) == [0, 1, 2, 3, 4, 5]
    assert window.document.page.filters.in_order.isChecked()
    assert window.document.page.list.currentIndex().row() == 4


def test_filters_are_chips_and_one_click_brings_everything_back(
    window: MainWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot
) -> None:
    open_ranked(window, client, debate)
    filters = window.document.page.filters
    filters.search.setText("velden")
    assert shown_indexes(window) == [4, 5] and filters.shown.text() == "2 of 6"
    filters.menus.fill(Facet.FINDING)
    menu = filters.menus.menus[Facet.FINDING]
    next(action for action in menu.actions() if action.data() == Finding.TRUE).trigger()
    assert shown_indexes(window) == [4]
    buttons = filters.chips.buttons()
    assert [button.text() for button in buttons] == ["“velden”  ✕", "Rated true  ✕"]
    qtbot.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    assert shown_indexes(window) == [4, 5]
    qtbot.mouseClick(filters.chips.buttons()[0], Qt.MouseButton.LeftButton)
    assert len(shown_indexes(window)) == 6 and not filters.chips.isVisible() and filters.search.text() == ""


def test_speakers_can_be_filtered(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    open_ranked(window, client, debate)
    window.document.page.filters.menus.fill(Facet.SPEAKER)
    menu = window.document.page.filters.menus.menus[Facet.SPEAKER]
    next(action for action in menu.actions() if action.data() == "Ben Holt").trigger()
    assert sorted(shown_indexes(window)) == [1, 3, 5]


def test_keys_lead_through_sentences_and_matches(window: MainWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot) -> None:
    open_ranked(window, client, debate)
    view, page = window.document.view, window.document.page
    window.activateWindow()
    page.list.setFocus()
    first = view.selected
    qtbot.keyClick(page.list, Qt.Key.Key_J)
    assert view.selected == view.visible[1]
    qtbot.keyClick(page.list, Qt.Key.Key_K)
    assert view.selected == first
    qtbot.keyClick(page.list, Qt.Key.Key_N)
    assert view.row(view.selected or 0).has_match
    qtbot.keyClick(page.list, Qt.Key.Key_Slash)
    assert page.filters.search.hasFocus()
    qtbot.keyClicks(page.filters.search, "jn")
    assert page.filters.search.text() == "jn"


def test_a_row_explains_its_rank(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    open_ranked(window, client, debate)
    ranked = window.document.view.ranked
    assert ranked is not None
    sentences = tuple(replace(sentence, reasons=("a fact-check is <i>near", "it is a question")) for sentence in ranked.sentences)
    window.document.view.offer(replace(ranked, sentences=sentences))
    rows = window.document.page.list.model()
    tool_tip = rows.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert tool_tip == "Repeats a claim that Sample desk rated Wrong ‹b>twice‹/b>. A fact-check is ‹i>near; it is a question."
    assert tool_tip == rows.index(0, 0).data(Qt.ItemDataRole.AccessibleDescriptionRole)
    window.actions_by_name["blind"].setChecked(True)
    assert not rows.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_filters_without_results_say_so_and_can_be_cleared(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    open_ranked(window, client, debate)
    page = window.document.page
    assert not page.filters.nothing.isVisible()
    page.set_filter(page.view.filter.toggled(Facet.SPEAKER, "Somebody of another document"))
    assert not page.view.visible and page.filters.nothing.isVisible()
    assert page.view.filter.chips()[0].label == "Somebody of another document"
    page.filters.show_all.click()
    assert len(page.view.visible) == page.view.count and not page.filters.nothing.isVisible()


def test_the_filters_fit_on_one_line(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.resize(1235, 800)
    open_ranked(window, client, debate)
    buttons = window.document.page.filters.menus.all_buttons()
    assert len({button.y() for button in buttons}) == 1 and all(button.isVisible() for button in buttons)


def test_order_and_search_can_be_read_in_large_text_and_a_narrow_window(
    window: MainWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot
) -> None:
    open_ranked(window, client, debate)
    bar = window.document.page.filters
    qtbot.waitUntil(lambda: bar.search.x() > bar.in_order.parentWidget().x())
    window.resize(1024, 700)
    window.theme.set_scale(1.5)
    qtbot.waitUntil(lambda: bar.search.y() > bar.in_order.parentWidget().y())
    qtbot.waitUntil(lambda: all(button.width() >= button.sizeHint().width() for button in (bar.ranked, bar.in_order)))


def test_the_cards_show_what_was_published_as_plain_text(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    open_ranked(window, client, debate)
    window.document.page.choose_sentence(1)
    card = window.document.page.matches.cards[0]
    labels = card.findChildren(QLabel)
    texts = [label.text() for label in labels]
    assert card.verdict.text() == "Sample desk: Wrong <b>twice</b>"
    assert "2020-01-01" in texts
    assert "demo, links unchecked" in texts
    assert "Repeats a claim rated Wrong <b>twice</b>." in texts
    assert any("budget names five million" in text for text in texts)
    assert all(label.textFormat() is Qt.TextFormat.PlainText for label in labels if label.text())
    assert card.link_button.text() == "Open desk.example"


def test_more_of_the_fact_check_is_read_on_request(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    open_ranked(window, client, debate)
    window.document.page.choose_sentence(1)
    card = window.document.page.matches.cards[0]
    card.passages_button.click()
    client.run()
    assert client.of(protocol.FindPassages)
    assert sum("five million crowns" in label.text() for label in card.findChildren(QLabel)) == 2
    assert not card.passages_button.isVisible()


def test_markup_in_a_document_stays_text(window: MainWindow, client: FakeTaskClient) -> None:
    payload = "<b>x</b><script>alert(1)</script> &amp; <img src='file:///x'>"
    window.document.take(Brought(text=payload))
    client.run()
    assert window.document.page.text.toPlainText() == payload
    window.document.page.choose_sentence(0)
    QApplication.processEvents()
    quoted = [label for label in window.document.page.matches.findChildren(QLabel) if "<script>" in label.text()]
    assert quoted and all(label.textFormat() is Qt.TextFormat.PlainText for label in quoted)


def test_offsets_hold_beyond_the_basic_plane_and_with_carriage_returns(window: MainWindow, client: FakeTaskClient) -> None:
    document = split("😀😀 one\r\ntwo 𝒳 two\nthree")
    page = window.document.page
    page.show_document(document)
    for sentence in document.sentences:
        cursor = page.text._cursor(sentence.start, sentence.end)
        assert cursor.selectedText().strip() == sentence.text.strip()


def test_a_click_in_the_text_chooses_the_sentence(window: MainWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot) -> None:
    open_ranked(window, client, debate)
    text = window.document.page.text
    point = text.top_of(window.document.view.row(4).sentence.start + 3).center()
    qtbot.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert window.document.view.selected == 4
    assert window.document.page.list.currentIndex().data(RowRole).sentence.index == 4
    assert text.extraSelections()


def test_only_what_is_visible_is_marked(window: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "many.txt"
    path.write_text("\n".join(["Harbour bridges cost nine million crowns."] * 2000), encoding="utf-8")
    open_ranked(window, client, path)
    qtbot.wait(20)
    assert 1 <= len(window.document.page.text.extraSelections()) < 120


def test_pages_are_reached_by_the_rail_and_keep_their_state(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    open_ranked(window, client, debate)
    window.rail.item_selected.emit(LIBRARY)
    assert window.stack.currentWidget() is window.library.page
    window.rail.item_selected.emit(DOCUMENT)
    assert window.document.view.ranked is not None and window.document.page.list.hasFocus()


def test_escape_leads_from_the_search_back_to_the_list(window: MainWindow, client: FakeTaskClient, debate: Path, qtbot: QtBot) -> None:
    open_ranked(window, client, debate)
    window.activateWindow()
    window.actions_by_name["filter"].trigger()
    qtbot.keyClick(window.document.page.filters.search, Qt.Key.Key_Escape)
    assert window.document.page.list.hasFocus()


def test_numbers_choose_matches(window: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "both.txt"
    path.write_text("Velden county museums lost half of visitors and seven rivers cross.", encoding="utf-8")
    open_ranked(window, client, path)
    pane = window.document.page.matches
    assert len(pane.cards) == 2 and pane.number == 1
    window.activateWindow()
    window.document.page.list.setFocus()
    qtbot.keyClick(window.document.page.list, Qt.Key.Key_2)
    assert pane.number == 2 and pane.cards[1].details is not None and pane.cards[1].details.isVisible()
    qtbot.keyClick(window.document.page.list, Qt.Key.Key_9)
    assert pane.number == 2
    qtbot.mouseClick(pane.cards[0], Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert pane.number == 1


def test_the_chosen_match_survives_a_new_version_and_another_size_of_text(
    window: MainWindow, client: FakeTaskClient, tmp_path: Path
) -> None:
    path = tmp_path / "both.txt"
    path.write_text("Velden county museums lost half of visitors and seven rivers cross.", encoding="utf-8")
    open_ranked(window, client, path)
    pane = window.document.page.matches
    window.document.page.choose_match(2)
    factcheck_id = pane.cards[1].content.factcheck
    window.document.requests.rank()
    client.run()
    window.document.page.accept_update()
    assert pane.cards[pane.number - 1].content.factcheck == factcheck_id == "b" or pane.number == 2
    window.actions_by_name["larger"].trigger()
    assert pane.number == 2 and pane.cards[1].content.factcheck == factcheck_id


def test_no_line_of_a_card_is_cut_off(window: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "all.txt"
    text_line = "Velden county museums lost half of visitors, seven rivers cross, harbour bridges cost nine million crowns. "
    path.write_text(text_line * 4, encoding="utf-8")
    open_ranked(window, client, path)
    assert len(window.document.page.matches.cards) == 3
    qtbot.wait(60)
    body = window.document.page.matches.widget()
    assert body.height() >= body.heightForWidth(body.width())
    for line in body.findChildren(QLabel):
        if line.isVisible() and line.text():
            assert line.height() >= line.heightForWidth(line.width()), line.text()


def test_five_thousand_sentences_do_not_stop_the_window(window: MainWindow) -> None:
    document = split("\n".join(f"Anna Berg: Sentence number {n} speaks of rivers and bridges." for n in range(5000)))
    ranked = rank(document, [])
    page, slowest = window.document.page, 0.0
    for step in (
        lambda: page.show_document(document),
        lambda: page.show_ranked(ranked),
        lambda: page.filters.search.setText("number 7"),
        lambda: page.set_order(Order.DOCUMENT),
        lambda: page.choose_sentence(4700),
    ):
        started = time.perf_counter()
        step()
        slowest = max(slowest, time.perf_counter() - started)
    assert page.model.rowCount() == 1355
    assert slowest < 0.5  # about 0.05 on two idle cores


def test_differences_are_shown_as_plain_text_in_the_chosen_card(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    open_ranked(window, client, debate)
    page, ranked = window.document.page, window.document.view.ranked
    assert ranked is not None
    first = ranked.sentences[0]
    number = Difference(kind=DifferenceKind.NUMBER, said=("<b>9</b>",), checked=("90",))
    matches = (replace(first.matches[0], differences=(number,)), *first.matches[1:])
    page.show_ranked(replace(ranked, sentences=(replace(first, matches=matches), *ranked.sentences[1:])))
    details = page.matches.cards[0].details
    assert details is not None
    chips = [chip for chip in details.findChildren(QLabel) if chip.property("role") == "differs"]
    assert [chip.text() for chip in chips] == ["<b>9</b> ≠ 90"] and chips[0].textFormat() == Qt.TextFormat.PlainText


def test_the_reasons_lead_and_the_numbers_are_folded_away(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run()
    card = window.document.page.matches.cards[0]
    why = card.why
    assert why.numbers is None and why.button in card.buttons()
    label_texts = {label.text() for label in why.findChildren(QLabel)}
    assert any("words in common" in text for text in label_texts) and not any("cosine" in text for text in label_texts)
    why.button.click()
    assert why.numbers is not None and why.numbers.isVisible()
    assert {"Meaning, claim (cosine)", "Words, claim (BM25)"} <= {label.text() for label in why.numbers.findChildren(QLabel)}
    why.button.click()
    assert not why.numbers.isVisible() and why.button.text() == "Show scores"


def test_unfolded_cards_stay_open_when_a_new_version_is_equal(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run()
    matches = window.document.page.matches
    card = matches.cards[0]
    card.why.button.click()
    window.document.view.expect()
    ranked = window.document.view.ranked
    assert ranked is not None
    window.document.page.show_ranked(replace(ranked, version=9))
    assert matches.cards[0] is card and card.why.button.isChecked()
    window.theme.changed.emit()
    assert matches.cards[0] is not card
