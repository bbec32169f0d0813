"""The blind second check of AVeriTeC's quality control (section 3.4): somebody else gives a verdict from the questions and answers alone.

Where it differs from the first one, the questions are gone over in another round.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.domain.agreement import Agreement, agreement
from app.domain.verification import ClaimForm, EvidenceAnswer, SecondOpinion, Veracity, Verification


def blinded(verification: Verification) -> Verification:
    """The claim with its questions and answers alone, as it is shown to who judges anew.

    There is no verdict, stance, note, justification or opinion in it, and nothing of the claim that gives the verdict away: the article
    that checked it, a file's other fields.
    """
    questions = tuple(replace(each, answers=tuple(map(_unjudged, each.answers))) for each in verification.questions)
    return Verification(claim=_unchecked(verification.claim), questions=questions)


def round_of(verification: Verification) -> int:
    """The round that the next opinion belongs to, from 1: another one begins when an opinion of the last one differs from the verdict."""
    if not verification.opinions:
        return 1
    last = max(opinion.round for opinion in verification.opinions)
    return last + 1 if disputed(verification, last) else last


def disputed(verification: Verification, last: int) -> bool:
    """Whether an opinion of this round differs from the verdict."""
    return any(opinion.label is not verification.label for opinion in verification.opinions if opinion.round == last)


def with_opinion(verification: Verification, opinion: SecondOpinion) -> Verification:
    """The verification with one opinion more; somebody's earlier one of the same round is replaced."""
    others = tuple(one for one in verification.opinions if (one.reviewer, one.round) != (opinion.reviewer, opinion.round))
    return replace(verification, opinions=(*others, opinion))


def second_agreement(verifications: Iterable[Verification], *, round_number: int = 1) -> Agreement[int, Veracity]:
    """How far the first verdicts and the second ones of a round agree, over claims by their place; of several opinions the first counts."""
    first: dict[int, Veracity] = {}
    second: dict[int, Veracity] = {}
    for place, verification in enumerate(verifications):
        opinion = next((one for one in verification.opinions if one.round == round_number), None)
        if verification.label is not None and opinion is not None:
            first[place], second[place] = verification.label, opinion.label
    return agreement(first, second)


def _unchecked(claim: ClaimForm) -> ClaimForm:
    return replace(claim, fact_checking_article="", other="")


def _unjudged(answer: EvidenceAnswer) -> EvidenceAnswer:
    return replace(answer, stance=None, context_only=False)
