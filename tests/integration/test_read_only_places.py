"""A folder that can be read but not written: errors are reported, and the data is read, including the log of a killed program."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.bootstrap.library_files import open_verifications
from app.domain.evidence import EvidenceFilter
from app.domain.progress import CancelToken, no_progress
from app.errors import LibraryError, PriorcheckError
from app.ingest.evidence import cut_passages
from app.store import open_evidence, open_library, open_posts
from tests.fakes.evidence_samples import documents
from tests.fakes.library_samples import filled, samples
from tests.fakes.post_samples import posts
from tests.fakes.saving import KINDS, reached, saver
from tests.integration.test_store_faults import ordinary_user

COUNT = 30
CODES = ("library-read-only", "project-read-only", "report-unwritable", "settings-unwritable")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="rights as Unix has them")


@pytest.fixture
def locked_folder() -> Iterator[Path]:
    """Provide a folder that everybody can reach."""
    home = Path(tempfile.mkdtemp())
    home.chmod(0o755)
    (home / "place").mkdir()
    yield home / "place"
    for entry in [home, *home.rglob("*")]:
        entry.chmod(0o755)
    shutil.rmtree(home)


def lock_up(locked_folder: Path) -> None:
    """Make the folder read-only."""
    for entry in [locked_folder, *locked_folder.rglob("*")]:
        entry.chmod(0o555 if entry.is_dir() else 0o444)


@pytest.mark.parametrize("kind", KINDS)
def test_a_failed_save_is_reported_and_the_old_state_is_read(locked_folder: Path, kind: str) -> None:
    with saver(kind, locked_folder) as save:
        save(1)
    assert reached(kind, locked_folder) == 1  # and what is loaded at first use is loaded, which an ordinary user may not read here
    lock_up(locked_folder)
    with ordinary_user():
        with pytest.raises(PriorcheckError) as raised, saver(kind, locked_folder) as save:
            save(2)
        assert raised.value.code in CODES and raised.value.hint and raised.value.exit_code == 2
        assert reached(kind, locked_folder) == 1


def test_the_write_ahead_log_of_a_killed_program_is_read(tmp_path: Path, locked_folder: Path) -> None:
    """The write-ahead log holds the latest acknowledged changes. Without write access they cannot be moved into the database file."""
    library = tmp_path / "library"
    with (
        closing(filled(library, samples(COUNT))) as stored,
        closing(open_posts(library, create=True)) as kept_posts,
        closing(open_evidence(library, cut=cut_passages, create=True)) as kept_evidence,
    ):
        kept_posts.add(posts(COUNT), progress=no_progress, cancel=CancelToken())
        kept_evidence.add(documents(COUNT), progress=no_progress, cancel=CancelToken())
        with closing(open_verifications(library)) as verifications:
            assert len(stored) == COUNT and verifications.summaries() == ()
        shutil.copytree(library, locked_folder / "library")  # as it would lie there after a kill
    logs = sorted(path.name for path in (locked_folder / "library").glob("*.db-wal") if path.stat().st_size)
    assert logs == ["evidence.db-wal", "library.db-wal", "posts.db-wal"]
    lock_up(locked_folder)
    with ordinary_user():
        with closing(open_library(locked_folder / "library")) as reopened_library:
            assert len(reopened_library) == COUNT
        with closing(open_posts(locked_folder / "library")) as again_posts:
            assert len(again_posts) == COUNT
        with closing(open_evidence(locked_folder / "library", cut=cut_passages)) as again_evidence:
            assert len(again_evidence.search("", among=EvidenceFilter(undated=True), limit=100).items) == COUNT
    (locked_folder / "library").chmod(0o755)
    for name in logs:
        (locked_folder / "library" / name.replace("-wal", "-shm")).unlink()
    lock_up(locked_folder)
    with ordinary_user():  # this log cannot be read where nothing may be written
        opened = (open_library, open_posts, lambda path: open_evidence(path, cut=cut_passages))
        for attempt in opened:
            with pytest.raises(LibraryError) as raised:
                attempt(locked_folder / "library").close()
            assert raised.value.code == "library-read-only" and "Copy it" in raised.value.hint
