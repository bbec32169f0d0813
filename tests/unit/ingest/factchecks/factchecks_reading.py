"""Helpers of the importers' tests: read a path completely."""

from __future__ import annotations

import json
from pathlib import Path

from app.domain.factcheck import FactCheck
from app.domain.importing import ReadRow, RefusedRow
from app.domain.options import ImportOptions
from app.domain.progress import CancelToken, no_progress
from app.ingest.factchecks import read_factchecks


def read(path: Path, options: ImportOptions | None = None) -> tuple[list[FactCheck], list[RefusedRow]]:
    """The fact-checks and the refused rows of a path."""
    checks: list[FactCheck] = []
    refused: list[RefusedRow] = []
    for row in read_factchecks(path, options=options or ImportOptions(), progress=no_progress, cancel=CancelToken()):
        if isinstance(row, ReadRow):
            checks.append(row.factcheck)
        else:
            refused.append(row)
    return checks, refused


def write(path: Path, content: object) -> Path:
    """Write this content: bytes and text as they are, anything else as JSON."""
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_bytes((content if isinstance(content, str) else json.dumps(content)).encode())
    return path
