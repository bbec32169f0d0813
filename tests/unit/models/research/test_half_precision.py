"""The bundled models in bfloat16 on the processor: close to float32, with an identity of their own."""

from __future__ import annotations

import numpy as np

from app.domain.progress import CancelToken, no_progress
from app.inference import OpenVinoEncoder, checked_model, load_stance_scorer
from app.ports import FloatMatrix, TextEncoder
from models.research.paper.half_precision import half_encoder, half_stance_scorer
from models.research.paper.token_vectors import load_token_encoder

DONE = ("fell", "was opened", "moved north")
TEXTS = [f"The {thing} of the island {deed} in 1931." for thing in ("bridge", "mayor", "river", "parliament") for deed in DONE]


def encoded(encoder: TextEncoder, texts: list[str]) -> FloatMatrix:
    return encoder.encode(texts, progress=no_progress, cancel=CancelToken())


def test_vectors_are_near_those_of_float32_and_unit_vectors() -> None:
    entry = checked_model("encoder")
    half, exact = half_encoder(), OpenVinoEncoder(entry, threads=1)
    rows = encoded(half, TEXTS)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)
    assert (rows * encoded(exact, TEXTS)).sum(axis=1).min() > 0.999
    assert half.identity.precision == "bfloat16"
    assert half.identity.key() != exact.identity.key()


def test_token_vectors_are_near_those_of_float32() -> None:
    half, exact = load_token_encoder(precision="bfloat16"), load_token_encoder()
    half_vectors, starts = half.encode_tokens(TEXTS, progress=no_progress, cancel=CancelToken())
    exact_vectors, same = exact.encode_tokens(TEXTS, progress=no_progress, cancel=CancelToken())
    assert starts.tolist() == same.tolist()
    assert (half_vectors * exact_vectors).sum(axis=1).min() > 0.99
    assert half.identity.key() != exact.identity.key()


def test_posteriors_are_near_those_of_float32() -> None:
    half, exact = half_stance_scorer(), load_stance_scorer()
    premises, hypotheses = TEXTS, [text.replace("fell", "did not fall") for text in reversed(TEXTS)]
    half_rows, exact_rows = (scorer.stance(premises, hypotheses, cancel=CancelToken()) for scorer in (half, exact))
    assert np.abs(half_rows - exact_rows).max() < 0.05
    assert half.identity.precision == "bfloat16"
    assert half.identity.key() != exact.identity.key()
