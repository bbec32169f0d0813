"""A VerifyEngine with behaviour and without weights: cosines and words select answers, and the first words of an answer its side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from app.domain.evidence import EvidenceDocument
from app.domain.progress import CancelToken, no_progress
from app.ports import FloatMatrix, ModelIdentity, PairInput
from app.services.engine import Engine
from app.services.verify_engine import VerifyEngine
from app.verify import answerer, veracity_classifier
from app.verify.linear_model import LinearFile, LinearModel
from app.verify.query_projection import QueryProjection
from tests.fakes.encoder import FakeEncoder, fake_identity
from tests.fakes.evidence_library import MemoryEvidence
from tests.fakes.readers_by_rule import RuleReader


class OverlapPairs:
    """A PairScorer: the share of the claim's words that the text contains."""

    @property
    def identity(self) -> ModelIdentity:
        return fake_identity(name="overlap-pairs")

    def score(self, pairs: Sequence[PairInput], *, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        return np.array([_overlap(pair.sentence, pair.claim) for pair in pairs], np.float32)


def _overlap(sentence: str, text: str) -> float:
    words = set(sentence.casefold().split())
    return len(words & set(text.casefold().split())) / len(words) if words else 0.0


class SidedStance:
    """A StanceScorer: a text that shares half of the hypothesis's words supports it if both or neither contain "not", "no" or
    "never", and refutes it otherwise."""

    @property
    def identity(self) -> ModelIdentity:
        return fake_identity(name="sided-stance")

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        rows = [self._side(premise, hypothesis) for premise, hypothesis in zip(premises, hypotheses, strict=True)]
        return np.array(rows, np.float32).reshape(-1, 3)

    def _side(self, premise: str, hypothesis: str) -> tuple[float, float, float]:
        if _overlap(hypothesis.removeprefix("It is not true that "), premise) < 0.5:
            return 0.05, 0.05, 0.9
        return (0.9, 0.05, 0.05) if _denies(premise) == _denies(hypothesis) else (0.05, 0.9, 0.05)


def _denies(text: str) -> bool:
    return bool({"not", "no", "never"} & set(text.casefold().replace(".", "").split()))


def fake_answerer() -> answerer.Answerer:
    """Return an answerer that uses the words of claim and question and their cosines."""
    weights = {"words_question": 3.0, "words_claim": 4.0, "cosine_question": 2.0, "cosine_claim": 2.0}
    return answerer.Answerer(_linear(answerer.FEATURES, answerer.CLASSES, (weights,), (-5.0,)))


def fake_classifier() -> veracity_classifier.VeracityClassifier:
    """Return a combiner that uses the mean sides and whether anything was answered."""
    weights: tuple[dict[str, float], ...] = (
        {"stance_support_mean": 5.0},
        {"stance_refute_mean": 5.0},
        {"stance_neutral_mean": 3.0, "all_unanswered": 4.0},
        {"stance_both": 6.0},
    )
    return veracity_classifier.VeracityClassifier(
        _linear(veracity_classifier.FEATURES, veracity_classifier.CLASSES, weights, (0.0, 0.0, 0.0, 0.0))
    )


def _linear(
    features: tuple[str, ...], classes: tuple[str, ...], weights: Sequence[dict[str, float]], intercepts: tuple[float, ...]
) -> LinearModel:
    file = LinearFile(
        name="fake",
        classes=classes,
        features=features,
        mean=(0.0,) * len(features),
        scale=(1.0,) * len(features),
        coefficients=tuple(tuple(row.get(name, 0.0) for name in features) for row in weights),
        intercepts=intercepts,
    )
    return LinearModel(file=file, key="fake")


def fake_verify_engine(documents: Iterable[EvidenceDocument] | None = (), *, factchecks: Engine | None = None) -> VerifyEngine:
    """Return an engine over these documents, encoded; None for an engine without evidence."""
    encoder, side = FakeEncoder(), SidedStance()
    evidence = None if documents is None else MemoryEvidence(documents)
    if evidence is not None:
        evidence.encode(encoder=encoder, progress=no_progress, cancel=CancelToken())
    return VerifyEngine(
        evidence=evidence,
        encoder=encoder,
        reader=RuleReader(),
        stance=side,
        opinions=side,
        pairs=OverlapPairs(),
        answers=OverlapPairs(),
        projection=QueryProjection(np.zeros((1, 1), np.float32), "of no encoder", "fake"),
        answerer=fake_answerer(),
        classifier=fake_classifier(),
        factchecks=factchecks,
    )
