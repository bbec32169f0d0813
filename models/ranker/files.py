"""Files of the rankers: a blank one, and one from a linear model with its calibration."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import IsotonicRegression

from app.ranking import Ranker, RankerFile
from app.ranking.model import SUREST
from models.research.linear import Linear

OUT = Path(__file__).resolve().parent
STANCE_FROM = 0.01
"""Pair probability below which the stance of a pair is not judged. Judging takes as long as the comparison, and would have no
effect."""


def blank(features: tuple[str, ...]) -> Ranker:
    """Return a ranker without knowledge, as a stand-in until one is trained."""
    width = len(features)
    file = RankerFile(
        name="none",
        features=features,
        mean=(0.0,) * width,
        scale=(1.0,) * width,
        coefficients=(0.0,) * width,
        intercept=0.0,
        calibration=((0.0, 0.0), (1.0, 1.0)),
        match_probability=1.0,
        near_probability=1.0,
        agree_probability=1.0,
        stance_from=STANCE_FROM,
    )
    return Ranker(file=file, key="none")


def linear_file(name: str, features: tuple[str, ...], model: Linear, scores: NDArray[np.float64], labels: NDArray[np.int64]) -> RankerFile:
    """Return a ranker's file from a linear model. Isotonic regression turns out-of-fold scores into probabilities."""
    isotonic = IsotonicRegression(y_min=0.0, y_max=SUREST).fit(scores, labels)
    knots = tuple((round(float(x), 4), round(float(y), 5)) for x, y in zip(isotonic.X_thresholds_, isotonic.y_thresholds_, strict=True))
    parts = (model.standard.mean, model.standard.scale, model.coefficients)
    rounded = [tuple(round(float(value), 6) for value in values) for values in parts]
    return RankerFile(
        name=name,
        features=features,
        mean=rounded[0],
        scale=rounded[1],
        coefficients=rounded[2],
        intercept=0.0,
        calibration=knots,
        match_probability=0.5,
        near_probability=0.1,
        agree_probability=0.5,
        stance_from=STANCE_FROM,
    )


def write_file(name: str, file: RankerFile) -> None:
    """Write a ranker's file into this folder."""
    (OUT / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n")
