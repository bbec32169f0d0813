"""An engine without weights: a real library on disk, a hashing encoder, and scorers that compare words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from app.domain.factcheck import FactCheck
from app.domain.progress import CancelToken, no_progress
from app.ports import FloatMatrix, LibraryChange, ModelIdentity, PairInput
from app.ranking import FEATURES, FULL_FEATURES, Ranker, RankerFile
from app.ranking.text import numbers, words
from app.retrieval import JobCachingEncoder
from app.services.engine import Engine
from app.store import open_library
from tests.fakes.encoder import FakeEncoder

_NEGATIONS = frozenset({"not", "no", "never", "nobody", "isn", "doesn", "don"})


def _identity(name: str) -> ModelIdentity:
    return ModelIdentity(name=name, artefact="0" * 32, backend="fake", precision="float32")


class OverlapPairScorer:
    """Scores a pair by the Jaccard similarity of its words."""

    identity = _identity("overlap")

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        return np.array([_jaccard(set(words(pair.sentence)), set(words(pair.claim))) for pair in pairs], dtype=np.float32)


class NegationStanceScorer:
    """Agrees if the texts share words, disagrees if exactly one of them is negated."""

    identity = _identity("negation")

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        rows = [_stance(set(words(premise)), set(words(hypothesis))) for premise, hypothesis in zip(premises, hypotheses, strict=True)]
        return np.array(rows, dtype=np.float32).reshape(-1, 3)


def _jaccard(first: set[str], second: set[str]) -> float:
    return len(first & second) / (len(first | second) or 1)


def _stance(first: set[str], second: set[str]) -> tuple[float, float, float]:
    overlap = _jaccard(first - _NEGATIONS, second - _NEGATIONS)
    negated = bool(first & _NEGATIONS) != bool(second & _NEGATIONS)
    return (0.0, overlap, 1 - overlap) if negated else (overlap, 0.0, 1 - overlap)


class NumberWorthiness:
    """Marks sentences with a number as check-worthy."""

    identity = _identity("numbers")

    def score(self, texts: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        return np.array([0.9 if numbers(text) else 0.1 for text in texts], dtype=np.float32)


def fake_ranker(features: tuple[str, ...] = FULL_FEATURES, *, by: str = "pair") -> Ranker:
    """Return a ranker whose score is a single feature, the best pair score."""
    width = len(features)
    weights = [0.0] * width
    weights[features.index(by)] = 1.0
    file = RankerFile(
        name="fake",
        features=features,
        mean=(0.0,) * width,
        scale=(1.0,) * width,
        coefficients=tuple(weights),
        intercept=0.0,
        calibration=((0.0, 0.0), (1.0, 1.0)),
        match_probability=0.5,
        near_probability=0.25,
        agree_probability=0.5,
        silence_below=0.5,
    )
    return Ranker(file=file, key="fake")


def fake_engine(folder: Path, factchecks: Sequence[FactCheck]) -> Engine:
    """Return an engine over a new library with these fact-checks."""
    encoder = FakeEncoder()
    library = open_library(folder, create=True)
    if factchecks:
        library.apply(LibraryChange(upsert=factchecks), encoder=encoder, progress=no_progress, cancel=CancelToken())
    return Engine(
        library=library,
        encoder=JobCachingEncoder(encoder),
        prefilter=OverlapPairScorer(),
        pair_scorer=OverlapPairScorer(),
        stance_scorer=NegationStanceScorer(),
        checkworthiness_scorer=NumberWorthiness(),
        preliminary_ranker=fake_ranker(FEATURES, by="prefilter"),
        ranker=fake_ranker(),
        query_ranker=fake_ranker(),
    )
