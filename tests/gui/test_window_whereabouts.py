"""Reviewer, library and progress in the status line; the demo kept apart; a ranking that belongs to its library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from app.demo_paths import demo_library, demo_projects_dir
from app.domain.factcheck import FactCheck
from app.domain.review import Decision
from app.domain.verdict import Verdict
from app.gui import library_requests
from app.gui.library import switching
from app.gui.main_window import ASK, CLAIMS, DOCUMENT, MainWindow
from app.gui.model.library_name import library_name, same_library
from app.gui.model.review_progress import ReviewProgress
from app.gui.preferences import load_preferences
from app.gui.review.session import automatic_path
from app.gui.review.text_dialog import TextDialog
from app.paths import default_library, resources_dir
from app.worker import protocol
from tests.fakes.task_client import FakeTaskClient, split

MakeWindow = Callable[[FakeTaskClient], MainWindow]
SMALL_DEMO = "Seven rivers cross Velden county\nMuseums lost half of visitors\n"


@pytest.fixture
def ranked(window: MainWindow, client: FakeTaskClient, debate: Path) -> MainWindow:
    """Provide a window with the ranked debate and the focus in the list."""
    window.document.open_path(debate)
    client.run()
    window.activateWindow()
    window.document.page.list.setFocus()
    return window


@pytest.fixture
def small_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the demo consist of two fact-checks."""
    demo = tmp_path / "factchecks.jsonl"
    demo.write_text(SMALL_DEMO, encoding="utf-8")
    monkeypatch.setattr(library_requests, "demo_files", lambda: (demo,))


def entries(window: MainWindow) -> list[str]:
    return [action.text() for action in window.switching.menu.actions() if not action.isSeparator()]


def recent_action(window: MainWindow, folder: Path) -> QAction:
    return next(action for action in window.switching.menu.actions() if action.data() == folder)


def other_library(client: FakeTaskClient, folder: Path) -> Path:
    """Make what the worker has another library, and return its folder."""
    folder.mkdir()
    client.library[:] = [FactCheck(id="z", claim="Seven rivers cross Velden county", verdict=Verdict.FALSE, publisher="Other desk")]
    return folder


def test_the_status_line_tells_who_reviews_what_with_which_library(ranked: MainWindow, qtbot: QtBot) -> None:
    status = ranked.status
    ranked.document.project.side_panels.review_as("Ana")
    assert status.reviewer.text() == "Reviewer: Ana"
    assert status.library.text().startswith("library: 3 fact-checks, newest 2021-06-01")
    assert status.progress.text() == "0 of 4 decided"
    qtbot.keyClick(ranked.document.page.list, Qt.Key.Key_A)
    qtbot.keyClick(ranked.document.page.list, Qt.Key.Key_F)
    assert status.progress.text() == "1 of 4 decided, 1 flagged"
    ranked.actions_by_name["undo"].trigger()
    ranked.actions_by_name["undo"].trigger()
    assert status.progress.text() == "0 of 4 decided"


@pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)", extend=True)
def test_each_is_pressed_by_key(ranked: MainWindow, qtbot: QtBot) -> None:
    status, page = ranked.status, ranked.document.page
    for item in (status.progress, status.library, status.reviewer, status.network):
        assert item.focusPolicy() & Qt.FocusPolicy.TabFocus and item.accessibleName() and item.toolTip()
    page.choose_sentence(1)
    qtbot.keyClick(page.list, Qt.Key.Key_A)
    ranked.go(CLAIMS)
    status.progress.setFocus()
    qtbot.keyClick(status.progress, Qt.Key.Key_Return)
    chosen = page.view.current
    assert ranked.stack.currentIndex() == DOCUMENT and chosen is not None and chosen.has_match and not chosen.review.decided
    status.reviewer.setFocus()
    qtbot.keyClick(status.reviewer, Qt.Key.Key_Space)
    dialog = ranked.findChild(TextDialog)
    assert isinstance(dialog, TextDialog)
    dialog.line.setText("Ben")
    dialog._accept()
    assert status.reviewer.text() == "Reviewer: Ben" and ranked.preferences.settings.reviewer == "Ben"
    status.library.setFocus()
    qtbot.keyClick(status.library, Qt.Key.Key_Return)
    assert ranked.switching.menu.isVisible() and entries(ranked)[0] == "library"
    ranked.switching.menu.close()


def test_nothing_is_left_to_decide(ranked: MainWindow, qtbot: QtBot) -> None:
    page = ranked.document.page
    for _ in range(4):
        ranked.status.progress.click()
        page.list.setFocus()
        qtbot.keyClick(page.list, Qt.Key.Key_A)
    assert ranked.status.progress.text() == "4 of 4 decided"
    ranked.status.progress.click()
    assert "is decided" in ranked.status.activity.text()


