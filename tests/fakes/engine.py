"""An engine without weights: a real library on disk, a hashing encoder, and scorers that look at words."""

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
    """Shared words over all words (Jaccard) of sentence and claim."""

    identity = _identity("overlap")

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        return np.array([_jaccard(set(words(pair.sentence)), set(words(pair.claim))) for pair in pairs], dtype=np.float32)


class NegationStanceScorer:
    """Agrees with what shares words, disagrees when exactly one of both texts is negated."""

    identity = _identity("negation")

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        rows = [_stance(set(words(one)), set(words(other))) for one, other in zip(premises, hypotheses, strict=True)]
        return np.array(rows, dtype=np.float32).reshape(-1, 3)


def _jaccard(one: set[str], other: set[str]) -> float:
    return len(one & other) / (len(one | other) or 1)


def _stance(one: set[str], other: set[str]) -> tuple[float, float, float]:
    near = _jaccard(one - _NEGATIONS, other - _NEGATIONS)
    negated = bool(one & _NEGATIONS) != bool(other & _NEGATIONS)
    return (0.0, near, 1 - near) if negated else (near, 0.0, 1 - near)


class NumberWorthiness:
    """Sentences with a number are worth a check."""

    identity = _identity("numbers")

    def score(self, texts: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        return np.array([0.9 if numbers(text) else 0.1 for text in texts], dtype=np.float32)


def fake_ranker(features: tuple[str, ...] = FULL_FEATURES, *, by: str = "pair") -> Ranker:
    """A ranker whose score is one feature alone, the best pair score."""
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
    """An engine over a new library that holds these fact-checks."""
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
