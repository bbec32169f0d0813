"""Importers for posts: tables, and the exports of social platforms, read row by row into the same posts."""

from __future__ import annotations

from app.ingest.posts.columns import guess_columns
from app.ingest.posts.formats import POST_FORMATS
from app.ingest.posts.mapped import to_json_line
from app.ingest.posts.reader import read_posts

__all__ = ["POST_FORMATS", "guess_columns", "read_posts", "to_json_line"]
