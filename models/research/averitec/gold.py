"""AVeriTeC's gold claims as they are scored."""

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
    """The texts that are compared: questions alone, and each question with each of its answers."""

    questions: tuple[str, ...]
    pairs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldClaim:
    """One claim; `place` is that in the file, from 0."""

    place: int
    label: Veracity
    justification: str
    types: tuple[str, ...]
    evidence: Evidence


def read_gold(path: Path) -> list[Verification]:
    """The claims of a file, every one of which has a label. Raises InputError when it cannot be read or a claim has none."""
    claims = read_averitec_file(path)
    missing = next((number for number, claim in enumerate(claims, start=1) if claim.own_label is None), None)
    if missing is not None:
        message = f"Claim {missing} of “{path}” has none of AVeriTeC's labels."
        raise InputError("evaluation-row", message, hint=f"Write one of {', '.join(Veracity)}.")
    return claims


def of_part(claims: Sequence[Verification], part: str) -> tuple[int, ...]:
    """The places of a part of the split by date, of all claims for "". Raises InputError when there are none."""
    places: tuple[int, ...] = getattr(split_by_date(claims), part) if part in PARTS else tuple(range(len(claims)))
    if not places:
        raise InputError("evaluation-part", f"No claim of the gold is in the part “{part}”.", hint="Leave out --part.")
    return places


def gold_claims(claims: Sequence[Verification], places: Sequence[int]) -> list[GoldClaim]:
    """The claims at these places, each of which has a label (`read_gold`)."""
    return [_gold(place, claims[place], label) for place in places if (label := claims[place].own_label)]


def evidence_of(questions: Sequence[EvidenceQuestion]) -> Evidence:
    """The texts as the authors' scorer makes them: question, space, answer; the explanation behind a boolean answer, after a full stop; and
    for a question without an answer that none could be found."""
    pairs = tuple(_pair(one.text, answer) for one in questions for answer in one.answers or (_UNANSWERED,))
    return Evidence(questions=tuple(one.text for one in questions), pairs=pairs)


_UNANSWERED = EvidenceAnswer(text=NO_ANSWER, kind=AnswerType.UNANSWERABLE)


def _pair(question: str, answer: EvidenceAnswer) -> str:
    return f"{question} {answer_text(answer)}"


def answer_text(answer: EvidenceAnswer) -> str:
    """An answer's words, with the explanation of a boolean one."""
    return f"{answer.text}. {answer.explanation}" if answer.kind is AnswerType.BOOLEAN and answer.explanation else answer.text


def _gold(place: int, claim: Verification, label: Veracity) -> GoldClaim:
    evidence = evidence_of(claim.questions)
    return GoldClaim(place=place, label=label, justification=claim.justification, types=claim.claim.types, evidence=evidence)
