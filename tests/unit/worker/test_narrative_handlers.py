"""The worker's narrative handlers: requests, a library without fact-checks, files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.domain.judgement import Judgement
from app.domain.narrative import NarrativeMap
from app.errors import InputError, LibraryError
from app.narratives.operations import judge, rename
from app.services.narrative_engine import NarrativeEngine
from app.worker import protocol
from app.worker.context import JobContext
from app.worker.narrative_handlers import NarrativeHandlers
from tests.fakes.narratives import STORIES, narrative_engine
from tests.fakes.shared_session import SessionOf


@pytest.fixture
def context() -> JobContext:
    return JobContext(tell=lambda _: None, show=lambda _: None)


@pytest.fixture
def handlers(tmp_path: Path) -> NarrativeHandlers:
    with narrative_engine(tmp_path / "stories", STORIES):
        pass

    @contextmanager
    def opened(path: str, *, second_connection: bool = False) -> Iterator[NarrativeEngine]:
        if path == "broken":
            raise LibraryError("library-damaged", "It is damaged.")
        if path == "none":
            raise LibraryError("library-not-found", "There is none.")
        with narrative_engine(tmp_path / path) as engine:
            yield engine

    return NarrativeHandlers(SessionOf(narratives=opened))


def test_narratives_are_found_read_changed_and_written(handlers: NarrativeHandlers, context: JobContext, tmp_path: Path) -> None:
    assert not handlers.read(protocol.ReadNarratives(library="stories"), context).found
    narratives = handlers.find(protocol.FindNarratives(library="stories"), context)
    assert narratives.narratives == handlers.read(protocol.ReadNarratives(library="stories"), context).narratives
    act = rename(narratives.narratives[0], "Beasts", reviewer="Ana", at="2026-01-01T00:00:00")
    changed = handlers.act(protocol.ActOnNarratives(library="stories", act=act), context)
    assert changed.changed[0].name == "Beasts" and changed.act == act and (changed.undo, changed.redo) == (act.label, "")
    back = handlers.undo(protocol.UndoNarratives(library="stories"), context)
    assert back.changed[0].name == narratives.narratives[0].name and (back.undo, back.redo) == ("", act.label)
    assert handlers.redo(protocol.RedoNarratives(library="stories"), context).changed[0].name == "Beasts"
    out = tmp_path / "out.json"
    written = handlers.write(protocol.WriteNarratives(library="stories", path=str(out), narratives=(narratives.narratives[1].id,)), context)
    assert written.path == str(out) and [entry["id"] for entry in json.loads(out.read_text())["narratives"]] == [
        narratives.narratives[1].id
    ]
    assert handlers.find_earlier(protocol.FindEarlier(library="stories", ids=("croc-2", "x")), context).earlier.keys() == {"croc-2"}
    handlers.act(protocol.ActOnNarratives(library="stories", act=judge(narratives.repeats, Judgement.EXACT, reviewer="", at="")), context)
    assert {entry.judgement for entry in handlers.read(protocol.ReadNarratives(library="stories"), context).repeats} == {Judgement.EXACT}
    assert sum(handlers.series(protocol.ComputeSeries(library="stories"), context).series.factchecks) == 6


def test_a_library_without_factchecks_has_no_narratives_and_other_faults_are_reported(
    handlers: NarrativeHandlers, context: JobContext
) -> None:
    for empty in ("none", "fresh"):
        assert handlers.read(protocol.ReadNarratives(library=empty), context) == NarrativeMap()
        assert handlers.find_earlier(protocol.FindEarlier(library=empty, ids=("a",)), context).earlier == {}
    with pytest.raises(LibraryError):
        handlers.read(protocol.ReadNarratives(library="broken"), context)
    with pytest.raises(InputError) as raised:
        handlers.write(protocol.WriteNarratives(library="none", path="x.docx"), context)
    assert raised.value.code == "report-format"
