"""Settings: declarations, checks, and immutable changes."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from app.errors import InputError
from app.settings import DECLARED, Kind, Settings, default_settings
from app.settings.checks import checked


def test_every_declared_setting_is_an_attribute_and_the_other_way_round() -> None:
    assert {field.name for field in fields(Settings)} == {*DECLARED, "unknown", "notes"}
    assert all(key == setting.key for key, setting in DECLARED.items())


@pytest.mark.parametrize("key", DECLARED)
def test_every_default_passes_its_own_check_and_has_words_for_the_dialog(key: str) -> None:
    setting = DECLARED[key]
    assert checked(setting, setting.default()) == setting.default()
    assert setting.label
    assert setting.help.endswith(".")
    assert bool(setting.choices) == (setting.kind is Kind.CHOICE)


def test_defaults_point_into_the_users_own_folder(own_home: Path) -> None:
    assert default_settings().library == str(own_home / "data" / "library")


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("theme", "purple", "is none of system, light, dark"),
        ("font_scale", 9, "more than 2.5"),
        ("font_scale", float("nan"), "no number"),
        ("font_scale", True, "no number"),
        ("matches_per_sentence", 0, "less than 1"),
        ("matches_per_sentence", 5.0, "no whole number"),
        ("matches_per_sentence", True, "no whole number"),
        ("recent_files", ["a"] * 11, "more than 10"),
        ("recent_files", "a", "no list of texts"),
        ("exclude_publishers", [1], "no list of texts"),
        ("library", 3, "no text"),
        ("library", "", "a folder has to be named"),
        ("library", __file__, "is no folder"),
        ("report_folder", "/nowhere", "there is no folder"),
        ("report_folder", "/" + "x" * 5000, "cannot be used"),
        ("worker_python", str(Path(__file__).parent), "is no file"),
        ("language", "tlh", "none of system, en"),
        ("worker_python", "/nowhere/python", "there is no file"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_in_one_sentence(key: str, value: object, words: str) -> None:
    with pytest.raises(InputError) as refused:
        default_settings().with_value(key, value)
    assert refused.value.code == "setting"
    assert words in refused.value.message
    assert refused.value.hint


def test_an_unknown_key_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match="no setting 'colour'") as refused:
        default_settings().with_value("colour", "red")
    assert "theme" in refused.value.hint


def test_a_change_makes_new_settings() -> None:
    before = default_settings()
    after = before.with_value("font_scale", 2).with_value("exclude_publishers", ["Rumour Mill", "Mirror"])
    assert (after.font_scale, after.exclude_publishers) == (2.0, ("Rumour Mill", "Mirror"))
    assert before == default_settings()


def test_recent_files_are_ten_without_repeats_the_latest_first() -> None:
    settings = default_settings()
    for number in [*range(12), 5]:
        settings = settings.with_recent(Path(f"{number}.txt"))
    assert settings.recent_files == tuple(f"{number}.txt" for number in (5, 11, 10, 9, 8, 7, 6, 4, 3, 2))
    assert settings.with_value("recent_files", settings.recent_files) == settings
