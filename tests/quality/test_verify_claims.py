"""Invented claims verified against invented evidence: few are wrongly Supported or Refuted, and none without a deciding answer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from app.bootstrap import Session
from app.cli.main import run
from app.domain.progress import CancelToken, no_progress
from app.domain.verification import ClaimForm, Veracity, Verified, VerifyOptions
from app.services.evidence import prepare_evidence
from app.services.verifying import verify_claim
from app.verify.factcheck_sites import factcheck_sites
from app.verify.parameters import RECIPE
from tests.fakes.command_line import read_rows

FOLDER = Path(__file__).with_name("verify")
SPOKEN = (Veracity.SUPPORTED, Veracity.REFUTED)


@pytest.fixture(scope="module")
def session() -> Session:
    return Session(device="cpu")


def verify_set(session: Session, library: Path, prefix: str) -> list[tuple[Veracity, Verified]]:
    """Return the gold label of each claim of a set, and its verification."""
    evidence = FOLDER / f"{prefix}evidence.jsonl"
    assert run(["library", "import", "--kind", "evidence", str(evidence), "--library", str(library), "--quiet"], session=session)[0] == 0
    engine = session.verify_engine(library)
    assert engine.evidence is not None
    prepare_evidence(evidence=engine.evidence, encoder=engine.encoder, encode_limit=1000, progress=no_progress, cancel=CancelToken())
    results = []
    for row in read_rows(FOLDER / f"{prefix}claims.jsonl"):
        claim = ClaimForm(text=row["claim"], made=date.fromisoformat(row["date"]))
        result = verify_claim(claim, engine=engine, options=VerifyOptions(), progress=no_progress, cancel=CancelToken(), recipe=RECIPE)
        results.append((Veracity(row["label"]), result))
    return results


def counts(results: Sequence[tuple[Veracity, Verified]]) -> tuple[int, int]:
    """Return the number of right labels, and of wrong Supported or Refuted ones."""
    labels = [(gold, result.verification.label) for gold, result in results]
    return sum(gold is label for gold, label in labels), sum(gold is not label for gold, label in labels if label in SPOKEN)


@pytest.mark.parametrize(("prefix", "limits"), [("", (18, 1)), ("second_", (11, 1)), ("third_", (8, 1))], ids=["first", "second", "third"])
def test_verdicts_follow_the_evidence(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prefix: str, limits: tuple[int, int]
) -> None:
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "home"))
    results = verify_set(session, tmp_path / "library", prefix)
    (right, wrong), (fewest, limit) = counts(results), limits
    assert right >= fewest and wrong <= limit
    for _, result in results:
        judgement, text = result.verification.judgement, result.verification.justification
        assert judgement is not None
        assert judgement.deciding or judgement.label is Veracity.NOT_ENOUGH
        assert ("show that this is not true" in text) == (judgement.label is Veracity.REFUTED)
        assert "claim that The " not in text
        urls = [answer.source_url for question in result.verification.questions for answer in question.answers]
        assert not any(factcheck_sites().has(url.removeprefix("https://").removeprefix("www.")) for url in urls if url)
    assert any("fact-check site" in remark for _, result in results for remark in result.remarks)
