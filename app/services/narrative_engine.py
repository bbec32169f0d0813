"""The ports that narratives work with, bundled once by bootstrap."""

from __future__ import annotations

from dataclasses import dataclass

from app.ports import Library, PairScorer, PostLibrary, TextEncoder


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrativeEngine:
    """A library, its posts where it has any, the encoder that made its vectors, and the scorer of pairs."""

    library: Library
    encoder: TextEncoder
    posts: PostLibrary | None = None
    pair_scorer: PairScorer | None = None
