"""One slot for a running job: a newer request replaces it, a late answer changes nothing, and the slot is free before the answer
arrives."""

from __future__ import annotations

import pytest

from app.gui.jobs import Failure, Jobs, JobSlot
from app.worker.protocol import DescribeLibrary
from tests.fakes.task_client import FakeTaskClient


@pytest.fixture
def jobs(client: FakeTaskClient) -> Jobs:
    return Jobs(client)


class Asker:
    """Records each answer, and whether the slot was free at that moment."""

    def __init__(self, jobs: Jobs, *, replaces: bool = True) -> None:
        self.slot = JobSlot(jobs, replaces=replaces)
        self.told: list[tuple[str, bool]] = []

    def ask(self) -> None:
        """Request a description of the library."""
        request = DescribeLibrary(library="library")
        self.slot.ask(request, self._done, title="Reading", failed=self._failed, quiet=True)

    def _done(self, _result: object) -> None:
        self.told.append(("done", self.slot.busy))

    def _failed(self, failure: Failure) -> None:
        self.told.append((failure.code, self.slot.busy))


def test_it_is_busy_until_the_answer_is_there(jobs: Jobs, client: FakeTaskClient) -> None:
    asker = Asker(jobs)
    assert not asker.slot.busy and asker.slot.job is None
    asker.ask()
    job = asker.slot.job
    assert asker.slot.busy and job is not None and job.title == "Reading"
    client.run()
    assert asker.told == [("done", False)] and asker.slot.job is None


def test_a_newer_request_replaces_the_earlier_one(jobs: Jobs, client: FakeTaskClient) -> None:
    asker = Asker(jobs)
    asker.ask()
    first = asker.slot.job
    asker.ask()
    assert asker.slot.job is not first
    client.run()
    assert asker.told == [("done", False)]


def test_a_request_that_replaces_nothing_runs_beside_the_first(jobs: Jobs, client: FakeTaskClient) -> None:
    asker = Asker(jobs, replaces=False)
    asker.ask()
    asker.ask()
    client.run()
    assert [code for code, _ in asker.told] == ["done", "done"] and not asker.slot.busy


def test_cancelling_is_reported_and_dropping_is_not(jobs: Jobs, client: FakeTaskClient) -> None:
    asker = Asker(jobs)
    asker.ask()
    asker.slot.cancel()
    client.run()
    assert asker.told == [("cancelled", False)]
    asker.ask()
    asker.slot.drop()
    client.run()
    assert len(asker.told) == 1 and not asker.slot.busy
