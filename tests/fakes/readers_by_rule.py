"""A rule-based reader: it finds the word after a sign, and takes the side that a post states explicitly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.domain.progress import CancelToken
from app.ports import FloatMatrix, ModelIdentity, Span
from tests.fakes.encoder import fake_identity

SIDES = {"yes": (0.9, 0.05, 0.05), "no": (0.05, 0.9, 0.05)}
NEITHER = (0.05, 0.05, 0.9)


class RuleReader:
    """Reads "… = ANSWER …": the word after the sign, with certainty; other posts have no answer. A post supports a claim that
    contains its answer, and refutes it if it begins with "no". A post without a sign takes the side of its first word if it
    shares a word of at least five letters with the claim."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    @property
    def identity(self) -> ModelIdentity:
        return fake_identity(name="rule-reader")

    def read(self, question: str, texts: Sequence[str], *, cancel: CancelToken) -> list[Span | None]:
        cancel.check()
        self.asked.append(question)
        return [self._span(text) for text in texts]

    def _span(self, text: str) -> Span | None:
        if not any(map(str.isalnum, text)):
            return None
        _, sign, remainder = text.partition("= ")
        if not sign or not remainder.split():
            return Span(start=0, end=1, probability=0.01)
        word = remainder.split()[0].strip(".,!")
        start = text.index("= ") + 2
        return Span(start=start, end=start + len(word), probability=0.9)

    def stance(self, premises: Sequence[str], hypotheses: Sequence[str], *, cancel: CancelToken) -> FloatMatrix:
        cancel.check()
        rows = [self._side(text, claim) for text, claim in zip(premises, hypotheses, strict=True)]
        return np.array(rows, np.float32).reshape(-1, 3)

    def _side(self, text: str, claim: str) -> tuple[float, float, float]:
        span = self._span(text)
        post_words = [word.strip(",.!:").casefold() for word in text.split()]
        first = post_words[0] if post_words else ""
        if span is None or span.probability < 0.5:
            shared = {word for word in post_words if len(word) > 4} & set(claim.casefold().split())
            return SIDES.get(first, NEITHER) if shared else NEITHER
        if text[span.start : span.end].casefold() not in claim.casefold():
            return NEITHER
        return SIDES["no"] if first == "no" else SIDES["yes"]
