"""Document readers: files and pasted text of many formats become sentences with exact offsets."""

from app.ingest.documents.reader import read_document, read_text

__all__ = ["read_document", "read_text"]
