"""Claims of a part as files for `verify`: as they are when nobody has checked them, or with their questions and answers and no verdict."""

from __future__ import annotations

from dataclasses import replace

from app.domain.second_check import blinded
from app.domain.verification import Verification


def unverified(verification: Verification) -> Verification:
    """The claim alone, with what is known of it before it is checked: no questions, types or strategies.

    Its fact-checking article stays, as the one address that never counts as evidence.
    """
    return replace(with_evidence(verification), questions=())


def with_evidence(verification: Verification) -> Verification:
    """The claim with its questions and answers, to be judged anew: no label, justification, types or strategies."""
    plain = replace(verification.claim, types=(), strategies=(), other="")
    return replace(blinded(verification), claim=plain)
