"""Contract of the narrative file: found narratives and manual changes, atomic writes; faults of the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.bootstrap.library_files import open_narratives
from app.domain.judgement import Judgement, JudgementChange
from app.domain.match import Difference, DifferenceKind
from app.domain.narrative_operations import Membership, Move, Naming, NarrativeOperation
from app.domain.repeat import Repeat
from app.errors import LibraryError
from app.ports import FoundNarratives, NarrativeFile, NeighbourGraph
from app.store.narratives import FILE
from tests.fakes.narrative_file import MemoryNarratives

Opener = Callable[[], NarrativeFile]
YEARS = Difference(kind=DifferenceKind.YEAR, said=("2019",), checked=("2020",))
REPEATS = (
    Repeat(later="c", earlier="a", similarity=0.9, probability=0.95, days=40, differences=(YEARS,), new_language=True),
    Repeat(later="c", earlier="b", similarity=0.8, probability=0.9, days=3),
)
GRAPH = NeighbourGraph(
    keys=["factcheck:a", "factcheck:b", "factcheck:c 🌉"],
    digests=np.array([2**63 + 1, 2, 3], np.uint64),
    first_nodes=np.array([0, 1], np.int32),
    second_nodes=np.array([1, 2], np.int32),
    similarities=np.array([0.75, 0.5], np.float32),
)
FOUND = FoundNarratives(
    state="1/x/-",
    encoder="x",
    graph=GRAPH,
    narrative_of={"factcheck:a": "n-1", "factcheck:b": "n-1", "factcheck:c": "n-2"},
    repeats=REPEATS,
    remarks=("One thing.", "And another."),
)


@pytest.fixture(params=["sqlite", "memory"])
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Return a function that opens the same file again."""
    memory = MemoryNarratives()
    return (lambda: memory) if request.param == "memory" else (lambda: open_narratives(tmp_path / "library"))


def act(number: int, *, moves: tuple[Move, ...] = (), names: tuple[Naming, ...] = ()) -> NarrativeOperation:
    return NarrativeOperation(label=f"Act {number}", who="Ana 😀", at="2026-01-01T00:00:00", moves=moves, names=names)


def test_a_new_file_is_empty(reopen: Opener) -> None:
    file = reopen()
    content = file.read()
    assert (content.state, content.memberships, list(content.repeats), content.undo, content.redo) == ("", {}, [], "", "")
    assert list(file.graph().keys) == [] and file.undo() is None and file.redo() is None and file.earlier(["c"]) == {}


def test_found_narratives_round_trip(reopen: Opener) -> None:
    file = reopen()
    file.keep(FOUND)
    file.close()
    file = reopen()
    content, graph = file.read(), file.graph()
    assert (content.state, content.encoder, content.remarks) == (FOUND.state, FOUND.encoder, FOUND.remarks)
    assert content.memberships == {key: Membership(narrative) for key, narrative in FOUND.narrative_of.items()}
    assert tuple(content.repeats) == REPEATS and file.earlier(["a", "c"]) == {"c": REPEATS}
    assert list(graph.keys) == list(GRAPH.keys)
    for name in ("digests", "first_nodes", "second_nodes", "similarities"):
        assert getattr(graph, name).tolist() == getattr(GRAPH, name).tolist() and getattr(graph, name).dtype == getattr(GRAPH, name).dtype


def test_operations_undo_and_redo_survive_reopening(reopen: Opener) -> None:
    file = reopen()
    file.keep(FOUND)
    first = act(1, moves=(Move("factcheck:a", Membership("n-1"), Membership("n-9", True)),), names=(Naming("n-9", "", "Bridges"),))
    second = act(2, moves=(Move("factcheck:b", Membership("n-1"), Membership("", True)),))
    file.do(first)
    file.do(second)
    file.close()
    file = reopen()
    assert file.read().memberships["factcheck:a"] == Membership("n-9", True) and file.read().names == {"n-9": "Bridges"}
    assert file.read().memberships["factcheck:b"] == Membership("", True) and file.labels() == ("Act 2", "")
    assert file.undo() == second.inverse() and file.undo() == first.inverse() and file.undo() is None
    assert (
        file.read().memberships == {key: Membership(narrative) for key, narrative in FOUND.narrative_of.items()} and file.read().names == {}
    )
    assert file.redo() == first and file.labels() == ("Act 1", "Act 2")
    file.do(act(3))
    assert file.redo() is None and file.labels() == ("Act 3", "")


def test_regrouping_keeps_manual_changes(reopen: Opener) -> None:
    file = reopen()
    file.keep(FOUND)
    judged = JudgementChange(REPEATS[0].pair, None, Judgement.PARTIAL)
    file.do(replace(act(1, moves=(Move("factcheck:a", Membership("n-1"), Membership("n-9", True)),)), judgements=(judged,)))
    file.keep(replace(FOUND, state="2/x/-", narrative_of={"factcheck:a": "n-1", "factcheck:b": "n-3"}, repeats=REPEATS[:1]))
    content = file.read()
    assert content.memberships == {"factcheck:a": Membership("n-9", True), "factcheck:b": Membership("n-3")} and content.state == "2/x/-"
    assert content.judgements == {REPEATS[0].pair: Judgement.PARTIAL} and content.undo == "Act 1"
    assert file.earlier(["c"])["c"][0].judgement is Judgement.PARTIAL
    file.undo()
    assert file.read().memberships["factcheck:a"] == Membership("n-1") and file.read().judgements == {}


def test_foreign_and_damaged_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all, but long enough to be looked at" * 40)
    with pytest.raises(LibraryError):
        open_narratives(tmp_path).read()
    (tmp_path / FILE).unlink()
    file = open_narratives(tmp_path)
    file.keep(FOUND)
    file.close()
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("UPDATE graph SET body = ?", (b"\x00\x01",))
    connection.close()
    with pytest.raises(LibraryError) as raised:
        open_narratives(tmp_path).graph()
    assert raised.value.code == "library-damaged"
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("PRAGMA user_version = 9")
    connection.close()
    with pytest.raises(LibraryError) as raised:
        open_narratives(tmp_path).read()
    assert raised.value.code == "library-newer"
