"""Translation of fact-checkers' own ratings to our verdicts, by a table that the user can extend."""

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
