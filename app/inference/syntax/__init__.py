"""Dependency parser for English sentences, a branch of the cross-encoder."""
