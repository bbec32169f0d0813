"""Claims of a part as files for `verify`: as before any check, or with their questions and answers but no verdict."""

from __future__ import annotations

from dataclasses import replace

from app.domain.second_check import blinded
from app.domain.verification import Verification


def unverified(verification: Verification) -> Verification:
    """Return the claim as known before verification: no questions, types or strategies.

    The address of its fact-checking article stays, because it never counts as evidence.
    """
    with_answers = with_evidence(verification)
    return replace(with_answers, claim=replace(with_answers.claim, types=()), questions=())


def with_evidence(verification: Verification) -> Verification:
    """Return the claim with its types, questions and answers, but without label, justification and strategies.

    The types are known when a claim is written down. The strategies of its checkers (satire found, say) reveal the verdict.
    """
    plain = replace(verification.claim, strategies=(), other="")
    return replace(blinded(verification), claim=plain)
