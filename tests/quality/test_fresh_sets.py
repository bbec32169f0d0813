"""The fresh test sets: complete and consistent, and floors for the shipped models. Measured when the floors were set:
check-worthiness F1 of Yes .933; retrieval MRR .969, outcome AUC .963. Long posts that hide a claim (`posts.jsonl`) test the
effect of claim variants; they are measured within a large library, see the README."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import Session
from app.cli.main import run
from app.ingest.queries import read_queries
from models.research.checkworthy import read_checkworthy_gold
from models.research.retrieval_files import read_qrels
from tests.fakes.command_line import read_rows

FRESH = Path(__file__).with_name("fresh")
SENTENCES, FACTCHECKS, CLAIMS = FRESH / "checkworthiness.jsonl", FRESH / "factchecks.jsonl", FRESH / "claims.jsonl"
POSTS = FRESH / "posts.jsonl"
CHECKWORTHY_FLOOR, MRR_FLOOR, OUTCOME_FLOOR = 0.9, 0.93, 0.9
POSTS_FLOOR = 0.6


@pytest.fixture(scope="module")
def session() -> Session:
    return Session(device="cpu")


def test_sentences_have_the_declared_numbers() -> None:
    rows = read_checkworthy_gold(SENTENCES)
    assert len(rows) == 200 and sum(row.checkworthy for row in rows) == 80 and len({row.text for row in rows}) == 200


def test_factchecks_come_in_families_of_distinct_siblings() -> None:
    rows = read_rows(FACTCHECKS)
    assert len({row["id"] for row in rows}) == len({row["claim"] for row in rows}) == len(rows) == 120
    assert set(Counter(row["id"][:-1] for row in rows).values()) == {3}
    assert all(row["url"] == "" and row["rating"] and row["title"] and row["publisher"] and row["published"] for row in rows)


def test_claims_name_factchecks_that_exist() -> None:
    gold = read_qrels(CLAIMS)
    factcheck_ids = {row["id"] for row in read_rows(FACTCHECKS)}
    assert [entry.refused for entry in read_queries(CLAIMS)] == [None] * 100 and len(gold) == 100
    assert sum(not ids for ids in gold.values()) == 20 and all(ids <= factcheck_ids for ids in gold.values())
    assert max(Counter(key for ids in gold.values() for key in ids).values()) == 1


def measure(session: Session, folder: Path, *arguments: str | Path) -> dict[str, Any]:
    out = folder / "f.json"
    assert run([*map(str, arguments), "--out", str(out), "--quiet"], session=session)[0] == 0
    report: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return report


def test_checkworthiness_of_fresh_sentences(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "home"))
    report = measure(session, tmp_path, "evaluate", "checkworthy", "--gold", SENTENCES)
    assert report["yes"]["f1"] >= CHECKWORTHY_FLOOR


def test_retrieval_among_near_misses(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "home"))
    library = tmp_path / "library"
    assert run(["library", "import", str(FACTCHECKS), "--library", str(library), "--quiet"], session=session)[0] == 0
    report = measure(session, tmp_path, "evaluate", "retrieval", "--queries", CLAIMS, "--qrels", CLAIMS, "--library", library)
    assert report["mrr"] >= MRR_FLOOR and report["outcome_auc"] >= OUTCOME_FLOOR


def test_posts_hide_one_claim_each() -> None:
    gold = read_qrels(POSTS)
    factcheck_ids = {row["id"] for row in read_rows(FACTCHECKS)}
    rows = read_rows(POSTS)
    assert len(rows) >= 40 and len({row["text"] for row in rows}) == len(rows) == len(gold)
    assert all(len(ids) == 1 and ids <= factcheck_ids for ids in gold.values())
    assert all(len(row["text"].split()) >= 50 for row in rows)


def test_posts_find_their_claim_among_near_misses(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRIORCHECK_HOME", str(tmp_path / "home"))
    library = tmp_path / "library"
    assert run(["library", "import", str(FACTCHECKS), "--library", str(library), "--quiet"], session=session)[0] == 0
    report = measure(session, tmp_path, "evaluate", "retrieval", "--queries", POSTS, "--qrels", POSTS, "--library", library)
    assert report["mrr"] >= POSTS_FLOOR
