"""Importers of fact-checks: all common formats, read row by row into the same structure."""

from __future__ import annotations

from app.ingest.factchecks.columns import guess_columns
from app.ingest.factchecks.detect import FORMAT_TITLES, FORMATS
from app.ingest.factchecks.generic import to_json_line
from app.ingest.factchecks.preview import TablePreview, preview
from app.ingest.factchecks.reader import read_factchecks

__all__ = ["FORMATS", "FORMAT_TITLES", "TablePreview", "guess_columns", "preview", "read_factchecks", "to_json_line"]
