"""The denial of a claim, by which a model of stance is asked twice: what supports a claim refutes its denial."""

from __future__ import annotations

from app.verify.sentence_case import is_common


def denied(claim: str) -> str:
    """The claim denied in one sentence."""
    return f"It is not true that {inside(claim)}."


def inside(claim: str) -> str:
    """A claim as it stands inside a sentence: without its full stop, and without the capital of its first word where that is no name."""
    text = " ".join(claim.split()).rstrip(".!… ")
    words = text.split()
    return text[:1].lower() + text[1:] if words and is_common(words) else text
