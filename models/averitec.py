"""Shared code for training the models of Verify: AVeriTeC's claims by part, and files of linear models."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.domain.verification import Verification
from app.ingest.averitec import read_averitec_file
from app.verify.linear_model import LinearFile
from models.research.averitec.split import DateSplit, split_by_date

Array = NDArray[np.float64]
_DIGITS = 5


@dataclass(frozen=True, slots=True)
class Claims:
    """Claims of `DATA/averitec/train.json` with their parts by date: training, choice (the 15% before the test), test."""

    all: list[Verification]
    parts: DateSplit


def read_claims(data: Path) -> Claims:
    """Read them. Raises InputError."""
    claims = read_averitec_file(data / "averitec" / "train.json")
    return Claims(claims, split_by_date(claims))


def write_linear(path: Path, file: LinearFile) -> None:
    """Write a linear model's file, with rounded numbers."""

    def rounded(values: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(round(float(value), _DIGITS) for value in values)

    short = msgspec.structs.replace(
        file,
        mean=rounded(file.mean),
        scale=rounded(file.scale),
        coefficients=tuple(map(rounded, file.coefficients)),
        intercepts=rounded(file.intercepts),
        words={word: tuple(round(float(value), 3) for value in weights) for word, weights in file.words.items()},
    )
    path.write_bytes(msgspec.json.encode(short) + b"\n")
