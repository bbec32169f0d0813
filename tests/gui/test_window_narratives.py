"""The Narratives page: found, listed, all views, edited, undone, exported."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QWidget

from app.domain.factcheck import FactCheck
from app.domain.judgement import Judgement
from app.gui.main_window import CLAIMS, NARRATIVES, MainWindow
from app.gui.model.narrative_filter import Only
from app.gui.model.narrative_view import Order
from app.gui.narratives.controller import NarrativesController
from app.gui.narratives.page import GRAPH, ITEMS, SERIES, SPREAD
from app.gui.theme import Appearance
from app.worker import protocol
from tests.fakes.library_requests import Broken
from tests.fakes.narrative_samples import shared_posts, stories
from tests.fakes.task_client import FakeTaskClient


@pytest.fixture
def client(client: FakeTaskClient) -> FakeTaskClient:
    """Provide a library with three stories."""
    client.library[:] = stories()
    client.pile.posts = shared_posts()
    return client


@pytest.fixture
def controller(window: MainWindow, client: FakeTaskClient) -> NarrativesController:
    """Provide the opened page after its narratives were found."""
    window.go(NARRATIVES)
    client.run()
    window.narratives.find()
    client.run()
    return window.narratives


def open_narrative(controller: NarrativesController, claim: str = "ferry") -> NarrativesController:
    """Open the narrative whose name or claim has this word."""
    name = next(narrative.id for narrative in controller.view.listed() if claim in f"{narrative.name} {narrative.claim}")
    controller.page.list.list.setCurrentIndex(controller.page.list.model.index(controller.page.list.model.row_of(name)))
    assert controller.view.shown == name
    return controller


def narrative_rows(controller: NarrativesController) -> list[str]:
    model = controller.page.list.model
    return [str(model.data(model.index(row))) for row in range(model.rowCount())]


def visible_texts(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.text() and label.isVisibleTo(widget)]


def mark_rows(controller: NarrativesController, *rows: int) -> None:
    table = controller.page.items.table
    flags = QItemSelectionModel.SelectionFlag
    table.selectionModel().clearSelection()
    for row in rows:
        table.selectionModel().select(table.model().index(row, 0), flags.Select | flags.Rows)


def test_the_empty_library_says_what_to_do(make_window: Callable[[FakeTaskClient], MainWindow], client: FakeTaskClient) -> None:
    client.library.clear()
    window = make_window(client)
    client.run()
    window.go(NARRATIVES)
    client.run()
    QApplication.processEvents()  # the window becomes active
    page = window.narratives.page
    assert page.whole.currentWidget() is page.no_library and page.no_library.buttons[0].hasFocus()
    assert not client.of(protocol.ReadNarratives)


def test_nothing_is_read_before_the_page_is_opened(window: MainWindow, client: FakeTaskClient) -> None:
    assert not window.late.made(NARRATIVES)
    QTest.keyClick(window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    client.run()
    assert window.stack.currentIndex() == NARRATIVES and window.late.made(NARRATIVES)
    window.go(CLAIMS)
    window.go(NARRATIVES)
    client.run()
    assert len(client.of(protocol.ReadNarratives)) == 1


def test_narratives_are_found_with_progress_and_stopped(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(NARRATIVES)
    client.run()
    page = window.narratives.page
    assert page.whole.currentWidget() is page.start and page.start.buttons[0].hasFocus()
    page.start.buttons[0].click()
    client.step()
    assert page.whole.currentWidget() is page.finding and page.finding.words.text() == "Comparing – 0 of 24"
    assert page.finding.stop.hasFocus()
    page.finding.stop.click()
    client.run()
    assert page.whole.currentWidget() is page.start and window.status.activity.text() == "Stopped. Nothing was changed."
    window.actions_by_name["find_narratives"].trigger()
    client.run()
    assert page.whole.currentWidget() is page.work and page.list.list.hasFocus()
    assert narrative_rows(window.narratives)[0] == "All together" and len(narrative_rows(window.narratives)) == 4
    assert page.list.count.text() == "3 narratives, 1 item belongs to none"


def test_a_failure_is_reported_and_earlier_results_stay(controller: NarrativesController, client: FakeTaskClient) -> None:
    client.breaking[protocol.FindNarratives] = Broken("library-full", "The disk is full.", "Free some space.")
    controller.find()
    client.run()
    page = controller.page
    assert (
        page.error.message.text() == "The disk is full."
        and page.whole.currentWidget() is page.work
        and len(narrative_rows(controller)) == 4
    )
    client.breaking.clear()
    controller.find()
    client.run()
    assert not page.error.isVisible()


def test_narratives_can_be_updated_after_the_library_changed(controller: NarrativesController, client: FakeTaskClient) -> None:
    assert not controller.page.stale.isVisible()
    client.library.append(FactCheck(id="new", claim="Velden ferry sinking again near harbour", publisher="Sample desk", language="en"))
    controller.library_changed()
    client.run()
    assert controller.page.stale.isVisible() and "changed since" in controller.page.stale.message.text()
    controller.page.stale.button.click()
    client.run()
    assert not controller.page.stale.isVisible() and "factcheck:new" in open_narrative(controller).view.current.items  # type: ignore[union-attr]


def test_another_library_shows_nothing_of_the_old_one(window: MainWindow, controller: NarrativesController, client: FakeTaskClient) -> None:
    open_narrative(controller)
    client.stories.found_with = None
    client.stories.map = type(client.stories.map)()
    window.library.use(Path("other"))
    client.run()
    assert controller.view.current is None and controller.page.whole.currentWidget() is controller.page.start


def test_the_list_is_searched_filtered_and_ordered(controller: NarrativesController, client: FakeTaskClient) -> None:
    pane = controller.page.list
    spoken = str(pane.model.data(pane.model.index(2), Qt.ItemDataRole.AccessibleTextRole))
    assert "Rulings conflict" in spoken and "Not yet in your language" in spoken and "3 fact-checks" in spoken
    QTest.keyClick(pane.list, Qt.Key.Key_Slash)
    assert pane.search.hasFocus()
    QTest.keyClicks(pane.search, "dam water")
    assert len(narrative_rows(controller)) == 2 and pane.count.text() == "1 found"
    pane.search.clear()
    for language in ("pt", ""):
        pane.filters.language.entries.aboutToShow.emit()
        next(action for action in pane.filters.language.entries.actions() if action.data() == language).trigger()
        assert len(narrative_rows(controller)) == (2 if language else 4)
    conflicts_filter = next(action for action in pane.filters.only.entries.actions() if action.data() == Only.CONFLICTS.value)
    conflicts_filter.trigger()
    assert len(narrative_rows(controller)) == 2 and [chip.text() for chip in pane.filters.chips.buttons()] == [
        "Rulings conflict or changed  ✕"
    ]
    pane.filters.chips.buttons()[0].click()
    assert len(narrative_rows(controller)) == 4 and not conflicts_filter.isChecked()
    pane.order.setCurrentIndex(pane.order.findData(Order.CONFLICT.value))
    assert "dam" in str(pane.model.data(pane.model.index(1), Qt.ItemDataRole.AccessibleTextRole))
    dialog = pane.filters.ask_days()
    dialog.first.setText(str(dialog.first.suggestion))
    dialog.last.setText(str(dialog.first.suggestion))
    dialog._accept()
    dialog.close()
    assert len(narrative_rows(controller)) == 2 and "Published 2021-01-06" in pane.filters.chips.buttons()[0].text()


def test_the_timeline_moves_between_debunks_and_opens_them(controller: NarrativesController, monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[str] = []
    controller.signals.link_asked.connect(messages.append)
    monkeypatch.setattr("app.gui.links.agreed", lambda *_args, **_more: False)
    page = open_narrative(controller).page.timeline
    assert [lane.name for lane in page.chart.lanes.lanes] == ["English", "Spanish", "Portuguese"]
    assert page.undated.text() == "1 without a date is not shown"
    page.chart.setFocus()
    for _ in range(3):
        QTest.keyClick(page.chart, Qt.Key.Key_Right)
    assert page.strip.item is not None and page.strip.item.id == "p2"
    QTest.keyClick(page.chart, Qt.Key.Key_Left)
    assert page.strip.item.id == "ferry-0" and any(
        "Sample desk · English · 2021-01-10 · rated “False”" in text for text in visible_texts(page.strip)
    )
    QTest.keyClick(page.chart, Qt.Key.Key_Return)
    assert messages == ["https://desk0.example/ferry"]
    page.strip.among.click()
    assert controller.page.tabs.currentIndex() == ITEMS and controller.page.items.details.item is not None
    assert controller.page.items.details.item.id == "ferry-0"


def test_the_timeline_can_be_zoomed_into_clusters(controller: NarrativesController) -> None:
    page = open_narrative(controller).page.timeline
    chart = page.chart
    span = chart.span
    page.closer.click()
    assert chart.span.wide < span.wide
    QTest.keyClick(chart, Qt.Key.Key_PageDown)
    assert chart.span.low > span.low
    QTest.keyClick(chart, Qt.Key.Key_Home)
    assert chart.span == span
    first = next(cluster for cluster in chart._clusters(chart.lanes.lanes[0], chart.plot(chart._area())))
    top, high = chart._row(chart.plot(chart._area()), 0)
    point = chart.rect().topLeft() + type(chart.rect().topLeft())(round(first.middle), top + high // 2)
    assert len(first.marks) == 12 and chart.cluster_at(point) == first and "and 9 more" in chart.words_at(point)
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=point)
    assert chart.span.wide < span.wide and page.strip.item is not None
    item_id = page.strip.item
    page.rows.setCurrentIndex(page.rows.findData("Publisher"))
    assert "Posts" in [lane.name for lane in chart.lanes.lanes] and chart.current is not None and chart.current.item == item_id


def test_the_combined_timeline_can_be_grouped_by_narrative(controller: NarrativesController) -> None:
    page = controller.page.timeline
    page.rows.setCurrentIndex(page.rows.findData("Narrative"))
    assert len(page.chart.lanes.lanes) == 2  # the posts of the third have no date
    open_narrative(controller)
    assert page.rows.findData("Narrative") < 0 and page.rows.currentText() == "Language"


def test_the_spread_is_shown_as_flow_table_and_numbers(controller: NarrativesController) -> None:
    open_narrative(controller).page.tabs.setCurrentIndex(SPREAD)
    page = controller.page.spread
    label_texts = visible_texts(page.widget())
    assert "5 fact-checks repeat an earlier one of another publisher." in label_texts
    assert "2 of them (40%) came in a language in which nobody had debunked the claim before." in label_texts
    assert page.flow is not None and "English → Portuguese: 2 times, half of them within 290 days" in page.flow.accessibleName()
    model = page.table.model()  # type: ignore[union-attr]
    assert [str(model.index(0, column).data()) for column in range(4)] == ["English", "Portuguese", "2", "290"]
    page.choice.setCurrentIndex(1)
    assert model.index(0, 0).data() == "United Kingdom"
    controller.page.list.list.setCurrentIndex(controller.page.list.model.index(3))
    assert any("no way to show" in text for text in visible_texts(page.widget())) and page.flow is None


def test_the_graph_is_laid_out_in_turns_and_walked_by_arrows(controller: NarrativesController) -> None:
    page = controller.page
    page.tabs.setCurrentIndex(GRAPH)
    assert not page.graph.chart.isVisible() and "Choose one narrative" in page.graph.words.text()
    open_narrative(controller)
    assert page.graph.idle_work.active and page.graph.chart.graph.places is None
    page.graph.idle_work.finish()
    chart = page.graph.chart
    assert chart.graph.places is not None and len(chart.graph.nodes) == 18 and "18 items" in chart.accessibleName()
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert chart.current == 0 and page.graph.strip.item is chart.graph.nodes[0].item
    visited = {chart.current}
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right):
        QTest.keyClick(chart, key)
        visited.add(chart.current)
    assert len(visited) > 2
    node_position = chart._at(chart.rect().adjusted(2, 2, -2, -2), 5)
    assert node_position is not None and chart.node_at(node_position.toPoint()) is not None
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=node_position.toPoint())
    assert chart.current == chart.node_at(node_position.toPoint())
    page.tabs.setCurrentIndex(SPREAD)
    assert not page.graph.idle_work.active


def test_repeats_are_judged_with_the_keys_of_the_review(controller: NarrativesController, client: FakeTaskClient) -> None:
    open_narrative(controller).page.tabs.setCurrentIndex(ITEMS)
    page = controller.page.items
    page.choose("factcheck:ferry-2")
    assert [repeat.repeat.earlier for repeat in page.details.repeats] == ["ferry-0", "ferry-1"]
    assert any(text == "Already debunked by Sample desk in English, 80 days before" for text in visible_texts(page.details))
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_A)
    client.run()
    assert page.details.repeats[0].repeat.judgement is Judgement.EXACT and page.found.text() == "18 items · 13 repeats, 1 judged"
    page.details.repeats[1].setFocus()
    QTest.keyClick(page.details.repeats[1], Qt.Key.Key_X)
    client.run()
    assert page.details.repeats[1].repeat.judgement is Judgement.IRRELEVANT and page.details.repeats[1].hasFocus()
    assert page.details.repeats[1].buttons[Judgement.IRRELEVANT].isChecked()
    assert controller.page.undo.toolTip().startswith("Take back: Judge 1 repeat: irrelevant")
    controller.page.undo.click()
    client.run()
    assert page.details.repeats[1].repeat.judgement is None
    page.details.repeats[0].buttons[Judgement.EXACT].click()
    client.run()
    assert page.details.repeats[0].repeat.judgement is None  # said twice, it is taken back


def test_items_are_split_off_removed_and_restored_by_undo(
    window: MainWindow, controller: NarrativesController, client: FakeTaskClient
) -> None:
    open_narrative(controller).page.tabs.setCurrentIndex(ITEMS)
    page, narratives_page = controller.page.items, controller.page
    assert not page.split.isEnabled() and not page.out.isEnabled()
    mark_rows(controller, 0, 2, 3)
    assert page.split.isEnabled() and len(page.chosen()) == 3
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    client.run()
    assert len(narrative_rows(controller)) == 5 and len(controller.view.current.items) == 15  # type: ignore[union-attr]
    assert window.status.activity.text().startswith("Split 3 items from")
    mark_rows(controller, 0)
    page.out.click()
    client.run()
    assert controller.view.map.alone == 2 and len(page.items) == 14
    for _ in range(2):
        QTest.keyClick(page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        client.run()
    assert len(narrative_rows(controller)) == 4 and len(page.items) == 18 and controller.view.map.alone == 1
    assert window.status.activity.text().startswith("Taken back: Split 3 items") and not narratives_page.undo.isEnabled()
    QTest.keyClick(page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    client.run()
    assert len(narrative_rows(controller)) == 5 and narratives_page.redo.toolTip().startswith("Make again: Take 1 item out")


def test_narratives_are_merged_and_renamed(controller: NarrativesController, client: FakeTaskClient) -> None:
    open_narrative(controller)
    controller.page.header.merge.click()
    dialog = controller.editing.merging
    assert dialog is not None and dialog.list.count() == 2 and not dialog.merge.isEnabled()
    dialog.search.setText("dam")
    visible_entries = [dialog.list.item(row) for row in range(2) if not dialog.list.item(row).isHidden()]
    assert len(visible_entries) == 1
    visible_entries[0].setCheckState(Qt.CheckState.Checked)
    dialog.merge.click()
    client.run()
    assert len(narrative_rows(controller)) == 3 and controller.view.current is not None and len(controller.view.current.items) == 21
    QTest.keyClick(controller.page.list.list, Qt.Key.Key_F2)
    naming = controller.editing.naming
    assert naming is not None
    naming.line.setText("  The sinking   ferry ")
    naming._accept()
    client.run()
    assert "The sinking ferry" in narrative_rows(controller) and controller.page.header.name.text() == "The sinking ferry"
    controller.editing.undo()
    client.run()
    controller.editing.undo()
    client.run()
    assert len(narrative_rows(controller)) == 4 and "The sinking ferry" not in narrative_rows(controller)


def test_a_change_that_cannot_be_saved_is_reported_and_not_shown(controller: NarrativesController, client: FakeTaskClient) -> None:
    client.breaking[protocol.ActOnNarratives] = Broken("library-locked", "Another window writes.", "Close it.")
    open_narrative(controller)
    controller.editing._rename("Other")
    client.run()
    assert (
        controller.page.error.message.text() == "Your change could not be kept: Another window writes."
        and "Other" not in narrative_rows(controller)
    )


def test_series_are_computed_when_opened_and_refusals_are_shown(controller: NarrativesController, client: FakeTaskClient) -> None:
    assert not client.of(protocol.ComputeSeries)
    controller.page.tabs.setCurrentIndex(SERIES)
    client.run()
    page = controller.page.series
    assert "This needs at least 40 weeks." in visible_texts(page.area) and page.charts[0].drawn.words == "9 fact-checks and 11 posts"
    assert [chart.drawn.heading for chart in page.charts[1:]]  # topics over time
    page.steps.setCurrentIndex(page.steps.findData("month"))
    client.run()
    (_, second) = client.of(protocol.ComputeSeries)
    assert second.step == "month" and second.narratives == ()  # type: ignore[attr-defined]
    open_narrative(controller)
    client.run()
    assert client.of(protocol.ComputeSeries)[-1].narratives == (controller.view.shown,)  # type: ignore[attr-defined]
    chart = page.charts[0]
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert "2021-01-04" in chart.accessibleDescription()
    controller.page.list.list.setCurrentIndex(controller.page.list.model.index(3))
    client.run()
    assert visible_texts(page.area) == ["Nothing here has a date. Choose other narratives."]


def test_charts_are_exported_as_pictures(
    window: MainWindow, controller: NarrativesController, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / f"{page}.{ending}"), ""))
    open_narrative(controller)
    for page in range(SERIES + 1):
        controller.page.tabs.setCurrentIndex(page)
        client.run()
        controller.page.graph.idle_work.finish()
        for ending, begin in (("png", b"\x89PNG"), ("svg", b"<?xml")):
            target = tmp_path / f"{page}.{ending}"
            controller.export.export(ending)
            if page == ITEMS:
                assert not target.exists() and controller.page.error.message.text() == "There is no chart on this page."
                continue
            written = target.read_bytes()
            assert len(written) > 3000 and written.startswith(begin) and str(target) in window.status.activity.text()


def test_narratives_are_written_by_the_worker(
    controller: NarrativesController, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "out"), ""))
    for narrative_count, ending in ((3, "csv"), (3, "graphml"), (1, "json")):
        if narrative_count == 1:
            open_narrative(controller)
        next(action for action in controller.page.header.export.entries.actions() if action.data() == ending).trigger()
        client.run()
        assert len(json.loads((tmp_path / f"out.{ending}").read_text(encoding="utf-8"))) == narrative_count


def test_a_picture_that_cannot_be_written_shows_an_error(
    controller: NarrativesController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "gone" / "chart.png"), ""))
    controller.export.export("png")
    assert "could not be written" in controller.page.error.message.text()


def test_dark_large_and_back_shows_the_same(window: MainWindow, controller: NarrativesController, client: FakeTaskClient) -> None:
    open_narrative(controller)
    for page, (appearance, scale) in enumerate(zip([Appearance.DARK, Appearance.LIGHT] * 3, (1.5, 1.0, 1.5, 1.0, 1.5), strict=False)):
        controller.page.tabs.setCurrentIndex(page)
        client.run()
        controller.page.graph.idle_work.finish()
        before = visible_texts(controller.page.tabs.widget(page))
        window.theme.choose(appearance)
        window.theme.set_scale(scale)
        QApplication.processEvents()
        assert not window.grab().isNull() and visible_texts(controller.page.tabs.widget(page)) == before
