"""Debates written out again in the layouts of other transcripts, to see whether every word stays with the person who said it."""
