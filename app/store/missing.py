"""Files of a library that were there once and are gone."""

from __future__ import annotations

from pathlib import Path

from app.store import roster
from app.store.database import INDEX
from app.store.evidence.schema import COPIES as EVIDENCE_COPIES
from app.store.evidence.schema import FILE as EVIDENCE
from app.store.evidence.schema import INDEX as EVIDENCE_INDEX
from app.store.neighbours import DATABASE
from app.store.posts.schema import FILE as POSTS
from app.store.posts.schema import INDEX as POSTS_INDEX

_TRACES = {DATABASE: (INDEX,), POSTS: (POSTS_INDEX,), EVIDENCE: (EVIDENCE_INDEX, EVIDENCE_COPIES)}


def missing_files(library: Path) -> list[str]:
    """The names of databases that the library in this folder has had; an index or kept copies that were left tell of theirs, too."""
    return roster.missing(library, _TRACES)
