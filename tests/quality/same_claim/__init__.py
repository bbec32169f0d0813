"""Sixty pairs of our own: the same claim in other words, or near but another claim."""
