"""Fixtures for GUI tests: a window over a fake task client that works only on request, and complete clean-up."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.factcheck import FactCheck
from app.domain.verdict import Verdict
from app.gui.jobs import Jobs
from app.gui.main_window import MainWindow
from app.gui.preferences import Preferences
from app.gui.theme import Theme
from tests.fakes.judgement_file import MemoryJudgements
from tests.fakes.task_client import FakeTaskClient
from tests.fakes.verification_file import MemoryVerifications

DEBATE = """Anna Berg: Good evening to everyone here.
Ben Holt: Harbour bridges cost nine million crowns.
Anna Berg: Harbour bridges do not cost nine million crowns.
Ben Holt: Thank you.
Anna Berg: Seven rivers cross Velden county, I say.
Ben Holt: Velden county museums lost half their visitors."""


def sample_library() -> list[FactCheck]:
    """Return three invented fact-checks; one has awkward wording."""
    return [
        FactCheck(
            id="a",
            claim="Harbour bridges cost nine million crowns",
            title="What the bridges cost",
            body="The budget names five million crowns. The rest is interest.",
            rating="Wrong <b>twice</b>",
            verdict=Verdict.FALSE,
            publisher="Sample desk",
            claimant="Carl Vinter",
            published=date(2020, 1, 1),
            claimed=date(2019, 12, 1),
            url="https://desk.example/bridges",
            language="en",
            note="demo, links unchecked",
        ),
        FactCheck(
            id="b", claim="Seven rivers cross Velden county", verdict=Verdict.TRUE, publisher="Sample desk", published=date(2021, 1, 1)
        ),
        FactCheck(
            id="c", claim="Museums lost half of visitors", verdict=Verdict.MIXED, publisher="Sample desk", published=date(2021, 6, 1)
        ),
    ]


@pytest.fixture(autouse=True)
def collect_between_tests(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    """Collect garbage only between tests: collecting a forgotten window while it is painted crashes the interpreter. The program
    does the same (`app.tasks.collector`), and the tests of that module handle collection themselves. Objects passed to
    `deleteLater` are deleted here too, since few tests run an event loop. A window that stayed alive would be restyled together
    with every later window."""
    if request.path.name.startswith("test_tasks_"):
        yield
        return
    gc.disable()
    yield
    qapp.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    gc.enable()


@pytest.fixture(autouse=True)
def text_size(qapp: QApplication) -> Iterator[None]:
    """Reset the application's text size after each test, so that large text does not leak into the next one."""
    before = QFont(qapp.font())
    yield
    if qapp.font() != before:
        qapp.setFont(before)


@pytest.fixture(autouse=True)
def verifications(monkeypatch: pytest.MonkeyPatch) -> MemoryVerifications:
    """Replace the window's stored verifications by a file in memory."""
    verifications = MemoryVerifications()
    monkeypatch.setattr("app.gui.verify.keeping.open_verifications", lambda _library: verifications)
    return verifications


@pytest.fixture(autouse=True)
def judgements(monkeypatch: pytest.MonkeyPatch) -> MemoryJudgements:
    """Replace the window's stored claim judgements by a file in memory."""
    judgements = MemoryJudgements()
    monkeypatch.setattr("app.gui.claims.keeping.open_judgements", lambda _library: judgements)
    return judgements


@pytest.fixture
def client(qapp: QApplication) -> Iterator[FakeTaskClient]:
    """Provide a task client that works one step at a time, on request."""
    task_client = FakeTaskClient(sample_library(), automatic=False)
    yield task_client
    task_client.deleteLater()


@pytest.fixture
def make_window(qtbot: QtBot, qapp: QApplication) -> Iterator[Callable[[FakeTaskClient], MainWindow]]:
    """Provide a factory of windows; each is closed and deleted after the test with everything it owns."""
    themes: list[Theme] = []
    windows: list[MainWindow] = []  # held until the end: qtbot itself keeps no reference

    def make(client: FakeTaskClient, preferences: Preferences | None = None) -> MainWindow:
        theme = Theme(qapp)
        themes.append(theme)
        window = MainWindow(Jobs(client), theme, preferences or Preferences(), library=Path("library"))
        windows.append(window)
        qtbot.addWidget(window)
        window.resize(1280, 800)  # whatever screen the tests have
        window.show()
        window.start()
        return window

    yield make
    for theme in themes:
        theme.deleteLater()


@pytest.fixture
def window(make_window: Callable[[FakeTaskClient], MainWindow], client: FakeTaskClient) -> MainWindow:
    """Provide a window whose library is warm."""
    main_window = make_window(client)
    client.run()
    return main_window


@pytest.fixture
def debate(tmp_path: Path) -> Path:
    """Write a small transcript to disk and return its path."""
    path = tmp_path / "debate.txt"
    path.write_text(DEBATE, encoding="utf-8")
    return path
