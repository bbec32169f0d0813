"""A disk that is really full, at every point of every work: what was there stays, what is wrong is said, and with more room it goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.errors import PriorcheckError
from app.store import file_list
from tests.campaigns.kills import Server, server
from tests.campaigns.works import WORKS, subject
from tests.fakes.disks import fill, small_disk
from tests.fakes.saving import KINDS, reached, saver

MEGABYTE = 1 << 20
LEFT = (0, 8_192, 60_000, 150_000, 300_000, 600_000)
"""Bytes that are left on the disk when the work begins."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """What does the work; its own files lie on another disk."""
    if sys.platform != "linux":
        pytest.skip("there is no tmpfs")
    with server(tmp_path_factory.mktemp("server")) as ready:
        yield ready


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of twelve megabytes."""
    with small_disk(tmp_path / "disk", 12 * MEGABYTE) as place:
        yield place


def refusals(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("priorcheck: ")]


@pytest.mark.parametrize("name", WORKS)
def test_a_disk_that_fills_up_during_the_work(tmp_path: Path, disk: Path, running: Server, name: str) -> None:
    work = subject(name, running, disk / "library", around=tmp_path)
    running.done(*work.work(1))
    number, refused = work.found(1), 0
    for left in LEFT:
        asked = work.work(number + 1)
        ballast = fill(disk, left)
        code, told = running.code(*asked), running.told()
        ballast.unlink()
        assert code in (0, 2), told
        found = work.found(number + 1)
        work.check()
        if code:
            (line,) = refusals(told)
            assert "full" in line or "No space left" in line, line
            assert found == number
            refused += 1
        else:
            assert found == number + 1
        number = found
    assert refused
    running.done(*work.work(number + 1))
    assert work.found(number + 1) == number + 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_disk_that_fills_up_during_a_save(disk: Path, kind: str) -> None:
    number, refused = 0, 0
    with saver(kind, disk) as save:
        save(1)
        assert reached_beside(kind, disk) in (1, None)
        number = 1
        for left in (0, 0, 4_096, 8_192, 16_384, 40_000):
            ballast = fill(disk, left)
            try:
                for _ in range(20):  # some of what adds up fits into pages that are there
                    save(number + 1)
                    number += 1
            except PriorcheckError as error:
                assert error.code in ("disk-full", "report-unwritable", "settings-unwritable") and error.hint
                refused += 1
            ballast.unlink()
            assert reached_beside(kind, disk) in (number, None)
        assert refused
        save(number + 1)
    assert reached(kind, disk) == number + 1
    assert not [path.name for path in disk.iterdir() if path.name.startswith(".") and path.name != file_list.FILE]


def reached_beside(kind: str, disk: Path) -> int | None:
    """What is there while it is open; a project under review is open to its window alone."""
    try:
        return reached(kind, disk)
    except PriorcheckError as error:
        assert error.code == "project-open"
        return None
