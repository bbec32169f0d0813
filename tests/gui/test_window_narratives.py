"""The Narratives place: found, listed, looked at in every way, changed by hand, taken back, exported."""

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
    """A library with three stories."""
    client.library[:] = stories()
    client.pile.posts = shared_posts()
    return client


@pytest.fixture
def controller(window: MainWindow, client: FakeTaskClient) -> NarrativesController:
    """The place, looked at, its narratives found."""
    window.go(NARRATIVES)
    client.run()
    window.narratives.find()
    client.run()
    return window.narratives


def opened(controller: NarrativesController, claim: str = "ferry") -> NarrativesController:
    """The narrative whose name or claim has this word is open."""
    name = next(each.id for each in controller.view.listed() if claim in f"{each.name} {each.claim}")
    controller.page.list.list.setCurrentIndex(controller.page.list.model.index(controller.page.list.model.row_of(name)))
    assert controller.view.shown == name
    return controller


def rows(controller: NarrativesController) -> list[str]:
    model = controller.page.list.model
    return [str(model.data(model.index(row))) for row in range(model.rowCount())]


def texts(widget: QWidget) -> list[str]:
    return [each.text() for each in widget.findChildren(QLabel) if each.text() and each.isVisibleTo(widget)]


def mark_rows(controller: NarrativesController, *places: int) -> None:
    table = controller.page.items.table
    flags = QItemSelectionModel.SelectionFlag
    table.selectionModel().clearSelection()
    for place in places:
        table.selectionModel().select(table.model().index(place, 0), flags.Select | flags.Rows)


def test_the_empty_library_says_what_to_do(make_window: Callable[[FakeTaskClient], MainWindow], client: FakeTaskClient) -> None:
    client.library.clear()
    window = make_window(client)
    client.run()
    window.go(NARRATIVES)
    client.run()
    QApplication.processEvents()  # the window becomes active
    place = window.narratives.page
    assert place.whole.currentWidget() is place.no_library and place.no_library.buttons[0].hasFocus()
    assert not client.of(protocol.ReadNarratives)


def test_nothing_is_read_before_the_place_is_looked_at(window: MainWindow, client: FakeTaskClient) -> None:
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
    place = window.narratives.page
    assert place.whole.currentWidget() is place.start and place.start.buttons[0].hasFocus()
    place.start.buttons[0].click()
    client.step()
    assert place.whole.currentWidget() is place.finding and place.finding.words.text() == "Comparing – 0 of 24"
    assert place.finding.stop.hasFocus()
    place.finding.stop.click()
    client.run()
    assert place.whole.currentWidget() is place.start and window.status.activity.text() == "Stopped. Nothing was changed."
    window.actions_by_name["find_narratives"].trigger()
    client.run()
    assert place.whole.currentWidget() is place.work and place.list.list.hasFocus()
    assert rows(window.narratives)[0] == "All together" and len(rows(window.narratives)) == 4
    assert place.list.count.text() == "3 narratives, 1 item belongs to none"


def test_a_failure_is_told_and_what_was_found_stays(controller: NarrativesController, client: FakeTaskClient) -> None:
    client.breaking[protocol.FindNarratives] = Broken("library-full", "The disk is full.", "Free some space.")
    controller.find()
    client.run()
    place = controller.page
    assert place.error.message.text() == "The disk is full." and place.whole.currentWidget() is place.work and len(rows(controller)) == 4
    client.breaking.clear()
    controller.find()
    client.run()
    assert not place.error.isVisible()


def test_a_library_that_changed_can_be_taken_in(controller: NarrativesController, client: FakeTaskClient) -> None:
    assert not controller.page.stale.isVisible()
    client.library.append(FactCheck(id="new", claim="Velden ferry sinking again near harbour", publisher="Sample desk", language="en"))
    controller.library_changed()
    client.run()
    assert controller.page.stale.isVisible() and "changed since" in controller.page.stale.message.text()
    controller.page.stale.button.click()
    client.run()
    assert not controller.page.stale.isVisible() and "factcheck:new" in opened(controller).view.current.items  # type: ignore[union-attr]


