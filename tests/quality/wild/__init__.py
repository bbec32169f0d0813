"""Realistic documents and imports, written by someone who has not seen the readers' code."""
