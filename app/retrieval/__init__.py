"""Candidates for sentences: lexical and dense search over the library, fused."""

from app.retrieval.candidates import Candidates, find_candidates, search_lexical, take
from app.retrieval.fusion import reciprocal_rank_fusion

__all__ = ["Candidates", "find_candidates", "reciprocal_rank_fusion", "search_lexical", "take"]
