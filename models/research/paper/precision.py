"""How far models in half precision are from the same models in float32, on a sample of the texts that they measure."""

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
    """Of each encoder the mean and least cosine of a text's two vectors. Of stance the number of pairs, the mean and largest
    difference of a posterior, and the share of pairs with the same most probable one.

    Taken are at most `SAMPLE` claims, each with a sentence drawn at random.
    """
    dice = np.random.default_rng(seed)
    chosen = [claims[place] for place in dice.choice(len(claims), min(SAMPLE, len(claims)), replace=False)]
    said = [sentences[place] for place in dice.integers(0, len(sentences), len(chosen))]
    key = [*half.keys().values(), *exact.keys().values(), *chosen, *said]
    made = job.work.arrays("precision", key, lambda: _compared(half, exact, chosen, said, job))
    found: dict[str, Mapping[str, float]] = {
        name: {"mean_cosine": float(made[name].mean()), "least_cosine": float(made[name].min())} for name in ENCODERS
    }
    differences = np.abs(made["half"] - made["exact"])
    same = made["half"].argmax(axis=1) == made["exact"].argmax(axis=1)
    found["stance"] = {
        "pairs": len(chosen),
        "mean_difference": float(differences.mean()),
        "largest_difference": float(differences.max()),
        "same": float(same.mean()),
    }
    return found


def _compared(half: PaperModels, exact: PaperModels, claims: Sequence[str], said: Sequence[str], job: Job) -> dict[str, FloatMatrix]:
    """The cosines (n,) by encoder, and the posteriors (n, 3) of both."""
    tell = job.told("Comparing precisions")
    found: dict[str, FloatMatrix] = {}
    for place, name in enumerate(ENCODERS):
        tell(place, len(ENCODERS) + 1)
        one, other = (models.readers[name].encode(claims, progress=no_progress, cancel=job.cancel) for models in (half, exact))
        found[name] = (one * other).sum(axis=1)
    tell(len(ENCODERS), len(ENCODERS) + 1)
    for name, models in (("half", half), ("exact", exact)):
        found[name] = models.stance.stance(claims, said, cancel=job.cancel)
    return found


def drift_note(found: Drift, precision: str) -> str:
    """The same in a sentence."""
    cosines = ", ".join(f"{name} {found[name]['mean_cosine']:.5f} ({found[name]['least_cosine']:.5f})" for name in ENCODERS)
    stance = found["stance"]
    return (
        f"Bodies, NLI, BERTScore and the second encoder were computed in {precision}, where a number may depend in its third digit on the "
        "batch around its text (the product's own numbers never do). On a sample, mean (least) cosine with the vectors of float32: "
        f"{cosines}; posteriors of {stance['pairs']:,.0f} pairs differ by {stance['mean_difference']:.4f} on average, "
        f"{stance['largest_difference']:.3f} at most, and the most probable one is the same for {stance['same']:.1%}."
    )
