"""Our own runs over AVeriTeC's claims: what systems get to see, what the closed pool lets them find, and empty claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.domain.progress import CancelToken, ProgressUpdate, no_progress
from app.domain.verification import EvidenceQuestion, Veracity, Verification, VerifyOptions
from app.errors import Cancelled, InputError
from app.ingest.evidence.passages import cut_passages
from app.services.verify_engine import VerifyEngine
from app.store import open_evidence
from models.research.averitec.gold import read_gold
from models.research.averitec.pool import pool_documents
from models.research.averitec.systems import OURS, given_systems, nearest_answers, own_predictions, pool_systems
from tests.fakes.averitec_claims import four_claims, write_claims
from tests.fakes.encoder import FakeEncoder


@pytest.fixture
def gold(tmp_path: Path) -> list[Verification]:
    return read_gold(write_claims(tmp_path / "gold.json", four_claims()))


@pytest.fixture
def engine(tmp_path: Path, gold: list[Verification]) -> Iterator[VerifyEngine]:
    """Evidence and encoder: what the trivial system asks for."""
    evidence, encoder = open_evidence(tmp_path / "pool", cut=cut_passages, create=True), FakeEncoder()
    evidence.add(pool_documents(gold), progress=no_progress, cancel=CancelToken())
    evidence.encode(encoder=encoder, progress=no_progress, cancel=CancelToken())
    yield cast(VerifyEngine, SimpleNamespace(evidence=evidence, encoder=encoder, query_encoder=None))
    evidence.close()


def test_every_system_sees_no_verdict_and_ours_comes_first() -> None:
    assert next(iter(given_systems())) == next(iter(pool_systems(VerifyOptions()))) == OURS
    assert len(given_systems()) == 4 and len(pool_systems(VerifyOptions())) >= 9


def test_the_trivial_system_finds_what_was_there_before_the_claim(gold: list[Verification], engine: VerifyEngine) -> None:
    found = nearest_answers(gold[0], engine, CancelToken())
    (question,) = found.questions
    assert question.text == gold[0].claim.text and found.label is Veracity.REFUTED
    assert {answer.text for answer in question.answers} == {
        "No",
        "The bridge of Tarn was closed in March.",
        "Heavy rain fell in Tarn.",
        "The council counted 900 ducks.",
        "The club counted 90 ducks.",
    }
    first = nearest_answers(gold[1], engine, CancelToken()).questions[0].answers
    assert [answer.text for answer in first] == ["Heavy rain fell in Tarn."]  # the other claims came later
    undated = replace(gold[1], claim=replace(gold[1].claim, made=None))
    assert len(nearest_answers(undated, engine, CancelToken()).questions[0].answers) == 5


def test_predictions_are_in_the_order_of_the_places(gold: list[Verification], engine: VerifyEngine) -> None:
    told: list[ProgressUpdate] = []
    found = own_predictions(gold, (2, 0), nearest_answers, engine=engine, progress=told.append, cancel=CancelToken())
    assert [one.evidence.questions[0] for one in found] == [gold[2].claim.text, gold[0].claim.text]
    assert [(one.done, one.total) for one in told] == [(0, 2), (1, 2)]


def test_a_claim_of_no_words_is_predicted_empty_and_other_faults_are_told(gold: list[Verification], engine: VerifyEngine) -> None:
    def run(code: str) -> Any:
        def system(claim: Verification, engine: VerifyEngine, cancel: CancelToken) -> Verification:
            raise InputError(code, "No.", hint="Mend it.")

        return own_predictions(gold, (0,), system, engine=engine, progress=no_progress, cancel=CancelToken())

    (empty,) = run("claim-empty")
    assert (empty.label, empty.evidence.questions, empty.evidence.pairs) == ("", (), ())
    with pytest.raises(InputError):
        run("evidence-none")


def test_a_cancel_stops_between_claims(gold: list[Verification], engine: VerifyEngine) -> None:
    cancel, seen = CancelToken(), []

    def system(claim: Verification, engine: VerifyEngine, token: CancelToken) -> Verification:
        seen.append(claim)
        token.cancel()
        return replace(claim, questions=(EvidenceQuestion(text="Why?"),))

    with pytest.raises(Cancelled):
        own_predictions(gold, (0, 1, 2), system, engine=engine, progress=no_progress, cancel=cancel)
    assert len(seen) == 1
