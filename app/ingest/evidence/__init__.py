"""Evidence from documents, saved pages, web archives and tables, and the user's list of doubtful sources."""

from app.ingest.evidence.passages import cut_passages
from app.ingest.evidence.reader import EVIDENCE_FORMATS, read_evidence
from app.ingest.evidence.source_list import read_source_list

__all__ = ["EVIDENCE_FORMATS", "cut_passages", "read_evidence", "read_source_list"]
