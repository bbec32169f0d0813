"""Claims of a part as files for `verify`: as they are when nobody has checked them, or with their questions and answers and no verdict."""

from __future__ import annotations

from dataclasses import replace

from app.domain.second_check import blinded
from app.domain.verification import Verification


def unverified(verification: Verification) -> Verification:
    """The claim alone, with what is known of it before anybody has looked at it: no questions, types or strategies.

    Its fact-checking article stays, as the one address that never counts as evidence.
    """
    given = with_evidence(verification)
    return replace(given, claim=replace(given.claim, types=()), questions=())


def with_evidence(verification: Verification) -> Verification:
    """The claim with its types, questions and answers, to be judged anew: no label, justification or strategies.

    Types are told when a claim is written down; the strategies of who checked it (satire found, say) tell what was found.
    """
    plain = replace(verification.claim, strategies=(), other="")
    return replace(blinded(verification), claim=plain)
