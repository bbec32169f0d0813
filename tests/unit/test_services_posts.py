"""Making posts ready to be searched, over a library in memory."""

from __future__ import annotations

import pytest

from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.errors import Cancelled
from app.services.posts import prepare_posts
from tests.fakes.encoder import FakeEncoder
from tests.fakes.post_library import MemoryPosts
from tests.fakes.post_samples import posts


def test_what_is_missing_is_made_and_told() -> None:
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
