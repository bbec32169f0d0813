"""From questions and answers to the probabilities of the four labels: the trained combiner beside the paper's rule.

What it looks at: the sides that two models see the answers take, yes and no with what the question asked, what stayed unanswered,
how the answers are worded, and the claim itself with its type and where it appeared.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.verification import CLAIM_TYPES, ClaimForm, EvidenceAnswer, Veracity
from app.ports import FloatMatrix
from app.verify.answerer import figures_of
from app.verify.linear_model import LinearModel, load_linear
from app.verify.premises import answers_nothing, said, side

CLASSES = tuple(label.value for label in Veracity)
_LOOKS = ("stance", "opinion")
_EACH = ("support_most", "refute_most", "support_mean", "refute_mean", "lean_most", "lean_least", "lean_mean", "neutral_mean", "both")
FEATURES = (
    *(f"{look}_{name}" for look in _LOOKS for name in _EACH),
    *("asked_lean", "affirmed", "denied", "answered_lean"),
    *("answers", "unanswered", "all_unanswered", "figures_shared", "figures_others", "length"),
    *(f"type_{number}" for number in range(len(CLAIM_TYPES))),
)
_WORD = re.compile(r"[^\W\d_]+|\d+%?")
_MOST_WORDS = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerReading:
    """Stances of one answer, each (support, refute, neutral): by both models towards the claim, and of the question's own statement
    towards it (neutral if it is none)."""

    question: str
    answer: EvidenceAnswer
    stance: tuple[float, float, float]
    opinion: tuple[float, float, float]
    question_stance: tuple[float, float, float] = (0.0, 0.0, 1.0)


def claim_features(claim: ClaimForm, types: Sequence[str], evidence_reads: Sequence[AnswerReading]) -> list[float]:
    """One row of `FEATURES`."""
    informative = [evidence_read for evidence_read in evidence_reads if not answers_nothing(evidence_read.answer)]
    row = [value for rows in (_rows(informative, "stance"), _rows(informative, "opinion")) for value in _sides(rows)]
    sides = [side(evidence_read.answer) for evidence_read in informative]
    leans = [evidence_read.question_stance[0] - evidence_read.question_stance[1] for evidence_read in informative]
    count = max(1, len(informative))
    row += [sum(leans) / count, sides.count(1) / count, sides.count(-1) / count]
    row.append(sum(answer_side * lean for answer_side, lean in zip(sides, leans, strict=True)) / count)
    empty = len(evidence_reads) - len(informative)
    row += [float(np.log1p(len(evidence_reads))), empty / max(1, len(evidence_reads)), float(not informative)]
    claimed = figures_of(claim.text)
    answer_figures = set().union(*(figures_of(said(evidence_read.answer)) for evidence_read in informative)) if informative else set()
    row += [float(bool(claimed & answer_figures)), float(bool(claimed and answer_figures and not claimed & answer_figures))]
    row.append(float(np.log1p(sum(len(said(evidence_read.answer).split()) for evidence_read in informative))))
    return row + [float(name in types) for name in CLAIM_TYPES]


def _rows(evidence_reads: Sequence[AnswerReading], name: str) -> NDArray[np.float64]:
    rows = [evidence_read.stance if name == "stance" else evidence_read.opinion for evidence_read in evidence_reads]
    return np.array(rows or [(0.0, 0.0, 1.0)], np.float64)


def _sides(rows: NDArray[np.float64]) -> list[float]:
    support, refute, neutral = rows.T
    leans = support - refute
    conflict = min(support.max(), refute.max())
    features = [support.mean(), refute.mean(), leans.max(), leans.min(), leans.mean(), neutral.mean(), conflict]
    return [float(value) for value in (support.max(), refute.max(), *features)]


def claim_words(claim: ClaimForm, evidence_reads: Sequence[AnswerReading]) -> dict[str, float]:
    """Words and pairs of words of answers ("a"), questions ("q") and the claim ("c"), and where it appeared ("s"); together of length 1."""
    grams: set[str] = set()
    for evidence_read in evidence_reads:
        grams.update(_grams("a", said(evidence_read.answer)), _grams("q", evidence_read.question))
    grams.update(_grams("c", claim.text), {f"s {word}" for word in _tokens(claim.reporting_source)})
    grams.add("s speaker" if claim.speaker else "s nobody")
    return {gram: 1.0 / np.sqrt(len(grams)) for gram in sorted(grams)}


def _grams(kind: str, text: str) -> set[str]:
    words = _tokens(text)
    return {f"{kind} {word}" for word in words} | {f"{kind} {first} {second}" for first, second in pairwise(words)}


def _tokens(text: str) -> list[str]:
    return _WORD.findall(text.casefold())[:_MOST_WORDS]


@dataclass(frozen=True, slots=True)
class VeracityClassifier:
    """The trained model over `FEATURES` and words."""

    model: LinearModel

    @property
    def key(self) -> str:
        """Name and hash."""
        return self.model.key

    def probabilities(
        self, claim: ClaimForm, types: Sequence[str], evidence_reads: Sequence[AnswerReading]
    ) -> tuple[float, float, float, float]:
        """Those of the four labels in the order of `Veracity`, which sum to 1."""
        features: FloatMatrix = np.array([claim_features(claim, types, evidence_reads)], np.float32)
        supported, refuted, conflicting, not_enough = self.model.probabilities(features, (claim_words(claim, evidence_reads),))[0].tolist()
        return supported, refuted, conflicting, not_enough


def load_veracity_classifier(path: Path) -> VeracityClassifier:
    """Read the model's file. Raises ModelError as `load_linear` does."""
    return VeracityClassifier(load_linear(path, features=FEATURES, classes=CLASSES))