def test_items_are_shortened_before_the_job_loses_its_words(ranked: MainWindow) -> None:
    status = ranked.status
    ranked.resize(700, 600)
    QApplication.processEvents()
    shown = (status.progress, status.library, status.reviewer, status.network)
    assert all(item.isVisible() and item.width() >= item.sizeHint().width() for item in shown)
    status.show_job(ranked.jobs.shown())
    status.say("The report was written to a folder with a long name somewhere on this computer")
    status.bar.show()
    status.cancel.show()
    QApplication.processEvents()
    QApplication.processEvents()
    assert status.library.text() == "library  ▾" and status.library.accessibleName().startswith("library: 3 fact-checks")
    assert not status.device.isVisible() and status.activity.width() >= 8 * status.fontMetrics().averageCharWidth()
    assert status.network.geometry().right() <= status.width() and ranked.width() == 700
    ranked.resize(1280, 600)
    QApplication.processEvents()
    assert status.library.text().startswith("library: 3 fact-checks")


@pytest.mark.parametrize(
    ("progress", "words", "short"),
    [
        (ReviewProgress(), "", ""),
        (ReviewProgress(23, 41, 4), "23 of 41 decided, 4 flagged", "23/41"),
        (ReviewProgress(1200, 1200), "1,200 of 1,200 decided", "1,200/1,200"),
        (ReviewProgress(flagged=1), "0 of 0 decided, 1 flagged", "0/0"),
    ],
)
def test_progress_in_words(progress: ReviewProgress, words: str, short: str) -> None:
    assert (progress.in_words(), progress.in_short()) == (words, short)


def test_libraries_have_names(tmp_path: Path) -> None:
    assert library_name(tmp_path / "politics", {}) == "politics"
    assert library_name(tmp_path / "politics", {str(tmp_path / "politics"): "The night desk"}) == "The night desk"
    assert (library_name(default_library(), {}), library_name(demo_library(), {})) == ("My library", "Demo")
    assert len(library_name(tmp_path / ("long" * 30), {})) == 28
    assert same_library(tmp_path, tmp_path / ".." / tmp_path.name) and not same_library(tmp_path, tmp_path / "other")


@pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)", extend=True)
def test_recent_libraries_are_opened_from_the_menu(window: MainWindow, client: FakeTaskClient, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two", "gone")]
    for folder in folders:
        folder.mkdir()
        window.library.use(folder)
    client.run()
    window.library.use(folders[1])
    folders[2].rmdir()
    window.status.library.click()
    assert entries(window)[:2] == ["two", "one"] and recent_action(window, folders[1]).isChecked()
    window.switching.menu.close()
    recent_action(window, folders[0]).trigger()
    client.run()
    assert window.library.requests.library == folders[0] and window.status.library.text().startswith("one: 3 fact-checks")
    assert load_preferences().settings.recent_libraries[0] == str(folders[0])


def test_a_new_library_is_an_empty_folder(
    window: MainWindow, client: FakeTaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.library.clear()
    target = tmp_path / "libraries" / "harbour"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    window.actions_by_name["new_library"].trigger()
    client.run()
    assert target.is_dir() and window.status.library.accessibleName() == "harbour: empty"
    window.actions_by_name["new_library"].trigger()
    assert "cannot be made" in window.status.activity.text()


def test_a_library_has_a_name_and_a_colour_of_its_own(window: MainWindow, client: FakeTaskClient, tmp_path: Path) -> None:
    window.library.use(tmp_path)
    client.run()
    window.actions_by_name["name_library"].trigger()
    dialog = window.switching.dialog
    assert dialog is not None
    dialog.name.setText(" Night desk ")
    dialog.colour.setCurrentIndex(dialog.colour.findData("green"))
    dialog.accept()
    client.run()
    assert window.status.library.text().startswith("Night desk: 3 fact-checks")
    stored = load_preferences().state
    assert stored.library_names == {str(tmp_path): "Night desk"} and stored.library_tones == {str(tmp_path): "green"}


@pytest.mark.usefixtures("small_demo")
def test_the_demo_goes_into_a_library_of_its_own(window: MainWindow, client: FakeTaskClient) -> None:
    own_checks = list(client.library)
    client.library.clear()
    window.library.requests.load_demo_action.trigger()
    client.run()
    assert [request.library for request in client.of(protocol.ImportFactChecks)] == [str(demo_library())]  # type: ignore[attr-defined]
    assert window.status.library.accessibleName() == "Demo: 2 fact-checks"
    assert "Your own libraries are in the menu" in window.status.activity.text()
    client.library[:] = own_checks
    window.library.requests.load_demo_action.trigger()  # it is filled already
    client.run()
    assert len(client.of(protocol.ImportFactChecks)) == 1


def test_the_posts_of_the_demo_go_into_its_library(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(ASK)
    client.run()
    window.ask.demo.trigger()
    client.run()
    assert {request.library for request in client.of(protocol.ImportPosts)} == {str(demo_library())}  # type: ignore[attr-defined]


def test_reviews_of_the_demo_are_kept_with_its_library() -> None:
    bundled = split("Good evening.", source=str(resources_dir() / "demo" / "debate.vtt"))
    assert automatic_path(bundled).parent == demo_projects_dir()
    assert automatic_path(split("Good evening.", source="/home/ana/debate.vtt")).parent != demo_projects_dir()


def test_the_demo_is_removed_with_its_reviews(
    window: MainWindow, client: FakeTaskClient, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    window.library.use(demo_library())
    (demo_library() / "library.db").parent.mkdir(parents=True)
    (demo_library() / "library.db").write_bytes(b"demo")
    client.run()
    document = split("Ben Holt: Harbour bridges cost nine million crowns.", source=str(resources_dir() / "demo" / "debate.vtt"))
    window.document.requests.document = document
    window.document.requests.opened.emit(document, "")
    window.document.requests.rank()
    client.run()
    window.activateWindow()
    window.document.page.list.setFocus()
    with qtbot.waitSignal(window.document.project.session.saved):
        qtbot.keyClick(window.document.page.list, Qt.Key.Key_A)
    assert list(demo_projects_dir().iterdir())
    monkeypatch.setattr(switching, "agreed", lambda *_, **__: False)
    window.actions_by_name["remove_demo"].trigger()
    assert demo_library().is_dir()
    monkeypatch.setattr(switching, "agreed", lambda *_, **__: True)
    window.actions_by_name["remove_demo"].trigger()
    client.run()
    assert not demo_library().exists() and window.library.requests.library == Path("library")
    assert window.document.view.document is None and window.status.progress.isHidden()
    assert window.status.activity.text() == "The demo was removed." and not window.actions_by_name["remove_demo"].isEnabled()


def test_what_others_put_beside_the_demo_stays(window: MainWindow, client: FakeTaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    demo_library().mkdir(parents=True)
    (demo_library() / "library.db").write_bytes(b"demo")
    (demo_library() / "notes.txt").write_text("mine", encoding="utf-8")
    window.switching.show()
    monkeypatch.setattr(switching, "agreed", lambda *_, **__: True)
    window.actions_by_name["remove_demo"].trigger()
    assert [path.name for path in demo_library().iterdir()] == ["notes.txt"]
    assert "could not be removed" in window.status.activity.text()


def test_a_ranking_of_another_library_stays_until_the_reader_says_so(
    ranked: MainWindow, client: FakeTaskClient, tmp_path: Path, qtbot: QtBot
) -> None:
    page, project = ranked.document.page, ranked.document.project
    page.choose_sentence(1)
    qtbot.keyClick(page.list, Qt.Key.Key_A)
    before, requests = page.view.ranked, len(client.of(protocol.RankDocument))
    ranked.library.use(other_library(client, tmp_path / "other"))
    client.run()
    notice = project.other_library.notice
    assert page.view.ranked is before and page.view.pending is None and len(client.of(protocol.RankDocument)) == requests
    assert notice.isVisible() and "made with the library “library” (3 fact-checks" in notice.message.text()
    assert notice.button.text() == "Rank with “other”"
    page.editor.merge()
    page.header.limit.click()
    client.run()
    assert len(client.of(protocol.RankDocument)) == requests and page.header.as_of is None
    ranked.actions_by_name["undo"].trigger()
    notice.button.click()
    client.run()
    ranking = page.view.ranked
    assert not notice.isVisible() and ranking is not None and ranking.run.library == str(tmp_path / "other")
    assert project.review.mark(1, "a").decision is Decision.CONFIRMED


def test_the_stored_ranking_is_shown_when_the_document_is_opened_with_another_library(  # noqa: PLR0917
    ranked: MainWindow, client: FakeTaskClient, make_window: MakeWindow, tmp_path: Path, debate: Path, qtbot: QtBot
) -> None:
    checks = list(client.library)
    with qtbot.waitSignal(ranked.document.project.session.saved):
        qtbot.keyClick(ranked.document.page.list, Qt.Key.Key_A)
    ranked.close()
    second_client = FakeTaskClient([], automatic=False)
    folder = other_library(second_client, tmp_path / "other")
    second_window = make_window(second_client)
    second_window.library.use(folder)
    second_client.run()
    with qtbot.waitSignal(second_window.document.project.session.loaded):
        second_window.document.open_path(debate)
        second_client.run()
    second_client.run()
    ranking = second_window.document.view.ranked
    assert ranking is not None and (ranking.run.library, ranking.run.factchecks) == ("library", 3)
    assert second_window.document.project.other_library.notice.isVisible() and not second_client.of(protocol.RankDocument)
    second_client.library[:] = checks  # the library that it was ranked with
    second_window.library.use(Path("library"))
    second_client.run()
    assert not second_window.document.project.other_library.notice.isVisible()
    assert not second_client.of(protocol.RankDocument) and second_window.document.view.ranked is ranking
    second_client.deleteLater()


def test_an_unreviewed_document_is_ranked_with_the_library_that_is_opened(
    ranked: MainWindow, client: FakeTaskClient, tmp_path: Path
) -> None:
    ranked.library.use(other_library(client, tmp_path / "other"))
    client.run()
    ranked.document.page.accept_update()
    ranking = ranked.document.view.ranked
    assert ranking is not None and ranking.run.factchecks == 1
    assert not ranked.document.project.other_library.notice.isVisible()
