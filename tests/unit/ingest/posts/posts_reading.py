"""Helpers of the post importers' tests: read a path completely."""

from __future__ import annotations

from pathlib import Path

from app.domain.importing import ReadPost, RefusedRow
from app.domain.options import PostImportOptions
from app.domain.post import Post
from app.domain.progress import CancelToken, no_progress
from app.ingest.posts import read_posts


def read(path: Path, options: PostImportOptions | None = None) -> tuple[list[Post], list[RefusedRow]]:
    """Return the posts and the refused rows of a path; the language is English unless the options say otherwise."""
    rows = list(read_posts(path, options=options or PostImportOptions(language="en"), cancel=CancelToken(), progress=no_progress))
    return [row.post for row in rows if isinstance(row, ReadPost)], [row for row in rows if isinstance(row, RefusedRow)]
