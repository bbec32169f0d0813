"""Documents by the hash of their content, so that each crosses the pipe once and is named afterwards."""

from __future__ import annotations

import threading

from app.domain.document import Document

# Characters of text: some thirty debates. A document takes about ten bytes of memory a character, with its sentences.
LIMIT = 4_000_000


class DocumentCache:
    """The worker's documents, those used last; any thread may ask. The newest stays, however large it is."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._documents: dict[str, Document] = {}
        self._lock = threading.Lock()

    def add(self, digest: str, document: Document) -> None:
        """Keep a document, and drop those that were not used for longest where there are too many."""
        with self._lock:
            self._documents.pop(digest, None)
            self._documents[digest] = document
            size = sum(len(cached.text) for cached in self._documents.values())
            for oldest in list(self._documents)[:-1]:
                if size <= self._limit:
                    return
                size -= len(self._documents.pop(oldest).text)

    def get(self, digest: str) -> Document | None:
        """Return the document of this digest, None where it has been dropped or was never here."""
        with self._lock:
            document = self._documents.pop(digest, None)
            if document is not None:
                self._documents[digest] = document
            return document
