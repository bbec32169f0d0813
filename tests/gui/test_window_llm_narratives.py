"""A title for a narrative by the language model: offered in the dialog of renaming, an act like any other once it is taken."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.factcheck import FactCheck
from app.gui.main_window import NARRATIVES, MainWindow
from app.gui.narratives.controller import NarrativesController
from app.worker import protocol
from tests.fakes.library_requests import Broken
from tests.fakes.task_client import FakeTaskClient

CLAIM = "Otters build every bridge of Velden county"


@pytest.fixture
def controller(window: MainWindow, client: FakeTaskClient) -> NarrativesController:
    """One narrative of three fact-checks, open; no language model was chosen."""
    check = FactCheck(id="o0", claim=CLAIM, publisher="Sample desk", published=date(2020, 1, 1), language="en")
    client.library = [replace(check, id=f"o{place}", claim=f"{CLAIM}{' again' * place}") for place in range(3)]
    window.go(NARRATIVES)
    client.run()
    window.narratives.find()
    client.run()
    controller = window.narratives
    controller._choose(controller.view.map.narratives[0].id)
    return controller


@pytest.fixture
def llm(window: MainWindow, controller: NarrativesController) -> NarrativesController:
    window.preferences.set("llm_model", "a" * 64 + "  /models/tiny.gguf")
    controller.focus()
    return controller


def name(controller: NarrativesController) -> str:
    assert controller.view.current is not None
    return controller.view.current.name


def test_without_a_model_nothing_is_offered(controller: NarrativesController) -> None:
    assert controller.page.header.suggest.isHidden()


def test_a_title_is_offered_taken_and_taken_back(llm: NarrativesController, client: FakeTaskClient) -> None:
    before = name(llm)
    client.writer.said["title"] = "Otters and the bridges of Velden"
    llm.page.header.suggest.click()
    client.run()
    naming = llm.editing.naming
    assert naming is not None and name(llm) == before
    assert naming.line.text() == "Otters and the bridges of Velden" and "The language model suggests this name" in naming.about.text()
    QTest.keyClick(naming.line, Qt.Key.Key_Return)
    client.run()
    assert name(llm) == "Otters and the bridges of Velden"
    llm.editing.undo()
    client.run()
    assert name(llm) == before


def test_a_title_in_other_words_is_not_offered_and_that_is_told(llm: NarrativesController, client: FakeTaskClient) -> None:
    client.writer.said["title"] = "The fall of Atlantis"
    llm.page.header.suggest.click()
    client.run()
    error = llm.page.error
    assert llm.editing.naming is None and error.message.text() == "There is no title from the language model."
    assert "did not hold and is not shown" in error.hint.text() and "fall of" not in error.hint.text()


def test_a_title_that_comes_late_is_not_offered_for_another_narrative(llm: NarrativesController, client: FakeTaskClient) -> None:
    llm.page.header.suggest.click()
    llm._choose("")
    client.run()
    assert llm.editing.naming is None


def test_a_fault_is_told_and_a_stop_changes_nothing(llm: NarrativesController, window: MainWindow, client: FakeTaskClient) -> None:
    client.breaking[protocol.SuggestTitle] = Broken("llm-stopped", "The language model stopped unexpectedly.", "Choose a smaller model.")
    llm.page.header.suggest.click()
    client.run()
    assert llm.page.error.hint.text() == "Choose a smaller model."
    del client.breaking[protocol.SuggestTitle]
    llm.page.header.suggest.click()
    window.status.cancel.click()
    client.run()
    assert window.status.activity.text() == "Stopped. Nothing was changed." and llm.editing.naming is None
