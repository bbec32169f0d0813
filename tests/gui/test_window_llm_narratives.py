"""Narrative titles by the language model: offered in the rename dialog; an accepted title is an ordinary edit."""

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
    """Provide one open narrative of three fact-checks, without a chosen language model."""
    check = FactCheck(id="o0", claim=CLAIM, publisher="Sample desk", published=date(2020, 1, 1), language="en")
    client.library = [replace(check, id=f"o{index}", claim=f"{CLAIM}{' again' * index}") for index in range(3)]
    window.go(NARRATIVES)
    client.run()
    window.narratives.find()
    client.run()
    controller = window.narratives
    controller._choose(controller.view.map.narratives[0].id)
    return controller


@pytest.fixture
def controller_with_model(window: MainWindow, controller: NarrativesController) -> NarrativesController:
    window.preferences.set("llm_model", "a" * 64 + "  /models/tiny.gguf")
    controller.focus()
    return controller


def current_name(controller: NarrativesController) -> str:
    assert controller.view.current is not None
    return controller.view.current.name


def test_without_a_model_nothing_is_offered(controller: NarrativesController) -> None:
    assert controller.page.header.suggest.isHidden()


def test_a_title_is_offered_accepted_and_undone(controller_with_model: NarrativesController, client: FakeTaskClient) -> None:
    before = current_name(controller_with_model)
    client.writer.said["title"] = "Otters and the bridges of Velden"
    controller_with_model.page.header.suggest.click()
    client.run()
    naming = controller_with_model.editing.naming
    assert naming is not None and current_name(controller_with_model) == before
    assert naming.line.text() == "Otters and the bridges of Velden" and "The language model suggests this name" in naming.about.text()
    QTest.keyClick(naming.line, Qt.Key.Key_Return)
    client.run()
    assert current_name(controller_with_model) == "Otters and the bridges of Velden"
    controller_with_model.editing.undo()
    client.run()
    assert current_name(controller_with_model) == before


def test_a_title_with_words_of_its_own_is_rejected_with_a_message(
    controller_with_model: NarrativesController, client: FakeTaskClient
) -> None:
    client.writer.said["title"] = "The fall of Atlantis"
    controller_with_model.page.header.suggest.click()
    client.run()
    error = controller_with_model.page.error
    assert controller_with_model.editing.naming is None and error.message.text() == "There is no title from the language model."
    assert "did not hold and is not shown" in error.hint.text() and "fall of" not in error.hint.text()


def test_a_late_title_is_not_offered_for_another_narrative(controller_with_model: NarrativesController, client: FakeTaskClient) -> None:
    controller_with_model.page.header.suggest.click()
    controller_with_model._choose("")
    client.run()
    assert controller_with_model.editing.naming is None


def test_a_fault_is_reported_and_a_stop_changes_nothing(
    controller_with_model: NarrativesController, window: MainWindow, client: FakeTaskClient
) -> None:
    client.breaking[protocol.SuggestTitle] = Broken("llm-stopped", "The language model stopped unexpectedly.", "Choose a smaller model.")
    controller_with_model.page.header.suggest.click()
    client.run()
    assert controller_with_model.page.error.hint.text() == "Choose a smaller model."
    del client.breaking[protocol.SuggestTitle]
    controller_with_model.page.header.suggest.click()
    window.status.cancel.click()
    client.run()
    assert window.status.activity.text() == "Stopped. Nothing was changed." and controller_with_model.editing.naming is None
