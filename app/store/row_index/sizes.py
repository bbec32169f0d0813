"""Sizes on the disk, and the number of encoded rows."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from app.store.row_index.digests import matching_positions
from app.store.row_index.folder import indexed_words
from app.store.row_index.vector_file import VectorFile, dimension_of, vector_paths


def encoded_rows(index: Path) -> int:
    """Return the number of indexed rows with a vector of the model that has made most; 0 where nothing is indexed."""
    words = indexed_words(index)
    if words is None:
        return 0
    files = (VectorFile(path, dimension_of(path), checked=False) for path in vector_paths(index))
    return max((int((matching_positions(words, file.words) >= 0).sum()) for file in files), default=0)


def bytes_of(files: Iterable[Path]) -> int:
    """Return the total size of these files; one that disappears meanwhile counts as 0."""
    return sum(map(_size, files))


def _size(file: Path) -> int:
    with suppress(FileNotFoundError):
        return file.stat().st_size if file.is_file() else 0
    return 0
