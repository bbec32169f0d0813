"""Reading of untrusted input in a separate process within limits.

The functions have the names and results of those in `ingest`. They are imported at first use, so that the process can be started
before anything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.reading.collections import (
        preview_factchecks,
        preview_posts,
        read_averitec_file,
        read_averitec_rows,
        read_evidence,
        read_factchecks,
        read_pairs,
        read_posts,
        read_queries,
        read_questions,
        read_rating_rows,
        read_record_rows,
        read_source_list,
    )
    from app.reading.documents import find_boxes, read_document, read_text, render_page

__all__ = [
    "find_boxes",
    "preview_factchecks",
    "preview_posts",
    "read_averitec_file",
    "read_averitec_rows",
    "read_document",
    "read_evidence",
    "read_factchecks",
    "read_pairs",
    "read_posts",
    "read_queries",
    "read_questions",
    "read_rating_rows",
    "read_record_rows",
    "read_source_list",
    "read_text",
    "render_page",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    from app.reading import collections, documents

    return getattr(documents if hasattr(documents, name) else collections, name)
