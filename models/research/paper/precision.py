"""Differences between models in half precision and in float32, on a sample of their texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from app.domain.progress import no_progress
from app.ports import FloatMatrix
from models.research.paper.measures import ENCODERS
from models.research.paper.models import Job, PaperModels

SAMPLE = 1000
"""Texts, and pairs of texts."""

Drift = Mapping[str, Mapping[str, float]]


def drift(half: PaperModels, exact: PaperModels, claims: Sequence[str], sentences: Sequence[str], job: Job, *, seed: int = 0) -> Drift:
    """Return the differences between both precisions on at most `SAMPLE` claims, each with a random sentence.

    For each encoder: the mean and the lowest cosine of a text's two vectors. For stance: the number of pairs, the mean and the
    largest difference of a posterior, and the share of pairs with the same most probable label.
    """
    dice = np.random.default_rng(seed)
    sampled_claims = [claims[index] for index in dice.choice(len(claims), min(SAMPLE, len(claims)), replace=False)]
    sampled_sentences = [sentences[index] for index in dice.integers(0, len(sentences), len(sampled_claims))]
    key = [*half.keys().values(), *exact.keys().values(), *sampled_claims, *sampled_sentences]
    compared = job.work.arrays("precision", key, lambda: _compared(half, exact, sampled_claims, sampled_sentences, job))
    differences_by_model: dict[str, Mapping[str, float]] = {
        name: {"mean_cosine": float(compared[name].mean()), "least_cosine": float(compared[name].min())} for name in ENCODERS
    }
    differences = np.abs(compared["half"] - compared["exact"])
    same_label = compared["half"].argmax(axis=1) == compared["exact"].argmax(axis=1)
    differences_by_model["stance"] = {
        "pairs": len(sampled_claims),
        "mean_difference": float(differences.mean()),
        "largest_difference": float(differences.max()),
        "same": float(same_label.mean()),
    }
    return differences_by_model


def _compared(
    half: PaperModels, exact: PaperModels, claims: Sequence[str], sampled_sentences: Sequence[str], job: Job
) -> dict[str, FloatMatrix]:
    """Return the cosines (n,) by encoder, and the posteriors (n, 3) in both precisions."""
    report_progress = job.progress_callback("Comparing precisions")
    result: dict[str, FloatMatrix] = {}
    for index, name in enumerate(ENCODERS):
        report_progress(index, len(ENCODERS) + 1)
        half_vectors, other = (models.readers[name].encode(claims, progress=no_progress, cancel=job.cancel) for models in (half, exact))
        result[name] = (half_vectors * other).sum(axis=1)
    report_progress(len(ENCODERS), len(ENCODERS) + 1)
    for name, models in (("half", half), ("exact", exact)):
        result[name] = models.stance.stance(claims, sampled_sentences, cancel=job.cancel)
    return result


def drift_note(drifts: Drift, precision: str) -> str:
    """Return the drift as a sentence."""
    cosines = ", ".join(f"{name} {drifts[name]['mean_cosine']:.5f} ({drifts[name]['least_cosine']:.5f})" for name in ENCODERS)
    stance = drifts["stance"]
    return (
        f"Bodies, NLI, BERTScore and the second encoder were computed in {precision}, where a number may depend in its third digit on the "
        "batch around its text (the product's own numbers never do). On a sample, mean (least) cosine with the vectors of float32: "
        f"{cosines}; posteriors of {stance['pairs']:,.0f} pairs differ by {stance['mean_difference']:.4f} on average, "
        f"{stance['largest_difference']:.3f} at most, and the most probable one is the same for {stance['same']:.1%}."
    )
