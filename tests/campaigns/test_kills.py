"""After kill -9 at random moments, nothing acknowledged is lost: imports, indexes, and everything that a user saves."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaigns.kills import Server, Survived, campaign, server
from tests.campaigns.works import WORKS, subject
from tests.fakes.saving import EXPORTS, KINDS, reached
from tests.figures import Figure

TARGET = "whole, and nothing acknowledged is missing"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no kill -9 and no fork")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Provide the server that runs the work to be killed."""
    with server(tmp_path_factory.mktemp("server")) as ready:
        yield ready


def saves(kind: str, running: Server, folder: Path, *, kills: int, seed: int) -> Survived:
    """Kill repeated saves. After each kill the last acknowledged save is stored, or the one after it."""
    rng, survived, number = random.Random(seed), Survived(), 0
    folder.mkdir()
    while survived.kills < kills:
        survived.kills += running.killed("saving", kind, folder, str(number + 1), after=rng.uniform(0.0, 0.2), heard=True)
        last = int(running.output().split("\n")[:-1][-1])
        version = reached(kind, folder)
        assert version in (last, last + 1), (version, last)
        survived.undone += version == last
        number = version
    assert number >= kills
    return survived


def writes(kind: str, running: Server, folder: Path, *, kills: int, seed: int) -> Survived:
    """Kill the writing of an export when its temporary file has appeared, or a moment later, until enough kills hit the writing
    itself, which leaves that file. After each kill the last acknowledged export is complete, or the one after it."""
    rng, survived, number = random.Random(seed), Survived(), 0
    folder.mkdir()

    def aside() -> list[str]:
        return [path.name for path in folder.glob(f".{kind}.*") if ".run.json" not in path.name]

    while survived.writing < kills:
        survived.kills += running.killed_once(
            lambda: bool(aside()), "saving", kind, folder, str(number + 1), after=rng.choice((0, 0.001, 0.003))
        )
        last = int(running.output().split("\n")[:-1][-1])
        version = reached(kind, folder)
        assert version in (last, last + 1), (version, last)
        survived.undone += version == last
        survived.writing += bool(aside())
        for name in aside():
            (folder / name).unlink()
        number = version
    return survived


@pytest.mark.parametrize("kind", EXPORTS)
def test_killed_once_while_it_is_written_an_export_is_the_old_one_or_the_new_one(tmp_path: Path, running: Server, kind: str) -> None:
    assert writes(kind, running, tmp_path / "work", kills=1, seed=1).writing == 1


@pytest.mark.soak
@pytest.mark.parametrize("kind", EXPORTS)
def test_killed_two_hundred_times_while_written_an_export_is_the_old_or_new_one(
    tmp_path: Path, running: Server, kind: str, figure: Figure
) -> None:
    survived = Survived()
    try:
        survived = writes(kind, running, tmp_path / "work", kills=200, seed=3)
    finally:
        figure(f"kill -9 within the write of an export: {kind}", TARGET, kills=survived.kills, in_the_write=survived.writing)
    assert survived.writing == 200


@pytest.mark.parametrize("name", WORKS)
def test_killed_once_it_is_the_old_state_or_the_new_one(tmp_path: Path, running: Server, name: str) -> None:
    assert campaign(running, subject(name, running, tmp_path / "library", around=tmp_path), kills=1, seed=1).kills == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_save_survives_a_kill(tmp_path: Path, running: Server, kind: str) -> None:
    assert saves(kind, running, tmp_path / "work", kills=1, seed=1).kills == 1


@pytest.mark.soak
@pytest.mark.parametrize("name", WORKS)
def test_killed_two_hundred_times_it_is_the_old_state_or_the_new_one(tmp_path: Path, running: Server, name: str, figure: Figure) -> None:
    survived = Survived()
    try:
        survived = campaign(running, subject(name, running, tmp_path / "library", around=tmp_path), kills=200, seed=2)
    finally:
        figure(f"kill -9 over {name} (`priorcheck library`)", TARGET, kills=survived.kills, left_the_old_state=survived.undone)
    assert survived.kills == 200


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_saves_survive_two_hundred_kills(tmp_path: Path, running: Server, kind: str, figure: Figure) -> None:
    survived = Survived()
    try:
        survived = saves(kind, running, tmp_path / "work", kills=200, seed=2)
    finally:
        figure(f"kill -9 over saving: {kind}", TARGET, kills=survived.kills)
    assert survived.kills == 200
