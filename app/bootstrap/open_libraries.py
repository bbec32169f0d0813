"""The open libraries of one process: fact-checks, posts and evidence, each opened on first use and kept open."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from app.errors import read_or_default
from app.paths import resolved
from app.ports import EvidenceLibrary, Library, PostLibrary
from app.store import open_evidence, open_library, open_posts


class OpenLibraries:
    """Opens libraries by path; thread-safe. `threads` caps the threads of native code (None: all cores)."""

    def __init__(self, *, threads: int | None = None) -> None:
        self._threads = threads or default_threads()
        self._lock = threading.Lock()
        self._libraries: dict[Path, Library] = {}
        self._posts: dict[tuple[Path, bool], PostLibrary] = {}
        self._evidence: dict[tuple[Path, bool], EvidenceLibrary] = {}

    def library(self, path: Path, *, create: bool = False) -> Library:
        """Return the library at this path. Raises LibraryError if it does not exist (unless `create`) or cannot be opened."""
        key = resolved(path)
        with self._lock:
            if key not in self._libraries:
                self._libraries[key] = open_library(path, create=create)
            return self._libraries[key]

    def posts(self, path: Path, *, create: bool = False, second_connection: bool = False) -> PostLibrary:
        """Return the posts of the library at this path.

        `second_connection` opens them a second time, for a thread that reads while another one writes.

        Raises LibraryError if there are none (unless `create`) or they cannot be opened.
        """
        key = resolved(path), second_connection
        with self._lock:
            if key not in self._posts:
                self._posts[key] = open_posts(path, create=create, threads=self._threads)
            return self._posts[key]

    def evidence(self, path: Path, *, create: bool = False, second_connection: bool = False) -> EvidenceLibrary:
        """Return the evidence of the library at this path.

        `second_connection` opens it a second time, for a thread that reads while another one writes.

        Raises LibraryError if there is none (unless `create`) or it cannot be opened.
        """
        key = resolved(path), second_connection
        with self._lock:
            if key not in self._evidence:
                self._evidence[key] = open_evidence(path, cut=_cut, create=create, threads=self._threads)
            return self._evidence[key]

    def existing_library(self, path: Path) -> Library | None:
        """Return the fact-checks of the library at this path, None where it has none. Raises LibraryError as `library` does."""
        return read_or_default(lambda: self.library(path), "library-not-found", default=None)

    def existing_posts(self, path: Path) -> PostLibrary | None:
        """Return the posts of the library at this path, None where it has none. Raises LibraryError as `posts` does."""
        return read_or_default(lambda: self.posts(path), "posts-not-found", default=None)

    def existing_evidence(self, path: Path) -> EvidenceLibrary | None:
        """Return the evidence of the library at this path, None where it has none. Raises LibraryError as `evidence` does."""
        return read_or_default(lambda: self.evidence(path), "evidence-not-found", default=None)

    def close(self) -> None:
        """Close every library."""
        for libraries in (self._libraries, self._posts, self._evidence):
            for part in libraries.values():
                part.close()
            libraries.clear()


def default_threads() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _cut(text: str, language: str = "") -> list[tuple[int, int]]:
    """Call `cut_passages`. Its package reads every kind of document and is imported only when evidence is cut, not at startup."""
    from app.ingest.evidence.passages import cut_passages

    return cut_passages(text, language)
