"""Predictions: what `verify --claims` writes, or any other system.

A row has AVeriTeC's own shape, `label`, `justification`, `questions` with `answers` (or `string_evidence`, a list of texts, beside them or
instead), or the shape of its shared task, `claim_id`, `pred_label`, `evidence` as a list of {question, answer}. Rows with a `claim_id`,
the claim's place in the gold file from 0, may stand in any order; others stand in the gold's order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.domain.verification import AnswerType, EvidenceAnswer, EvidenceQuestion, Verification
from app.errors import InputError
from models.research.averitec.gold import Evidence, evidence_of
from models.research.gold_rows import check_complete, check_count, unique
from models.research.mythqa.rows import read_listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What a system said of one claim; `label` is as it was given, which may be none of AVeriTeC's."""

    label: str
    evidence: Evidence
    justification: str = ""


class _Answer(msgspec.Struct):
    answer: str = ""
    answer_type: str | None = None
    boolean_explanation: str | None = None


class _Question(msgspec.Struct):
    question: str
    answers: tuple[_Answer, ...] | _Answer = ()


class _Pair(msgspec.Struct):
    question: str
    answer: str


class _Row(msgspec.Struct):
    claim: str | None = None
    claim_id: int | None = None
    label: str | None = None
    pred_label: str | None = None
    justification: str | None = None
    questions: tuple[_Question, ...] = ()
    evidence: tuple[_Pair, ...] = ()
    string_evidence: tuple[str, ...] = ()


def read_predictions(path: Path, claims: Sequence[Verification], places: Sequence[int]) -> list[Prediction]:
    """What a file predicts for the claims at these places of the gold, in their order; it has rows for all of the gold or for these alone.

    Raises InputError when the file cannot be read, a row is no prediction or is of another claim, or a claim has no row.
    """
    rows = read_listed(path, _Row, what="a prediction with label and questions")
    placed = _placed(path, rows, len(claims), places)
    for place in places:
        said = placed[place].claim
        if said is not None and said.split() != claims[place].claim.text.split():
            message = f"“{path}” has another claim than the gold's claim {place + 1}: “{said[:60]}”."
            raise InputError("predictions-other", message, hint="Predict the gold's claims in their order, or give each its claim_id.")
    return [_prediction(placed[place]) for place in places]


def prediction_of(verification: Verification) -> Prediction:
    """What one of our own runs says."""
    label = verification.label
    return Prediction(
        label=label.value if label else "", evidence=evidence_of(verification.questions), justification=verification.justification
    )


def _placed(path: Path, rows: Sequence[_Row], total: int, places: Sequence[int]) -> dict[int, _Row]:
    """The rows by the places of their claims, every one of `places` among them."""
    ids = [row.claim_id for row in rows if row.claim_id is not None]
    if len(ids) < len(rows):
        wanted = range(total) if len(rows) == total else places
        check_count(path, len(rows), len(wanted))
        return dict(zip(wanted, rows, strict=True))
    unique(path, [str(claim_id) for claim_id in ids])
    strange = next((claim_id for claim_id in ids if not 0 <= claim_id < total), None)
    if strange is not None:
        message = f"“{path}” has a row of the claim_id {strange}, and the gold has {total} claims."
        raise InputError("predictions-unknown", message, hint="A claim_id is the claim's place in the gold file, from 0.")
    placed = dict(zip(ids, rows, strict=True))
    check_complete(path, [str(place) for place in places if place not in placed])
    return placed


def _prediction(row: _Row) -> Prediction:
    pairs = (_Question(one.question, _Answer(one.answer)) for one in row.evidence)
    evidence = evidence_of([_question(one) for one in (*row.questions, *pairs)])
    return Prediction(
        label=(row.label or row.pred_label or "").strip(),
        evidence=Evidence(questions=evidence.questions or row.string_evidence, pairs=(*evidence.pairs, *row.string_evidence)),
        justification=row.justification or "",
    )


def _question(row: _Question) -> EvidenceQuestion:
    answers = row.answers if isinstance(row.answers, tuple) else (row.answers,)
    return EvidenceQuestion(text=row.question, answers=tuple(map(_answer, answers)))


def _answer(row: _Answer) -> EvidenceAnswer:
    kind = AnswerType.BOOLEAN if row.answer_type == AnswerType.BOOLEAN.value else AnswerType.ABSTRACTIVE
    return EvidenceAnswer(text=row.answer, kind=kind, explanation=row.boolean_explanation or "")
