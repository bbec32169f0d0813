"""The Narratives place shows no text that was never given to be translated. All data is in Greek, as in the test of the other places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app import translation
from app.charts.curves import Plot
from app.domain.factcheck import FactCheck
from app.domain.narrative_operations import NarrativeOperation
from app.domain.post import Post
from app.domain.verdict import Verdict
from app.gui.main_window import NARRATIVES, MainWindow
from app.gui.model.narrative_filter import Only
from app.gui.narratives.page import GRAPH, ITEMS, SERIES
from app.worker import protocol
from tests.fakes.catalogue import Bracketed
from tests.fakes.library_requests import Broken
from tests.fakes.task_client import FakeTaskClient
from tests.gui.test_window_translation_places import everything, left


@pytest.fixture(autouse=True)
def bracketed() -> Iterator[None]:
    """A language whose every text stands in brackets."""
    translation.use_catalogue("es", Bracketed())
    yield
    translation.use("en")


def fill(client: FakeTaskClient) -> None:
    """Two stories: one with repeats and conflicting rulings, one of posts."""
    client.library[:] = [
        FactCheck(
            id=f"α{place}",
            claim=f"Βίντεο δείχνει πλοίο βυθίζεται λιμάνι {place}",
            verdict=verdict,
            rating="Ψέμα",
            publisher=f"Γραφείο{place}",
            language=("λ", "β", "")[place],
            claimant="Κάρλος",
            published=date(2021, 1, 1) + timedelta(days=place * 50),
            url="https://α.β/γ",
        )
        for place, verdict in enumerate((Verdict.FALSE, Verdict.TRUE, Verdict.MISLEADING))
    ]
    days = (datetime(2021, 1, 5, tzinfo=UTC), None)
    client.pile.posts = [
        Post(id=f"π{place}", text=f"Κάτι άλλο εντελώς γράφει κάποιος {place}", author="Άννα", platform="Κ", published=day, language="λ")
        for place, day in enumerate(days)
    ]


def test_every_page_and_state_of_narratives(window: MainWindow, client: FakeTaskClient) -> None:
    fill(client)
    window.go(NARRATIVES)
    client.run()
    controller, said = window.narratives, window.status.activity
    place = controller.page
    texts = [*everything(place.no_library), *everything(place.start)]
    controller.find()
    client.step()
    texts += everything(place.finding)
    client.run()
    for row in range(3):
        place.list.list.setCurrentIndex(place.list.model.index(row))
        for page in range(SERIES + 1):
            place.tabs.setCurrentIndex(page)
            client.run()
            place.graph.idle_work.finish()
            if page == ITEMS:
                place.items.table.selectRow(2)
            texts += [*everything(place), *(text for chart in place.series.charts for text in plotted(chart.drawn))]
    place.list.list.setCurrentIndex(place.list.model.index(1))
    place.tabs.setCurrentIndex(0)
    place.timeline.chart.choose(place.timeline.chart.lanes.marks[0])
    QTest.keyClick(place.timeline.chart, Qt.Key.Key_Right)
    texts += [*everything(place.timeline), *(one.words for lane in place.timeline.chart.lanes.lanes for one in lane.marks[:0] or ())]
    for button in (place.list.filters.language, place.list.filters.publisher):
        button.entries.aboutToShow.emit()
        texts += everything(button.entries)
    place.list.filters.choose(replace(controller.view.wanted, language="λ", publisher="Γραφείο0", only=frozenset(Only)))
    texts += everything(place.list)
    place.list.filters.choose(type(controller.view.wanted)())
    assert left([text for text in texts if text]) - of_the_fake() == set()
    assert len([text for text in texts if "⟦" in text]) > 200
    assert said.text() == "" or "⟦" in said.text()


def plotted(plot: Plot) -> list[str]:
    return [plot.heading, plot.words, *(curve.name for curve in plot.curves)]


def of_the_fake() -> set[str]:
    """What the fake worker says in English."""
    return {
        "Comparing – ⟦0 of 5⟧",
        "Naming – ⟦5 of 5⟧",
        "Granger causality",
        "This needs at least 40 weeks.",
        "Nothing here has a date. Choose other narratives.",
    }


def test_acts_dialogs_and_failures(window: MainWindow, client: FakeTaskClient) -> None:
    fill(client)
    window.go(NARRATIVES)
    window.narratives.find()
    client.run()
    controller, said = window.narratives, window.status.activity
    place, texts = controller.page, []
    place.list.list.setCurrentIndex(place.list.model.index(1))
    place.tabs.setCurrentIndex(ITEMS)
    current = controller.view.current
    assert current is not None
    controller.editing.ask_name()
    controller.editing.ask_merge()
    for dialog in (controller.editing.naming, controller.editing.merging, place.list.filters.ask_days()):
        assert dialog is not None
        texts += everything(dialog)
        dialog.close()
    for work in (
        lambda: controller.editing.split(current.items[:1]),
        controller.editing.undo,
        lambda: controller.editing.take_out(current.items[:1]),
        controller.editing.redo,
        lambda: controller.editing._rename("Πλοίο"),
    ):
        work()
        client.run()
        texts += [said.text(), place.undo.toolTip(), place.redo.toolTip()]
    place.tabs.setCurrentIndex(GRAPH)
    for ending in ("png", "json"):
        place.list.list.setCurrentIndex(place.list.model.index(0))
        controller.view.wanted = type(controller.view.wanted)(text="τίποτα")
        controller.export.export(ending)
        texts += everything(place.error)
        if ending == "png":
            place.error.clear()
            break
    client.breaking[protocol.ActOnNarratives] = Broken("library-locked", "Κλειστό.", "Άνοιξε.")
    controller.requests.act(NarrativeOperation(label="α", who="", at=""))
    client.run()
    texts += everything(place.error)
    client.library.pop()
    controller.library_changed()
    client.run()
    texts += everything(place.stale)
    of_qt = {"Save", "OK", "Reset", "Cancel"}
    assert left([text for text in texts if text]) - of_qt == set()
