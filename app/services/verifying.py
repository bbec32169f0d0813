"""Verify: takes a claim that nobody has checked yet to questions, answers from dated evidence, and a reasoned verdict.

Claim → questions (by its type and words, and from past claims) → for each the passages that answer it, published before the claim →
the stance of each answer → the paper's rule and the trained classifier → justification. Source: AVeriTeC (Schlichtkrull, Guo and
Vlachos 2023), section 5, whose parts are replaced one by one. Each step is a function of its own, which the window calls one by
one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.verification import ClaimForm, EvidenceQuestion, Verification, Verified, VerifyOptions
from app.errors import InputError
from app.services.assisted_verifying import VerifyWriter
from app.services.retry_on_device_change import retry_on_device_change
from app.services.verify_engine import VerifyEngine
from app.services.verifying_evidence import EvidenceSession, open_evidence_session
from app.services.verifying_judgement import judge
from app.services.verifying_questions import merged_questions, suggest_questions
from app.services.verifying_record import claim_remarks, evidence_remarks, verify_record
from app.translation import tr
from app.verify.justification import justification
from app.verify.parameters import RECIPE, Recipe

__all__ = ["answer_question", "answer_questions", "judge", "justify", "suggest_questions", "verify_claim", "verify_given"]


@retry_on_device_change
def verify_claim(
    claim: ClaimForm,
    *,
    engine: VerifyEngine,
    options: VerifyOptions,
    progress: Progress,
    cancel: CancelToken,
    recipe: Recipe = RECIPE,
    writer: VerifyWriter | None = None,
) -> Verified:
    """Return the claim with questions, answers, judgement and justification, from the pipeline only or with a language model
    (`writer`).

    The model's questions come first. Raises ModelError as the language model does, InputError `claim-empty`, `evidence-none`,
    LibraryError, Cancelled.
    """
    started = time.perf_counter()
    _require_claim(claim)
    if writer is not None:
        claim = writer.claim(claim)
    with _open_session(claim, engine=engine, options=options, progress=progress, cancel=cancel, recipe=recipe) as session:
        model_questions = writer.questions(claim, (), limit=options.questions) if writer is not None else ()
        template_questions = suggest_questions(claim, engine=engine, options=options, progress=progress, cancel=cancel, recipe=recipe)
        questions = merged_questions(model_questions, template_questions, limit=options.questions, first=len(model_questions))
        progress(ProgressUpdate(tr("Finding answers")))
        verification = Verification(claim=claim, questions=session.answered(questions, options))
        judged = judge(verification, engine=engine, progress=progress, cancel=cancel, recipe=recipe)
        text = writer.justification(judged, stance=engine.stance) if writer is not None else justify(judged)
        run = verify_record(engine, claim, options, session, time.perf_counter() - started)
        return Verified(
            verification=replace(judged, justification=text),
            run=writer.added_to(run) if writer is not None else run,
            searched=session.searched,
            held_back=session.held_back,
            remarks=(*claim_remarks(claim, options), *evidence_remarks(session, judged), *(writer.remarks if writer is not None else ())),
        )


@retry_on_device_change
def verify_given(
    verification: Verification,
    *,
    engine: VerifyEngine,
    progress: Progress,
    cancel: CancelToken,
    recipe: Recipe = RECIPE,
    writer: VerifyWriter | None = None,
) -> Verified:
    """Judge and justify given questions and answers; needs no evidence. A language model (`writer`) writes the justification only.

    Raises ModelError as the language model does, InputError `claim-empty`, Cancelled.
    """
    started = time.perf_counter()
    _require_claim(verification.claim)
    judged = judge(verification, engine=engine, progress=progress, cancel=cancel, recipe=recipe)
    run = verify_record(engine, verification.claim, VerifyOptions(), None, time.perf_counter() - started)
    if writer is None:
        return Verified(verification=replace(judged, justification=justify(judged)), run=run)
    text = writer.justification(judged, stance=engine.stance)
    return Verified(verification=replace(judged, justification=text), run=writer.added_to(run), remarks=tuple(writer.remarks))


@retry_on_device_change
def answer_questions(
    claim: ClaimForm,
    questions: Sequence[EvidenceQuestion],
    *,
    engine: VerifyEngine,
    options: VerifyOptions,
    progress: Progress,
    cancel: CancelToken,
    recipe: Recipe = RECIPE,
) -> tuple[EvidenceQuestion, ...]:
    """Return the questions with answers from the evidence, best first, in place of their former ones; no passage answers two of
    them.

    The stance is judged by `judge`. Raises InputError `question-empty`, and as `verify_claim` does.
    """
    _require_claim(claim)
    if not all(any(map(str.isalnum, question.text)) for question in questions):
        raise InputError("question-empty", tr("There is no question."), hint=tr("Type a question, for example “What did the report say?”."))
    with _open_session(claim, engine=engine, options=options, progress=progress, cancel=cancel, recipe=recipe) as session:
        progress(ProgressUpdate(tr("Finding answers")))
        return session.answered(questions, options)


def answer_question(
    claim: ClaimForm,
    question: EvidenceQuestion,
    *,
    engine: VerifyEngine,
    options: VerifyOptions,
    progress: Progress,
    cancel: CancelToken,
    recipe: Recipe = RECIPE,
) -> EvidenceQuestion:
    """Answer one question. Raises as `answer_questions` does."""
    (answered,) = answer_questions(claim, (question,), engine=engine, options=options, progress=progress, cancel=cancel, recipe=recipe)
    return answered


def justify(verification: Verification) -> str:
    """Return the justification by template for the current label; "" before there is a judgement."""
    judgement, label = verification.judgement, verification.label
    if judgement is None or label is None:
        return ""
    return justification(verification.claim.text, verification.questions, judgement, label)


@contextmanager
def _open_session(
    claim: ClaimForm, *, engine: VerifyEngine, options: VerifyOptions, progress: Progress, cancel: CancelToken, recipe: Recipe
) -> Iterator[EvidenceSession]:
    """Pin the evidence that may be used for this claim."""
    no_evidence = InputError(
        "evidence-none",
        tr("The library holds no evidence to search."),
        hint=tr("Import documents first, in Verify or by “priorcheck library import --kind evidence FILE”."),
    )
    if engine.evidence is None:
        raise no_evidence
    with closing(engine.evidence.index(encoder=engine.encoder, progress=progress, cancel=cancel)) as index:
        if not len(index):
            raise no_evidence
        yield open_evidence_session(engine, index, claim, options, cancel=cancel, recipe=recipe)


def _require_claim(claim: ClaimForm) -> None:
    if not any(map(str.isalnum, claim.text)):
        raise InputError("claim-empty", tr("There is no claim."), hint=tr("Write the claim as one sentence that can be checked."))
