"""The posts of a library: one SQLite file next to the fact-checks, with a full text over one post of each group of copies."""
