"""The contract of kept narratives: as found, as people left them, whole or as before; and the faults of the file."""

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
def again(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Opens the same file, each time anew."""
    memory = MemoryNarratives()
    return (lambda: memory) if request.param == "memory" else (lambda: open_narratives(tmp_path / "library"))


def act(number: int, *, moves: tuple[Move, ...] = (), names: tuple[Naming, ...] = ()) -> NarrativeOperation:
    return NarrativeOperation(label=f"Act {number}", who="Ana 😀", at="2026-01-01T00:00:00", moves=moves, names=names)


def test_nothing_is_there_before_something_was_kept(again: Opener) -> None:
    kept = again()
    found = kept.read()
    assert (found.state, found.memberships, list(found.repeats), found.undo, found.redo) == ("", {}, [], "", "")
    assert list(kept.graph().keys) == [] and kept.undo() is None and kept.redo() is None and kept.earlier(["c"]) == {}


def test_what_was_found_comes_out_as_it_went_in(again: Opener) -> None:
    kept = again()
    kept.keep(FOUND)
    kept.close()
    kept = again()
    found, graph = kept.read(), kept.graph()
    assert (found.state, found.encoder, found.remarks) == (FOUND.state, FOUND.encoder, FOUND.remarks)
    assert found.memberships == {key: Membership(narrative) for key, narrative in FOUND.narrative_of.items()}
    assert tuple(found.repeats) == REPEATS and kept.earlier(["a", "c"]) == {"c": REPEATS}
    assert list(graph.keys) == list(GRAPH.keys)
    for name in ("digests", "first_nodes", "second_nodes", "similarities"):
        assert getattr(graph, name).tolist() == getattr(GRAPH, name).tolist() and getattr(graph, name).dtype == getattr(GRAPH, name).dtype


def test_acts_hold_are_undone_and_done_again_over_a_new_opening(again: Opener) -> None:
    kept = again()
    kept.keep(FOUND)
    first = act(1, moves=(Move("factcheck:a", Membership("n-1"), Membership("n-9", True)),), names=(Naming("n-9", "", "Bridges"),))
    second = act(2, moves=(Move("factcheck:b", Membership("n-1"), Membership("", True)),))
    kept.do(first)
    kept.do(second)
    kept.close()
    kept = again()
    assert kept.read().memberships["factcheck:a"] == Membership("n-9", True) and kept.read().names == {"n-9": "Bridges"}
    assert kept.read().memberships["factcheck:b"] == Membership("", True) and kept.labels() == ("Act 2", "")
    assert kept.undo() == second.inverse() and kept.undo() == first.inverse() and kept.undo() is None
    assert (
        kept.read().memberships == {key: Membership(narrative) for key, narrative in FOUND.narrative_of.items()} and kept.read().names == {}
    )
    assert kept.redo() == first and kept.labels() == ("Act 1", "Act 2")
    kept.do(act(3))
    assert kept.redo() is None and kept.labels() == ("Act 3", "")


def test_finding_anew_leaves_what_people_did(again: Opener) -> None:
    kept = again()
    kept.keep(FOUND)
    judged = JudgementChange(REPEATS[0].pair, None, Judgement.PARTIAL)
    kept.do(replace(act(1, moves=(Move("factcheck:a", Membership("n-1"), Membership("n-9", True)),)), judgements=(judged,)))
    kept.keep(replace(FOUND, state="2/x/-", narrative_of={"factcheck:a": "n-1", "factcheck:b": "n-3"}, repeats=REPEATS[:1]))
    found = kept.read()
    assert found.memberships == {"factcheck:a": Membership("n-9", True), "factcheck:b": Membership("n-3")} and found.state == "2/x/-"
    assert found.judgements == {REPEATS[0].pair: Judgement.PARTIAL} and found.undo == "Act 1"
    assert kept.earlier(["c"])["c"][0].judgement is Judgement.PARTIAL
    kept.undo()
    assert kept.read().memberships["factcheck:a"] == Membership("n-1") and kept.read().judgements == {}


def test_a_file_of_something_else_and_a_damaged_one_are_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all, but long enough to be looked at" * 40)
    with pytest.raises(LibraryError):
        open_narratives(tmp_path).read()
    (tmp_path / FILE).unlink()
    kept = open_narratives(tmp_path)
    kept.keep(FOUND)
    kept.close()
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
