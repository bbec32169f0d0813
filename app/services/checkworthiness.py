"""Judges the check-worthiness of sentences (factual claims of public interest), used as a filter and as a ranking measure."""

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
    """A score in [0, 1], check-worthy from 0.5. It is not valid where `abstain`, since the model cannot read the language."""

    score: float
    abstain: bool = False

    @property
    def hidden(self) -> bool:
        """Return True if a filter for check-worthy sentences leaves this one out; False for all that were not judged."""
        return not self.abstain and self.score < CHECKWORTHY_FROM


def checkworthiness(
    texts: Sequence[str], scorer: CheckworthinessScorer, cancel: CancelToken, *, languages: Sequence[str] | None = None
) -> tuple[Checkworthiness, ...]:
    """Return one entry per text, in order. A score depends on its text only.

    `languages` are the texts' BCP-47 codes from the document ("" for unknown, which is judged); None detects the language of each.
    Raises Cancelled.
    """
    scores = scorer.score(texts, cancel=cancel).tolist()
    codes = [detect_language(text) for text in texts] if languages is None else languages
    return tuple(
        Checkworthiness(score=round(score, _DIGITS), abstain=not can_read(code)) for score, code in zip(scores, codes, strict=True)
    )
