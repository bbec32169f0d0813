"""Candidates for sentences: lexical and dense search over the library, fused; and other wordings to search with."""

from app.retrieval.candidates import (
    DEPTH,
    KEEP,
    Candidates,
    find_candidates,
    fuse_hits,
    measure_rows,
    search_dense,
    search_lexical,
    take,
)
from app.retrieval.fusion import borda_count, comb_sum, reciprocal_rank_fusion
from app.retrieval.memory import MemoryEncoder
from app.retrieval.variants import query_variants
from app.retrieval.wrapping import without_links

__all__ = [
    "DEPTH",
    "KEEP",
    "Candidates",
    "MemoryEncoder",
    "borda_count",
    "comb_sum",
    "find_candidates",
    "fuse_hits",
    "measure_rows",
    "query_variants",
    "reciprocal_rank_fusion",
    "search_dense",
    "search_lexical",
    "take",
    "without_links",
]
