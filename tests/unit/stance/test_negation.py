"""Explicit denial, in the part of a sentence that the claim is about."""

from __future__ import annotations

import pytest

from app.stance import negation_mismatch

CLAIM = "The harbour bridge cost ninety million crowns."


@pytest.mark.parametrize(
    "sentence",
    [
        "The harbour bridge did not cost ninety million crowns.",
        "It is not true that the harbour bridge cost ninety million crowns.",
        "The harbour bridge cost ninety million crowns, which is simply a lie.",
        "We know, and nobody doubts it, that the harbour bridge never cost ninety million crowns.",
        "Nobody has shown that the harbour bridge cost ninety million crowns.",
    ],
)
def test_denials(sentence: str) -> None:
    assert negation_mismatch(sentence, CLAIM)


@pytest.mark.parametrize(
    "sentence",
    [
        CLAIM,
        "They don't build schools, and yet the harbour bridge cost ninety million crowns.",
        "Don't forget, the harbour bridge cost ninety million crowns.",
        "I told you that the harbour bridge cost ninety million crowns, and not one of you listened.",
        "",
    ],
)
def test_texts_without_a_denial_of_the_claim(sentence: str) -> None:
    assert not negation_mismatch(sentence, CLAIM)


def test_a_double_negation_is_no_denial() -> None:
    claim = "The harbour bridge was not paid for by the state."
    assert not negation_mismatch("The state did not pay for the harbour bridge.", claim)
    assert negation_mismatch("The state paid for the harbour bridge.", claim)


def test_a_claim_about_a_hoax_is_not_denied_by_repeating_it() -> None:
    assert not negation_mismatch("The moon landing was a hoax, and they know it.", "The moon landing was a hoax.")
