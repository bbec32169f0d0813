"""The preferences in the real window: changes apply at once, and errors are shown beside their field."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QLabel, QLineEdit, QSpinBox

from app import network
from app.gui.main_window import MainWindow
from app.gui.model.places import VERIFY
from app.gui.model.settings_pages import ELSEWHERE, PAGES
from app.gui.preferences import Preferences, load_preferences
from app.gui.settings.controller import KEYBOARD, PRIVACY
from app.gui.settings.dialog import PreferencesDialog
from app.gui.settings.fields import ModelField
from app.gui.settings.keyboard_page import KeyboardPage
from app.gui.settings.privacy_page import PrivacyPage
from app.gui.settings.settings_page import SettingsPage
from app.gui.shortcuts_dialog import ShortcutsDialog
from app.gui.theme import Appearance
from app.settings import DECLARED, load_settings, save_settings
from app.worker import protocol
from tests.fakes.task_client import FakeTaskClient


@pytest.fixture
def dialog(window: MainWindow) -> Iterator[PreferencesDialog]:
    window.actions_by_name["preferences"].trigger()
    dialog = window.choices.dialog
    assert dialog is not None
    yield dialog
    if window.choices.dialog is not None:
        dialog.accept()


def page_of(dialog: PreferencesDialog, key: str) -> SettingsPage:
    number = next(number for number, page in enumerate(PAGES) if key in page.keys)
    dialog.show_page(number)
    return next(page for page in dialog.findChildren(SettingsPage) if key in page.fields)


def type_into(dialog: PreferencesDialog, key: str, text: str) -> str:
    """Type into a setting's field and leave it with Tab. Return the page's error message."""
    page = page_of(dialog, key)
    line = page.fields[key].focus
    assert isinstance(line, QLineEdit)
    line.setFocus()
    line.selectAll()
    QTest.keyClick(line, Qt.Key.Key_Delete)
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)
    return page.errors[key].text() if page.errors[key].isVisible() else ""


def test_every_setting_is_on_a_page_or_changed_elsewhere() -> None:
    keys_on_pages = [key for page in PAGES for key in page.keys]
    assert len(keys_on_pages) == len(set(keys_on_pages))
    assert set(keys_on_pages) | ELSEWHERE == set(DECLARED) and not set(keys_on_pages) & ELSEWHERE


def test_every_field_shows_its_value_name_help_and_mnemonic(dialog: PreferencesDialog) -> None:
    for page in dialog.findChildren(SettingsPage):
        letters = []
        for key, field in page.fields.items():
            assert DECLARED[key].label in field.focus.accessibleName()
            assert field.focus.accessibleDescription() == DECLARED[key].help
            heading = next(label for label in page._headings if label.buddy() is field.focus)
            letters.append(heading.text().partition("&")[2][:1].casefold())
        assert all(letters) and len(set(letters)) == len(letters) and "c" not in letters


def test_appearance_and_text_size_apply_at_once_and_are_saved(window: MainWindow, dialog: PreferencesDialog) -> None:
    page = page_of(dialog, "theme")
    box, size = page.fields["theme"].focus, page.fields["font_scale"].focus
    assert isinstance(box, QComboBox) and isinstance(size, QSpinBox)
    box.setFocus()
    QTest.keyClicks(box, "D")
    assert window.theme.appearance is Appearance.DARK
    size.setValue(150)
    assert window.theme.scale == 1.5
    assert (load_settings().theme, load_settings().font_scale) == ("dark", 1.5)
    assert size.text() == "150 %"


def test_an_invalid_value_shows_an_error_beside_its_field_and_changes_nothing(window: MainWindow, dialog: PreferencesDialog) -> None:
    wrong = type_into(dialog, "worker_python", "/nowhere/python")
    assert wrong == "There is no file /nowhere/python."
    assert window.preferences.settings.worker_python == ""
    line = page_of(dialog, "worker_python").fields["worker_python"].focus
    assert line.accessibleDescription().startswith(wrong)
    assert type_into(dialog, "worker_python", "") == ""
    assert type_into(dialog, "report_folder", "/nowhere") == "There is no folder /nowhere."


def test_return_in_a_field_enters_its_value_and_presses_no_button(
    window: MainWindow, dialog: PreferencesDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: pytest.fail("a dialog was opened"))
    assert type_into(dialog, "report_folder", str(tmp_path)) == ""
    assert dialog.isVisible() and load_settings().report_folder == str(tmp_path)


def test_a_chosen_folder_is_saved(window: MainWindow, dialog: PreferencesDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "other"))
    page = page_of(dialog, "library")
    page.fields["library"].choose.click()  # type: ignore[attr-defined]
    assert window.library.requests.library == tmp_path / "other" and load_settings().library == str(tmp_path / "other")


def test_text_typed_last_is_saved_when_the_window_closes(window: MainWindow, dialog: PreferencesDialog) -> None:
    page = page_of(dialog, "exclude_publishers")
    line = page.fields["exclude_publishers"].focus
    line.setFocus()
    QTest.qWait(50)
    QTest.keyClicks(line, "Wild desk; Other;; Wild desk ")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert load_settings().exclude_publishers == ("Wild desk", "Other")


def test_a_change_of_the_ranking_ranks_again(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    client.run()
    window.actions_by_name["preferences"].trigger()
    dialog = window.choices.dialog
    assert dialog is not None
    box = page_of(dialog, "matches_per_sentence").fields["matches_per_sentence"].focus
    assert isinstance(box, QSpinBox)
    box.setValue(2)
    client.run()
    last = client.of(protocol.RankDocument)[-1]
    assert isinstance(last, protocol.RankDocument) and last.options.top == 2 and len(client.of(protocol.RankDocument)) == 2
    dialog.accept()


def test_changed_threads_restart_the_analysis_when_nothing_is_running(window: MainWindow, client: FakeTaskClient, debate: Path) -> None:
    window.document.open_path(debate)
    assert window.choices.enter("threads", 3) == ""
    assert client.configured == []
    before = len(client.of(protocol.WarmUp))
    client.run()
    assert [options.threads for options in client.configured] == [3]
    assert len(client.of(protocol.WarmUp)) == before + 1
    assert window.choices.enter("threads", 3) == "" and len(client.configured) == 1


def test_a_user_model_can_be_removed(window: MainWindow, client: FakeTaskClient) -> None:
    window.preferences.set("encoder_model", "a" * 64 + "  /models/mine")
    window.actions_by_name["preferences"].trigger()
    dialog = window.choices.dialog
    assert dialog is not None
    field = page_of(dialog, "encoder_model").fields["encoder_model"]
    assert field.folder.text() == "/models/mine"  # type: ignore[attr-defined]
    field.back.click()  # type: ignore[attr-defined]
    assert window.preferences.settings.encoder_model == "" and len(client.configured) == 1
    dialog.accept()


def choose_model(dialog: PreferencesDialog, folder: str) -> tuple[ModelField, QLabel]:
    """Choose a folder for the stance model. Return the field and its error label."""
    page = page_of(dialog, "stance_model")
    field = page.fields["stance_model"]
    assert isinstance(field, ModelField)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QFileDialog, "getExistingDirectory", lambda *_: folder)
        field.choose.click()
    return field, page.errors["stance_model"]


def test_a_user_model_is_tested_before_use(window: MainWindow, client: FakeTaskClient, dialog: PreferencesDialog) -> None:
    field, wrong = choose_model(dialog, "/models/mine")
    assert field.folder.text().startswith("Being tested") and not field.choose.isEnabled() and client.configured == []
    client.run()
    assert field.choose.isEnabled() and field.folder.text() == "/models/mine" and not wrong.isVisible()
    assert window.preferences.settings.stance_model == "a" * 64 + "  /models/mine" and len(client.configured) == 1


def test_a_language_model_is_a_file_and_there_may_be_none(
    window: MainWindow, client: FakeTaskClient, dialog: PreferencesDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    field = page_of(dialog, "llm_model").fields["llm_model"]
    assert isinstance(field, ModelField) and field.folder.text() == "None" and not field.back.isEnabled()
    name_filters: list[str] = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *options: name_filters.append(options[3]) or ("/models/tiny.gguf", ""))
    field.choose.click()
    assert "*.gguf" in name_filters[0] and field.folder.text() == "Being loaded and tested…"
    client.run()
    assert window.preferences.settings.llm_model.endswith("  /models/tiny.gguf") and len(client.configured) == 1
    assert field.folder.text() == "/models/tiny.gguf" and field.back.text() == "Use none"
    field.back.click()
    assert window.preferences.settings.llm_model == "" and field.folder.text() == "None"


def test_a_model_that_fails_its_test_changes_nothing(window: MainWindow, client: FakeTaskClient, dialog: PreferencesDialog) -> None:
    field, wrong = choose_model(dialog, "/models/bad")
    client.run()
    assert wrong.isVisible() and wrong.text() == "The folder holds no safetensors weights. Choose another folder."
    assert field.choose.isEnabled() and field.folder.text() == "The bundled model"
    assert window.preferences.settings.stance_model == "" and client.configured == []


def test_a_test_that_ends_after_the_window_was_closed_still_counts(window: MainWindow, client: FakeTaskClient) -> None:
    window.choices.enter("encoder_model", "/models/mine")
    client.run()
    assert window.preferences.settings.encoder_model.endswith("  /models/mine")


def test_settings_changed_by_the_command_line_meanwhile_are_kept(window: MainWindow) -> None:
    save_settings(load_settings().with_value("encoder_model", "b" * 64 + "  /models/theirs"))
    window.choices.enter("matches_per_sentence", 7)
    window.close()
    settings = load_settings()
    assert (settings.matches_per_sentence, settings.encoder_model[-6:]) == (7, "theirs")


def test_a_broken_settings_file_is_reported(window: MainWindow, own_home: Path) -> None:
    (own_home / "config").mkdir(parents=True, exist_ok=True)
    (own_home / "config" / "settings.toml").write_text('theme = "purple"\nshortcuts = ["open: Ctrl+P", 3]\n', encoding="utf-8")
    loaded = load_preferences()
    assert loaded.settings.shortcuts == ("open: Ctrl+P",)
    window.preferences.settings = loaded.settings
    window.actions_by_name["preferences"].trigger()
    dialog = window.choices.dialog
    assert dialog is not None and dialog.notes.isVisible() and "purple" in dialog.notes.hint.text()
    dialog.accept()


# Shortcuts


def open_keyboard_page(window: MainWindow) -> KeyboardPage:
    window.choices.open(KEYBOARD)
    assert window.choices.dialog is not None
    return window.choices.dialog.findChildren(KeyboardPage)[0]


def choose(page: KeyboardPage, query: str) -> None:
    page.search.clear()
    QTest.keyClicks(page.search, query)


def test_new_shortcuts_apply_at_once_everywhere(window: MainWindow) -> None:
    page = open_keyboard_page(window)
    choose(page, "larger")
    assert page.chosen() == "larger"
    page.fields[0].setFocus()
    QTest.keyClick(page.fields[0], Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    action = window.actions_by_name["larger"]
    assert [shortcut.toString() for shortcut in action.shortcuts()] == ["Ctrl+Shift+B", "Ctrl+="]
    assert action.toolTip() == "Larger text (Ctrl+Shift+B)"
    assert load_preferences().settings.shortcuts == ("larger: Ctrl+Shift+B Ctrl+=",)
    assert page.list.currentItem().text(1) == "Ctrl+Shift+B or Ctrl+="


def test_tool_tips_and_the_list_of_shortcuts_follow(window: MainWindow) -> None:
    page = open_keyboard_page(window)
    choose(page, "open document")
    QTest.keyClick(page.fields[0], Qt.Key.Key_F9)
    assert any(button.toolTip() == "Open document (F9)" for button in window.document.page.header.findChildren(type(page.reset_button)))
    window.choices.dialog.accept()  # type: ignore[union-attr]
    window.actions_by_name["shortcuts"].trigger()
    dialog = window.findChildren(ShortcutsDialog)[0]
    label_texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert "F9" in label_texts and "Ctrl+O" not in label_texts
    dialog.close()


def test_keys_of_a_page_are_changed_too(window: MainWindow, client: FakeTaskClient) -> None:
    window.go(VERIFY)
    client.run()
    page = open_keyboard_page(window)
    choose(page, "verify a new claim")
    QTest.keyClick(page.fields[0], Qt.Key.Key_F9)
    window.choices.dialog.accept()  # type: ignore[union-attr]
    assert window.verify.page.list.new.toolTip() == "Verify a claim (F9)"
    before = window.verify.view.current
    window.activateWindow()
    QTest.keyClick(window.verify.page.list.new, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert window.verify.view.current is before
    QTest.keyClick(window.verify.page.list.new, Qt.Key.Key_F9)
    assert window.verify.view.current is not before


def test_keys_of_another_command_are_named_and_can_be_moved(window: MainWindow) -> None:
    page = open_keyboard_page(window)
    choose(page, "choose library")
    QTest.keyClick(page.fields[0], Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert page.message.text() == "Ctrl+E is already used by “Export report”." and page.move_button.isVisible()
    assert window.actions_by_name["library"].shortcuts() == []
    page.move_button.click()
    assert window.actions_by_name["library"].shortcut().toString() == "Ctrl+E" and window.actions_by_name["export"].shortcuts() == []
    choose(page, "export")
    page.reset_button.click()
    assert "Ctrl+E is used by “Choose library” now" in page.message.text()
    page.reset_all_button.click()
    assert window.actions_by_name["export"].shortcut().toString() == "Ctrl+E" and window.actions_by_name["library"].shortcuts() == []
    assert load_settings().shortcuts == ()


def test_shortcuts_of_a_page_cannot_be_reassigned(window: MainWindow) -> None:
    page = open_keyboard_page(window)
    choose(page, "choose library")
    QTest.keyClick(page.fields[0], Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert "Go to Claims" in page.message.text() and not page.move_button.isVisible()
    QTest.keyClick(page.fields[0], Qt.Key.Key_3)
    assert "Choose a match" in page.message.text()


def test_shortcuts_are_removed_and_one_command_is_reset(window: MainWindow) -> None:
    page = open_keyboard_page(window)
    choose(page, "next sentence")
    QTest.keyClick(page.fields[0], Qt.Key.Key_Backspace)
    assert window.preferences.settings.shortcuts == ("next: Down",)
    QTest.keyClick(page.fields[0], Qt.Key.Key_Backspace)
    assert window.preferences.settings.shortcuts == ("next:",) and window.actions_by_name["next"].toolTip() == "Next sentence"
    page.reset_button.click()
    assert window.preferences.settings.shortcuts == () and not page.reset_button.isEnabled()


def test_changed_shortcuts_apply_on_the_claims_page_too(window: MainWindow, client: FakeTaskClient) -> None:
    page = open_keyboard_page(window)
    choose(page, "next sentence")
    QTest.keyClick(page.fields[0], Qt.Key.Key_H)
    window.choices.dialog.accept()  # type: ignore[union-attr]
    window.go(1)
    window.claims.look_up("Seven rivers cross Velden county\nMuseums lost half of visitors")
    client.run()
    window.claims.page.list.setFocus()
    window.activateWindow()
    QTest.qWait(100)
    QTest.keyClick(window.claims.page.list, Qt.Key.Key_H)
    current = window.claims.page.view.current
    assert current is not None and current.sentence.index == 1


def test_tab_leaves_a_field_of_keys_and_escape_closes(window: MainWindow) -> None:
    page = open_keyboard_page(window)
    dialog = window.choices.dialog
    assert dialog is not None
    page.fields[0].setFocus()
    QTest.qWait(50)
    QTest.keyClick(page.fields[0], Qt.Key.Key_Tab)
    assert page.fields[1].hasFocus()
    QTest.keyClick(page.fields[1], Qt.Key.Key_Escape)
    assert not dialog.isVisible() and window.preferences.settings.shortcuts == ()


def test_saved_shortcuts_apply_from_the_start(make_window: Callable[..., MainWindow], client: FakeTaskClient) -> None:
    preferences = Preferences()
    preferences.set("shortcuts", ("open: Ctrl+P", "nonsense", "export: Ctrl+P", "gone_command: Ctrl+J"))
    window = make_window(client, preferences)
    assert window.actions_by_name["open"].shortcut().toString() == "Ctrl+P"
    assert window.actions_by_name["export"].shortcut().toString() == "Ctrl+E"
    client.run()


# Privacy


def network_entry(outcome: str, host: str = "desk.example", *, when: datetime | None = None) -> network.Entry:
    return network.Entry(time=when or datetime.now(UTC), process="window", who="A link you opened", host=host, outcome=outcome)


def test_the_status_line_opens_the_network_record_which_is_empty_at_first(window: MainWindow) -> None:
    assert window.status.network.text() == "Offline"
    window.status.network.click()
    dialog = window.choices.dialog
    assert dialog is not None and dialog.names.currentRow() == PRIVACY
    page = dialog.findChildren(PrivacyPage)[0]
    assert "nothing has tried to" in page.summary.text() and not page.list.isVisible()
    dialog.accept()


def test_the_record_lists_uses_and_attempts_the_latest_first(window: MainWindow, client: FakeTaskClient) -> None:
    network.append(network_entry("browser", "old.example", when=datetime(2020, 1, 1, tzinfo=UTC)))
    network.append(network_entry("refused", "<b>home</b>.invalid"))
    window.library.requests.describe()
    client.run()
    assert window.status.network.text() == "Offline: 1 attempt refused"
    window.actions_by_name["network"].trigger()
    dialog = window.choices.dialog
    assert dialog is not None
    page = dialog.findChildren(PrivacyPage)[0]
    assert page.summary.text() == "Since this start: 0 links opened, 1 attempt refused. Ever: 1 link opened, 1 attempt refused."
    rows = [page.list.topLevelItem(row) for row in range(page.list.topLevelItemCount())]
    assert [(row.text(3), row.text(2)) for row in rows if row] == [
        ("<b>home</b>.invalid", "Refused"),
        ("old.example", "Opened in browser"),
    ]
    dialog.accept()


def test_a_record_that_cannot_be_read_is_not_called_empty(window: MainWindow, client: FakeTaskClient) -> None:
    network.record_path().mkdir(parents=True)
    window.library.requests.describe()
    client.run()
    assert window.status.network.text() == "Network: see the record"
    window.status.network.click()
    dialog = window.choices.dialog
    assert dialog is not None
    assert "cannot be read" in dialog.findChildren(PrivacyPage)[0].summary.text()
    dialog.accept()
