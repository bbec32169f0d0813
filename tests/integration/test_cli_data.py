"""`data`, `data erase`, `data protect`, and what `doctor` reports about other users of this computer."""

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
def user_home(tmp_path: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide an empty user's home."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    furnish(own_home)
    return tmp_path


def run_command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code, _ = run(list(arguments))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def list_data(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, Any]]:
    code, out, _ = run_command(capsys, "data", "--json")
    assert code == 0
    return {row["path"]: row for row in map(json.loads, out.splitlines())}


def files_of(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


def test_every_data_location_is_listed_with_its_size(user_home: Path, own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in STRANGE:
        write(own_home / name)
    rows_by_path = list_data(capsys)
    kinds = {row["kind"] for row in rows_by_path.values()}
    assert kinds == {
        "settings", "window state", "library", "demo library", "projects", "model", "network record", "log", "cache",
        "temporary files", "other file",
    }  # fmt: skip
    everything = [name for name in files_of(own_home) if name not in ("data/in-use.lock", "mine.txt")]
    for name in everything:
        assert any((own_home / name).is_relative_to(path) for path in rows_by_path), name
    library = rows_by_path[str(paths.default_library())]
    assert library["size"] == sum(path.stat().st_size for path in paths.default_library().rglob("*") if path.is_file())
    assert library["fate"] == "erased" and library["files"] > 5 and library["readers"] == []
    assert rows_by_path[str(own_home / "data/report.html")]["fate"] == "left"
    assert "documents" in rows_by_path[str(own_home / "config/settings.toml")]["note"]
    code, out, err = run_command(capsys, "data")
    assert code == 0 and all(path in out for path in rows_by_path) and "places" in err


def test_files_outside_the_home_are_named(user_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    outside = furnish_outside(user_home, monkeypatch)
    rows_by_path = list_data(capsys)
    fates = {name: rows_by_path[str(path)]["fate"] for name, path in outside.items() if str(path) in rows_by_path}
    expected = {"leftover": "erased, named first", "error log": "erased, named first"}
    expected |= dict.fromkeys(("project", "model", "library"), "left")
    if sys.platform == "linux":
        expected |= dict.fromkeys(("qt", "recent"), "left")
    assert fates == expected


def test_erase_removes_only_program_data(
    user_home: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = furnish_outside(user_home, monkeypatch)
    for name in STRANGE:
        write(own_home / name)
    (own_home / "data" / "projects" / "linked.priorcheck").symlink_to(outside["project"])
    before = files_of(user_home)
    code, _, err = run_command(capsys, "data", "erase", "--yes")
    assert files_of(own_home) == {*STRANGE, "data/in-use.lock"}
    removed_files = before - files_of(user_home)
    assert removed_files == {".cache/Microsoft/DeveloperTools/.onnxruntime/deviceid", "priorcheck-error-20260101.log"}
    assert not (user_home / ".cache" / "Microsoft").exists() and outside["project"].read_text() == "x"
    removed = [line.removeprefix("Removed: ") for line in err.splitlines() if line.startswith("Removed: ")]
    left_lines = [line for line in err.splitlines() if line.startswith("Left: ")]
    assert str(outside["leftover"]) in removed and str(own_home / "config" / "settings.toml") in removed
    for path in (outside["library"], outside["model"], outside["project"], own_home / "data" / "report.html", paths.default_library()):
        assert any(str(path) in line for line in left_lines), path
    assert code == 2  # the library's and the projects' folders hold something of the user's, and are still there


@posix
def test_a_home_folder_that_is_a_link_is_named_before_it_is_erased(
    user_home: Path, own_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (own_home / "data").rename(user_home / "elsewhere")
    (own_home / "data").symlink_to(user_home / "elsewhere")
    write(user_home / "elsewhere" / "mine.txt")
    rows_by_path = list_data(capsys)
    assert rows_by_path[str(paths.default_library())]["fate"] == "erased, named first"
    assert rows_by_path[str(own_home / "config" / "settings.toml")]["fate"] == "erased"
    run_command(capsys, "data", "erase", "--yes")
    assert files_of(user_home / "elsewhere") == {"mine.txt", "in-use.lock"}


def test_erase_leaves_nothing_without_user_files(user_home: Path, own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run_command(capsys, "data", "erase", "--yes")
    assert code == 0 and "Left" not in err and not own_home.exists()
    assert run_command(capsys, "data", "erase", "--yes")[:2] == (0, "")


@pytest.mark.parametrize("answer", ["yes", "y", "no", "", "ja"])
def test_the_confirmation_names_files_outside_the_home(
    user_home: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str
) -> None:
    leftover = write(user_home / ".cache/Microsoft/DeveloperTools/.onnxruntime/deviceid")
    if sys.platform == "darwin":
        pytest.skip("it lies elsewhere there")

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal(f"{answer}\n"))
    code, out, err = run_command(capsys, "data", "erase")
    assert "Erase all of this" in err and f"Outside Priorcheck's folders, leftover of other software: {leftover.parent}" in out
    assert (code, leftover.exists(), (own_home / "config").exists()) == ((0, False, False) if answer in ("yes", "y") else (2, True, True))


def test_a_script_without_yes_is_refused(user_home: Path, own_home: Path) -> None:
    completed = ended(program("data", "erase", stdin=-3))
    assert completed.code == 2 and "--yes" in completed.err and (own_home / "config" / "settings.toml").exists()


def test_erase_is_refused_while_another_process_runs(user_home: Path, own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = files_of(own_home)
    protect_home()
    lock = try_lock(home_lock_file(), exclusive=False)
    assert lock is not None
    code, _, err = run_command(capsys, "data", "erase", "--yes")
    assert code == 2 and "Another Priorcheck is running" in err and before <= files_of(own_home)
    lock.release()
    with closing(open_library(paths.default_library())), writer_lock(paths.default_library()):  # as an older version does
        code, _, err = run_command(capsys, "data", "erase", "--yes")
    assert code == 2 and "Another Priorcheck is running" in err and before <= files_of(own_home)
    assert run_command(capsys, "data", "erase", "--yes")[0] == 0


def is_home_locked() -> bool:
    """Return True while another process uses the home."""
    lock = try_lock(home_lock_file(), exclusive=True) if home_lock_file().exists() else None
    if lock is not None:
        lock.release()
    return home_lock_file().exists() and lock is None


def test_a_command_that_runs_holds_the_home(own_home: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(f'{{"claim": "Bridge {number} costs nine million."}}\n' for number in range(100_000)), "utf-8")
    running = program("library", "import", rows, "--quiet")
    try:
        until = time.monotonic() + 60
        while not is_home_locked() and time.monotonic() < until:
            time.sleep(0.05)
        completed = ended(program("data", "erase", "--yes"))
    finally:
        running.kill()
        running.communicate()
    assert completed.code == 2 and "Another Priorcheck is running" in completed.err


@posix
def test_files_readable_by_others_are_named_with_a_remedy(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in place_for_all():
        library = folder / "shared"
        open_library(library, create=True).close()
        library.chmod(0o755)
        (library / "library.db").chmod(0o644)
        out = run_command(capsys, "doctor", "--json", "--library", str(library))[1]
        (privacy,) = [row for row in map(json.loads, out.splitlines()) if row["name"] == "privacy"]
        assert f"{library} can be read by everyone on this computer. To close it: chmod -R go= '{library}'" in privacy["detail"]
        assert str(own_home) not in privacy["detail"]


@posix
def test_protect_closes_every_file_of_the_home(user_home: Path, own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deep = own_home / "data" / "library" / "index"
    deep_files = [write(deep / f"{number:04d}") for number in range(2100)]
    for path in (*deep_files, own_home / "cache" / "vectors.db"):
        path.chmod(0o644)
    protect_home()
    assert any(path.stat().st_mode & 0o044 for path in deep_files)  # not all are looked at, in a home that is closed
    code, _, err = run_command(capsys, "data", "protect")
    assert code == 0 and "are yours alone now" in err
    assert not any(stat.S_IMODE(path.lstat().st_mode) & 0o077 for path in own_home.rglob("*"))
    assert "Nothing was open" in run_command(capsys, "data", "protect")[2]


def test_library_file_names_match_the_store() -> None:
    assert {name for name in store._OURS if not home.is_library_entry(name)} == {"desktop.ini", "Thumbs.db"}
    assert {"narratives.db", "narratives.db-wal"} <= {f"{name}{end}" for name in home.LIBRARY_FILES for end in ("", "-wal")}
