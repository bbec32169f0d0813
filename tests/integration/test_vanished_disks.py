"""A disk is unplugged while everything on it is open: errors are reported, nothing is written at the mount point, and the disk is
intact afterwards."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from app.bootstrap.library_files import open_verifications
from app.domain.progress import CancelToken, no_progress
from app.errors import LibraryError, PriorcheckError
from app.ingest.evidence import cut_passages
from app.store import open_evidence, open_library, open_posts
from tests.fakes.disks import plugged_in, small_disk, unplug
from tests.fakes.encoder import FakeEncoder
from tests.fakes.evidence_samples import documents
from tests.fakes.library_samples import change, filled, sample, samples
from tests.fakes.post_samples import posts
from tests.fakes.saving import KINDS, reached, saver
from tests.integration.test_store_faults import assert_whole, code_of

COUNT = 30
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is no tmpfs")
GONE = ("library-vanished", "project-vanished")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Mount the disk at its permanent mount point."""
    with small_disk(tmp_path / "disk", 16 << 20) as mount_point:
        (mount_point / "library").mkdir()
        yield mount_point


@pytest.fixture
def mounted(tmp_path: Path, disk: Path) -> Iterator[Path]:
    """Mount the same disk at the point from which it is unplugged. The folder stays and is empty then."""
    with plugged_in(disk / "library", tmp_path / "place") as mount_point:
        yield mount_point


def with_all(mounted: Path) -> None:
    """Fill a library with fact-checks, posts and evidence, indexed and encoded."""
    filled(mounted, samples(COUNT)).close()
    with closing(open_posts(mounted, create=True)) as opened:
        opened.add(posts(COUNT), progress=no_progress, cancel=CancelToken())
        opened.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    with closing(open_evidence(mounted, cut=cut_passages, create=True)) as evidence:
        evidence.add(documents(COUNT), progress=no_progress, cancel=CancelToken())
        evidence.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())


def test_open_files_on_a_vanished_disk_fail_and_write_nothing_there(disk: Path, mounted: Path) -> None:
    with_all(mounted)
    quiet = {"encoder": FakeEncoder(), "progress": no_progress, "cancel": CancelToken()}
    with (
        closing(open_library(mounted)) as library,
        closing(open_posts(mounted)) as post_store,
        closing(open_evidence(mounted, cut=cut_passages)) as evidence_store,
    ):
        unplug(mounted)
        actions: list[Callable[[], object]] = [
            library.snapshot,
            lambda: change(library, upsert=[sample(900)]),
            lambda: library.rebuild(**quiet),  # type: ignore[arg-type]
            lambda: library.verify(progress=no_progress, cancel=CancelToken()),
            lambda: post_store.add(posts(3, start=500), progress=no_progress, cancel=CancelToken()),
            lambda: post_store.index(**quiet),  # type: ignore[arg-type]
            lambda: post_store.encode(**quiet),  # type: ignore[arg-type]
            lambda: evidence_store.add(documents(3, start=500), progress=no_progress, cancel=CancelToken()),
            lambda: evidence_store.index(**quiet),  # type: ignore[arg-type]
            lambda: evidence_store.delete(["d0001"], cancel=CancelToken()),
        ]
        assert {code_of(action) for action in actions} == {"library-vanished"}
    assert not list(mounted.iterdir())
    with closing(open_library(disk / "library")) as library, closing(open_posts(disk / "library")) as post_store:
        assert_whole(library)
        assert len(library) == len(post_store) == COUNT


def test_unplugged_in_the_middle_of_an_import(disk: Path, mounted: Path) -> None:
    class Unplugging(FakeEncoder):
        def _vector(self, text: str) -> np.ndarray:
            if len(self.encoded) == 3 and mounted.is_mount():
                unplug(mounted)
            return super()._vector(text)

    filled(mounted, samples(COUNT)).close()
    with closing(open_library(mounted)) as library:
        with pytest.raises(LibraryError) as raised:
            change(library, upsert=samples(9, start=500), encoder=Unplugging())
        assert raised.value.code == "library-vanished"
    assert not list(mounted.iterdir())
    with closing(open_library(disk / "library")) as library:
        assert_whole(library)
        assert len(library) == COUNT and change(library, upsert=samples(9, start=500)).added == 9


@pytest.mark.parametrize("kind", KINDS)
def test_a_reported_save_is_on_the_disk_or_at_its_mount_point(disk: Path, mounted: Path, kind: str) -> None:
    number = 0
    with saver(kind, mounted) as save:
        for number in (1, 2, 3):
            save(number)
        unplug(mounted)
        try:
            save(4)
        except PriorcheckError as error:
            assert error.code in GONE and error.hint
        else:
            number = 4
    filled_folders = [folder for folder in (disk / "library", mounted) if any(folder.iterdir())]
    assert number in [reached(kind, folder) for folder in filled_folders]


def test_no_library_is_created_at_an_empty_mount_point(mounted: Path) -> None:
    unplug(mounted)
    with closing(open_verifications(mounted)) as verification_store:
        assert verification_store.summaries() == ()
    for action in (lambda: open_library(mounted), lambda: open_posts(mounted), lambda: open_evidence(mounted, cut=cut_passages)):
        with pytest.raises(LibraryError, match=r"There is no library|holds no"):
            action()
    assert not list(mounted.iterdir())
