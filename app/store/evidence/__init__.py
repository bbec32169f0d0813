"""The evidence of a library: one SQLite file beside the fact-checks, documents cut into passages, and the copies that are kept of them."""
