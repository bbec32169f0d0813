"""The contract of kept verifications: whole, the latest first, all or none; and the faults of the file."""

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
def again(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Opens the same file, each time anew."""
    memory = MemoryVerifications()
    return (lambda: memory) if request.param == "memory" else (lambda: open_verifications(tmp_path / "library"))


def filed(name: str, *, minute: int = 0, claim: str = "The dam holds 🌉 «four» lakes") -> StoredVerification:
    """A verification with something in every field."""
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


def test_everything_comes_back_as_it_was(again: Opener) -> None:
    kept = replace(filed("a"), published="own-1")
    again().keep((kept,))
    assert again().get(("missing", "a")) == {"a": kept}


def test_a_library_without_any_is_empty_and_stays_as_it_is(tmp_path: Path) -> None:
    kept = open_verifications(tmp_path / "none")
    assert kept.summaries() == () and kept.get(("a",)) == {} and kept.delete(("a",)) == 0
    assert not (tmp_path / "none").exists()


def test_the_list_tells_the_latest_first_with_the_label_that_counts(again: Opener) -> None:
    own = filed("b", minute=2)
    own = replace(own, verification=replace(own.verification, own_label=Veracity.CONFLICTING))
    bare = StoredVerification(id="c", verification=Verification(claim=ClaimForm(text="x")), created="2025", changed="2025")
    again().keep((filed("a", minute=1), own, bare))
    told = [(each.id, each.label, each.own) for each in again().summaries()]
    assert told == [("b", Veracity.CONFLICTING, True), ("a", Veracity.REFUTED, False), ("c", None, False)]
    assert again().summaries()[1].claim == "The dam holds 🌉 «four» lakes" and again().summaries()[1].speaker == "Ида"


def test_one_that_is_known_is_replaced_and_one_that_is_deleted_is_gone(again: Opener) -> None:
    again().keep((filed("a"), filed("b")))
    again().keep((filed("a", claim="Other"),))
    assert again().get(("a",))["a"].verification.claim.text == "Other" and len(again().summaries()) == 2
    assert again().delete(("a", "missing", "a")) == 1
    assert [each.id for each in again().summaries()] == ["b"]


def test_half_a_surrogate_pair_costs_one_character(again: Opener) -> None:
    again().keep((filed("a", claim="broken \ud83c"),))
    assert again().summaries()[0].claim in ("broken ?", "broken \ud83c")
    assert again().get(("a",))["a"].verification.claim.text in ("broken ?", "broken \ud83c")


def test_all_are_kept_or_none(tmp_path: Path) -> None:
    kept = open_verifications(tmp_path)
    kept.keep((filed("a"),))
    broken = replace(filed("b"), created=None)  # type: ignore[arg-type]
    with pytest.raises(LibraryError):
        kept.keep((filed("c"), broken))
    assert [each.id for each in kept.summaries()] == ["a"]


def test_two_windows_keep_beside_each_other(tmp_path: Path) -> None:
    first, second = open_verifications(tmp_path), open_verifications(tmp_path)
    first.keep((filed("a"),))
    second.keep((filed("b"),))
    assert len(first.summaries()) == len(second.summaries()) == 2
    first.close()
    second.close()


@pytest.mark.parametrize(("pragma", "code"), [("user_version = 99", "library-newer"), ("application_id = 77", "library-foreign")])
def test_a_newer_or_foreign_file_is_refused_and_left_alone(tmp_path: Path, pragma: str, code: str) -> None:
    kept = open_verifications(tmp_path)
    kept.keep((filed("a"),))
    kept.close()
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute(f"PRAGMA {pragma}")
    other.close()
    for work in (lambda file: file.summaries(), lambda file: file.keep((filed("b"),))):
        with pytest.raises(LibraryError) as raised:
            work(open_verifications(tmp_path))
        assert raised.value.code == code and raised.value.hint


def test_a_damaged_file_and_a_damaged_row_are_said(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all, and long enough to be read as one" * 40)
    with pytest.raises(LibraryError) as raised:
        open_verifications(tmp_path).summaries()
    assert raised.value.code == "library-damaged"
    (tmp_path / FILE).unlink()
    kept = open_verifications(tmp_path)
    kept.keep((filed("a"),))
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("UPDATE verification SET body = x'00'")
    other.close()
    with pytest.raises(LibraryError) as raised:
        kept.get(("a",))
    assert raised.value.code == "library-altered" and len(kept.summaries()) == 1


def test_a_folder_that_goes_while_it_is_used_is_said(tmp_path: Path) -> None:
    kept = open_verifications(tmp_path)
    kept.keep((filed("a"),))
    (tmp_path / FILE).unlink()
    with pytest.raises(LibraryError) as raised:
        kept.keep((filed("b"),))
    assert raised.value.code == "library-vanished"


def test_a_folder_with_verifications_alone_may_become_a_library(tmp_path: Path) -> None:
    kept = open_verifications(tmp_path)
    kept.keep((filed("a"),))
    with pytest.raises(LibraryError) as raised:
        open_library(tmp_path)
    assert raised.value.code == "library-not-found"
    open_library(tmp_path, create=True).close()
    assert len(kept.summaries()) == 1
