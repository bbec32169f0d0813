"""Judges the stance of given pairs, with abstention: `stance` writes them, and `evaluate stance` scores them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.normalised import normalised
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ingest.language import detect_language
from app.ports import StanceScorer
from app.stance import ENGLISH, Readable, can_read

ABSTAIN_BELOW = 0.5
"""A pair is abstained from where no stance is more probable than not."""
LABELS = ("support", "refute", "neutral")
_CHUNK = 2048
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class PairStance:
    """Probabilities of support, refute, neutral in [0, 1], and a flag that no label should be relied on."""

    probabilities: tuple[float, float, float]
    abstain: bool

    @property
    def label(self) -> str:
        """Return the most probable of support, refute, neutral; the first of them on a tie."""
        return LABELS[max(range(3), key=lambda index: self.probabilities[index])]


def judge_pairs(
    pairs: Sequence[tuple[str, str]], *, scorer: StanceScorer, languages: Readable = ENGLISH, progress: Progress, cancel: CancelToken
) -> list[PairStance]:
    """Return the stance of each (premise, hypothesis), in order.

    Abstains where the model cannot read the language (it reads `languages`). Raises Cancelled.
    """
    judged: list[PairStance] = []
    for start in range(0, len(pairs), _CHUNK):
        chunk = pairs[start : start + _CHUNK]
        premises, hypotheses = ([normalised(text) for text in side] for side in zip(*chunk, strict=True))
        scores = scorer.stance(premises, hypotheses, cancel=cancel)
        judged.extend(_judged(pair, row, languages) for pair, row in zip(chunk, scores.tolist(), strict=True))
        progress(ProgressUpdate("Judging pairs", len(judged), len(pairs)))
    return judged


def _judged(pair: tuple[str, str], scores: Sequence[float], languages: Readable) -> PairStance:
    readable = can_read(*(detect_language(text) for text in pair), languages=languages)
    support, refute, neutral = (round(score, _DIGITS) for score in scores)
    return PairStance((support, refute, neutral), abstain=not readable or max(scores) < ABSTAIN_BELOW)
