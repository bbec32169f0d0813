"""Verify: a claim in, the questions that it raises, their answers and what follows from them out."""
