"""A disk that is unplugged while everything on it is open: it is said, nothing is written in its place, and it is whole when it is back."""

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
    """The disk at the place where it stays."""
    with small_disk(tmp_path / "disk", 16 << 20) as place:
        (place / "library").mkdir()
        yield place


@pytest.fixture
def place(tmp_path: Path, disk: Path) -> Iterator[Path]:
    """The same disk at the place from which it is unplugged; its folder stays, and is empty then."""
    with plugged_in(disk / "library", tmp_path / "place") as found:
        yield found


def with_all(place: Path) -> None:
    """Fact-checks, posts and evidence, indexed and encoded."""
    filled(place, samples(COUNT)).close()
    with closing(open_posts(place, create=True)) as opened:
        opened.add(posts(COUNT), progress=no_progress, cancel=CancelToken())
        opened.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    with closing(open_evidence(place, cut=cut_passages, create=True)) as evidence:
        evidence.add(documents(COUNT), progress=no_progress, cancel=CancelToken())
        evidence.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())


def test_what_is_open_says_that_it_is_gone_and_writes_nothing_in_its_place(disk: Path, place: Path) -> None:
    with_all(place)
    quiet = {"encoder": FakeEncoder(), "progress": no_progress, "cancel": CancelToken()}
    with (
        closing(open_library(place)) as library,
        closing(open_posts(place)) as kept,
        closing(open_evidence(place, cut=cut_passages)) as more,
    ):
        unplug(place)
        works: list[Callable[[], object]] = [
            library.snapshot,
            lambda: change(library, upsert=[sample(900)]),
            lambda: library.rebuild(**quiet),  # type: ignore[arg-type]
            lambda: library.verify(progress=no_progress, cancel=CancelToken()),
            lambda: kept.add(posts(3, start=500), progress=no_progress, cancel=CancelToken()),
            lambda: kept.index(**quiet),  # type: ignore[arg-type]
            lambda: kept.encode(**quiet),  # type: ignore[arg-type]
            lambda: more.add(documents(3, start=500), progress=no_progress, cancel=CancelToken()),
            lambda: more.index(**quiet),  # type: ignore[arg-type]
            lambda: more.delete(["d0001"], cancel=CancelToken()),
        ]
        assert {code_of(work) for work in works} == {"library-vanished"}
    assert not list(place.iterdir())
    with closing(open_library(disk / "library")) as library, closing(open_posts(disk / "library")) as kept:
        assert_whole(library)
        assert len(library) == len(kept) == COUNT


def test_unplugged_in_the_middle_of_an_import(disk: Path, place: Path) -> None:
    class Unplugging(FakeEncoder):
        def _vector(self, text: str) -> np.ndarray:
            if len(self.encoded) == 3 and place.is_mount():
                unplug(place)
            return super()._vector(text)

    filled(place, samples(COUNT)).close()
    with closing(open_library(place)) as library:
        with pytest.raises(LibraryError) as raised:
            change(library, upsert=samples(9, start=500), encoder=Unplugging())
        assert raised.value.code == "library-vanished"
    assert not list(place.iterdir())
    with closing(open_library(disk / "library")) as library:
        assert_whole(library)
        assert len(library) == COUNT and change(library, upsert=samples(9, start=500)).added == 9


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_said_to_be_saved_is_on_the_disk_or_where_it_was_saved(disk: Path, place: Path, kind: str) -> None:
    number = 0
    with saver(kind, place) as save:
        for number in (1, 2, 3):
            save(number)
        unplug(place)
        try:
            save(4)
        except PriorcheckError as error:
            assert error.code in GONE and error.hint
        else:
            number = 4
    there = [folder for folder in (disk / "library", place) if any(folder.iterdir())]
    assert number in [reached(kind, folder) for folder in there]


def test_a_library_that_was_never_open_is_not_made_on_an_empty_place(place: Path) -> None:
    unplug(place)
    with closing(open_verifications(place)) as kept:
        assert kept.summaries() == ()
    for work in (lambda: open_library(place), lambda: open_posts(place), lambda: open_evidence(place, cut=cut_passages)):
        with pytest.raises(LibraryError, match=r"There is no library|holds no"):
            work()
    assert not list(place.iterdir())
