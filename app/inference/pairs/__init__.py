"""Pairs of texts to probabilities: the cross-encoder's trunk and heads, the prefilter, stance."""
