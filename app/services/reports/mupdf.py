"""PyMuPDF with its messages switched off: they quote the document's text, and would end up in a log."""

from __future__ import annotations

from typing import Any


def silent_mupdf() -> Any:
    """Import PyMuPDF at first use and silence it."""
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    return pymupdf
