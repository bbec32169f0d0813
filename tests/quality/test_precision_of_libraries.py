"""The encoder in the precisions of two computers: what one of them indexed, the other one finds. On the demo's debate and fact-checks.

On a processor without bfloat16 both are float32, and the tests only show that nothing else differs.
"""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

from app.domain.progress import CancelToken, no_progress
from app.inference import load_encoder
from app.inference.network.runtime import PRECISION_SWITCH
from app.ingest.documents import read_document
from app.paths import models_dir
from app.ports import FloatMatrix
from tests.fakes.command_line import DEMO

TOP = 10
"""Number of fact-checks of a sentence that are compared."""
CLEARLY = 0.005
"""A difference of cosines above what the precision can change."""


@cache
def texts() -> tuple[list[str], list[str]]:
    """Return the demo's sentences and its English claims."""
    sentences = [sentence.text for sentence in read_document(DEMO / "debate.vtt", cancel=CancelToken()).sentences]
    return sentences, [json.loads(line)["claim"] for line in (DEMO / "factchecks_en.jsonl").read_bytes().splitlines()]


@pytest.fixture
def vectors(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[FloatMatrix, FloatMatrix]]:
    """Return the vectors of sentences and claims in the processor's usual precision and in float32."""
    encoders = {"usual": load_encoder(models=models_dir(), device="cpu")}
    monkeypatch.setenv(PRECISION_SWITCH, "float32")
    encoders["float32"] = load_encoder(models=models_dir(), device="cpu")
    assert encoders["float32"].identity.precision == "float32"
    sentences, claims = texts()
    return {
        name: (
            encoder.encode(sentences, progress=no_progress, cancel=CancelToken()),
            encoder.encode(claims, progress=no_progress, cancel=CancelToken()),
        )
        for name, encoder in encoders.items()
    }


def test_vectors_of_two_precisions_agree(vectors: dict[str, tuple[FloatMatrix, FloatMatrix]]) -> None:
    for usual, plain in zip(vectors["usual"], vectors["float32"], strict=True):
        assert float((usual * plain).sum(axis=1).min()) >= 0.999


@pytest.mark.parametrize(("queries", "index"), [("float32", "usual"), ("usual", "float32")])
def test_whatever_is_clearly_among_the_first_ten_stays_there(
    vectors: dict[str, tuple[FloatMatrix, FloatMatrix]], queries: str, index: str
) -> None:
    (sentences, claims), (others, _) = vectors[index], vectors[queries]
    scores, mixed_scores = sentences @ claims.T, others @ claims.T
    limit = -np.sort(-scores, axis=1)[:, TOP]
    rank = np.argsort(np.argsort(-mixed_scores, axis=1, kind="stable"), axis=1)
    assert np.all(rank[scores > limit[:, None] + CLEARLY] < TOP)
    assert np.mean(rank[scores > limit[:, None]] < TOP) >= 0.99
