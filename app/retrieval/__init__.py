"""Candidates for sentences: lexical and dense search over the library, fused."""

from app.retrieval.candidates import DEPTH, KEEP, Candidates, find_candidates, search_lexical, take
from app.retrieval.fusion import reciprocal_rank_fusion
from app.retrieval.memory import MemoryEncoder

__all__ = ["DEPTH", "KEEP", "Candidates", "MemoryEncoder", "find_candidates", "reciprocal_rank_fusion", "search_lexical", "take"]
