"""The library to open, for window and command line: by option, environment, or settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import paths
from app.bootstrap import Session
from app.cli.context import Context
from app.cli.grammar import build_parser
from app.cli.output import ProgressPrinter
from app.settings import LIBRARY_VARIABLE, default_settings, library_folder, load_settings, save_settings, settings_path


def context(*options: str) -> Context:
    arguments = build_parser(["library", "stats", *options]).parse_args(["library", "stats", *options])
    return Context(arguments=arguments, session=Session(device="cpu", threads=1), progress=ProgressPrinter(quiet=True))


def keep(library: Path) -> None:
    save_settings(load_settings().with_value("library", str(library)))


def test_without_settings_the_default_library_is_used() -> None:
    assert context().library_path == paths.default_library() and context().library_origin == "of the settings"


def test_the_library_of_the_settings_is_used(tmp_path: Path) -> None:
    keep(tmp_path / "newsroom")
    assert context().library_path == tmp_path / "newsroom" == library_folder(load_settings())


def test_the_environment_overrides_the_settings_and_an_option_overrides_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(tmp_path / "newsroom")
    monkeypatch.setenv(LIBRARY_VARIABLE, str(tmp_path / "desk"))
    assert (context().library_path, context().library_origin) == (tmp_path / "desk", "named by PRIORCHECK_LIBRARY")
    assert library_folder(load_settings()) == tmp_path / "desk"
    named = context("--library", str(tmp_path / "mine"))
    assert (named.library_path, named.library_origin) == (tmp_path / "mine", "named by --library")


@pytest.mark.parametrize("value", ["", "  "])
def test_an_empty_variable_names_none(value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(tmp_path / "newsroom")
    monkeypatch.setenv(LIBRARY_VARIABLE, value)
    assert context().library_path == tmp_path / "newsroom"


def test_a_variable_may_begin_with_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv(LIBRARY_VARIABLE, "~/library")
    assert library_folder(default_settings()) == tmp_path / "library"


def test_settings_that_cannot_be_used_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text("library = 5\n", encoding="utf-8")
    assert context().library_path == paths.default_library()
    assert "settings.toml.bad" in capsys.readouterr().err
