"""Stance pairs of all sources, in parts for learning, for choices and for reports.

Sentences of the seven annotated debates, Snopes's development tweets and the project's own test sets are kept out of all parts,
with every text that shares six words in a row with one of them. The hash of a premise decides its part, so no premise is in two.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from models.examples.guard import EvaluationGuard
from models.examples.polarity import StancePair
from models.training import read_rows
from models.trunk.data import LABELS, stance_part

TABLE = Path(__file__).with_name("sources.toml")
QUALITY = Path(__file__).resolve().parents[3] / "tests" / "quality"
_TEST_FILES = {
    "polarity.jsonl": ("premise", "hypothesis"),
    "same_claim.jsonl": ("a", "b", "claim", "sentence"),
    "fresh/claims.jsonl": ("text",),
    "judgement/open.jsonl": ("sentence",),
}


@dataclass(frozen=True, slots=True)
class Source:
    """Row of sources.toml: the source's group, its pairs in an epoch, and whether its licence allows every use."""

    name: str
    group: str
    rows: int
    open: bool = True


def sources() -> dict[str, Source]:
    """Return the table by name."""
    return {name: Source(name, **row) for name, row in tomllib.loads(TABLE.read_text(encoding="utf-8")).items()}


def evaluation_guard(data: Path) -> EvaluationGuard:
    """Return a guard against all texts that the project is measured on."""
    development = {row["qid"] for row in read_rows(data / "snopes" / "qrels_dev.jsonl")}
    texts = [row["text"] for row in read_rows(data / "snopes" / "tweets.jsonl") if row["qid"] in development]
    for name, fields in _TEST_FILES.items():
        texts += [str(row[field]) for row in read_rows(QUALITY / name) for field in fields if field in row]
    return EvaluationGuard(data / "debates", texts=texts)


def published(data: Path, guard: EvaluationGuard) -> Iterator[StancePair]:
    """Yield the pairs of all listed published sources in English that share no run of words with an evaluation."""
    listed = sources()
    paths = [data / "stance" / "pairs.jsonl.gz", *sorted((data / "stance_extra").glob("*.jsonl.gz"))]
    for path in paths:
        for row in read_rows(path):
            texts = row["premise"], row["hypothesis"]
            if row["source"] in listed and row.get("lang", "en") == "en" and not any(map(guard.overlaps, texts)):
                yield StancePair(*texts, LABELS[row["label"]], row["source"])


def part(pair: StancePair, table: dict[str, Source]) -> str:
    """Return "train", "develop" (choices are made by it), "test" (reported, never chosen by) or "unseen" (a source of another origin)."""
    if not table[pair.source].rows:
        return "unseen"
    return {"calibrate": "develop"}.get(name := stance_part(pair.premise), name)
