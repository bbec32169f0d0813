"""Our runs over AVeriTeC's claims: inputs of the systems, results from the closed pool, and empty claims."""

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
    """Yield an engine with the evidence and encoder that the trivial system needs."""
    evidence, encoder = open_evidence(tmp_path / "pool", cut=cut_passages, create=True), FakeEncoder()
    evidence.add(pool_documents(gold), progress=no_progress, cancel=CancelToken())
    evidence.encode(encoder=encoder, progress=no_progress, cancel=CancelToken())
    yield cast(VerifyEngine, SimpleNamespace(evidence=evidence, encoder=encoder, query_encoder=None))
    evidence.close()


def test_every_system_sees_no_verdict_and_ours_comes_first() -> None:
    assert next(iter(given_systems())) == next(iter(pool_systems(VerifyOptions()))) == OURS
    assert len(given_systems()) == 4 and len(pool_systems(VerifyOptions())) >= 9


def test_the_trivial_system_finds_only_earlier_evidence(gold: list[Verification], engine: VerifyEngine) -> None:
    answered = nearest_answers(gold[0], engine, CancelToken())
    (question,) = answered.questions
    assert question.text == gold[0].claim.text and answered.label is Veracity.REFUTED
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


def test_predictions_follow_the_requested_order(gold: list[Verification], engine: VerifyEngine) -> None:
    updates: list[ProgressUpdate] = []
    predictions = own_predictions(gold, (2, 0), nearest_answers, engine=engine, progress=updates.append, cancel=CancelToken())
    assert [prediction.evidence.questions[0] for prediction in predictions] == [gold[2].claim.text, gold[0].claim.text]
    assert [(prediction.done, prediction.total) for prediction in updates] == [(0, 2), (1, 2)]


def test_an_empty_claim_has_an_empty_prediction_and_other_faults_raise(gold: list[Verification], engine: VerifyEngine) -> None:
    def run(code: str) -> Any:
        def system(claim: Verification, engine: VerifyEngine, cancel: CancelToken) -> Verification:
            raise InputError(code, "No.", hint="Mend it.")

        return own_predictions(gold, (0,), system, engine=engine, progress=no_progress, cancel=CancelToken())

    (empty,) = run("claim-empty")
    assert (empty.label, empty.evidence.questions, empty.evidence.pairs) == ("", (), ())
    with pytest.raises(InputError):
        run("evidence-none")


def test_a_cancel_stops_between_claims(gold: list[Verification], engine: VerifyEngine) -> None:
    cancel, claims = CancelToken(), []

    def system(claim: Verification, engine: VerifyEngine, token: CancelToken) -> Verification:
        claims.append(claim)
        token.cancel()
        return replace(claim, questions=(EvidenceQuestion(text="Why?"),))

    with pytest.raises(Cancelled):
        own_predictions(gold, (0, 1, 2), system, engine=engine, progress=no_progress, cancel=cancel)
    assert len(claims) == 1
