"""Candidates for sentences: lexical and dense search, fused."""
