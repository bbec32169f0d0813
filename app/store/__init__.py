"""Adapters of the library ports: SQLite, HNSW, exact search, BM25, the vector cache."""
