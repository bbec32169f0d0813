"""Readers: documents into sentences, fact-check collections into rows, ratings into verdicts."""
