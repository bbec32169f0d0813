"""Matches sentences with fact-checks: `candidates` generates them, `comparison` compares the best in full, `scoring` judges."""
