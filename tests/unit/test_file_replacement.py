"""Files are replaced completely or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from app.file_replacement import replace_file, write_export
from app.rights.umask import users_umask

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")


def test_content_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    target = tmp_path / "kept.txt"
    target.write_text("old")
    replace_file(target, b"new")
    assert target.read_bytes() == b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]


def test_a_refused_replacement_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(OSError):
        replace_file(folder, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
    with pytest.raises(FileNotFoundError):
        replace_file(tmp_path / "missing" / "file", b"new")


@posix
def test_an_export_has_the_rights_of_any_new_file_and_our_own_file_does_not(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    before = os.umask(users_umask())  # a command that ran in this process before has made it stricter
    plain.write_text("x")
    os.umask(before)
    write_export(tmp_path / "report", b"x")
    replace_file(tmp_path / "settings", b"x")
    assert stat.S_IMODE((tmp_path / "report").stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)
    assert stat.S_IMODE((tmp_path / "settings").stat().st_mode) == 0o600


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o444, 0o755])
@pytest.mark.parametrize("write", [replace_file, write_export])
def test_a_replaced_file_keeps_its_mode(tmp_path: Path, mode: int, write: type(replace_file)) -> None:  # type: ignore[valid-type]
    target = tmp_path / "kept"
    target.write_text("old")
    target.chmod(mode)
    write(target, b"new")
    assert target.read_bytes() == b"new" and stat.S_IMODE(target.stat().st_mode) == mode
