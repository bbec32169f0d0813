"""Fits how likely an English sentence and a foreign text say the same, from their vectors: `python -m models.multilingual.calibrate DATA`.

Pairs of stsb's development part (nothing the student was trained on): an English sentence with the translation of its partner, alike from
similarity 4 on, unlike below 3; and with the foreign sentences nearest to it that say something else, as a library would offer them.
Writes `across` into config.json; run `python -m models.manifest` after it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, brier_score_loss

from app.domain.progress import CancelToken, no_progress
from app.inference.encoders.student_encoder import StudentEncoder
from app.inference.manifest import ModelEntry, ModelFile
from app.inference.pairs.across import MEASURES, across_measures
from models.multilingual.pairs import STSB_LANGUAGES, Rated, rated
from models.multilingual.teacher import Teacher
from models.training import write_json

FOLDER = Path(__file__).resolve().parent
_ALIKE, _UNLIKE = 4.0, 3.0
_NEAREST, _SAME_ENGLISH = 3, 0.6
_HELD_OUT = "ja"
"""The language that is measured on, fitted on the others."""


@dataclass(frozen=True, slots=True)
class Row:
    """The measures of a pair, whether both sides say the same, and the foreign side's language."""

    measures: tuple[float, ...]
    alike: bool
    language: str


def rows(data: Path, encoder: StudentEncoder, teacher: Teacher) -> Iterator[Row]:
    """Of each language the rated pairs and the nearest others."""
    for language in STSB_LANGUAGES:
        pairs = rated(data, language)
        teacher.learn(text for pair in pairs for text in (pair.english, pair.other_english))
        said = teacher.vectors[teacher.rows([pair.english for pair in pairs])].astype(np.float32)
        plain = teacher.vectors[teacher.rows([pair.other_english for pair in pairs])].astype(np.float32)
        foreign = encoder.encode([pair.other for pair in pairs], progress=no_progress, cancel=CancelToken())
        cosines, likeness = said @ foreign.T, said @ plain.T
        for place, pair in enumerate(pairs):
            if not _UNLIKE <= pair.similarity < _ALIKE:
                yield _row(float(cosines[place, place]), pair, pair, language, alike=pair.similarity >= _ALIKE)
            others = np.argsort(-np.where(likeness[place] < _SAME_ENGLISH, cosines[place], -1.0))[:_NEAREST]
            yield from (_row(float(cosines[place, other]), pair, pairs[other], language, alike=False) for other in others)


def _row(cosine: float, pair: Rated, other: Rated, language: str, *, alike: bool) -> Row:
    return Row(across_measures(cosine, pair.english, other.other), alike, language)


def calibrate(data: Path) -> None:
    """Fit, measure on a language left out, and write."""
    config = json.loads((FOLDER / "config.json").read_text(encoding="utf-8"))
    found = list(rows(data, StudentEncoder(_entry()), Teacher(threads=1)))
    kept = [row for row in found if row.language != _HELD_OUT]
    trial, asked = _fitted(kept), [row for row in found if row.language == _HELD_OUT]
    guesses = trial.predict_proba(_measures(asked))[:, 1]
    truth = [row.alike for row in asked]
    model = _fitted(found)
    weights = dict(zip(MEASURES, (round(float(weight), 4) for weight in model.coef_[0]), strict=True))
    measured = {
        "pairs": len(found),
        "alike": sum(row.alike for row in found),
        f"{_HELD_OUT}: average precision": round(float(average_precision_score(truth, guesses)), 4),
        f"{_HELD_OUT}: brier": round(float(brier_score_loss(truth, guesses)), 4),
    }
    write_json(
        FOLDER / "config.json",
        config | {"across": {"weights": weights, "bias": round(float(model.intercept_[0]), 4), "measured": measured}},
    )
    print(weights, measured)


def _entry() -> ModelEntry:
    """The student as it was exported, before the manifest knows it."""
    files = tuple(ModelFile(path=name, size=0, sha256="") for name in ("model.safetensors", "config.json"))
    return ModelEntry(role="multilingual", name="multilingual-student-1", folder=FOLDER, licence="", code=1, files=files)


def _fitted(chosen: list[Row]) -> LogisticRegression:
    return LogisticRegression(C=10.0, max_iter=1000).fit(_measures(chosen), [row.alike for row in chosen])


def _measures(chosen: list[Row]) -> np.ndarray:
    return np.array([row.measures for row in chosen])


if __name__ == "__main__":
    calibrate(Path(sys.argv[1]))
