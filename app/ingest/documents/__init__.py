"""Documents: files and pasted text of many formats into sentences that know where they stand."""

from app.ingest.documents.read import read_document, read_text

__all__ = ["read_document", "read_text"]
