"""The settings file: lossless writing, bad keys skipped one by one, atomic writes."""

from __future__ import annotations

import datetime
import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.errors import InputError
from app.settings import default_settings, load_settings, save_settings, settings_path, toml
from app.settings.salvage import salvage

VALUES = st.recursive(
    st.text(max_size=12) | st.integers(-(2**62), 2**62) | st.floats(allow_nan=False) | st.booleans()
    | st.dates(min_value=datetime.date(1000, 1, 1)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "settings.toml"


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def test_without_a_file_all_is_default_and_none_is_made(file: Path) -> None:
    assert load_settings(file) == default_settings()
    assert not file.exists()


def test_the_file_lies_in_the_users_configuration_folder(own_home: Path) -> None:
    save_settings(default_settings().with_value("theme", "dark"))
    assert settings_path() == own_home / "config" / "settings.toml"
    assert load_settings().theme == "dark"


def test_saved_settings_round_trip(file: Path) -> None:
    changed = default_settings().with_recent(Path('C:\\the "new"\tone\x7f.txt')).with_value("font_scale", 1.25)
    changed = changed.with_value("exclude_publishers", ["Ärger & Co", "日報"]).with_value("threads", 2)
    save_settings(changed, file)
    assert load_settings(file) == changed
    assert load_settings(file).notes == ()
    assert not file.with_name("settings.toml.bad").exists()


def test_the_file_explains_each_setting(file: Path) -> None:
    save_settings(default_settings(), file)
    assert "# How large all text is, against the system's own size.\nfont_scale = 1.0\n" in file.read_text(encoding="utf-8")


def test_a_bad_value_costs_only_its_key_and_the_file_is_kept_aside(file: Path) -> None:
    text = 'theme = "dark"\nfont_scale = "large"\nthreads = -1\n'
    write(file, text)
    loaded = load_settings(file)
    assert (loaded.theme, loaded.font_scale, loaded.threads) == ("dark", 1.0, 0)
    assert [note for note in loaded.notes if "font_scale" in note]
    assert [note for note in loaded.notes if "threads" in note]
    assert file.with_name("settings.toml.bad").read_text() == text
    assert "settings.toml.bad" in loaded.notes[-1]


def test_a_line_that_is_no_toml_costs_only_itself(file: Path) -> None:
    write(file, 'theme = "dark"\nfont_scale = = 2\nrecent_files = [\n  "a.txt",\n  "b.txt",\n]\nthreads = 3\n<<<<<<<\n')
    loaded = load_settings(file)
    assert (loaded.theme, loaded.recent_files, loaded.threads) == ("dark", ("a.txt", "b.txt"), 3)
    assert loaded.font_scale == 1.0
    assert [note.split()[1] for note in loaded.notes[:-1]] == ["2", "8"]


def test_a_key_given_twice_counts_once(file: Path) -> None:
    write(file, 'theme = "dark"\ntheme = "light"\nthreads = 3\n')
    loaded = load_settings(file)
    assert (loaded.theme, loaded.threads) == ("dark", 3)


def test_keys_below_a_lost_heading_are_lost_with_it() -> None:
    values, notes = salvage("threads = 2\n[window\nthreads = 9\n[other]\nsize = 3\nsize = 4\n")
    assert values == {"threads": 2, "other": {"size": 3}}
    assert len(notes) == 3


def test_a_truncated_file_keeps_its_complete_keys(file: Path) -> None:
    save_settings(default_settings().with_value("theme", "light").with_value("threads", 7), file)
    content = file.read_bytes()
    for length in range(0, len(content), 97):
        file.write_bytes(content[:length])
        assert load_settings(file).theme in ("light", "system")
    file.write_bytes(content[: content.index(b"include_publishers") + 4])
    assert (load_settings(file).theme, load_settings(file).threads) == ("light", 7)


def test_a_missing_python_stays_configured(file: Path) -> None:
    write(file, 'worker_python = "/media/stick/python"\n')
    assert (load_settings(file).worker_python, load_settings(file).notes) == ("/media/stick/python", ())


def test_keys_of_a_newer_version_survive(file: Path) -> None:
    write(file, 'theme = "dark"\nsparkle = true\nborn = 2020-02-29\n[window]\nsize = [3, 4]\n[window.inner]\nname = "x"\n')
    loaded = load_settings(file)
    assert loaded.notes == ()
    save_settings(loaded.with_value("theme", "light"), file)
    stored = tomllib.loads(file.read_text(encoding="utf-8"))
    assert (stored["theme"], stored["sparkle"], stored["born"]) == ("light", True, datetime.date(2020, 2, 29))
    assert stored["window"] == {"size": [3, 4], "inner": {"name": "x"}}


def test_undecodable_bytes_do_not_crash(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b'theme = "dark"\n\xff\xfe\x00\nthreads = 2\n')
    loaded = load_settings(file)
    assert (loaded.theme, loaded.threads) == ("dark", 2)
    assert loaded.notes
    file.write_bytes(b'\xef\xbb\xbftheme = "dark"\n')
    assert load_settings(file).notes == ()


def test_a_very_long_broken_file_is_abandoned_early(file: Path) -> None:
    write(file, "[[[\n" * 100_000)
    assert load_settings(file) == default_settings()


def test_a_settings_file_that_cannot_be_read_is_reported(file: Path) -> None:
    file.mkdir(parents=True)
    with pytest.raises(InputError) as refused:
        load_settings(file)
    assert refused.value.code == "settings-unreadable"


def test_a_failed_write_keeps_the_old_file_and_leaves_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_settings(default_settings().with_value("theme", "dark"), file)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError) as refused:
        save_settings(default_settings(), file)
    assert refused.value.code == "settings-unwritable"
    assert "No space left" in refused.value.message
    assert load_settings(file).theme == "dark"
    assert [entry.name for entry in file.parent.iterdir()] == ["settings.toml"]


def test_a_linked_settings_file_stays_a_link(tmp_path: Path, file: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    write(real, 'theme = "dark"\n')
    file.parent.mkdir()
    file.symlink_to(real)
    save_settings(load_settings(file).with_value("threads", 5), file)
    assert file.is_symlink()
    assert load_settings(real).threads == 5


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.text(max_size=8), VALUES, max_size=5))
def test_every_toml_value_is_read_back_as_it_was_written(values: dict[str, object]) -> None:
    assert tomllib.loads(toml.dump(values)) == values


def test_none_cannot_be_written_as_toml() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        toml.dump({"a": None})


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.sampled_from("themdark= \"[]\n#'0.{},x"), max_size=60))
def test_no_text_at_all_makes_loading_fail(tmp_path: Path, text: str) -> None:
    path = tmp_path / "any.toml"
    path.write_bytes(text.encode())
    loaded = load_settings(path)
    assert loaded.theme in ("system", "light", "dark")
