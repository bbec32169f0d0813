"""Faults against the evidence of a library: kills, full disks, damage, read-only folders, other programs, newer versions."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.domain.evidence import EvidenceDocument, EvidenceFilter
from app.domain.options import EvidenceImportOptions
from app.domain.progress import CancelToken, no_progress
from app.errors import LibraryError
from app.ingest.evidence import cut_passages
from app.services.evidence import import_evidence, prepare_evidence
from app.store import open_library
from app.store.evidence.library import SqliteEvidence, open_evidence
from app.store.evidence.schema import COPIES, FILE, INDEX
from tests.fakes.encoder import FakeEncoder
from tests.fakes.evidence_samples import document, documents
from tests.integration.test_store_faults import code_of, ordinary_user

ROOT = Path(__file__).resolve().parents[2]
COUNT, MORE = 30, 8
QUERIES = ["the mayor closed bridges", "nothing like it"]
ALL = EvidenceFilter(undated=True)


def opened(folder: Path, *, create: bool = False) -> SqliteEvidence:
    return open_evidence(folder, cut=cut_passages, create=create)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Provide a closed library with evidence, indexed and encoded."""
    with closing(opened(tmp_path / "library", create=True)) as evidence:
        evidence.add(documents(COUNT), progress=no_progress, cancel=CancelToken())
        prepare_evidence(evidence=evidence, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    return tmp_path / "library"


@pytest.fixture
def incoming(tmp_path: Path) -> Path:
    """Provide a folder with eight texts, two of them equal."""
    (tmp_path / "in").mkdir()
    for number in range(MORE):
        (tmp_path / "in" / f"{number}.txt").write_text(f"A new text about rivers, number {max(1, number)}.", encoding="utf-8")
    return tmp_path / "in"


def import_folder(evidence: SqliteEvidence, incoming: Path) -> None:
    options = EvidenceImportOptions(language="en")
    import_evidence([incoming], evidence=evidence, options=options, progress=no_progress, cancel=CancelToken())


def findings(evidence: SqliteEvidence) -> object:
    """Return everything that a search depends on."""
    encoder = FakeEncoder()
    vectors = encoder.encode(QUERIES, progress=no_progress, cancel=CancelToken())
    with closing(evidence.index(encoder=encoder, progress=no_progress, cancel=CancelToken())) as index:
        hits = [index.lexical().search(QUERIES, 9), index.vectors().search(vectors, 9)]
        ranked_hits = [(hit.rows.tolist(), hit.scores.tolist()) for hit in hits]
        return index.passages(range(len(index))), index.encoded, ranked_hits


def stored_copies(folder: Path) -> set[str]:
    return {f"{COPIES}/{file.name}" for file in (folder / COPIES).iterdir()} if (folder / COPIES).is_dir() else set()


# Killed processes


@pytest.mark.parametrize(
    "moment",
    [*(f"flush-{number}" for number in range(1, MORE + 1, 2)), "sweep", "document-0", "document-3", f"document-{MORE - 1}", "flush-99"],
)
def test_a_killed_import_leaves_the_old_state_or_the_new_one(folder: Path, incoming: Path, moment: str) -> None:
    with closing(opened(folder)) as evidence:
        before = findings(evidence)
    command = [sys.executable, "-m", "tests.fakes.evidence_child", str(folder), str(incoming), moment]
    completed = subprocess.run(command, cwd=ROOT, env={**os.environ, "OMP_NUM_THREADS": "1"}, check=False)
    assert completed.returncode == (0 if moment == "flush-99" else 9)
    with closing(opened(folder)) as evidence:
        assert len(evidence) in (COUNT, COUNT + MORE - 1) and (len(evidence) > COUNT) == (moment in ("sweep", "flush-99"))
        cached_names = {item.cached for item in evidence.search("", among=ALL, limit=100).items} - {""}
        assert cached_names <= stored_copies(folder)
        if len(evidence) == COUNT:
            assert findings(evidence) == before
        import_folder(evidence, incoming)
        assert len(evidence) == COUNT + MORE - 1 and len(stored_copies(folder)) == MORE - 1
        evidence.delete([item.id for item in evidence.search("rivers", among=ALL).items if item.cached], cancel=CancelToken())
        assert findings(evidence) == before and not stored_copies(folder)


# Disks


@pytest.mark.parametrize("moment", range(1, MORE + 2))
def test_a_disk_that_fills_up_during_an_import(folder: Path, incoming: Path, monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    calls, flush = [0], os.fsync

    def full(handle: int) -> None:
        calls[0] += 1
        if calls[0] == moment:
            raise OSError(errno.ENOSPC, "No space left on device")
        flush(handle)

    with closing(opened(folder)) as evidence:
        before = findings(evidence)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            code = code_of(lambda: import_folder(evidence, incoming)) if moment <= MORE else ""
        if code:
            assert code == "disk-full" and findings(evidence) == before
        import_folder(evidence, incoming)
        assert len(evidence) == COUNT + MORE - 1 and len(stored_copies(folder)) == MORE - 1


# Damage


@pytest.mark.parametrize("name", ["words.npy", "days.npy", "document.npy", "address.npy", "clean.rows.npy", "codes.json"])
def test_a_damaged_index_is_rebuilt_without_encoding_again(folder: Path, name: str) -> None:
    with closing(opened(folder)) as evidence:
        before = findings(evidence)
    (file,) = (folder / INDEX).glob(f"passages-*/{name}")
    content = bytearray(file.read_bytes())
    content[-1] ^= 0x40
    file.write_bytes(content)
    with closing(opened(folder)) as evidence:
        assert findings(evidence) == before
        assert prepare_evidence(evidence=evidence, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken()).made == 0


def test_a_database_that_is_damaged_or_foreign_or_newer_is_refused_in_plain_words(folder: Path) -> None:
    intact = (folder / FILE).read_bytes()
    for content, code in ((b"SQLite format 3\x00" + b"\x17" * 5000, "library-damaged"), (b"no database " * 500, "library-damaged")):
        (folder / FILE).write_bytes(content)
        assert code_of(lambda: opened(folder)) == code
    (folder / FILE).write_bytes(intact)
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert code_of(lambda: opened(folder)) == "library-newer"
    (folder / FILE).unlink()
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.execute("CREATE TABLE other (x)")
    assert code_of(lambda: opened(folder)) == "library-foreign"


def test_a_missing_library_is_reported(folder: Path, incoming: Path) -> None:
    with closing(opened(folder)) as evidence:
        shutil.rmtree(folder)
        assert code_of(lambda: import_folder(evidence, incoming)) == "library-vanished"
        assert code_of(lambda: findings(evidence)) == "library-vanished"
    assert code_of(lambda: opened(folder)) == "evidence-not-found"


# Other programs and places


def test_only_one_process_imports_and_others_can_search(folder: Path) -> None:
    started, go_on = threading.Event(), threading.Event()

    def slowly() -> Iterator[EvidenceDocument]:
        yield document(900)
        started.set()
        assert go_on.wait(30)

    with closing(opened(folder)) as reader, closing(opened(folder)) as writer:
        before = findings(reader)
        thread = threading.Thread(target=lambda: writer.add(slowly(), progress=no_progress, cancel=CancelToken()))
        thread.start()
        assert started.wait(30) and findings(reader) == before
        with closing(opened(folder)) as other:
            assert code_of(lambda: other.delete(["d0001"], cancel=CancelToken())) == "library-busy"
        go_on.set()
        thread.join(30)
        assert findings(reader) != before


def test_fact_checks_and_evidence_share_a_folder(folder: Path) -> None:
    with closing(open_library(folder, create=True)) as library, closing(opened(folder)) as evidence:
        assert len(library) == 0 and len(evidence) == COUNT


def test_a_read_only_folder_is_searched_and_not_changed(folder: Path) -> None:
    with closing(opened(folder)) as evidence:
        before = findings(evidence)
    home = Path(tempfile.mkdtemp())
    home.chmod(0o755)
    shutil.copytree(folder, home / "library")
    entries = [home / "library", *(home / "library").rglob("*")]
    for entry in entries:
        entry.chmod(0o555 if entry.is_dir() else 0o444)
    try:
        with ordinary_user(), closing(opened(home / "library")) as evidence:
            assert findings(evidence) == before
            assert code_of(lambda: evidence.add([document(900)], progress=no_progress, cancel=CancelToken())) == "library-read-only"
            assert code_of(lambda: evidence.keep_warnings(())) == "library-read-only"
    finally:
        for entry in entries:
            entry.chmod(0o755)
        shutil.rmtree(home)


def test_a_file_in_place_of_the_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(LibraryError, match="not a library folder"):
        opened(tmp_path / "file", create=True)
