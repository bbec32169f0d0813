"""A clock that was set back or is wrong: nothing is lost or refused, and no order of acts depends on it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from app.bootstrap.adapting import new_folder
from app.bootstrap.library_files import open_verifications
from app.bootstrap.projects import create_project, open_project, project_summary
from app.domain.keyed_document import with_keys
from app.domain.progress import CancelToken, no_progress
from app.domain.review import UNMARKED, Decision, Mark, MarkChange, ReviewOperation, Target
from app.domain.stored_verification import StoredVerification
from app.domain.verification import ClaimForm, Verification
from app.errors import InputError
from app.services.reports import FORMATS, write_report
from app.store import open_library, open_posts, open_vector_cache
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import change, filled, sample, samples
from tests.fakes.post_samples import posts
from tests.fakes.reviewed import reviewed_debate
from tests.fakes.task_client import split
from tests.integration.test_store_faults import assert_whole

LATER, EARLIER, MAD = 4_102_444_800.0, 1_000.0, 9e11
"""2100, 1970, and a time that no calendar holds."""
COUNT = 30


def set_file_times(folder: Path, seconds: float) -> None:
    """Set this modification time on everything below a folder."""
    for entry in [*folder.rglob("*"), folder]:
        os.utime(entry, (seconds, seconds))


@pytest.fixture
def set_back(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Provide a function that sets the clock of this process."""
    real = time.localtime

    def back(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: seconds)
        monkeypatch.setattr(time, "localtime", lambda moment=None: real(seconds if moment is None else moment))

    return back


@pytest.mark.parametrize("seconds", [LATER, EARLIER, MAD])
def test_a_library_with_wrong_timestamps_is_complete_and_can_be_changed(tmp_path: Path, seconds: float) -> None:
    folder = tmp_path / "library"
    filled(folder, samples(COUNT)).close()
    with closing(open_posts(folder, create=True)) as post_store:
        post_store.add(posts(COUNT), progress=no_progress, cancel=CancelToken())
        post_store.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    set_file_times(folder, seconds)
    with closing(open_library(folder)) as library, closing(open_posts(folder)) as post_store:
        assert_whole(library)
        change(library, upsert=[sample(900)])
        set_file_times(folder, EARLIER)  # what is written later is older
        with closing(library.snapshot()) as snapshot:
            assert len(snapshot.ids) == COUNT + 1
        post_store.add(posts(4, start=500), progress=no_progress, cancel=CancelToken())
        post_store.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
        with closing(post_store.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())) as index:
            assert len(index) == COUNT + 4


@pytest.mark.parametrize("seconds", [LATER, EARLIER, MAD, -MAD])
def test_a_project_from_another_time_is_listed_and_opened(tmp_path: Path, seconds: float) -> None:
    path = tmp_path / "night.priorcheck"
    create_project(path, with_keys(split("Anna: Bridges cost nine million."))).close()
    os.utime(path, (seconds, seconds))
    assert project_summary(path).trouble == "" and project_summary(path).changed.tzinfo is not None


def test_review_acts_keep_their_order(tmp_path: Path) -> None:
    project = create_project(tmp_path / "night.priorcheck", with_keys(split("Anna: Bridges cost nine million.")))
    days = ("2030-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "2026-01-01T00:00:00Z")
    for number, timestamp in enumerate(days, start=1):
        change_to = MarkChange(Target("0", "a"), UNMARKED, Mark(decision=Decision.CONFIRMED))
        project.keep_act(number, ReviewOperation(label=str(number), who="a", at=timestamp, changes=(change_to,)))
    project.close()
    reopened = open_project(tmp_path / "night.priorcheck")
    assert [act.label for act in reopened.read().acts] == ["1", "2", "3"] and reopened.read().position == 3
    reopened.close()


def test_verifications_of_any_date_are_stored(tmp_path: Path) -> None:
    created = ("2100-01-01T00:00:00.000+00:00", "1970-01-01T00:00:00.000+00:00", "2026-01-01T00:00:00.000+00:00")
    with closing(open_verifications(tmp_path)) as verification_store:
        for number, day in enumerate(created):
            item = Verification(claim=ClaimForm(text=f"Claim {number}"))
            verification_store.keep([StoredVerification(id=str(number), verification=item, created=day, changed=day)])
        later = StoredVerification(
            id="0", verification=Verification(claim=ClaimForm(text="changed")), created=created[0], changed=created[1]
        )
        verification_store.keep([later])
        assert {summary.claim for summary in verification_store.summaries()} == {"changed", "Claim 1", "Claim 2"}


def test_cached_vectors_with_a_future_date_are_found_and_evicted(tmp_path: Path, set_back: Callable[[float], None]) -> None:
    cache = open_vector_cache(tmp_path / "vectors.db")
    texts, vectors = [f"text {number}" for number in range(50)], np.ones((50, 64), np.float32)
    set_back(LATER)
    cache.put("model", texts, vectors)
    set_back(EARLIER)
    _, is_cached = cache.get("model", texts)
    assert is_cached.all()
    cache.put("model", ["another"], vectors[:1])
    assert cache.get("model", ["another"])[1].all()
    cache.close()


@pytest.mark.parametrize("name", FORMATS)
def test_a_computer_without_a_battery_writes_reports_or_says_why_not(tmp_path: Path, set_back: Callable[[float], None], name: str) -> None:
    set_back(EARLIER)
    path = tmp_path / f"report.{name}"
    if name in ("docx", "xlsx"):
        with pytest.raises(InputError, match="clock") as raised:
            write_report(reviewed_debate(), path)
        assert raised.value.hint and not list(tmp_path.iterdir())
    else:
        write_report(reviewed_debate(), path)
        assert path.stat().st_size


def test_an_adapted_model_never_gets_the_name_of_another_one() -> None:
    names = set()
    for _ in range(4):
        folder = new_folder()
        folder.mkdir(parents=True)
        names.add(folder)
    assert len(names) == 4
