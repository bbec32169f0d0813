"""A generation opened for searching, kept by its library from one snapshot to the next.

Opening takes longer than looking one claim up. What is kept is used again only while the database names the same generation with
the same manifest and no file of its folder was touched since; whatever is not so is opened, and checked, anew.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from app.ports import Field, LexicalIndex, VectorIndex
from app.store.bm25_index import Bm25Index
from app.store.exact_index import ExactIndex
from app.store.files import check_digests
from app.store.generation import DENSE, HNSW, LEXICAL, Generation, read_generation
from app.store.hnsw_index import HnswIndex

_Files = tuple[tuple[str, int, int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedGeneration:
    """A generation with its indexes, all read-only and safe to use from several threads."""

    generation: Generation
    dense: dict[Field, VectorIndex]
    lexical: dict[Field, LexicalIndex]


class GenerationShelf:
    """Keeps the generation that was opened last."""

    def __init__(self) -> None:
        self._kept: tuple[Path, str, _Files, OpenedGeneration] | None = None

    def open(self, folder: Path, *, expected: str) -> OpenedGeneration:
        """The generation in this folder with the `expected` manifest. Raises LibraryError as `read_generation` does."""
        files = _files(folder)
        kept = self._kept
        if kept is not None and kept[:3] == (folder, expected, files):
            return kept[3]
        self._kept = None
        opened = _open(folder, expected=expected)
        self._kept = (folder, expected, files, opened)
        return opened

    def clear(self) -> None:
        """Keep nothing: files that are held open cannot be removed everywhere."""
        self._kept = None


def _open(folder: Path, *, expected: str) -> OpenedGeneration:
    generation = read_generation(folder, expected=expected)
    check_digests(folder, generation.manifest.files)
    return OpenedGeneration(
        generation=generation,
        dense={field: _dense(generation, field) for field in DENSE},
        lexical={field: Bm25Index(generation.postings[field], generation.scores[field]) for field in LEXICAL},
    )


def _files(folder: Path) -> _Files:
    """Name, size and times of every file; () where the folder cannot be read, which `read_generation` then tells."""
    try:
        with os.scandir(folder) as entries:
            stats = [(entry.name, entry.stat()) for entry in entries]
    except OSError:
        return ()
    return tuple(sorted((name, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns) for name, stat in stats))


def _dense(generation: Generation, field: Field) -> VectorIndex:
    found = generation.vectors[field]
    if generation.manifest.kinds[field] != HNSW:
        return ExactIndex(found.vectors, found.present)
    return HnswIndex(generation.folder / f"{field}.hnsw", found)
