"""A place that may be read and not written: it is said, what is there is read, also what a killed program left in its log."""

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
def place() -> Iterator[Path]:
    """A folder that everybody can reach."""
    home = Path(tempfile.mkdtemp())
    home.chmod(0o755)
    (home / "place").mkdir()
    yield home / "place"
    for entry in [home, *home.rglob("*")]:
        entry.chmod(0o755)
    shutil.rmtree(home)


def lock_up(place: Path) -> None:
    """From now on it may be read alone."""
    for entry in [place, *place.rglob("*")]:
        entry.chmod(0o555 if entry.is_dir() else 0o444)


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_saved_is_said_and_the_old_state_is_read(place: Path, kind: str) -> None:
    with saver(kind, place) as save:
        save(1)
    assert reached(kind, place) == 1  # and what is loaded at first use is loaded, which an ordinary user may not read here
    lock_up(place)
    with ordinary_user():
        with pytest.raises(PriorcheckError) as raised, saver(kind, place) as save:
            save(2)
        assert raised.value.code in CODES and raised.value.hint and raised.value.exit_code == 2
        assert reached(kind, place) == 1


def test_the_log_that_a_killed_program_left_is_read(tmp_path: Path, place: Path) -> None:
    """SQLite's log holds what was acknowledged last; without the right to write nobody can bring it into the file."""
    library = tmp_path / "library"
    with (
        closing(filled(library, samples(COUNT))) as kept,
        closing(open_posts(library, create=True)) as kept_posts,
        closing(open_evidence(library, cut=cut_passages, create=True)) as kept_evidence,
    ):
        kept_posts.add(posts(COUNT), progress=no_progress, cancel=CancelToken())
        kept_evidence.add(documents(COUNT), progress=no_progress, cancel=CancelToken())
        with closing(open_verifications(library)) as verifications:
            assert len(kept) == COUNT and verifications.summaries() == ()
        shutil.copytree(library, place / "library")  # as it would lie there after a kill
    logs = sorted(path.name for path in (place / "library").glob("*.db-wal") if path.stat().st_size)
    assert logs == ["evidence.db-wal", "library.db-wal", "posts.db-wal"]
    lock_up(place)
    with ordinary_user():
        with closing(open_library(place / "library")) as again:
            assert len(again) == COUNT
        with closing(open_posts(place / "library")) as again_posts:
            assert len(again_posts) == COUNT
        with closing(open_evidence(place / "library", cut=cut_passages)) as again_evidence:
            assert len(again_evidence.search("", among=EvidenceFilter(undated=True), limit=100).items) == COUNT
    (place / "library").chmod(0o755)
    for name in logs:
        (place / "library" / name.replace("-wal", "-shm")).unlink()
    lock_up(place)
    with ordinary_user():  # this log cannot be read where nothing may be written
        opened = (open_library, open_posts, lambda path: open_evidence(path, cut=cut_passages))
        for attempt in opened:
            with pytest.raises(LibraryError) as raised:
                attempt(place / "library").close()
            assert raised.value.code == "library-read-only" and "Copy it" in raised.value.hint
