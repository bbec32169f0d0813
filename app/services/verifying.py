"""Verify: a claim that nobody has checked yet, its questions, their answers in dated evidence, and a reasoned verdict.

Claim → questions (by its type and words, and after past claims) → for each the passages that answer it, published before the claim →
the side that each answer takes → the paper's rule and the trained combiner → justification. Source: AVeriTeC (Schlichtkrull, Guo and
Vlachos 2023), section 5, whose parts are replaced one by one. Each step is a function of its own, which the window calls one by one.
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
from app.services.verifying_evidence import EvidencePile, pile_of
from app.services.verifying_judgement import judge
from app.services.verifying_questions import chosen, suggest_questions
from app.services.verifying_record import claim_remarks, pile_remarks, verify_record
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
    """The claim with questions, answers, judgement and justification, as the pipeline makes them alone, or with a language model's part
    in them (`writer`), whose questions come first.

    Raises ModelError as the language model does, InputError `claim-empty`, `evidence-none`, LibraryError, Cancelled.
    """
    started = time.perf_counter()
    _require_claim(claim)
    if writer is not None:
        claim = writer.claim(claim)
    with _pile(claim, engine=engine, options=options, progress=progress, cancel=cancel, recipe=recipe) as pile:
        model_questions = writer.questions(claim, (), limit=options.questions) if writer is not None else ()
        usual = suggest_questions(claim, engine=engine, options=options, progress=progress, cancel=cancel, recipe=recipe)
        questions = chosen(model_questions, usual, limit=options.questions, first=len(model_questions))
        progress(ProgressUpdate(tr("Finding answers")))
        verification = Verification(claim=claim, questions=pile.answered(questions, options))
        judged = judge(verification, engine=engine, progress=progress, cancel=cancel, recipe=recipe)
        text = writer.justification(judged, stance=engine.stance) if writer is not None else justify(judged)
        run = verify_record(engine, claim, options, pile, time.perf_counter() - started)
        return Verified(
            verification=replace(judged, justification=text),
            run=writer.added_to(run) if writer is not None else run,
            searched=pile.searched,
            held_back=pile.held_back,
            remarks=(*claim_remarks(claim, options), *pile_remarks(pile, judged), *(writer.remarks if writer is not None else ())),
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
    """Judgement and justification of the questions and answers that are given; needs no evidence. Of what a language model may do
    (`writer`), the justification alone is asked for.

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
    """The questions with the evidence's answers, best first, in place of those that they had, no passage for two of them; their stance
    comes with `judge`.

    Raises InputError `question-empty`, and as `verify_claim` does.
    """
    _require_claim(claim)
    if not all(any(map(str.isalnum, question.text)) for question in questions):
        raise InputError("question-empty", tr("There is no question."), hint=tr("Type a question, for example “What did the report say?”."))
    with _pile(claim, engine=engine, options=options, progress=progress, cancel=cancel, recipe=recipe) as pile:
        progress(ProgressUpdate(tr("Finding answers")))
        return pile.answered(questions, options)


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
    """The same for one question. Raises as `answer_questions` does."""
    (answered,) = answer_questions(claim, (question,), engine=engine, options=options, progress=progress, cancel=cancel, recipe=recipe)
    return answered


def justify(verification: Verification) -> str:
    """The justification by template, of the label that holds; "" before there is a judgement."""
    judgement, label = verification.judgement, verification.label
    if judgement is None or label is None:
        return ""
    return justification(verification.claim.text, verification.questions, judgement, label)


@contextmanager
def _pile(
    claim: ClaimForm, *, engine: VerifyEngine, options: VerifyOptions, progress: Progress, cancel: CancelToken, recipe: Recipe
) -> Iterator[EvidencePile]:
    """The evidence that may be used for this claim, pinned."""
    nothing = InputError(
        "evidence-none",
        tr("The library holds no evidence to search."),
        hint=tr("Import documents first, in Verify or by “priorcheck library import --kind evidence FILE”."),
    )
    if engine.evidence is None:
        raise nothing
    with closing(engine.evidence.index(encoder=engine.encoder, progress=progress, cancel=cancel)) as index:
        if not len(index):
            raise nothing
        yield pile_of(engine, index, claim, options, cancel=cancel, recipe=recipe)


def _require_claim(claim: ClaimForm) -> None:
    if not any(map(str.isalnum, claim.text)):
        raise InputError("claim-empty", tr("There is no claim."), hint=tr("Write the claim as one sentence that can be checked."))
