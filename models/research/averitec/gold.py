"""Gold claims of AVeriTeC for scoring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.verification import NO_ANSWER, AnswerType, EvidenceAnswer, EvidenceQuestion, Veracity, Verification
from app.errors import InputError
from app.reading import read_averitec_file
from models.research.averitec.split import PARTS, split_by_date


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Texts that are compared: the questions, and each question with each of its answers."""

    questions: tuple[str, ...]
    pairs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldClaim:
    """Annotated claim. `index` is its position in the file, from 0."""

    index: int
    label: Veracity
    justification: str
    types: tuple[str, ...]
    evidence: Evidence


def read_gold(path: Path) -> list[Verification]:
    """Read the claims of a file. Raises InputError when it cannot be read or a claim has no label."""
    claims = read_averitec_file(path)
    missing = next((number for number, claim in enumerate(claims, start=1) if claim.own_label is None), None)
    if missing is not None:
        message = f"Claim {missing} of “{path}” has none of AVeriTeC's labels."
        raise InputError("evaluation-row", message, hint=f"Write one of {', '.join(Veracity)}.")
    return claims


def of_part(claims: Sequence[Verification], part: str) -> tuple[int, ...]:
    """Return the indexes of a part of the split by date; of all claims for "". Raises InputError when there are none."""
    indexes: tuple[int, ...] = getattr(split_by_date(claims), part) if part in PARTS else tuple(range(len(claims)))
    if not indexes:
        raise InputError("evaluation-part", f"No claim of the gold is in the part “{part}”.", hint="Leave out --part.")
    return indexes


def gold_claims(claims: Sequence[Verification], indexes: Sequence[int]) -> list[GoldClaim]:
    """Return the gold claims at these indexes. Each has a label (`read_gold`)."""
    return [_gold(index, claims[index], label) for index in indexes if (label := claims[index].own_label)]


def evidence_of(questions: Sequence[EvidenceQuestion]) -> Evidence:
    """Return the texts as in the authors' scorer.

    A text is question, space, answer. The explanation of a boolean answer follows after a full stop. A question without answers
    gets the sentence that no answer could be found.
    """
    pairs = tuple(_pair(question.text, answer) for question in questions for answer in question.answers or (_UNANSWERED,))
    return Evidence(questions=tuple(question.text for question in questions), pairs=pairs)


_UNANSWERED = EvidenceAnswer(text=NO_ANSWER, kind=AnswerType.UNANSWERABLE)


def _pair(question: str, answer: EvidenceAnswer) -> str:
    return f"{question} {answer_text(answer)}"


def answer_text(answer: EvidenceAnswer) -> str:
    """Return the text of an answer, with the explanation of a boolean one."""
    return f"{answer.text}. {answer.explanation}" if answer.kind is AnswerType.BOOLEAN and answer.explanation else answer.text


def _gold(index: int, claim: Verification, label: Veracity) -> GoldClaim:
    evidence = evidence_of(claim.questions)
    return GoldClaim(index=index, label=label, justification=claim.justification, types=claim.claim.types, evidence=evidence)
