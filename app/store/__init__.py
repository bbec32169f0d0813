"""Adapters of the library ports: SQLite, HNSW, exact search, BM25, the vector cache."""

from app.store.library import open_library
from app.store.vector_cache import open_vector_cache

__all__ = ["open_library", "open_vector_cache"]
