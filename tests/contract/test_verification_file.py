"""Contract of the verification file: latest first, atomic writes; faults of the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap.library_files import open_verifications
from app.domain.stance import StanceProbabilities
from app.domain.stored_verification import StoredVerification
from app.domain.verification import (
    NO_ANSWER,
    AnswerType,
    ClaimForm,
    EvidenceAnswer,
    EvidenceQuestion,
    Judgement,
    QuestionOrigin,
    SecondOpinion,
    Veracity,
    Verification,
)
from app.errors import LibraryError
from app.ports import VerificationFile
from app.store import open_library
from app.store.verifications import FILE
from tests.fakes.verification_file import MemoryVerifications

Opener = Callable[[], VerificationFile]


@pytest.fixture(params=["sqlite", "memory"])
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Return a function that opens the same file again."""
    memory = MemoryVerifications()
    return (lambda: memory) if request.param == "memory" else (lambda: open_verifications(tmp_path / "library"))


def stored_verification(name: str, *, minute: int = 0, claim: str = "The dam holds 🌉 «four» lakes") -> StoredVerification:
    """Return a stored verification with something in every field."""
    answer = EvidenceAnswer(
        text="Yes",
        kind=AnswerType.BOOLEAN,
        explanation="سد",
        source_url="https://a.example/1",
        published=date(2020, 1, 2),
        passage="d#0-9",
        passage_text="The dam",
        stance=StanceProbabilities(0.2, 0.7, 0.1),
        score=0.5,
        context_only=True,
        warning="satire",
        other='{"x": 1}',
    )
    nothing = EvidenceAnswer(text=NO_ANSWER, kind=AnswerType.UNANSWERABLE)
    question = EvidenceQuestion(text="How many lakes?", answers=(answer, nothing), origin=QuestionOrigin.PAST_CLAIM, like="Another")
    verification = Verification(
        claim=ClaimForm(text=claim, speaker="Ида", made=date(2020, 2, 1), types=("Numerical Claim",), context=("One.", "Two.")),
        questions=(question,),
        judgement=Judgement(label=Veracity.REFUTED, by_rule=Veracity.NOT_ENOUGH, probabilities=(0.1, 0.6, 0.2, 0.1), deciding=((0, 0),)),
        justification="It holds one [1].",
        edited=True,
        opinions=(SecondOpinion(reviewer="Ben", label=Veracity.SUPPORTED, note="?", created="2026-01-01", round=2),),
    )
    when = f"2026-01-01T00:{minute:02}:00Z"
    return StoredVerification(id=name, verification=verification, created=when, changed=when)


def test_everything_comes_back_as_it_was(reopen: Opener) -> None:
    stored = replace(stored_verification("a"), published="own-1")
    reopen().keep((stored,))
    assert reopen().get(("missing", "a")) == {"a": stored}


def test_a_library_without_any_is_empty_and_stays_as_it_is(tmp_path: Path) -> None:
    file = open_verifications(tmp_path / "none")
    assert file.summaries() == () and file.get(("a",)) == {} and file.delete(("a",)) == 0
    assert not (tmp_path / "none").exists()


def test_summaries_are_latest_first_with_the_effective_label(reopen: Opener) -> None:
    labelled = stored_verification("b", minute=2)
    labelled = replace(labelled, verification=replace(labelled.verification, own_label=Veracity.CONFLICTING))
    bare = StoredVerification(id="c", verification=Verification(claim=ClaimForm(text="x")), created="2025", changed="2025")
    reopen().keep((stored_verification("a", minute=1), labelled, bare))
    summaries = [(summary.id, summary.label, summary.own) for summary in reopen().summaries()]
    assert summaries == [("b", Veracity.CONFLICTING, True), ("a", Veracity.REFUTED, False), ("c", None, False)]
    assert reopen().summaries()[1].claim == "The dam holds 🌉 «four» lakes" and reopen().summaries()[1].speaker == "Ида"


def test_verifications_are_replaced_and_deleted(reopen: Opener) -> None:
    reopen().keep((stored_verification("a"), stored_verification("b")))
    reopen().keep((stored_verification("a", claim="Other"),))
    assert reopen().get(("a",))["a"].verification.claim.text == "Other" and len(reopen().summaries()) == 2
    assert reopen().delete(("a", "missing", "a")) == 1
    assert [summary.id for summary in reopen().summaries()] == ["b"]


def test_a_lone_surrogate_costs_one_character(reopen: Opener) -> None:
    reopen().keep((stored_verification("a", claim="broken \ud83c"),))
    assert reopen().summaries()[0].claim in ("broken ?", "broken \ud83c")
    assert reopen().get(("a",))["a"].verification.claim.text in ("broken ?", "broken \ud83c")


def test_verifications_are_stored_all_or_none(tmp_path: Path) -> None:
    file = open_verifications(tmp_path)
    file.keep((stored_verification("a"),))
    broken = replace(stored_verification("b"), created=None)  # type: ignore[arg-type]
    with pytest.raises(LibraryError):
        file.keep((stored_verification("c"), broken))
    assert [summary.id for summary in file.summaries()] == ["a"]


def test_two_windows_can_store_concurrently(tmp_path: Path) -> None:
    first, second = open_verifications(tmp_path), open_verifications(tmp_path)
    first.keep((stored_verification("a"),))
    second.keep((stored_verification("b"),))
    assert len(first.summaries()) == len(second.summaries()) == 2
    first.close()
    second.close()


@pytest.mark.parametrize(("pragma", "code"), [("user_version = 99", "library-newer"), ("application_id = 77", "library-foreign")])
def test_a_newer_or_foreign_file_is_refused_and_left_alone(tmp_path: Path, pragma: str, code: str) -> None:
    stored = open_verifications(tmp_path)
    stored.keep((stored_verification("a"),))
    stored.close()
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute(f"PRAGMA {pragma}")
    other.close()
    for work in (lambda file: file.summaries(), lambda file: file.keep((stored_verification("b"),))):
        with pytest.raises(LibraryError) as raised:
            work(open_verifications(tmp_path))
        assert raised.value.code == code and raised.value.hint


def test_a_damaged_file_and_a_damaged_row_are_reported(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all, and long enough to be read as one" * 40)
    with pytest.raises(LibraryError) as raised:
        open_verifications(tmp_path).summaries()
    assert raised.value.code == "library-damaged"
    (tmp_path / FILE).unlink()
    file = open_verifications(tmp_path)
    file.keep((stored_verification("a"),))
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("UPDATE verification SET body = x'00'")
    other.close()
    with pytest.raises(LibraryError) as raised:
        file.get(("a",))
    assert raised.value.code == "library-altered" and len(file.summaries()) == 1


def test_a_folder_that_vanishes_is_reported(tmp_path: Path) -> None:
    file = open_verifications(tmp_path)
    file.keep((stored_verification("a"),))
    (tmp_path / FILE).unlink()
    with pytest.raises(LibraryError) as raised:
        file.keep((stored_verification("b"),))
    assert raised.value.code == "library-vanished"


def test_a_folder_with_verifications_alone_may_become_a_library(tmp_path: Path) -> None:
    file = open_verifications(tmp_path)
    file.keep((stored_verification("a"),))
    with pytest.raises(LibraryError) as raised:
        open_library(tmp_path)
    assert raised.value.code == "library-not-found"
    open_library(tmp_path, create=True).close()
    assert len(file.summaries()) == 1
