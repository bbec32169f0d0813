"""Perturbs a claim by another name or number: nearly the same words about something else, as a hard negative for the encoder.

After the entity inoculation of UTDRM (Singh, Scarton and Bontcheva 2023), which puts other entities into claims.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from app.services.adapting.texts import names, numbers, one_line

_TOO_NEAR = 0.2


def perturbed(claim: str, other_claims: Sequence[str], rng: random.Random) -> str:
    """Return the claim with one of its names replaced by one of another claim, or, where it has none, one number changed.

    "" where it has neither, or there is no replacement.
    """
    claim = one_line(claim)
    claim_names = names(claim)
    unrelated_claims = [
        name for other in other_claims for name in names(other) if name not in claim and not any(part in claim for part in name.split())
    ]
    if claim_names and unrelated_claims and (rng.random() < 0.6 or not numbers(claim)):
        return claim.replace(rng.choice(claim_names), rng.choice(unrelated_claims), 1)
    claim_numbers = numbers(claim)
    if not claim_numbers:
        return ""
    number = rng.choice(claim_numbers)
    return claim.replace(number, _other_number(number, rng), 1)


def _other_number(number: str, rng: random.Random) -> str:
    """Return a clearly different number in the same notation: a year some years away, a value at least a fifth more or less."""
    digits = number.replace(",", "")
    if digits.isdecimal() and len(digits) == 4 and 1900 <= int(digits) <= 2100 and "," not in number:
        return str(int(digits) + rng.choice((-9, -7, -5, -3, 3, 5, 7, 9)))
    for _ in range(8):
        candidate = "".join(str(rng.randint(1 if index == 0 else 0, 9)) if sign.isdecimal() else sign for index, sign in enumerate(number))
        if _far(candidate, number):
            return candidate
    return number + "0"


def _far(candidate: str, number: str) -> bool:
    candidate_value, number_value = (
        float("".join(sign for sign in text if sign.isdecimal() and sign.isascii()) or 0) for text in (candidate, number)
    )
    return abs(candidate_value - number_value) > _TOO_NEAR * max(candidate_value, number_value)
