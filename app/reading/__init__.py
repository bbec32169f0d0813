"""Reading what comes from outside, in a process of its own and within limits: the same functions as in `ingest`, for everybody above it."""

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
    "read_source_list",
    "read_text",
    "render_page",
]
