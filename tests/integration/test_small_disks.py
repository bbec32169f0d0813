"""A really full disk at every point of every operation: stored data stays, the error is reported, and with more room the work
succeeds."""

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
    """Provide the server that does the work; its own files are on another disk."""
    if sys.platform != "linux":
        pytest.skip("there is no tmpfs")
    with server(tmp_path_factory.mktemp("server")) as ready:
        yield ready


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of twelve megabytes."""
    with small_disk(tmp_path / "disk", 12 * MEGABYTE) as mount_point:
        yield mount_point


def refusals(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("priorcheck: ")]


@pytest.mark.parametrize("name", WORKS)
def test_a_disk_that_fills_up_during_the_work(tmp_path: Path, disk: Path, running: Server, name: str) -> None:
    subject_of_kind = subject(name, running, disk / "library", around=tmp_path)
    running.done(*subject_of_kind.work(1))
    number, refused = subject_of_kind.stored_version(1), 0
    for room in LEFT:
        command = subject_of_kind.work(number + 1)
        ballast = fill(disk, room)
        code, output = running.code(*command), running.output()
        ballast.unlink()
        assert code in (0, 2), output
        version = subject_of_kind.stored_version(number + 1)
        subject_of_kind.check()
        if code:
            (line,) = refusals(output)
            assert "full" in line or "No space left" in line, line
            assert version == number
            refused += 1
        else:
            assert version == number + 1
        number = version
    assert refused
    running.done(*subject_of_kind.work(number + 1))
    assert subject_of_kind.stored_version(number + 1) == number + 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_disk_that_fills_up_during_a_save(disk: Path, kind: str) -> None:
    number, refused = 0, 0
    with saver(kind, disk) as save:
        save(1)
        assert reached_while_open(kind, disk) in (1, None)
        number = 1
        for room in (0, 0, 4_096, 8_192, 16_384, 40_000):
            ballast = fill(disk, room)
            try:
                for _ in range(20):  # some of what adds up fits into pages that are there
                    save(number + 1)
                    number += 1
            except PriorcheckError as error:
                assert error.code in ("disk-full", "report-unwritable", "settings-unwritable") and error.hint
                refused += 1
            ballast.unlink()
            assert reached_while_open(kind, disk) in (number, None)
        assert refused
        save(number + 1)
    assert reached(kind, disk) == number + 1
    assert not [path.name for path in disk.iterdir() if path.name.startswith(".") and path.name != file_list.FILE]


def reached_while_open(kind: str, disk: Path) -> int | None:
    """Return the stored number while the file is open; None for a project under review, which only its window may open."""
    try:
        return reached(kind, disk)
    except PriorcheckError as error:
        assert error.code == "project-open"
        return None
