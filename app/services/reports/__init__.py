"""Reports of a ranked and reviewed document: for reading, as tables, and as ClaimReview; the file's suffix chooses."""

from app.services.reports.rows import match_row, sentence_row
from app.services.reports.write import FORMATS, check_target, report_format, write_json_lines, write_report

__all__ = ["FORMATS", "check_target", "match_row", "report_format", "sentence_row", "write_json_lines", "write_report"]
