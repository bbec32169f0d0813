"""Debates rewritten in the layouts of other transcripts, to test whether every word keeps its speaker."""
