"""Faults against a real library: kills, full disks, damage, read-only folders, other programs."""

from __future__ import annotations

import errno
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
import pytest

from app.domain.progress import CancelToken, no_progress
from app.errors import LibraryError
from app.ports import Field, Library
from app.store import builder, database, open_library, writer
from app.store import library as library_module
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import change, filled, sample, samples
from tests.fakes.store_child import state
from tests.figures import Figure

ROOT = Path(__file__).resolve().parents[2]
COUNT = 30


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Provide a closed library of 30 fact-checks."""
    filled(tmp_path / "library", samples(COUNT)).close()
    return tmp_path / "library"


def code_of(action: Callable[[], object]) -> str:
    """Return the code of the LibraryError that the action raises; it must have a message and a hint."""
    with pytest.raises(LibraryError) as raised:
        action()
    assert raised.value.message.endswith(".") and raised.value.hint and raised.value.exit_code == 2
    return raised.value.code


def assert_whole(library: Library) -> None:
    results = library.verify(progress=no_progress, cancel=CancelToken())
    assert all(result.ok for result in results), results


def contents(library: Library) -> list[object]:
    ids = [item.id for item in library.search("", limit=10_000).items]
    return list(library.get(sorted(ids)).values())


def generation(folder: Path) -> Path:
    with closing(sqlite3.connect(folder / "library.db")) as connection:
        name = connection.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()[0]
    return folder / "index" / str(name)


# Killed processes


def start_child(library: Path, version: int, moment: str = "") -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.fakes.store_child", str(library), str(version), *([moment] if moment else [])]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    return child


def version_after(folder: Path, version: int) -> int:
    """Open the library after a kill, check that it is complete and holds exactly one of the states, and return which."""
    if not (folder / "library.db").exists():
        return 0
    with closing(open_library(folder, create=True)) as library:
        assert_whole(library)
        stored = contents(library)
        for candidate in range(version, version + 200):
            if stored == state(candidate):
                if stored:
                    with closing(library.snapshot()) as snapshot:
                        assert snapshot.factchecks(range(len(stored))) == stored
                return candidate
    raise AssertionError("the library holds a mixture of two states")


def kill_at_random(folder: Path, kills: int, seed: int) -> int:
    """Kill an importing process `kills` times, the last time after it has finished a change. Return the last version reached."""
    rng, version = random.Random(seed), 0
    for kill in range(kills):
        child = start_child(folder, version)
        time.sleep(rng.uniform(0.0, 0.6))
        while kill == kills - 1 and not any(entry.name >= "000002" for entry in (folder / "index").glob("0*")):
            time.sleep(0.01)
        child.kill()
        child.communicate()
        version = version_after(folder, version)
    return version


def test_killed_at_random_moments_the_library_is_old_or_new(tmp_path: Path) -> None:
    assert kill_at_random(tmp_path / "library", 10, seed=1) > 0


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", range(2, 10))
def test_killed_many_times_the_library_is_old_or_new(tmp_path: Path, seed: int, figure: Figure) -> None:
    figure("kill -9 over changes of the fact-checks and their index", "the old state or the new one, whole", kills=15)
    assert kill_at_random(tmp_path / "library", 15, seed) > 0


@pytest.mark.parametrize(("moment", "reached"), [("flush-1", 3), ("flush-20", 3), ("before-name", 3), ("after-name", 3), ("committed", 4)])
def test_dying_at_a_certain_moment(tmp_path: Path, moment: str, reached: int) -> None:
    folder = tmp_path / "library"
    filled(folder, state(3)).close()
    child = start_child(folder, 3, moment)
    child.communicate(timeout=60)
    assert child.returncode == 9
    assert version_after(folder, 3) == reached
    with closing(open_library(folder)) as library:
        change(library, upsert=[sample(900)])
        assert_whole(library)
        assert len([entry for entry in (folder / "index").iterdir() if entry.is_dir()]) == 2


def test_a_killed_import_is_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    child = start_child(folder, 0, "before-name")
    child.communicate(timeout=60)
    encoder = FakeEncoder()
    with closing(open_library(folder)) as library:
        assert len(library) == 0
        change(library, upsert=state(1), encoder=encoder)
        assert encoder.encoded == [] and contents(library) == state(1)
        assert not list((folder / "index").glob("unfinished-*"))


# Other programs


def test_a_second_writer_is_refused_with_the_first_named(folder: Path) -> None:
    child = start_child(folder, 0, "slow")
    try:
        with closing(open_library(folder)) as library:
            while (folder / "writer.lock").read_text() != str(child.pid):
                time.sleep(0.01)
            with pytest.raises(LibraryError, match=str(child.pid)) as raised:
                change(library, upsert=[sample(900)])
            assert raised.value.code == "library-busy"
            assert contents(library) == samples(COUNT)
            with closing(library.snapshot()) as snapshot:
                assert len(snapshot.ids) == COUNT
    finally:
        child.kill()
        child.communicate()


def test_readers_go_on_while_a_thread_writes(folder: Path) -> None:
    started, go_on = threading.Event(), threading.Event()

    class WaitingEncoder(FakeEncoder):
        def _vector(self, text: str) -> np.ndarray:
            started.set()
            assert go_on.wait(30)
            return super()._vector(text)

    with closing(open_library(folder)) as library:
        thread = threading.Thread(target=lambda: change(library, upsert=samples(5, start=500), encoder=WaitingEncoder()))
        thread.start()
        assert started.wait(30)
        assert code_of(lambda: change(library, upsert=[sample(900)])) == "library-busy"
        with closing(open_library(folder)) as reader, closing(reader.snapshot()) as snapshot:
            assert len(snapshot.ids) == len(reader) == COUNT
            go_on.set()
            thread.join(30)
            assert len(snapshot.factchecks(range(COUNT))) == COUNT and len(reader) == COUNT + 5


# Disks


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Drop root privileges for a moment, since root may write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def read_only_folder(folder: Path) -> Iterator[Path]:
    """Provide the library in a folder that only root may write."""
    home = Path(tempfile.mkdtemp())
    home.chmod(0o755)
    shutil.copytree(folder, home / "library")
    for entry in [home / "library", *(home / "library").rglob("*")]:
        entry.chmod(0o555 if entry.is_dir() else 0o444)
    yield home / "library"
    for entry in [home / "library", *(home / "library").rglob("*")]:
        entry.chmod(0o755)
    shutil.rmtree(home)


def test_a_read_only_folder_is_read_and_not_changed(read_only_folder: Path) -> None:
    with ordinary_user():
        with closing(open_library(read_only_folder)) as library:
            assert len(library) == COUNT and library.search("bridges").total >= 0
            with closing(library.snapshot()) as snapshot:
                assert len(snapshot.factchecks(range(COUNT))) == COUNT
            assert_whole(library)
            assert code_of(lambda: change(library, upsert=[sample(900)])) == "library-read-only"
        assert code_of(lambda: open_library(read_only_folder / "deeper", create=True)) == "library-read-only"


def test_opened_for_reading_it_is_not_changed(folder: Path) -> None:
    with closing(open_library(folder, read_only=True)) as library:
        assert code_of(lambda: change(library, upsert=[sample(900)])) == "library-read-only"
        assert_whole(library)


@pytest.mark.parametrize("moment", range(1, 30, 4))
def test_a_disk_that_fills_up_while_the_index_is_written(folder: Path, monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    calls, flush = [0], os.fsync

    def full(handle: int) -> None:
        calls[0] += 1
        if calls[0] == moment:
            raise OSError(errno.ENOSPC, "No space left on device")
        flush(handle)

    with closing(open_library(folder)) as library:
        before = contents(library)
        monkeypatch.setattr(os, "fsync", full)
        assert code_of(lambda: change(library, upsert=samples(9, start=500), delete=["fc-00001"])) == "disk-full"
        monkeypatch.setattr(os, "fsync", flush)
        assert contents(library) == before
        assert_whole(library)
        assert change(library, upsert=samples(9, start=500)).added == 9


def test_a_disk_that_fills_up_while_rows_are_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = (folder / "library.db").stat().st_size // 4096 + 10
    with closing(open_library(folder)) as library:
        before = contents(library)
        monkeypatch.setattr(database, "_SETTINGS", (*database._SETTINGS, f"max_page_count = {pages}"))
        assert code_of(lambda: change(library, upsert=samples(400, start=500))) == "disk-full"
        monkeypatch.undo()
        assert contents(library) == before
        assert_whole(library)


def test_a_folder_that_went_away(folder: Path) -> None:
    with closing(open_library(folder)) as library:
        shutil.rmtree(folder)
        assert code_of(library.snapshot) == "library-vanished"
        assert code_of(lambda: change(library, upsert=[sample(900)])) == "library-vanished"
        assert not folder.exists()


# Folders that are no library, or a damaged one


def test_nothing_there(tmp_path: Path) -> None:
    assert code_of(lambda: open_library(tmp_path / "nowhere")) == "library-not-found"
    assert code_of(lambda: open_library(tmp_path)) == "library-not-found"
    assert code_of(lambda: open_library(tmp_path / "nowhere", create=True, read_only=True)) == "library-not-found"


def test_files_of_the_system_do_not_make_a_folder_foreign(tmp_path: Path) -> None:
    for name in (".DS_Store", "desktop.ini"):
        (tmp_path / name).touch()
    with closing(open_library(tmp_path, create=True)) as library:
        assert len(library) == 0


@pytest.mark.parametrize("name", ["library.db-journal", "posts.db-journal", "evidence.db-journal", "posts.db-wal"])
def test_a_library_another_program_is_just_making_is_not_foreign(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    with closing(open_library(tmp_path, create=True)) as library:
        assert len(library) == 0


def test_not_a_library(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    assert code_of(lambda: open_library(tmp_path, create=True)) == "library-foreign"
    assert code_of(lambda: open_library(tmp_path / "notes.txt", create=True)) == "library-not-a-folder"
    (tmp_path / "other").mkdir()
    with closing(sqlite3.connect(tmp_path / "other" / "library.db")) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    assert code_of(lambda: open_library(tmp_path / "other")) == "library-foreign"


def test_a_library_of_a_newer_version(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "library.db")) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert code_of(lambda: open_library(folder)) == "library-newer"


def test_an_interrupted_creation_is_finished(tmp_path: Path) -> None:
    (tmp_path / "library.db").touch()
    with closing(open_library(tmp_path)) as library:
        assert len(library) == 0
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "library.db").touch()
    assert code_of(lambda: open_library(tmp_path / "other", read_only=True)) == "library-outdated"


@pytest.mark.parametrize("harm", ["garbage", "half"])
def test_a_damaged_database(folder: Path, harm: str) -> None:
    file = folder / "library.db"
    intact = file.read_bytes()
    file.write_bytes(b"\x17" * 9000 if harm == "garbage" else intact[: len(intact) // 2 // 4096 * 4096])

    def use() -> None:
        with closing(open_library(folder)) as library:
            failed = [result for result in library.verify(progress=no_progress, cancel=CancelToken()) if not result.ok]
            assert failed and all(result.hint for result in failed)
            library.search("", limit=1000)
            library.get([f"fc-{number:05d}" for number in range(COUNT)])

    assert code_of(use) == "library-damaged"


@pytest.mark.parametrize("harm", ["no folder", "no manifest", "altered manifest", "no file", "short file", "other version"])
def test_a_damaged_index_is_named_and_rebuilt(folder: Path, harm: str) -> None:
    index_folder = generation(folder)
    manifest = index_folder / "manifest.json"
    if harm == "no folder":
        shutil.rmtree(index_folder)
    elif harm == "no manifest":
        manifest.unlink()
    elif harm == "altered manifest":
        manifest.write_text(manifest.read_text().replace('"rows"', '"sows"'))
    elif harm == "no file":
        (index_folder / "claim.vectors.npy").unlink()
    elif harm == "short file":
        os.truncate(index_folder / "body.rows.npy", 100)
    else:
        shutil.copy(index_folder / "claim.starts.npy", index_folder / "title.starts.npy")
    with closing(open_library(folder)) as library:
        with pytest.raises(LibraryError) as raised:
            library.snapshot()
        assert raised.value.code == "index-damaged" and "library rebuild" in raised.value.hint
        failed = [result for result in library.verify(progress=no_progress, cancel=CancelToken()) if not result.ok]
        assert [result.name for result in failed] == ["index"] and "rebuild" in failed[0].hint
        assert library.statistics().index_kind == ("exact" if harm == "other" else "damaged")
        assert library.search("").total == COUNT
        library.rebuild(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
        assert_whole(library)
        assert len(library.snapshot().ids) == COUNT


def test_importing_the_same_again_repairs_a_damaged_index(folder: Path) -> None:
    (generation(folder) / "claim.starts.npy").unlink()
    with closing(open_library(folder)) as library:
        assert change(library, upsert=samples(COUNT)).unchanged == COUNT
        assert_whole(library)


def test_an_index_of_other_word_rules_is_refused_until_rebuilt(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (builder, library_module, writer):
        monkeypatch.setattr(module, "ANALYSIS", "english-2")
    with closing(open_library(folder)) as library:
        assert code_of(library.snapshot) == "index-outdated"
        encoder = FakeEncoder()
        assert change(library, upsert=samples(COUNT), encoder=encoder).unchanged == COUNT and encoder.encoded == []
        assert len(library.snapshot().ids) == COUNT


def test_a_flipped_bit_is_detected_and_not_copied(folder: Path) -> None:
    file = generation(folder) / "claim.vectors.npy"
    content = bytearray(file.read_bytes())
    content[-40] ^= 0x40
    file.write_bytes(content)
    with closing(open_library(folder)) as library:
        failed = [result.name for result in library.verify(progress=no_progress, cancel=CancelToken()) if not result.ok]
        assert "index files" in failed
        change(library, upsert=[sample(900)])
        assert_whole(library)
        with closing(library.snapshot()) as snapshot:
            vectors = FakeEncoder().encode([sample(n).claim for n in range(COUNT)], progress=no_progress, cancel=CancelToken())
            assert np.array_equal(snapshot.vector_rows(Field.CLAIM, np.arange(COUNT, dtype=np.int32)), vectors)


def test_an_altered_graph_never_reaches_native_code(tmp_path: Path) -> None:
    with closing(open_library(tmp_path / "library", create=True, hnsw_above=10)) as library:
        change(library, upsert=samples(COUNT))
        library.snapshot().close()
        file = generation(library.path) / "claim.hnsw"
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 0xFF
        file.write_bytes(content)
        assert code_of(library.snapshot) == "index-damaged"
        library.rebuild(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
        library.snapshot().close()
        assert_whole(library)


def test_altered_rows_are_found(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "library.db", isolation_level=None)) as connection:
        connection.execute("UPDATE factcheck SET rating = 'True' WHERE id = 'fc-00002'")
        connection.execute("UPDATE body SET body = 'other words' WHERE row = 5")
        connection.execute("DELETE FROM factcheck WHERE id = 'fc-00009'")
    with closing(open_library(folder)) as library:
        results = {result.name: result for result in library.verify(progress=no_progress, cancel=CancelToken())}
        assert not results["fact-checks"].ok and "fc-00002" in results["fact-checks"].detail
        assert not results["agreement"].ok and not results["database"].ok
