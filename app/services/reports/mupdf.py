"""PyMuPDF, told to keep its complaints to itself: they quote the text that it works on, and would end in a log."""

from __future__ import annotations

from typing import Any


def silent_mupdf() -> Any:
    """The module, loaded at first use."""
    import pymupdf

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    return pymupdf
