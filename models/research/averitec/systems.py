"""Our own runs over AVeriTeC's claims as predictions: verdicts on given evidence, search in the closed pool, and an ablation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace

from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.domain.verification import AnswerType, EvidenceAnswer, EvidenceQuestion, Veracity, Verification, VerifyOptions
from app.errors import InputError
from app.services.verify_engine import VerifyEngine
from app.services.verifying import verify_claim, verify_given
from app.services.verifying_evidence import usable_evidence
from app.verify.parameters import RECIPE, Recipe
from models.research.averitec.converting import unverified, with_evidence
from models.research.averitec.measures import MOST
from models.research.averitec.predictions import Prediction, prediction_of

System = Callable[[Verification, VerifyEngine, CancelToken], Verification]
"""One way of verifying a gold claim. From the claim it uses only what is known before a check, from given evidence no
verdict."""

OURS = "ours"
ALONE = "the combiner alone, whatever the answers carry"


def own_predictions(
    claims: Sequence[Verification], indexes: Sequence[int], system: System, *, engine: VerifyEngine, progress: Progress, cancel: CancelToken
) -> list[Prediction]:
    """Return a system's predictions for the claims at these indexes, in their order.

    Raises LibraryError and Cancelled as `verify_claim` does. A claim without words is not verified: its prediction is empty.
    """
    predictions = []
    for count, index in enumerate(indexes):
        cancel.check()
        progress(ProgressUpdate("Verifying claims", count, len(indexes)))
        predictions.append(_prediction(claims[index], system, engine, cancel))
    return predictions


def given_systems() -> Mapping[str, System]:
    """Return the systems that judge the gold's own questions and answers, ours first."""
    return {
        OURS: _judging(RECIPE),
        ALONE: _judging(replace(RECIPE, carried=False)),
        "by the paper's rule": _judging(replace(RECIPE, trained=False)),
        "always refuted": lambda claim, _engine, _cancel: replace(with_evidence(claim), own_label=Veracity.REFUTED),
    }


def pool_systems(options: VerifyOptions) -> Mapping[str, System]:
    """Return the systems that verify claims with the closed pool: ours, then without each part of the recipe, then the baseline."""
    recipes = {
        OURS: RECIPE,
        ALONE: replace(RECIPE, carried=False),
        "questions by template alone": replace(RECIPE, past=0),
        "past claims' questions first": replace(RECIPE, templates=0),
        "without the scorer of answers": replace(RECIPE, reranked=False),
        "without BM25": replace(RECIPE, lexical=0.0),
        "without vectors": replace(RECIPE, dense=0.0),
        "nearest vectors, not where the claim leads": replace(RECIPE, led=False),
        "without the cross-encoder's word on passages": replace(RECIPE, read=False),
        "without the answer scorer": replace(RECIPE, answers=False),
        "the claim's own question as good as the others": replace(RECIPE, own=1.0),
        "by the paper's rule": replace(RECIPE, trained=False),
    }
    systems = {name: _verifying(recipe, options) for name, recipe in recipes.items()}
    return systems | {"the claim as its question, ten nearest answers": nearest_answers}


def nearest_answers(claim: Verification, engine: VerifyEngine, cancel: CancelToken) -> Verification:
    """Return the trivial baseline: the claim is the question, the ten nearest passages are the answers, and every claim is refuted."""
    bare_claim = unverified(claim)
    if engine.evidence is None:
        return bare_claim
    with closing(engine.evidence.index(encoder=engine.encoder, progress=no_progress, cancel=cancel)) as index:
        vectors = (engine.query_encoder or engine.encoder).encode([bare_claim.claim.text], progress=no_progress, cancel=cancel)
        hits = index.vectors().search(vectors, MOST, allowed=index.allowed(usable_evidence(bare_claim.claim, VerifyOptions())))
        passages = index.passages([row for row in hits.rows[0].tolist() if row >= 0])
    answers = tuple(EvidenceAnswer(text=passage.text, kind=AnswerType.EXTRACTIVE, passage=passage.id) for passage in passages)
    question = EvidenceQuestion(text=bare_claim.claim.text, answers=answers)
    return replace(bare_claim, questions=(question,), own_label=Veracity.REFUTED)


def _judging(recipe: Recipe) -> System:
    def judged(claim: Verification, engine: VerifyEngine, cancel: CancelToken) -> Verification:
        return verify_given(with_evidence(claim), engine=engine, progress=no_progress, cancel=cancel, recipe=recipe).verification

    return judged


def _verifying(recipe: Recipe, options: VerifyOptions) -> System:
    def verified(claim: Verification, engine: VerifyEngine, cancel: CancelToken) -> Verification:
        bare_claim = unverified(claim).claim
        return verify_claim(bare_claim, engine=engine, options=options, progress=no_progress, cancel=cancel, recipe=recipe).verification

    return verified


def _prediction(claim: Verification, system: System, engine: VerifyEngine, cancel: CancelToken) -> Prediction:
    try:
        return prediction_of(system(claim, engine, cancel))
    except InputError as error:
        if error.code != "claim-empty":
            raise
        return prediction_of(Verification(claim=claim.claim))
