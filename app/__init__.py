"""Priorcheck: which sentences of a document can already be settled by a published fact-check."""

__version__ = "0.1.0"
