"""The total order of a document's sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.domain.ranked import RankedSentence


def rank_sentences(sentences: Iterable[RankedSentence]) -> tuple[RankedSentence, ...]:
    """Order by score, highest first; equal scores keep document order. Ranks are 1…n, each given once."""
    ordered = sorted(sentences, key=lambda entry: (-entry.score, entry.sentence.index))
    return tuple(replace(entry, rank=rank) for rank, entry in enumerate(ordered, start=1))
