"""Raises questions about a claim: by template, and from the nearest past claims of the library."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.domain.factcheck import FactCheck
from app.domain.progress import CancelToken, Progress, ProgressUpdate, no_progress
from app.domain.verification import ClaimForm, EvidenceQuestion, QuestionOrigin, VerifyOptions
from app.ports import Field
from app.services.engine import Engine
from app.services.verify_engine import VerifyEngine
from app.translation import tr
from app.verify.parameters import RECIPE, Recipe
from app.verify.questions import alike, asks_for_truth, template_questions
from app.verify.similar_claims import adapted_question, questions_in

# Past claims' questions that are held against the claim.
_MOST = 60


def suggest_questions(
    claim: ClaimForm, *, engine: VerifyEngine, options: VerifyOptions, progress: Progress, cancel: CancelToken, recipe: Recipe = RECIPE
) -> tuple[EvidenceQuestion, ...]:
    """Return at most `options.questions` questions, the most relevant first, each with its origin. Raises LibraryError, Cancelled."""
    progress(ProgressUpdate(tr("Finding questions")))
    templates = template_questions(claim)
    past = past_questions(claim, engine=engine, cancel=cancel, recipe=recipe) if recipe.past and engine.factchecks is not None else ()
    return merged_questions(templates, past, limit=options.questions, first=recipe.templates)


def merged_questions(
    templates: Sequence[EvidenceQuestion], past: Sequence[EvidenceQuestion], *, limit: int, first: int
) -> tuple[EvidenceQuestion, ...]:
    """Return at most `limit` distinct questions: the `first` templates, then past claims' questions, then the other templates."""
    questions: list[EvidenceQuestion] = []
    for question in (*templates[:first], *past, *templates[first:]):
        if len(questions) < limit and not any(alike(question.text, other.text) for other in questions):
            questions.append(question)
    return tuple(questions)


def past_questions(claim: ClaimForm, *, engine: VerifyEngine, cancel: CancelToken, recipe: Recipe = RECIPE) -> tuple[EvidenceQuestion, ...]:
    """Return the questions of the nearest past claims that fit this one, best first; the claim's own fact-check is not used."""
    if engine.factchecks is None or not any(map(str.isalnum, claim.text)):
        return ()
    models = _nearest(claim, engine.factchecks, recipe.past, cancel)
    questions = [
        (adapted_question(question, past.claim, claim.text), past.claim) for past in models for question in questions_in(past.body)
    ]
    questions = [(question, past) for question, past in dict(reversed(questions)).items() if not asks_for_truth(question)][:_MOST]
    if not questions:
        return ()
    encoder = engine.query_encoder or engine.encoder
    vectors = encoder.encode([claim.text, *(question for question, _ in questions)], progress=no_progress, cancel=cancel)
    fitting = vectors[1:] @ vectors[0]
    order = [index for index in np.argsort(-fitting, kind="stable").tolist() if fitting[index] >= recipe.alike]
    return tuple(EvidenceQuestion(text=questions[index][0], origin=QuestionOrigin.PAST_CLAIM, like=questions[index][1]) for index in order)


def _nearest(claim: ClaimForm, engine: Engine, count: int, cancel: CancelToken) -> list[FactCheck]:
    """Return the fact-checks with the nearest claims, published before this claim was made if it is dated."""
    with engine.snapshot() as snapshot:
        vectors = engine.sentence_encoder.encode([claim.text], progress=no_progress, cancel=cancel)
        hits = snapshot.vectors(Field.CLAIM).search(vectors, count)
        factchecks = snapshot.factchecks([row for row in hits.rows[0].tolist() if row >= 0])
    return [factcheck for factcheck in factchecks if not _is_own(factcheck, claim) and not _is_later(factcheck, claim)]


def _is_own(past: FactCheck, claim: ClaimForm) -> bool:
    article = claim.fact_checking_article
    return past.claim.strip() == claim.text.strip() or bool(article and past.url and (past.url in article or article in past.url))


def _is_later(past: FactCheck, claim: ClaimForm) -> bool:
    day = past.claimed or past.published
    return day is not None and claim.made is not None and day >= claim.made
