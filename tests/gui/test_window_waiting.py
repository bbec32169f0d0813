"""The window while something takes long: the time left, and a library that is being filled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.gui import library_requests
from app.gui.jobs import Jobs
from app.gui.main_window import CLAIMS, LIBRARY, NARRATIVES, MainWindow
from app.worker import protocol
from app.worker.protocol import DescribeLibrary
from tests.fakes.task_client import FakeTaskClient

MakeWindow = Callable[[FakeTaskClient], MainWindow]


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.seconds


@pytest.fixture
def filling(make_window: MakeWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """Provide a window whose empty library is being filled with the demo."""
    demo = tmp_path / "factchecks.jsonl"
    demo.write_text("Seven rivers cross Velden county\nMuseums lost half of visitors\n", encoding="utf-8")
    monkeypatch.setattr(library_requests, "demo_files", lambda: (demo,))
    client.library.clear()
    window = make_window(client)
    client.run()
    window.library.requests.load_demo()
    client.run_until(lambda: window.library.requests.filling is not None and bool(window.library.requests.filling.units_total))
    return window


def test_a_job_says_how_far_it_is_and_how_long_it_still_takes(client: FakeTaskClient) -> None:
    clock = Clock()
    jobs = Jobs(client, clock=clock)
    number = jobs.ask(DescribeLibrary(library="library"), lambda _: None, title="Importing", failed=lambda _: None)
    job = jobs.find(number)
    assert job is not None and job.words() == "Importing" and job.words(waiting="Waiting…") == "Waiting…"
    for done in range(0, 500, 100):
        client.progressed.emit(number, "Encoding", done, 2000)
        clock.seconds += 10
    assert job.words() == "Encoding – 400 of 2,000, about 3 minutes left"
    client.progressed.emit(number, "Saving", 0, 0)
    assert job.words() == "Saving"


def test_no_page_calls_a_library_empty_while_it_is_filled(filling: MainWindow, client: FakeTaskClient, qtbot: QtBot) -> None:
    no_library = filling.document.page.no_library
    for place, page in ((LIBRARY, filling.library.page.empty), (NARRATIVES, filling.narratives.page.no_library)):
        filling.go(place)
        assert page.heading.text() == "The library is being filled" and not any(button.isVisible() for button in page.buttons)
    assert no_library.heading.text() == "The library is being filled" and "Reading rows – 1 of 3" in no_library.text.text()
    assert ": is being filled" in filling.status.library.text()
    client.run()
    assert "2 fact-checks" in filling.status.library.text() and no_library.heading.text() == "Start with a library"


def test_a_claim_looked_up_meanwhile_says_what_is_running_and_begins_no_second_import(filling: MainWindow, client: FakeTaskClient) -> None:
    filling.go(CLAIMS)
    filling.claims.look_up("Seven rivers cross Velden county")
    error = filling.claims.page.error
    assert error.message.text() == "The library is being filled." and "Reading rows – 1 of 3" in error.hint.text()
    assert not error.button.isVisible() and not filling.library.requests.load_demo_action.isEnabled()
    filling.library.requests.load_demo()
    client.run()
    assert len(client.of(protocol.ImportFactChecks)) == 1 and len(client.library) == 2


def test_a_document_opened_meanwhile_is_ranked_when_the_library_is_there(filling: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    filling.document.open_path(debate)
    client.run_until(lambda: filling.document.view.document is not None)
    error = filling.document.page.error
    assert not error.isVisible() or error.message.text() == "The library is being filled."
    client.run()
    assert filling.document.view.ranked is not None and not error.isVisible()


def test_a_stopped_import_says_what_it_kept_and_the_library_is_empty_again(filling: MainWindow, client: FakeTaskClient) -> None:
    filling.go(LIBRARY)
    filling.status.cancel.click()
    client.run()
    assert "goes on from there" in filling.library.page.error.hint.text()
    assert filling.library.page.empty.heading.text() == "The library is empty" and filling.library.page.empty.buttons[0].isVisible()
    assert ": empty" in filling.status.library.text() and filling.library.requests.load_demo_action.isEnabled()
