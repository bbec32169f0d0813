"""A file is replaced whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from app.paths import replace_file


def test_content_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    target = tmp_path / "kept.txt"
    target.write_text("old")
    replace_file(target, b"new")
    assert target.read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]


def test_a_refused_replacement_leaves_what_was_there(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OSError):
        replace_file(folder, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
    with pytest.raises(FileNotFoundError):
        replace_file(tmp_path / "missing" / "file", b"new")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_the_file_has_the_rights_of_any_new_file(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("x")
    replace_file(tmp_path / "replaced", b"x")
    assert stat.S_IMODE((tmp_path / "replaced").stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)
