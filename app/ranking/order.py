"""Sorts the sentences of a document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.domain.ranked import RankedSentence


def rank_sentences(sentences: Iterable[RankedSentence]) -> tuple[RankedSentence, ...]:
    """Sort by score, highest first, ties in document order. Ranks run from 1 to n."""
    ordered = sorted(sentences, key=lambda entry: (-entry.score, entry.sentence.index))
    return tuple(replace(entry, rank=rank) for rank, entry in enumerate(ordered, start=1))
