"""Measures of the seed papers, for given predictions or our own run."""
