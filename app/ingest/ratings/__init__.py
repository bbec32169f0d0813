"""Ratings of fact-checkers in their own words to our verdicts, by a table the user can extend."""

from app.ingest.ratings.files import RatingTable, TableRow, read_table, user_table_path, write_table
from app.ingest.ratings.normaliser import Confidence, RatingNormaliser, RatingResult, load_normaliser, shipped_table
from app.ingest.ratings.user_rules import set_rule

__all__ = [
    "Confidence",
    "RatingNormaliser",
    "RatingResult",
    "RatingTable",
    "TableRow",
    "load_normaliser",
    "read_table",
    "set_rule",
    "shipped_table",
    "user_table_path",
    "write_table",
]
