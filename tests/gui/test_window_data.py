"""The page of the user's data: the list, the confirmation, and erasing, which removes everything and closes the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from app import paths
from app.domain.user_data import DataItem, DataKind, DataReader, Erased, Fate, ReaderKind, UserData, readable_size
from app.file_lock import try_lock
from app.gui.main_window import MainWindow
from app.gui.model.data_view import data_lines, data_summary, erase_question, erased_in_words
from app.gui.settings.controller import DATA
from app.gui.settings.data_page import DataPage
from app.home_folder import home_lock_file
from tests.fakes.task_client import FakeTaskClient
from tests.fakes.user_data import STRANGE, furnish, write


@pytest.fixture
def page(window: MainWindow, client: FakeTaskClient, own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DataPage]:
    """Provide the page over a home that has data of every kind."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    furnish(own_home)
    window.choices.open(DATA)
    assert window.choices.dialog is not None
    (data_page,) = window.choices.dialog.findChildren(DataPage)
    client.run()
    yield data_page
    if window.choices.dialog is not None:
        window.choices.dialog.accept()


def press_in_every_question(button: str) -> list[str]:
    """Press this button in every message box from now on. Return the list that collects the texts of the boxes."""
    messages: list[str] = []

    def press() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            QTimer.singleShot(10, press)
            return
        messages.append(f"{box.text()}\n{box.informativeText()}")
        buttons = [candidate for candidate in box.buttons() if candidate.text().replace("&", "") == button] or box.buttons()[:1]
        if len(messages) == 1 and button == "Erase":
            QTimer.singleShot(10, press)  # what became of it is said in another one
        buttons[0].click()

    QTimer.singleShot(10, press)
    return messages


def test_data_locations_are_listed_and_opened_in_the_file_manager(page: DataPage, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened_folders: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(opened_folders.append(QUrl(url).toLocalFile())) or True)
    rows = [page.list.topLevelItem(number).text(1) for number in range(page.list.topLevelItemCount())]
    assert str(paths.default_library()) in rows and str(own_home / "config" / "settings.toml") in rows
    assert "Nobody else on this computer can read them" in page.summary.text()
    page.list.setCurrentItem(page.list.topLevelItem(rows.index(str(paths.default_library()))))
    assert str(paths.default_library()) in page.about.text() and "files" in page.about.text()
    page.folder_button.click()
    page.list.setFocus()
    page.list.setCurrentItem(page.list.topLevelItem(rows.index(str(own_home / "config" / "settings.toml"))))
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    assert [Path(folder) for folder in opened_folders] == [paths.default_library(), own_home / "config"]


def test_cancelling_erases_nothing(window: MainWindow, page: DataPage, own_home: Path) -> None:
    before = set(own_home.rglob("*"))
    messages = press_in_every_question("Cancel")
    page.erase_button.click()
    assert "for good?" in messages[0] and before == set(own_home.rglob("*")) and window.isVisible()


def test_erasing_removes_all_program_data_and_closes_the_window(
    window: MainWindow, client: FakeTaskClient, page: DataPage, own_home: Path, tmp_path: Path
) -> None:
    for name in STRANGE:
        write(own_home / name)
    leftover = write(tmp_path / ".cache/Microsoft/DeveloperTools/.onnxruntime/deviceid")
    window.choices.dialog.show_page(0)  # type: ignore[union-attr]
    window.choices.dialog.show_page(DATA)  # type: ignore[union-attr]
    client.run()
    messages = press_in_every_question("Erase")
    page.erase_button.click()
    assert str(leftover.parent) in messages[0] and "Priorcheck closes" in messages[0]
    assert "were erased" in messages[1] and str(own_home / "data" / "report.html") in messages[1]
    assert not window.isVisible() and client.closed and not leftover.exists()
    assert {str(path.relative_to(own_home)) for path in own_home.rglob("*") if path.is_file()} == {*STRANGE, "data/in-use.lock"}


def test_it_is_refused_while_another_window_is_open(window: MainWindow, page: DataPage, client: FakeTaskClient, own_home: Path) -> None:
    lock = try_lock(home_lock_file(), exclusive=False)
    assert lock is not None
    before = set(own_home.rglob("*"))
    press_in_every_question("Erase")
    page.erase_button.click()
    assert "Another Priorcheck is running" in page.summary.text()
    assert window.isVisible() and not client.closed and before == set(own_home.rglob("*"))
    lock.release()


def data_item(kind: DataKind = DataKind.CACHE, **values: object) -> DataItem:
    return DataItem(**({"kind": kind, "path": f"/p/{kind}", "size": 1_234_567, "files": 2, "fate": Fate.ERASED} | values))  # type: ignore[arg-type]


def test_size_and_question_texts() -> None:
    readers = (DataReader(ReaderKind.GROUP, "desk"), DataReader(ReaderKind.USER, "berta"))
    data = UserData(
        items=(
            data_item(readers=readers),
            data_item(DataKind.LEFTOVER, fate=Fate.NAMED, readers=(DataReader(ReaderKind.EVERYONE),)),
            data_item(DataKind.LIBRARY, fate=Fate.LEFT, note="a note"),
        )
    )
    lines = data_lines(data)
    assert [(line.what, line.readers, line.fate) for line in lines] == [
        ("Cache", "Group desk, User berta", "Erased"),
        ("Left by other software", "Everyone", "Erased"),
        ("Library", "Nobody", "Stays"),
    ]
    assert (
        lines[2].about.endswith("a note")
        and data_summary(data) == "3 places, 3.7 MB in all. 2 of them can be read by others on this computer."
    )
    heading, explanation = erase_question(data)
    assert heading == "Erase 2 places (2.5 MB) for good?" and "/p/leftover of other software" in explanation and "/p/library" in explanation
    removed, remaining = erased_in_words(Erased(removed=("a",), left=(("/x", "because"), ("/y", ""))))
    assert removed == "1 place was erased." and remaining == "Still there:\n/x (because)\n/y"
    assert [readable_size(size) for size in (0, 999, 1000, 123_456, 5 * 10**12)] == ["0 bytes", "999 bytes", "1.0 kB", "123 kB", "5.0 TB"]
