"""Reading a document from its bytes, for the tests of the readers."""

from __future__ import annotations

from pathlib import Path

from app.domain.document import Document
from app.domain.progress import CancelToken
from app.ingest.documents import read_document


def read_bytes(folder: Path, data: bytes, name: str) -> Document:
    """Read the bytes as a file of this name, and check every sentence's offsets."""
    path = folder / name
    path.write_bytes(data)
    document = read_document(path, cancel=CancelToken())
    assert all(document.text[sentence.start : sentence.end] == sentence.text for sentence in document.sentences)
    return document
