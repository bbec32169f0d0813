"""Blind second check of AVeriTeC's quality control (section 3.4): another person gives a verdict from questions and answers only.
If the two verdicts differ, the questions are revised in another round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.domain.agreement import Agreement, agreement
from app.domain.verification import ClaimForm, EvidenceAnswer, SecondOpinion, Veracity, Verification


def blinded(verification: Verification) -> Verification:
    """Return only the claim with its questions and answers, for the second reviewer.

    Verdict, stances, notes, justification and opinions are removed, and everything of the claim that reveals the verdict: the
    fact-checking article, a file's other fields.
    """
    questions = tuple(replace(question, answers=tuple(map(_unjudged, question.answers))) for question in verification.questions)
    return Verification(claim=_unchecked(verification.claim), questions=questions)


def round_of(verification: Verification) -> int:
    """Return the round of the next opinion, from 1; a new round begins when an opinion of the last one differs from the verdict."""
    if not verification.opinions:
        return 1
    last = max(opinion.round for opinion in verification.opinions)
    return last + 1 if disputed(verification, last) else last


def disputed(verification: Verification, last: int) -> bool:
    """Return True if an opinion of this round differs from the verdict."""
    return any(opinion.label is not verification.label for opinion in verification.opinions if opinion.round == last)


def with_opinion(verification: Verification, opinion: SecondOpinion) -> Verification:
    """Return the verification with one more opinion; the same reviewer's earlier one of this round is replaced."""
    other_opinions = tuple(
        earlier for earlier in verification.opinions if (earlier.reviewer, earlier.round) != (opinion.reviewer, opinion.round)
    )
    return replace(verification, opinions=(*other_opinions, opinion))


def second_agreement(verifications: Iterable[Verification], *, round_number: int = 1) -> Agreement[int, Veracity]:
    """Return the agreement of the first verdicts and a round's second ones, by claim index; of several opinions the first counts."""
    first: dict[int, Veracity] = {}
    second: dict[int, Veracity] = {}
    for index, verification in enumerate(verifications):
        opinion = next((candidate for candidate in verification.opinions if candidate.round == round_number), None)
        if verification.label is not None and opinion is not None:
            first[index], second[index] = verification.label, opinion.label
    return agreement(first, second)


def _unchecked(claim: ClaimForm) -> ClaimForm:
    return replace(claim, fact_checking_article="", other="")


def _unjudged(answer: EvidenceAnswer) -> EvidenceAnswer:
    return replace(answer, stance=None, context_only=False)
