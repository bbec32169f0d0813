"""The posts of a library: one SQLite file beside the fact-checks, full text over one post of each group of copies."""
