"""Reports of a ranked document: JSON Lines, CSV, HTML and DOCX, chosen by the file's suffix."""

from app.services.reports.rows import match_row, sentence_row
from app.services.reports.write import FORMATS, write_json_lines, write_report

__all__ = ["FORMATS", "match_row", "sentence_row", "write_json_lines", "write_report"]
