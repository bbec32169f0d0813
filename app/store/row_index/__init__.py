"""Index over many short texts of a SQLite file (posts, passages of evidence): BM25 over words, vectors in an append-only file."""
