"""Saving a report: ask where and in which format, then let the worker write it."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

_FORMATS = {
    "Web page (*.html)": ".html",
    "Word document (*.docx)": ".docx",
    "Excel workbook (*.xlsx)": ".xlsx",
    "Table (*.csv)": ".csv",
    "JSON Lines (*.jsonl)": ".jsonl",
}


def suggested_name(title: str) -> str:
    """A file name from a document's title, without what file systems refuse."""
    stem = re.sub(r'[\x00-\x1f<>:"/\\|?*]+', " ", title)
    stem = " ".join(stem.split()).strip(" .")[:80]
    return f"{stem or 'document'} – fact-checks.html"


def with_suffix(name: str, chosen: str) -> Path:
    """The path with the chosen format's suffix, unless it already ends in one we write."""
    path = Path(name)
    if path.suffix.lower() in _FORMATS.values():
        return path
    return path.with_name(path.name + _FORMATS.get(chosen, ".html"))


def ask_report(parent: QWidget, title: str, folder: str = "") -> Path | None:
    """Ask where to write; the suffix decides the format. None when the dialog was closed."""
    name, chosen = QFileDialog.getSaveFileName(parent, "Export report", str(Path(folder) / suggested_name(title)), ";;".join(_FORMATS))
    return with_suffix(name, chosen) if name else None
