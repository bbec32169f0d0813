"""Debunk retrieval across languages: graded gold of several layouts, and measures overall and by pair of languages."""
