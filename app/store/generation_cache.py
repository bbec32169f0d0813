"""Cache of the opened generation, kept by its library from one snapshot to the next, since opening takes longer than looking up a
claim.

The digest of every file is verified before anything is read from it, in a thread that may start while models are loaded
(`check_ahead`); `open` waits for its end. The cached generation is reused only while the database names the same generation with
the same manifest and no file of its folder was touched since; otherwise it is verified and opened again.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from app.errors import LibraryError
from app.ports import Field, LexicalIndex, VectorIndex
from app.store.bm25_index import Bm25Index
from app.store.exact_index import ExactIndex
from app.store.files import check_digests, read_manifest
from app.store.generation import DENSE, HNSW, LEXICAL, Generation, read_generation
from app.store.hnsw_index import HnswIndex

_Files = tuple[tuple[str, int, int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedGeneration:
    """A generation with its indexes, read-only and safe to use from several threads."""

    generation: Generation
    dense: dict[Field, VectorIndex]
    lexical: dict[Field, LexicalIndex]


class GenerationCache:
    """Cache of the generation opened last."""

    def __init__(self) -> None:
        self._cached: tuple[Path, str, _Files, OpenedGeneration] | None = None
        self._checking: _Checking | None = None

    def check_ahead(self, folder: Path, *, expected: str) -> None:
        """Start to verify the files of the generation in this folder in the background."""
        checked = (folder, expected, _files(folder))
        if (self._cached is None or self._cached[:3] != checked) and (self._checking is None or self._checking.of != checked):
            self._stop()
            self._checking = _Checking(*checked)

    def open(self, folder: Path, *, expected: str) -> OpenedGeneration:
        """Return the generation in this folder with the `expected` manifest. Raises LibraryError as `read_generation` does."""
        files = _files(folder)
        cached = self._cached
        if cached is not None and cached[:3] == (folder, expected, files):
            return cached[3]
        self._cached = None
        self.check_ahead(folder, expected=expected)
        # Verified before reading: hnswlib loads a graph without checks, and an altered one could make it read any memory.
        self._finish_checking()
        generation = _opened(read_generation(folder, expected=expected))
        self._cached = (folder, expected, files, generation)
        return generation

    def _finish_checking(self) -> None:
        checking, self._checking = self._checking, None
        if checking is not None:
            checking.wait()

    def _stop(self) -> None:
        checking, self._checking = self._checking, None
        if checking is not None:
            checking.stop()

    def clear(self) -> None:
        """Close all files: on Windows, open files cannot be removed."""
        self._stop()
        self._cached = None


class _Checking:
    """Thread that compares the files of a generation with the digests in its manifest. Hashing releases the interpreter's lock."""

    def __init__(self, folder: Path, expected: str, files: _Files) -> None:
        self.of = (folder, expected, files)
        self._error: LibraryError | None = None
        self._stopping = Event()
        # In a thread, while the models load: hashing releases the interpreter's lock.
        self._thread = Thread(target=self._run, name="index-check", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        folder, expected, _ = self.of
        try:
            check_digests(folder, read_manifest(folder, expected=expected).files, stop=self._stopping)
        except LibraryError as error:
            self._error = error

    def wait(self) -> None:
        """Wait for the end. Raises LibraryError `index-damaged` if a file was altered."""
        self._thread.join()
        if self._error is not None:
            raise self._error

    def stop(self) -> None:
        """Stop without a result."""
        self._stopping.set()
        self._thread.join()


def _opened(generation: Generation) -> OpenedGeneration:
    return OpenedGeneration(
        generation=generation,
        dense={field: _dense(generation, field) for field in DENSE},
        lexical={field: Bm25Index(generation.postings[field], generation.scores[field]) for field in LEXICAL},
    )


def _files(folder: Path) -> _Files:
    """Return name, size and times of every file; () where the folder cannot be read."""
    try:
        with os.scandir(folder) as entries:
            stats = [(entry.name, entry.stat()) for entry in entries]
    except OSError:
        # `read_generation` reports this error.
        return ()
    return tuple(sorted((name, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns) for name, stat in stats))


def _dense(generation: Generation, field: Field) -> VectorIndex:
    vectors = generation.vectors[field]
    if generation.manifest.kinds[field] != HNSW:
        return ExactIndex(vectors.vectors, vectors.present)
    return HnswIndex(generation.folder / f"{field}.hnsw", vectors)
