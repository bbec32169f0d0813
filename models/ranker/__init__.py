"""Training of the ranker."""
