"""Pair scorers: the cross-encoder's trunk and heads, the prefilter, stance."""
