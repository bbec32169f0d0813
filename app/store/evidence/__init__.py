"""The evidence of a library: one SQLite file next to the fact-checks, with documents cut into passages, and copies of their files."""