def test_another_library_shows_nothing_of_the_old_one(window: MainWindow, controller: NarrativesController, client: FakeTaskClient) -> None:
    opened(controller)
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
    assert len(rows(controller)) == 2 and pane.count.text() == "1 found"
    pane.search.clear()
    for language in ("pt", ""):
        pane.filters.language.entries.aboutToShow.emit()
        next(each for each in pane.filters.language.entries.actions() if each.data() == language).trigger()
        assert len(rows(controller)) == (2 if language else 4)
    only = next(each for each in pane.filters.only.entries.actions() if each.data() == Only.CONFLICTS.value)
    only.trigger()
    assert len(rows(controller)) == 2 and [chip.text() for chip in pane.filters.chips.buttons()] == ["Rulings conflict or changed  ✕"]
    pane.filters.chips.buttons()[0].click()
    assert len(rows(controller)) == 4 and not only.isChecked()
    pane.order.setCurrentIndex(pane.order.findData(Order.CONFLICT.value))
    assert "dam" in str(pane.model.data(pane.model.index(1), Qt.ItemDataRole.AccessibleTextRole))
    dialog = pane.filters.ask_days()
    dialog.until_on.setChecked(True)
    dialog.last.setDate(dialog.first.date())
    dialog._accept()
    dialog.close()
    assert len(rows(controller)) == 2 and "Published 2021-01-06" in pane.filters.chips.buttons()[0].text()


def test_the_timeline_goes_from_debunk_to_debunk_and_opens_them(controller: NarrativesController, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    controller.signals.link_asked.connect(asked.append)
    monkeypatch.setattr("app.gui.links.agreed", lambda *_args, **_more: False)
    page = opened(controller).page.timeline
    assert [lane.name for lane in page.chart.lanes.lanes] == ["English", "Spanish", "Portuguese"]
    assert page.undated.text() == "1 without a date is not shown"
    page.chart.setFocus()
    for _ in range(3):
        QTest.keyClick(page.chart, Qt.Key.Key_Right)
    assert page.strip.item is not None and page.strip.item.id == "p2"
    QTest.keyClick(page.chart, Qt.Key.Key_Left)
    assert page.strip.item.id == "ferry-0" and any(
        "Sample desk · English · 2021-01-10 · rated “False”" in text for text in texts(page.strip)
    )
    QTest.keyClick(page.chart, Qt.Key.Key_Return)
    assert asked == ["https://desk0.example/ferry"]
    page.strip.among.click()
    assert controller.page.tabs.currentIndex() == ITEMS and controller.page.items.details.item is not None
    assert controller.page.items.details.item.id == "ferry-0"


def test_the_timeline_is_looked_at_closely(controller: NarrativesController) -> None:
    page = opened(controller).page.timeline
    chart = page.chart
    whole = chart.span
    page.closer.click()
    assert chart.span.wide < whole.wide
    QTest.keyClick(chart, Qt.Key.Key_PageDown)
    assert chart.span.low > whole.low
    QTest.keyClick(chart, Qt.Key.Key_Home)
    assert chart.span == whole
    first = next(one for one in chart._clusters(chart.lanes.lanes[0], chart.plot(chart._area())))
    top, high = chart._row(chart.plot(chart._area()), 0)
    where = chart.rect().topLeft() + type(chart.rect().topLeft())(round(first.middle), top + high // 2)
    assert len(first.marks) == 12 and chart.cluster_at(where) == first and "and 9 more" in chart.words_at(where)
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=where)
    assert chart.span.wide < whole.wide and page.strip.item is not None
    kept = page.strip.item
    page.rows.setCurrentIndex(page.rows.findData("Publisher"))
    assert "Posts" in [lane.name for lane in chart.lanes.lanes] and chart.current is not None and chart.current.item == kept


def test_all_together_can_be_told_by_narrative(controller: NarrativesController) -> None:
    page = controller.page.timeline
    page.rows.setCurrentIndex(page.rows.findData("Narrative"))
    assert len(page.chart.lanes.lanes) == 2  # the posts of the third have no date
    opened(controller)
    assert page.rows.findData("Narrative") < 0 and page.rows.currentText() == "Language"


def test_the_spread_is_told_as_flow_table_and_numbers(controller: NarrativesController) -> None:
    opened(controller).page.tabs.setCurrentIndex(SPREAD)
    page = controller.page.spread
    told = texts(page.widget())
    assert "5 fact-checks repeat an earlier one of another publisher." in told
    assert "2 of them (40%) came in a language in which nobody had debunked the claim before." in told
    assert page.flow is not None and "English → Portuguese: 2 times, half of them within 290 days" in page.flow.accessibleName()
    model = page.table.model()  # type: ignore[union-attr]
    assert [str(model.index(0, column).data()) for column in range(4)] == ["English", "Portuguese", "2", "290"]
    page.choice.setCurrentIndex(1)
    assert model.index(0, 0).data() == "United Kingdom"
    controller.page.list.list.setCurrentIndex(controller.page.list.model.index(3))
    assert any("no way to show" in text for text in texts(page.widget())) and page.flow is None


def test_the_graph_is_laid_out_in_turns_and_walked_by_arrows(controller: NarrativesController) -> None:
    place = controller.page
    place.tabs.setCurrentIndex(GRAPH)
    assert not place.graph.chart.isVisible() and "Choose one narrative" in place.graph.words.text()
    opened(controller)
    assert place.graph.idle_work.active and place.graph.chart.graph.places is None
    place.graph.idle_work.finish()
    chart = place.graph.chart
    assert chart.graph.places is not None and len(chart.graph.nodes) == 18 and "18 items" in chart.accessibleName()
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert chart.current == 0 and place.graph.strip.item is chart.graph.nodes[0].item
    met = {chart.current}
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right):
        QTest.keyClick(chart, key)
        met.add(chart.current)
    assert len(met) > 2
    at = chart._at(chart.rect().adjusted(2, 2, -2, -2), 5)
    assert at is not None and chart.node_at(at.toPoint()) is not None
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=at.toPoint())
    assert chart.current == chart.node_at(at.toPoint())
    place.tabs.setCurrentIndex(SPREAD)
    assert not place.graph.idle_work.active


