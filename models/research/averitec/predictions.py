"""Predictions in the format of `verify --claims`, of our own or another system.

A row has AVeriTeC's own fields: `label`, `justification`, `questions` with `answers` (or `string_evidence`, a list of texts, in
addition or instead). Or it has those of its shared task: `claim_id`, `pred_label`, `evidence` as a list of {question, answer}.
`claim_id` is the claim's index in the gold file, from 0. Rows with it may be in any order; other rows are in the gold's order.
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
    """Prediction of a system for one claim. `label` is as given, and may be none of AVeriTeC's labels."""

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


def read_predictions(path: Path, claims: Sequence[Verification], indexes: Sequence[int]) -> list[Prediction]:
    """Read the predictions for the gold claims at these indexes, in their order.

    The file has rows for the whole gold or for these claims. Raises InputError when the file cannot be read, a row is no
    prediction or is of another claim, or a claim has no row.
    """
    rows = read_listed(path, _Row, description="a prediction with label and questions")
    rows_by_index = _placed(path, rows, len(claims), indexes)
    for index in indexes:
        claim_text = rows_by_index[index].claim
        if claim_text is not None and claim_text.split() != claims[index].claim.text.split():
            message = f"“{path}” has another claim than the gold's claim {index + 1}: “{claim_text[:60]}”."
            raise InputError("predictions-other", message, hint="Predict the gold's claims in their order, or give each its claim_id.")
    return [_prediction(rows_by_index[index]) for index in indexes]


def prediction_of(verification: Verification) -> Prediction:
    """Return the prediction of one of our own runs."""
    label = verification.label
    return Prediction(
        label=label.value if label else "", evidence=evidence_of(verification.questions), justification=verification.justification
    )


def _placed(path: Path, rows: Sequence[_Row], total: int, indexes: Sequence[int]) -> dict[int, _Row]:
    """Return the rows by the index of their claim. Every one of `indexes` has a row."""
    ids = [row.claim_id for row in rows if row.claim_id is not None]
    if len(ids) < len(rows):
        expected = range(total) if len(rows) == total else indexes
        check_count(path, len(rows), len(expected))
        return dict(zip(expected, rows, strict=True))
    unique(path, [str(claim_id) for claim_id in ids])
    unknown_id = next((claim_id for claim_id in ids if not 0 <= claim_id < total), None)
    if unknown_id is not None:
        message = f"“{path}” has a row of the claim_id {unknown_id}, and the gold has {total} claims."
        raise InputError("predictions-unknown", message, hint="A claim_id is the claim's place in the gold file, from 0.")
    rows_by_index = dict(zip(ids, rows, strict=True))
    check_complete(path, [str(index) for index in indexes if index not in rows_by_index])
    return rows_by_index


def _prediction(row: _Row) -> Prediction:
    pairs = (_Question(entry.question, _Answer(entry.answer)) for entry in row.evidence)
    evidence = evidence_of([_question(entry) for entry in (*row.questions, *pairs)])
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
