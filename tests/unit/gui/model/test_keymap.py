"""User-defined shortcuts, without Qt: stored as lines, bad lines skipped, conflicts reported."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.gui.model.commands import CHANGEABLE, declared_keys, shortcut_help
from app.gui.model.keymap import Keymap, all_conflicts, conflict, is_key, keymap_of, reserved_keys, same
from app.gui.model.mnemonics import with_mnemonics
from app.gui.model.settings_pages import joined, model_folder, parted

RESERVED = reserved_keys(("Document", "Claims", "Library"))
NAMES = [command.name for command in CHANGEABLE]


def test_no_two_commands_have_the_same_keys_as_declared() -> None:
    assert all_conflicts(Keymap(), reserved=RESERVED) == ()
    assert all(is_key(key) for command in CHANGEABLE for key in command.keys)


@pytest.mark.parametrize(
    "key", ["Ctrl+K", "ctrl+shift+k", "Ctrl++", "Ctrl+,", "?", "F1", "F35", "Alt+PgDown", "/", "Shift+Alt+Ctrl+Meta+é"]
)
def test_valid_key_sequences(key: str) -> None:
    assert is_key(key)


@pytest.mark.parametrize("key", ["", "Ctrl+", "Ctrl", "Ctrl+K, Ctrl+S", "F36", "Hyper+K", "AB", "Ctrl+ ", "Ctrl+K\n"])
def test_invalid_key_sequences(key: str) -> None:
    assert not is_key(key)


def test_modifier_order_and_case_do_not_matter() -> None:
    assert same("Ctrl+Shift+K", "shift+CTRL+k") and not same("Ctrl+K", "Alt+K") and not same("Ctrl++", "Ctrl+=")


def test_a_changed_key_is_one_line_and_the_default_is_none() -> None:
    changed = Keymap().with_keys("open", ("Ctrl+P",)).with_keys("quit", ())
    assert changed.lines() == ("open: Ctrl+P", "quit:")
    assert keymap_of(changed.lines(), reserved=RESERVED) == changed
    assert changed.with_keys("open", declared_keys("open")).reset("quit").lines() == ()


@pytest.mark.parametrize(
    "line", ["", "open", "open Ctrl+P", "open: Ctrl+", "gone: Ctrl+P", "open: Ctrl+E", "open: Ctrl+2", "next: 5", "open:  Ctrl+P", "🙂: x"]
)
def test_a_bad_line_costs_only_itself_and_is_kept(line: str) -> None:
    keymap = keymap_of((line, "larger: Ctrl+B"), reserved=RESERVED)
    assert keymap.changed == {"larger": ("Ctrl+B",)}
    assert all(keymap.keys(name) == declared_keys(name) for name in NAMES if name != "larger")
    assert line in keymap.lines()


def test_keys_can_move_to_another_command() -> None:
    lines = ("open: Ctrl+E", "export: Ctrl+O")
    assert keymap_of(lines, reserved=RESERVED).lines() == lines


def test_conflicting_lines_never_assign_a_key_twice() -> None:
    keymap = keymap_of(("open: Ctrl+B", "export: Ctrl+B"), reserved=RESERVED)
    assert all_conflicts(keymap, reserved=RESERVED) == ()
    assert keymap.keys("open") == ("Ctrl+B",) and keymap.keys("export") == ("Ctrl+E",)


def test_a_conflict_names_the_other_command_and_reserved_keys() -> None:
    assert conflict(Keymap(), "open", "ctrl+e", reserved=RESERVED) == ("export", "Export report")
    assert conflict(Keymap(), "open", "J", reserved=RESERVED) == ("next", "Next sentence")
    assert conflict(Keymap(), "open", "Ctrl+3", reserved=RESERVED) == ("", "Go to Library")
    assert conflict(Keymap(), "open", "Ctrl+O", reserved=RESERVED) is None
    assert conflict(Keymap().with_keys("export", ()), "open", "Ctrl+E", reserved=RESERVED) is None


def test_a_key_may_be_shared_by_pages_but_not_with_the_window() -> None:
    assert conflict(Keymap(), "verify_next", "O", reserved=RESERVED) is None
    assert conflict(Keymap(), "ask_next", "O", reserved=RESERVED) == ("ask_link", "Open the post’s link")
    assert conflict(Keymap(), "ask_next", "Ctrl+O", reserved=RESERVED) == ("open", "Open document")
    assert conflict(Keymap(), "claims_copy", "J", reserved=RESERVED) == ("next", "Next sentence"), "reading keys work in Claims too"


def test_keys_of_pages_are_changed_like_any_other() -> None:
    lines = ("ask_next: Down", "verify_suggest:", "narratives_search: Ctrl+J")
    keymap = keymap_of(lines, reserved=RESERVED)
    assert keymap.lines() == lines and keymap.keys("ask_next") == ("Down",) and keymap.keys("verify_suggest") == ()
    entries = [entry for _, group in shortcut_help(("Document",), keymap.keys) for entry in group]
    assert ("Search the narratives", "Ctrl+J") in entries and not any(text == "Suggest questions" for text, _ in entries)


@pytest.mark.parametrize(
    ("line", "name", "expected"),
    [
        ("open: Ctrl+G", "verify_suggest", ()),
        ("larger: Ctrl+Shift+E", "ask_export", ()),
        ("next: Alt+Right", "claims_forward", ()),
        ("merge: Ctrl+G", "verify_suggest", ("Ctrl+G",)),
        ("open: Ctrl+F", "find", ()),
        ("next: F3", "find_next", ()),
        ("open: Ctrl+Enter", "claims_look_up", ("Ctrl+Return",)),
    ],
)
def test_settings_of_versions_with_fixed_page_keys_still_work(line: str, name: str, expected: tuple[str, ...]) -> None:
    keymap = keymap_of((line,), reserved=RESERVED)
    assert line in keymap.lines() and keymap.unused == ()
    assert keymap.keys(name) == expected and all_conflicts(keymap, reserved=RESERVED) == ()
    assert keymap_of(keymap.lines(), reserved=RESERVED) == keymap


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(NAMES), st.lists(st.sampled_from(["Ctrl+K", "J", "F1", "Ctrl+1", "x", "Ctrl+B", "7"]), max_size=2)))
)
def test_any_lines_give_unique_keys_and_round_trip(changes: list[tuple[str, list[str]]]) -> None:
    lines = [" ".join((f"{name}:", *keys)) for name, keys in changes]
    keymap = keymap_of(lines, reserved=RESERVED)
    assert all_conflicts(keymap, reserved=RESERVED) == ()
    again = keymap_of(keymap.lines(), reserved=RESERVED)
    assert all_conflicts(again, reserved=RESERVED) == ()


def test_the_list_of_shortcuts_shows_the_keys_in_use() -> None:
    keymap = Keymap().with_keys("open", ("F9",)).with_keys("export", ())
    entries = dict(entry for _, group in shortcut_help(("Document",), keymap.keys) for entry in group)
    assert entries["Open document"] == "F9" and "Export report" not in entries and entries["Go to Document"] == "Ctrl+1"


def test_labels_get_unique_mnemonics_if_possible() -> None:
    assert with_mnemonics(("Theme", "Text size", "T"), reserved_letters="s") == ["T&heme", "T&ext size", "&T"]
    assert with_mnemonics(("Ärger & Co",)) == ["Ärger && &Co"]


def test_a_list_in_one_line_comes_back() -> None:
    assert parted(joined(("Ärger, Co", "日報"))) == ("Ärger, Co", "日報")
    assert parted(" ; a;;a ; b") == ("a", "b")
    assert model_folder("f" * 64 + "  /a folder/x") == "/a folder/x" and model_folder("") == ""
