"""Measures of MythQA (Bai, Colas, Wang 2023, arXiv 2307.11848) and their gold data."""
