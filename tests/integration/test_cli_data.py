"""`data`, `data erase`, `data protect`, and what `doctor` says of other people on this computer."""

from __future__ import annotations

import io
import json
import os
import stat
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app import paths
from app.cli.main import run
from app.file_lock import try_lock
from app.home_folder import home_lock_file, protect_home
from app.services.user_data import home
from app.store import library as store
from app.store import open_library
from app.store.lock import writer_lock
from tests.fakes.command_line import ended, program
from tests.fakes.people import place_for_all
from tests.fakes.user_data import STRANGE, furnish, furnish_outside, write

posix = pytest.mark.skipif(os.name == "nt", reason="rights as Unix has them")


@pytest.fixture
def user(tmp_path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder, with nothing in it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    furnish(own_home)
    return tmp_path


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code, _ = run(list(arguments))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def listed(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, Any]]:
    code, out, _ = ran(capsys, "data", "--json")
    assert code == 0
    return {row["path"]: row for row in map(json.loads, out.splitlines())}


def files_of(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def test_every_place_is_listed_with_its_size(user: Path, own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in STRANGE:
        write(own_home / name)
    found = listed(capsys)
    kinds = {row["kind"] for row in found.values()}
    assert kinds == {
        "settings", "window state", "library", "demo library", "projects", "model", "network record", "log", "cache",
        "temporary files", "other file",
    }  # fmt: skip
    everything = [name for name in files_of(own_home) if name not in ("data/in-use.lock", "mine.txt")]
    for name in everything:
        assert any((own_home / name).is_relative_to(path) for path in found), name
    library = found[str(paths.default_library())]
    assert library["size"] == sum(path.stat().st_size for path in paths.default_library().rglob("*") if path.is_file())
    assert library["fate"] == "erased" and library["files"] > 5 and library["readers"] == []
    assert found[str(own_home / "data/report.html")]["fate"] == "left"
    assert "documents" in found[str(own_home / "config/settings.toml")]["note"]
    code, out, err = ran(capsys, "data")
    assert code == 0 and all(path in out for path in found) and "places" in err


def test_what_lies_outside_is_named(user: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    outside = furnish_outside(user, monkeypatch)
    found = listed(capsys)
    fates = {name: found[str(path)]["fate"] for name, path in outside.items() if str(path) in found}
    expected = {"leftover": "erased, named first", "error log": "erased, named first"}
    expected |= dict.fromkeys(("project", "model", "library"), "left")
    if sys.platform == "linux":
        expected |= dict.fromkeys(("qt", "recent"), "left")
    assert fates == expected


def test_erase_removes_what_is_ours_and_nothing_else(
    user: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = furnish_outside(user, monkeypatch)
    for name in STRANGE:
        write(own_home / name)
    (own_home / "data" / "projects" / "linked.priorcheck").symlink_to(outside["project"])
    before = files_of(user)
    code, _, err = ran(capsys, "data", "erase", "--yes")
    assert files_of(own_home) == {*STRANGE, "data/in-use.lock"}
    gone = before - files_of(user)
    assert gone == {".cache/Microsoft/DeveloperTools/.onnxruntime/deviceid", "priorcheck-error-20260101.log"}
    assert not (user / ".cache" / "Microsoft").exists() and outside["project"].read_text() == "x"
    removed = [line.removeprefix("Removed: ") for line in err.splitlines() if line.startswith("Removed: ")]
    left = [line for line in err.splitlines() if line.startswith("Left: ")]
    assert str(outside["leftover"]) in removed and str(own_home / "config" / "settings.toml") in removed
    for path in (outside["library"], outside["model"], outside["project"], own_home / "data" / "report.html", paths.default_library()):
        assert any(str(path) in line for line in left), path
    assert code == 2  # the library's and the projects' folders hold something of the user's, and are still there


@posix
def test_a_home_folder_that_is_a_link_is_named_before_it_is_erased(user: Path, own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (own_home / "data").rename(user / "elsewhere")
    (own_home / "data").symlink_to(user / "elsewhere")
    write(user / "elsewhere" / "mine.txt")
    found = listed(capsys)
    assert found[str(paths.default_library())]["fate"] == "erased, named first"
    assert found[str(own_home / "config" / "settings.toml")]["fate"] == "erased"
    ran(capsys, "data", "erase", "--yes")
    assert files_of(user / "elsewhere") == {"mine.txt", "in-use.lock"}


def test_without_anything_of_the_users_nothing_is_left(user: Path, own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = ran(capsys, "data", "erase", "--yes")
    assert code == 0 and "Left" not in err and not own_home.exists()
    assert ran(capsys, "data", "erase", "--yes")[:2] == (0, "")


@pytest.mark.parametrize("answer", ["yes", "y", "no", "", "ja"])
def test_a_person_is_asked_and_the_question_names_what_lies_outside(
    user: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str
) -> None:
    leftover = write(user / ".cache/Microsoft/DeveloperTools/.onnxruntime/deviceid")
    if sys.platform == "darwin":
        pytest.skip("it lies elsewhere there")

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal(f"{answer}\n"))
    code, out, err = ran(capsys, "data", "erase")
    assert "Erase all of this" in err and f"Outside Priorcheck's folders, leftover of other software: {leftover.parent}" in out
    assert (code, leftover.exists(), (own_home / "config").exists()) == ((0, False, False) if answer in ("yes", "y") else (2, True, True))


def test_a_script_without_yes_is_refused(user: Path, own_home: Path) -> None:
    done = ended(program("data", "erase", stdin=-3))
    assert done.code == 2 and "--yes" in done.err and (own_home / "config" / "settings.toml").exists()


def test_it_is_refused_while_another_one_uses_it(user: Path, own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = files_of(own_home)
    protect_home()
    other = try_lock(home_lock_file(), exclusive=False)
    assert other is not None
    code, _, err = ran(capsys, "data", "erase", "--yes")
    assert code == 2 and "Another Priorcheck is running" in err and before <= files_of(own_home)
    other.release()
    with closing(open_library(paths.default_library())), writer_lock(paths.default_library()):  # as an older version does
        code, _, err = ran(capsys, "data", "erase", "--yes")
    assert code == 2 and "Another Priorcheck is running" in err and before <= files_of(own_home)
    assert ran(capsys, "data", "erase", "--yes")[0] == 0


def is_held() -> bool:
    """True while another process uses the home."""
    other = try_lock(home_lock_file(), exclusive=True) if home_lock_file().exists() else None
    if other is not None:
        other.release()
    return home_lock_file().exists() and other is None


def test_a_command_that_runs_holds_the_home(own_home: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(f'{{"claim": "Bridge {number} costs nine million."}}\n' for number in range(100_000)), "utf-8")
    running = program("library", "import", rows, "--quiet")
    try:
        until = time.monotonic() + 60
        while not is_held() and time.monotonic() < until:
            time.sleep(0.05)
        done = ended(program("data", "erase", "--yes"))
    finally:
        running.kill()
        running.communicate()
    assert done.code == 2 and "Another Priorcheck is running" in done.err


@posix
def test_what_others_can_read_is_named_with_what_closes_it(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for place in place_for_all():
        library = place / "shared"
        open_library(library, create=True).close()
        library.chmod(0o755)
        (library / "library.db").chmod(0o644)
        out = ran(capsys, "doctor", "--json", "--library", str(library))[1]
        (privacy,) = [row for row in map(json.loads, out.splitlines()) if row["name"] == "privacy"]
        assert f"{library} can be read by everyone on this computer. To close it: chmod -R go= '{library}'" in privacy["detail"]
        assert str(own_home) not in privacy["detail"]


@posix
def test_protect_closes_every_file_of_the_home(user: Path, own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deep = own_home / "data" / "library" / "index"
    many = [write(deep / f"{number:04d}") for number in range(2100)]
    for path in (*many, own_home / "cache" / "vectors.db"):
        path.chmod(0o644)
    protect_home()
    assert any(path.stat().st_mode & 0o044 for path in many)  # not all are looked at, in a home that is closed
    code, _, err = ran(capsys, "data", "protect")
    assert code == 0 and "are yours alone now" in err
    assert not any(stat.S_IMODE(path.lstat().st_mode) & 0o077 for path in own_home.rglob("*"))
    assert "Nothing was open" in ran(capsys, "data", "protect")[2]


def test_the_names_of_a_librarys_files_are_those_of_the_store() -> None:
    assert {name for name in store._OURS if not home.is_library_entry(name)} == {"desktop.ini", "Thumbs.db"}
    assert {"narratives.db", "narratives.db-wal"} <= {f"{name}{end}" for name in home.LIBRARY_FILES for end in ("", "-wal")}
