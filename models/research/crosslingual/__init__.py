"""Debunk retrieval across languages: graded gold of several layouts, its measures, and each of them by pair of languages."""
