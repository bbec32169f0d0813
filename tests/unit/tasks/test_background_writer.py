"""The background writer of projects: ordered writes on a thread, nothing lost when the disk fails for a while."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from app.domain.keyed_document import with_keys
from app.domain.review import ReviewOperation
from app.errors import PriorcheckError, ProjectError
from app.tasks.background_writer import BackgroundWriter
from tests.fakes.project_file import MemoryProject
from tests.fakes.task_client import split


class Callbacks:
    """Callbacks of the writer, recorded."""

    def __init__(self) -> None:
        self.errors: list[PriorcheckError] = []
        self.saved = threading.Event()
        self.failed = threading.Event()

    def fail(self, error: PriorcheckError) -> None:
        self.errors.append(error)
        self.failed.set()


@pytest.fixture
def callbacks() -> Callbacks:
    return Callbacks()


@pytest.fixture
def project() -> MemoryProject:
    return MemoryProject(with_keys(split("Anna: One.\nBen: Two.")))


@pytest.fixture
def keeper(project: MemoryProject, callbacks: Callbacks) -> Iterator[BackgroundWriter[MemoryProject]]:
    background_writer = BackgroundWriter(lambda: project, failed=callbacks.fail, saved=callbacks.saved.set)
    yield background_writer
    background_writer.close()


def act(number: int) -> ReviewOperation:
    return ReviewOperation(label=str(number), who="a", at="")


def keep(keeper: BackgroundWriter[MemoryProject], number: int) -> None:
    keeper.put(lambda file: file.keep_act(number, act(number)))


def test_changes_are_written_in_their_order(keeper: BackgroundWriter[MemoryProject], project: MemoryProject, callbacks: Callbacks) -> None:
    for number in range(1, 101):
        keep(keeper, number)
    assert keeper.flush(5)
    assert [act.label for act in project.read().acts] == [str(number) for number in range(1, 101)]
    assert callbacks.saved.wait(5)
    assert not callbacks.errors


def test_failed_writes_wait_and_are_retried(keeper: BackgroundWriter[MemoryProject], project: MemoryProject, callbacks: Callbacks) -> None:
    project.broken = ProjectError("disk-full", "The disk is full.")
    keep(keeper, 1)
    assert callbacks.failed.wait(5)
    keep(keeper, 2)
    assert not keeper.flush(5)
    assert keeper.waiting == 2
    assert {error.code for error in callbacks.errors} == {"disk-full"}
    project.broken = None
    keeper.retry()
    assert keeper.flush(5)
    assert [act.label for act in project.read().acts] == ["1", "2"]


def test_closing_writes_what_waits_and_says_when_it_could_not(project: MemoryProject, callbacks: Callbacks) -> None:
    keeper = BackgroundWriter(lambda: project, failed=callbacks.fail, saved=callbacks.saved.set)
    keep(keeper, 1)
    assert keeper.close()
    assert project.closed
    assert len(project.read().acts) == 1
    project.broken = ProjectError("disk-full", "The disk is full.")
    other = BackgroundWriter(lambda: project, failed=callbacks.fail, saved=callbacks.saved.set)
    keep(other, 2)
    assert not other.close()


def test_a_programming_error_is_reported_and_later_changes_are_written(
    keeper: BackgroundWriter[MemoryProject], project: MemoryProject, callbacks: Callbacks
) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError("oops")

    keeper.put(broken)
    assert callbacks.failed.wait(5)
    assert callbacks.errors[0].code == "project-fault"
    assert not keeper.flush(5)
    assert keeper.waiting == 1


def test_a_file_that_cannot_be_opened_is_tried_again(callbacks: Callbacks, project: MemoryProject) -> None:
    times = iter([False, True])

    def opened() -> MemoryProject:
        if not next(times):
            raise ProjectError("project-open", "It is open elsewhere.")
        return project

    keeper = BackgroundWriter(opened, failed=callbacks.fail, saved=callbacks.saved.set)
    keep(keeper, 1)
    assert callbacks.failed.wait(5)
    assert callbacks.errors[0].code == "project-open"
    keeper.retry()
    assert keeper.close()
    assert len(project.read().acts) == 1
