"""Measures of passages: the answer scorer reads only English; other passages are judged by the other measures."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from app.domain.evidence import EvidenceDocument
from app.domain.progress import CancelToken, no_progress
from app.services.verify_engine import VerifyEngine
from app.services.verifying_search import Candidates, EvidenceSearch
from app.verify.answerer import CLASSES, FEATURES, Answerer, Measured, answer_features
from app.verify.linear_model import LinearFile, LinearModel
from app.verify.parameters import RECIPE, Recipe
from tests.fakes.verify_engine import fake_verify_engine

CLAIM = "The harbour bridge was closed for repairs in March."
ENGLISH = "The harbour bridge was closed for repairs from the third of March on, the council said."
GERMAN = "Die Hafenbrücke wurde wegen Reparaturen im März für den Verkehr gesperrt, wie der Stadtrat mitteilte."


def search_evidence(claim: str, recipe: Recipe = RECIPE) -> Candidates:
    documents = (EvidenceDocument(id=name, text=text) for name, text in (("e", ENGLISH), ("g", GERMAN)))
    engine: VerifyEngine = fake_verify_engine(documents)
    assert engine.evidence is not None
    with closing(engine.evidence.index(encoder=engine.encoder, progress=no_progress, cancel=CancelToken())) as index:
        search = EvidenceSearch(
            index=index,
            allowed=None,
            encoder=engine.encoder,
            projection=engine.projection,
            pairs=engine.pairs,
            answers=engine.answers,
            recipe=recipe,
            cancel=CancelToken(),
        )
        return search.find(claim, ["When was the bridge closed?"], keep=20)


def test_the_answer_scorer_reads_english_alone() -> None:
    result = search_evidence(CLAIM)
    read = dict(zip((passage.document for passage in result.passages), result.measured[0].answers, strict=True))
    assert read["e"] > 0 and np.isnan(read["g"])
    assert np.isnan(search_evidence(GERMAN).measured[0].answers).all()
    assert np.isnan(search_evidence(CLAIM, replace(RECIPE, answers=False)).measured[0].answers).all()


def measured(answers: float) -> Measured:
    same = np.array([0.5])
    return Measured(
        cosine_question=same, cosine_claim=same, words=same, document_scores=same, relevance=same, projected_question=same, projected_claim=same,
        answers=np.array([answers]),
    )  # fmt: skip


@pytest.mark.parametrize("usual", [0.2, 0.7])
def test_a_passage_that_was_not_read_counts_as_much_as_a_usual_one(usual: float) -> None:
    log_odds = float(np.log(usual / (1 - usual)))
    file = LinearFile(
        name="fake",
        classes=CLASSES,
        features=FEATURES,
        mean=tuple(log_odds if name == "answers" else 0.0 for name in FEATURES),
        scale=(1.0,) * len(FEATURES),
        coefficients=(tuple(2.0 if name == "answers" else 0.3 for name in FEATURES),),
        intercepts=(0.0,),
    )
    answerer = Answerer(LinearModel(file=file, key="fake"))

    def score(answers: float) -> float:
        return float(answerer.score(CLAIM, "When?", [ENGLISH], measured(answers))[0])

    assert np.isnan(answer_features(CLAIM, "When?", [ENGLISH], measured(np.nan))).any()
    assert score(np.nan) == pytest.approx(score(usual), abs=1e-5)
    assert score(0.95) > score(np.nan) > score(0.01)
