"""Keeping a project: in order, on a thread, nothing lost when the disk fails for a while."""

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


class Heard:
    """What the keeper told."""

    def __init__(self) -> None:
        self.errors: list[PriorcheckError] = []
        self.saved = threading.Event()
        self.failed = threading.Event()

    def fail(self, error: PriorcheckError) -> None:
        self.errors.append(error)
        self.failed.set()


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def project() -> MemoryProject:
    return MemoryProject(with_keys(split("Anna: One.\nBen: Two.")))


@pytest.fixture
def keeper(project: MemoryProject, heard: Heard) -> Iterator[BackgroundWriter[MemoryProject]]:
    made = BackgroundWriter(lambda: project, failed=heard.fail, saved=heard.saved.set)
    yield made
    made.close()


def act(number: int) -> ReviewOperation:
    return ReviewOperation(label=str(number), who="a", at="")


def keep(keeper: BackgroundWriter[MemoryProject], number: int) -> None:
    keeper.put(lambda file: file.keep_act(number, act(number)))


def test_changes_are_written_in_their_order(keeper: BackgroundWriter[MemoryProject], project: MemoryProject, heard: Heard) -> None:
    for number in range(1, 101):
        keep(keeper, number)
    assert keeper.flush(5)
    assert [each.label for each in project.read().acts] == [str(number) for number in range(1, 101)]
    assert heard.saved.wait(5)
    assert not heard.errors


def test_what_cannot_be_written_waits_and_is_tried_again(
    keeper: BackgroundWriter[MemoryProject], project: MemoryProject, heard: Heard
) -> None:
    project.broken = ProjectError("disk-full", "The disk is full.")
    keep(keeper, 1)
    assert heard.failed.wait(5)
    keep(keeper, 2)
    assert not keeper.flush(5)
    assert keeper.waiting == 2
    assert {error.code for error in heard.errors} == {"disk-full"}
    project.broken = None
    keeper.retry()
    assert keeper.flush(5)
    assert [each.label for each in project.read().acts] == ["1", "2"]


def test_closing_writes_what_waits_and_says_when_it_could_not(project: MemoryProject, heard: Heard) -> None:
    keeper = BackgroundWriter(lambda: project, failed=heard.fail, saved=heard.saved.set)
    keep(keeper, 1)
    assert keeper.close()
    assert project.closed
    assert len(project.read().acts) == 1
    project.broken = ProjectError("disk-full", "The disk is full.")
    other = BackgroundWriter(lambda: project, failed=heard.fail, saved=heard.saved.set)
    keep(other, 2)
    assert not other.close()


def test_a_fault_of_ours_is_told_and_costs_nothing_else(
    keeper: BackgroundWriter[MemoryProject], project: MemoryProject, heard: Heard
) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError("oops")

    keeper.put(broken)
    assert heard.failed.wait(5)
    assert heard.errors[0].code == "project-fault"
    assert not keeper.flush(5)
    assert keeper.waiting == 1


def test_a_file_that_cannot_be_opened_is_tried_again(heard: Heard, project: MemoryProject) -> None:
    times = iter([False, True])

    def opened() -> MemoryProject:
        if not next(times):
            raise ProjectError("project-open", "It is open elsewhere.")
        return project

    keeper = BackgroundWriter(opened, failed=heard.fail, saved=heard.saved.set)
    keep(keeper, 1)
    assert heard.failed.wait(5)
    assert heard.errors[0].code == "project-open"
    keeper.retry()
    assert keeper.close()
    assert len(project.read().acts) == 1
