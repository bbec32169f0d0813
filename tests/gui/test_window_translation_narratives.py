"""The Narratives page shows no untranslated text. All data is Greek, as in the tests of the other pages."""

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
from tests.gui.test_window_translation_places import all_texts, untranslated_texts


@pytest.fixture(autouse=True)
def bracketed() -> Iterator[None]:
    """Use a language whose every text is in brackets."""
    translation.use_catalogue("es", Bracketed())
    yield
    translation.use("en")


def load_stories(client: FakeTaskClient) -> None:
    """Fill the library with two stories: one with repeats and conflicting rulings, one of posts."""
    client.library[:] = [
        FactCheck(
            id=f"α{index}",
            claim=f"Βίντεο δείχνει πλοίο βυθίζεται λιμάνι {index}",
            verdict=verdict,
            rating="Ψέμα",
            publisher=f"Γραφείο{index}",
            language=("λ", "β", "")[index],
            claimant="Κάρλος",
            published=date(2021, 1, 1) + timedelta(days=index * 50),
            url="https://α.β/γ",
        )
        for index, verdict in enumerate((Verdict.FALSE, Verdict.TRUE, Verdict.MISLEADING))
    ]
    days = (datetime(2021, 1, 5, tzinfo=UTC), None)
    client.pile.posts = [
        Post(id=f"π{index}", text=f"Κάτι άλλο εντελώς γράφει κάποιος {index}", author="Άννα", platform="Κ", published=day, language="λ")
        for index, day in enumerate(days)
    ]


def test_every_page_and_state_of_narratives(window: MainWindow, client: FakeTaskClient) -> None:
    load_stories(client)
    window.go(NARRATIVES)
    client.run()
    controller, activity = window.narratives, window.status.activity
    narratives_page = controller.page
    texts = [*all_texts(narratives_page.no_library), *all_texts(narratives_page.start)]
    controller.find()
    client.step()
    texts += all_texts(narratives_page.finding)
    client.run()
    for row in range(3):
        narratives_page.list.list.setCurrentIndex(narratives_page.list.model.index(row))
        for page in range(SERIES + 1):
            narratives_page.tabs.setCurrentIndex(page)
            client.run()
            narratives_page.graph.idle_work.finish()
            if page == ITEMS:
                narratives_page.items.table.selectRow(2)
            texts += [*all_texts(narratives_page), *(text for chart in narratives_page.series.charts for text in plotted(chart.drawn))]
    narratives_page.list.list.setCurrentIndex(narratives_page.list.model.index(1))
    narratives_page.tabs.setCurrentIndex(0)
    narratives_page.timeline.chart.choose(narratives_page.timeline.chart.lanes.marks[0])
    QTest.keyClick(narratives_page.timeline.chart, Qt.Key.Key_Right)
    texts += all_texts(narratives_page.timeline)
    for button in (narratives_page.list.filters.language, narratives_page.list.filters.publisher):
        button.entries.aboutToShow.emit()
        texts += all_texts(button.entries)
    narratives_page.list.filters.choose(replace(controller.view.wanted, language="λ", publisher="Γραφείο0", only=frozenset(Only)))
    texts += all_texts(narratives_page.list)
    narratives_page.list.filters.choose(type(controller.view.wanted)())
    assert untranslated_texts([text for text in texts if text]) - fake_worker_texts() == set()
    assert len([text for text in texts if "⟦" in text]) > 200
    assert activity.text() == "" or "⟦" in activity.text()


def plotted(plot: Plot) -> list[str]:
    return [plot.heading, plot.words, *(curve.name for curve in plot.curves)]


def fake_worker_texts() -> set[str]:
    """Return the English texts of the fake worker."""
    return {
        "Comparing – ⟦0 of 5⟧",
        "Naming – ⟦5 of 5⟧",
        "Granger causality",
        "This needs at least 40 weeks.",
        "Nothing here has a date. Choose other narratives.",
    }


def test_acts_dialogs_and_failures(window: MainWindow, client: FakeTaskClient) -> None:
    load_stories(client)
    window.go(NARRATIVES)
    window.narratives.find()
    client.run()
    controller, activity = window.narratives, window.status.activity
    page, texts = controller.page, []
    page.list.list.setCurrentIndex(page.list.model.index(1))
    page.tabs.setCurrentIndex(ITEMS)
    current = controller.view.current
    assert current is not None
    controller.editing.ask_name()
    controller.editing.ask_merge()
    for dialog in (controller.editing.naming, controller.editing.merging, page.list.filters.ask_days()):
        assert dialog is not None
        texts += all_texts(dialog)
        dialog.close()
    for action in (
        lambda: controller.editing.split(current.items[:1]),
        controller.editing.undo,
        lambda: controller.editing.take_out(current.items[:1]),
        controller.editing.redo,
        lambda: controller.editing._rename("Πλοίο"),
    ):
        action()
        client.run()
        texts += [activity.text(), page.undo.toolTip(), page.redo.toolTip()]
    page.tabs.setCurrentIndex(GRAPH)
    for ending in ("png", "json"):
        page.list.list.setCurrentIndex(page.list.model.index(0))
        controller.view.wanted = type(controller.view.wanted)(text="τίποτα")
        controller.export.export(ending)
        texts += all_texts(page.error)
        if ending == "png":
            page.error.clear()
            break
    client.breaking[protocol.ActOnNarratives] = Broken("library-locked", "Κλειστό.", "Άνοιξε.")
    controller.requests.act(NarrativeOperation(label="α", who="", at=""))
    client.run()
    texts += all_texts(page.error)
    client.library.pop()
    controller.library_changed()
    client.run()
    texts += all_texts(page.stale)
    of_qt = {"Save", "OK", "Reset", "Cancel"}
    assert untranslated_texts([text for text in texts if text]) - of_qt == set()
