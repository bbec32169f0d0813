"""How check-worthy sentences are: factual claims of public interest, as a filter and as one of a ranking's measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.progress import CancelToken
from app.ingest.language import detect_language
from app.ports import CheckworthinessScorer
from app.stance import can_read

CHECKWORTHY_FROM = 0.5
_DIGITS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkworthiness:
    """`score` in [0, 1], check-worthy from 0.5; it says nothing where `abstain`, since the model cannot read the language."""

    score: float
    abstain: bool = False

    @property
    def hidden(self) -> bool:
        """Whether a filter for check-worthy sentences leaves this one out: never one that was not judged."""
        return not self.abstain and self.score < CHECKWORTHY_FROM


def checkworthiness(
    texts: Sequence[str], scorer: CheckworthinessScorer, cancel: CancelToken, *, languages: Sequence[str] | None = None
) -> tuple[Checkworthiness, ...]:
    """One entry a text, in order; its score is a function of the text alone. Raises Cancelled.

    `languages` are the texts' BCP-47 codes, as a document knows them ("" for unknown, which is judged); None has each text's found.
    """
    scores = scorer.score(texts, cancel=cancel).tolist()
    codes = [detect_language(text) for text in texts] if languages is None else languages
    return tuple(
        Checkworthiness(score=round(score, _DIGITS), abstain=not can_read(code)) for score, code in zip(scores, codes, strict=True)
    )