def test_repeats_are_judged_with_the_keys_of_the_review(controller: NarrativesController, client: FakeTaskClient) -> None:
    opened(controller).page.tabs.setCurrentIndex(ITEMS)
    page = controller.page.items
    page.choose("factcheck:ferry-2")
    assert [each.repeat.earlier for each in page.details.repeats] == ["ferry-0", "ferry-1"]
    assert any(text == "Already debunked by Sample desk in English, 80 days before" for text in texts(page.details))
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


def test_items_are_split_off_taken_out_and_all_of_it_taken_back(
    window: MainWindow, controller: NarrativesController, client: FakeTaskClient
) -> None:
    opened(controller).page.tabs.setCurrentIndex(ITEMS)
    page, place = controller.page.items, controller.page
    assert not page.split.isEnabled() and not page.out.isEnabled()
    mark_rows(controller, 0, 2, 3)
    assert page.split.isEnabled() and len(page.chosen()) == 3
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    client.run()
    assert len(rows(controller)) == 5 and len(controller.view.current.items) == 15  # type: ignore[union-attr]
    assert window.status.activity.text().startswith("Split 3 items from")
    mark_rows(controller, 0)
    page.out.click()
    client.run()
    assert controller.view.map.alone == 2 and len(page.items) == 14
    for _ in range(2):
        QTest.keyClick(page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        client.run()
    assert len(rows(controller)) == 4 and len(page.items) == 18 and controller.view.map.alone == 1
    assert window.status.activity.text().startswith("Taken back: Split 3 items") and not place.undo.isEnabled()
    QTest.keyClick(page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    client.run()
    assert len(rows(controller)) == 5 and place.redo.toolTip().startswith("Make again: Take 1 item out")


def test_narratives_are_merged_and_renamed(controller: NarrativesController, client: FakeTaskClient) -> None:
    opened(controller)
    controller.page.header.merge.click()
    dialog = controller.editing.merging
    assert dialog is not None and dialog.list.count() == 2 and not dialog.merge.isEnabled()
    dialog.search.setText("dam")
    shown = [dialog.list.item(row) for row in range(2) if not dialog.list.item(row).isHidden()]
    assert len(shown) == 1
    shown[0].setCheckState(Qt.CheckState.Checked)
    dialog.merge.click()
    client.run()
    assert len(rows(controller)) == 3 and controller.view.current is not None and len(controller.view.current.items) == 21
    QTest.keyClick(controller.page.list.list, Qt.Key.Key_F2)
    naming = controller.editing.naming
    assert naming is not None
    naming.line.setText("  The sinking   ferry ")
    naming._accept()
    client.run()
    assert "The sinking ferry" in rows(controller) and controller.page.header.name.text() == "The sinking ferry"
    controller.editing.undo()
    client.run()
    controller.editing.undo()
    client.run()
    assert len(rows(controller)) == 4 and "The sinking ferry" not in rows(controller)


def test_a_change_that_cannot_be_kept_is_told_and_not_shown(controller: NarrativesController, client: FakeTaskClient) -> None:
    client.breaking[protocol.ActOnNarratives] = Broken("library-locked", "Another window writes.", "Close it.")
    opened(controller)
    controller.editing._rename("Other")
    client.run()
    assert controller.page.error.message.text() == "Your change could not be kept: Another window writes." and "Other" not in rows(
        controller
    )


def test_series_are_computed_when_looked_at_and_refusals_are_told(controller: NarrativesController, client: FakeTaskClient) -> None:
    assert not client.of(protocol.ComputeSeries)
    controller.page.tabs.setCurrentIndex(SERIES)
    client.run()
    page = controller.page.series
    assert "This needs at least 40 weeks." in texts(page.area) and page.charts[0].drawn.words == "9 fact-checks and 11 posts"
    assert [chart.drawn.heading for chart in page.charts[1:]]  # topics over time
    page.steps.setCurrentIndex(page.steps.findData("month"))
    client.run()
    (_, second) = client.of(protocol.ComputeSeries)
    assert second.step == "month" and second.narratives == ()  # type: ignore[attr-defined]
    opened(controller)
    client.run()
    assert client.of(protocol.ComputeSeries)[-1].narratives == (controller.view.shown,)  # type: ignore[attr-defined]
    chart = page.charts[0]
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Right)
    assert "2021-01-04" in chart.accessibleDescription()
    controller.page.list.list.setCurrentIndex(controller.page.list.model.index(3))
    client.run()
    assert texts(page.area) == ["Nothing here has a date. Choose other narratives."]


def test_pictures_of_what_is_shown_are_written(
    window: MainWindow, controller: NarrativesController, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / f"{page}.{ending}"), ""))
    opened(controller)
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
    for many, ending in ((3, "csv"), (3, "graphml"), (1, "json")):
        if many == 1:
            opened(controller)
        next(each for each in controller.page.header.export.entries.actions() if each.data() == ending).trigger()
        client.run()
        assert len(json.loads((tmp_path / f"out.{ending}").read_text(encoding="utf-8"))) == many


def test_a_picture_that_cannot_be_written_is_told(
    controller: NarrativesController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "gone" / "chart.png"), ""))
    controller.export.export("png")
    assert "could not be written" in controller.page.error.message.text()


def test_dark_large_and_back_shows_the_same(window: MainWindow, controller: NarrativesController, client: FakeTaskClient) -> None:
    opened(controller)
    for page, (appearance, scale) in enumerate(zip([Appearance.DARK, Appearance.LIGHT] * 3, (1.5, 1.0, 1.5, 1.0, 1.5), strict=False)):
        controller.page.tabs.setCurrentIndex(page)
        client.run()
        controller.page.graph.idle_work.finish()
        before = texts(controller.page.tabs.widget(page))
        window.theme.choose(appearance)
        window.theme.set_scale(scale)
        QApplication.processEvents()
        assert not window.grab().isNull() and texts(controller.page.tabs.widget(page)) == before
