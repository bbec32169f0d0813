"""Retrieves candidates: lexical and dense search over the library, fused, and query variants of a claim."""

from app.retrieval.distinct import CandidateSearch
from app.retrieval.expansion import ADDED, ExpandedCandidates, expand
from app.retrieval.fusion import borda_count, comb_sum, reciprocal_rank_fusion
from app.retrieval.hybrid import DEPTH, KEEP, Candidates, find_candidates, fuse_hits, measure_rows, search_dense, search_lexical, take
from app.retrieval.job_cache import JobCachingEncoder
from app.retrieval.representatives import representatives_of, represented
from app.retrieval.text_cleaning import without_links
from app.retrieval.variants import query_variants

__all__ = [
    "ADDED",
    "DEPTH",
    "KEEP",
    "CandidateSearch",
    "Candidates",
    "ExpandedCandidates",
    "JobCachingEncoder",
    "borda_count",
    "comb_sum",
    "expand",
    "find_candidates",
    "fuse_hits",
    "measure_rows",
    "query_variants",
    "reciprocal_rank_fusion",
    "representatives_of",
    "represented",
    "search_dense",
    "search_lexical",
    "take",
    "without_links",
]
