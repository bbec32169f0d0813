"""Encoding of posts, over a library in memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.options import PostImportOptions
from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.errors import Cancelled
from app.services.posts import import_posts, prepare_posts
from tests.fakes.encoder import FakeEncoder
from tests.fakes.post_library import MemoryPosts
from tests.fakes.post_samples import posts


def test_missing_vectors_are_encoded_and_counted() -> None:
    library, encoder = MemoryPosts(posts(20)), FakeEncoder()
    report = prepare_posts(posts=library, encoder=encoder, progress=no_progress, cancel=CancelToken())
    assert (report.groups, report.encoded, report.waiting, report.made) == (20, 18, 0, 18) and report.seconds >= 0
    library.add(posts(2, start=30), progress=no_progress, cancel=CancelToken())
    report = prepare_posts(posts=library, encoder=encoder, progress=no_progress, cancel=CancelToken())
    assert (report.groups, report.encoded, report.waiting, report.made) == (22, 20, 0, 2) and len(encoder.encoded) == 20


def test_a_cancel_keeps_what_is_finished() -> None:
    library, cancel = MemoryPosts(posts(20), step=4), CancelToken()

    def listen(update: ProgressUpdate) -> None:
        if update.done >= 8:
            cancel.cancel()

    with pytest.raises(Cancelled):
        prepare_posts(posts=library, encoder=FakeEncoder(), progress=listen, cancel=cancel)
    assert library.statistics().encoded == 8
    assert prepare_posts(posts=library, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken()).made == 10


def test_dates_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,text,date\n1,The goats swim.,03/04/2024\n2,The goats fly.,soon\n3,Goats.,2024-05-03\n", encoding="utf-8")
    report = import_posts([path], posts=MemoryPosts(()), options=PostImportOptions(), progress=no_progress, cancel=CancelToken())
    assert report.notes == ("a.csv: 2 rows have dates that could not be read, such as “03/04/2024”, “soon”; these were left empty.",)
