"""Judges the stance of each answer, and the claim from all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.stance import StanceProbabilities
from app.domain.verification import EvidenceAnswer, EvidenceQuestion, Judgement, Undecided, Veracity, Verification
from app.ports import StanceScorer
from app.services.retry_on_device_change import retry_on_device_change
from app.services.verify_engine import VerifyEngine
from app.translation import tr
from app.verify.bearing import Place, Reading, Side, Triple, parts_read, side_of
from app.verify.claim_types import claim_types
from app.verify.denied import denied
from app.verify.parameters import RECIPE, Recipe
from app.verify.premises import answers_nothing, asked, premise
from app.verify.rule import by_rule, deciding, stance_of, top_answers
from app.verify.veracity_classifier import AnswerReading
from app.verify.verdict import verdict

_DIGITS = 6
_NEITHER: Triple = (0.0, 0.0, 1.0)


@retry_on_device_change
def judge(
    verification: Verification, *, engine: VerifyEngine, progress: Progress, cancel: CancelToken, recipe: Recipe = RECIPE
) -> Verification:
    """Return the verification with the stance of each answer and a judgement; needs no evidence library. A human's own label stays.

    Answers for context get a stance, too, but decide nothing. Raises Cancelled.
    """
    progress(ProgressUpdate(tr("Judging answers")))
    evidence_reads = read_answers(verification, stance=engine.stance, opinions=engine.opinions, cancel=cancel)
    questions = tuple(
        replace(
            question, answers=tuple(_with_stance(answer, evidence_reads[number, index]) for index, answer in enumerate(question.answers))
        )
        for number, question in enumerate(verification.questions)
    )
    claim = verification.claim
    types = claim_types(claim.text)  # as the classifier has learnt them, whatever the form says
    positions = top_answers(questions)
    probabilities = engine.classifier.probabilities(claim, types, [evidence_reads[position] for position in positions])
    answer_sides = _sides(claim.text, questions, positions, engine=engine, cancel=cancel)
    questions = _as_decided(questions, answer_sides)
    rule = by_rule(map(stance_of, answer_sides.values()))
    best = max(range(len(probabilities)), key=lambda at: probabilities[at])
    label = tuple(Veracity)[best] if recipe.trained else rule
    undecided: Undecided | None = None
    if recipe.carried:
        label, undecided = verdict(label, probabilities[best] if recipe.trained else 1.0, claim.text, questions, answer_sides)
    first, second, third, fourth = (round(value, _DIGITS) for value in probabilities)
    judgement = Judgement(
        label=label,
        by_rule=rule,
        probabilities=(first, second, third, fourth),
        deciding=deciding(answer_sides, label),
        undecided=undecided,
    )
    return replace(verification, questions=questions, judgement=judgement)


def _as_decided(questions: Sequence[EvidenceQuestion], sides: Mapping[Place, Side]) -> tuple[EvidenceQuestion, ...]:
    """Return the questions with the stance of answers corrected where their figures decide against the models."""
    return tuple(
        replace(
            question,
            answers=tuple(_on_side(answer, sides.get((number, index), 0.0)) for index, answer in enumerate(question.answers)),
        )
        for number, question in enumerate(questions)
    )


def _on_side(answer: EvidenceAnswer, side: Side) -> EvidenceAnswer:
    if not side or answer.stance is None or answer.stance.label is stance_of(side):
        return answer
    support, refute = round(max(side, 0.0), _DIGITS), round(max(-side, 0.0), _DIGITS)
    return replace(answer, stance=StanceProbabilities(support=support, refute=refute, neutral=round(1.0 - support - refute, _DIGITS)))


def read_answers(
    verification: Verification, *, stance: StanceScorer, opinions: StanceScorer, cancel: CancelToken
) -> dict[tuple[int, int], AnswerReading]:
    """Return the models' judgements of every answer, by (question, answer) indexes. Raises Cancelled."""
    claim = verification.claim.text
    entries = [
        (number, index, question, answer)
        for number, question in enumerate(verification.questions)
        for index, answer in enumerate(question.answers)
    ]
    statements = [_premise(question, index) for _, index, question, _ in entries]
    stated = {question.text: asked(question.text) for _, _, question, _ in entries}
    texts = [text for text in dict.fromkeys([*statements, *stated.values()]) if text]
    answers = [text for text in dict.fromkeys(statements) if text]
    stances = _by_text(texts, stance.stance(texts, [claim] * len(texts), cancel=cancel).tolist() if texts else [])
    cancel.check()
    sides = _by_text(answers, opinions.stance(answers, [claim] * len(answers), cancel=cancel).tolist() if answers else [])
    return {
        (number, index): AnswerReading(
            question=question.text,
            answer=answer,
            stance=stances.get(text, _NEITHER),
            opinion=sides.get(text, _NEITHER),
            question_stance=stances.get(stated[question.text], _NEITHER),
        )
        for (number, index, question, answer), text in zip(entries, statements, strict=True)
    }


def _sides(
    claim: str, questions: Sequence[EvidenceQuestion], positions: Sequence[Place], *, engine: VerifyEngine, cancel: CancelToken
) -> dict[Place, Side]:
    """Return the sides of these answers, from the models' stances towards the claim and towards its negation."""
    parts = {position: parts_read(claim, questions[position[0]].text, _at(questions, position)) for position in positions}
    texts = list(dict.fromkeys(text for part_texts in parts.values() for text in part_texts))
    in_favour, against = (_means(texts, hypothesis, engine, cancel) for hypothesis in (claim, denied(claim)))
    return {
        position: side_of(claim, _at(questions, position), [Reading(text, in_favour[text], against[text]) for text in part_texts])
        for position, part_texts in parts.items()
    }


def _means(texts: list[str], hypothesis: str, engine: VerifyEngine, cancel: CancelToken) -> dict[str, Triple]:
    """Return by text the mean stance of both models towards the hypothesis. Raises Cancelled."""
    if not texts:
        return {}
    cancel.check()
    stances = [scorer.stance(texts, [hypothesis] * len(texts), cancel=cancel) for scorer in (engine.stance, engine.opinions)]
    return _by_text(texts, ((stances[0] + stances[1]) / 2).tolist())


def _at(questions: Sequence[EvidenceQuestion], position: Place) -> EvidenceAnswer:
    return questions[position[0]].answers[position[1]]


def _premise(question: EvidenceQuestion, index: int) -> str:
    """Return the text of the answer at this index, "" where it has no content."""
    answer = question.answers[index]
    return "" if answers_nothing(answer) else premise(question.text, answer)


def _by_text(texts: list[str], rows: list[list[float]]) -> dict[str, Triple]:
    return {text: (row[0], row[1], row[2]) for text, row in zip(texts, rows, strict=True)}


def _with_stance(answer: EvidenceAnswer, evidence_read: AnswerReading) -> EvidenceAnswer:
    """Return the answer with the mean stance of both models; None for an answer without content."""
    if answers_nothing(answer):
        return replace(answer, stance=None)
    support, refute = (
        round((first + second) / 2, _DIGITS) for first, second in zip(evidence_read.stance[:2], evidence_read.opinion[:2], strict=True)
    )
    return replace(answer, stance=StanceProbabilities(support=support, refute=refute, neutral=round(1.0 - support - refute, _DIGITS)))
