"""Finds databases of a library that once existed and are gone."""

from __future__ import annotations

from pathlib import Path

from app.store import file_list
from app.store.database import INDEX
from app.store.evidence.schema import COPIES as EVIDENCE_COPIES
from app.store.evidence.schema import FILE as EVIDENCE
from app.store.evidence.schema import INDEX as EVIDENCE_INDEX
from app.store.permission_template import DATABASE
from app.store.posts.schema import FILE as POSTS
from app.store.posts.schema import INDEX as POSTS_INDEX

_TRACES = {DATABASE: (INDEX,), POSTS: (POSTS_INDEX,), EVIDENCE: (EVIDENCE_INDEX, EVIDENCE_COPIES)}


def missing_files(library: Path) -> list[str]:
    """Return the names of missing databases: those on the library's file list, and those whose index or copied files remain."""
    return file_list.missing(library, _TRACES)
