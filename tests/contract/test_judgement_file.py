"""Contract of the judgement file: one judgement a pair and reviewer, the last one holds, atomic operations; faults of the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from app.bootstrap.library_files import open_judgements
from app.domain.judgement import Judgement, JudgementChange, JudgementOperation, Pair, PairKind
from app.errors import LibraryError
from app.ports import JudgementFile
from app.store.judgements import FILE
from tests.fakes.judgement_file import MemoryJudgements

Opener = Callable[[], JudgementFile]
FIRST = Pair(kind=PairKind.CLAIM, query="The dam holds 🌉 «four» lakes", item="fc 1")
SECOND = Pair(kind=PairKind.REPEAT, query="b-2", item="a-1")


@pytest.fixture(params=["sqlite", "memory"])
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Return a function that opens the same file again."""
    memory = MemoryJudgements()
    return (lambda: memory) if request.param == "memory" else (lambda: open_judgements(tmp_path / "library"))


def act(
    *changes: tuple[Pair, Judgement | None, Judgement | None], author: str = "Ада", at: str = "2026-11-23T08:00:00Z"
) -> JudgementOperation:
    return JudgementOperation(label="judge", who=author, at=at, changes=tuple(JudgementChange(*change) for change in changes))


def summaries(file: JudgementFile) -> list[tuple[Pair, Judgement, str]]:
    return [(entry.pair, entry.judgement, entry.who) for entry in file.all()]


def test_judgements_are_stored_and_the_last_one_holds(reopen: Opener) -> None:
    reopen().keep(act((FIRST, None, Judgement.EXACT), (SECOND, None, Judgement.IRRELEVANT)))
    reopen().keep(act((FIRST, Judgement.EXACT, Judgement.PARTIAL), at="2026-11-23T09:00:00Z"))
    assert summaries(reopen()) == [(SECOND, Judgement.IRRELEVANT, "Ада"), (FIRST, Judgement.PARTIAL, "Ада")]


def test_an_inverse_operation_restores_the_earlier_judgement(reopen: Opener) -> None:
    operation = act((FIRST, None, Judgement.EXACT))
    reopen().keep(operation)
    reopen().keep(operation.inverse())
    assert reopen().all() == ()


def test_reviewers_judge_independently(reopen: Opener) -> None:
    reopen().keep(act((FIRST, None, Judgement.EXACT)))
    reopen().keep(act((FIRST, None, Judgement.IRRELEVANT), author="Bo"))
    reopen().keep(act((FIRST, Judgement.IRRELEVANT, None), author="Bo"))
    assert summaries(reopen()) == [(FIRST, Judgement.EXACT, "Ада")]


def test_removing_nothing_creates_no_file(tmp_path: Path) -> None:
    open_judgements(tmp_path / "none").keep(act((FIRST, Judgement.EXACT, None)))
    assert open_judgements(tmp_path / "none").all() == ()
    assert not (tmp_path / "none").exists()


def test_a_lone_surrogate_costs_one_character(tmp_path: Path) -> None:
    open_judgements(tmp_path).keep(act((Pair(kind=PairKind.CLAIM, query="broken \ud83c", item="a"), None, Judgement.EXACT)))
    assert open_judgements(tmp_path).all()[0].pair.query == "broken ?"


def test_a_failed_operation_changes_nothing(tmp_path: Path) -> None:
    file = open_judgements(tmp_path)
    file.keep(act((SECOND, None, Judgement.EXACT)))
    broken = Pair(kind=PairKind.CLAIM, query="x", item="y")
    with pytest.raises(LibraryError):
        file.keep(act((broken, None, Judgement.EXACT), at=None))  # type: ignore[arg-type]
    assert summaries(file) == [(SECOND, Judgement.EXACT, "Ада")]


@pytest.mark.parametrize(("pragma", "code"), [("user_version = 99", "library-newer"), ("application_id = 77", "library-foreign")])
def test_a_newer_or_foreign_file_is_refused_and_left_alone(tmp_path: Path, pragma: str, code: str) -> None:
    file = open_judgements(tmp_path)
    file.keep(act((FIRST, None, Judgement.EXACT)))
    file.close()
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute(f"PRAGMA {pragma}")
    other.close()
    with pytest.raises(LibraryError) as raised:
        open_judgements(tmp_path).all()
    assert raised.value.code == code
