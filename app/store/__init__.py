"""Adapters of the library ports: SQLite, HNSW, exact search, BM25, the vector cache, and project files.

Submodules are imported at first use: the window opens projects, and must not load indexes and numeric libraries for that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.store.evidence.library import open_evidence as open_evidence
    from app.store.library import open_library as open_library
    from app.store.posts.library import open_posts as open_posts
    from app.store.vector_cache import open_vector_cache as open_vector_cache

__all__ = ["open_evidence", "open_library", "open_posts", "open_vector_cache"]


def __getattr__(name: str) -> object:
    if name == "open_evidence":
        from app.store.evidence.library import open_evidence

        return open_evidence
    if name == "open_library":
        from app.store.library import open_library

        return open_library
    if name == "open_posts":
        from app.store.posts.library import open_posts

        return open_posts
    if name == "open_vector_cache":
        from app.store.vector_cache import open_vector_cache

        return open_vector_cache
    raise AttributeError(name)
