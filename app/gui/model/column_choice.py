"""Mapping of a table's columns to the fields of a fact-check or a post: the guess and the reader's changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.translation import mark

FIELDS: tuple[tuple[str, str], ...] = (
    ("claim", mark("Claim")),
    ("rating", mark("Rating")),
    ("publisher", mark("Publisher")),
    ("published", mark("Published on")),
    ("claimant", mark("Who said it")),
    ("claimed", mark("Said on")),
    ("title", mark("Title")),
    ("body", mark("Text")),
    ("url", mark("Link")),
    ("language", mark("Language")),
    ("id", mark("Id")),
)
POST_FIELDS: tuple[tuple[str, str], ...] = (
    ("text", mark("Text")),
    ("author", mark("Author")),
    ("published", mark("Published on")),
    ("platform", mark("Platform")),
    ("language", mark("Language")),
    ("url", mark("Link")),
    ("engagement", mark("Engagement")),
    ("id", mark("Id")),
)
NEEDED = {
    "claim": mark("Choose the column that holds the claim; without it nothing can be imported."),
    "text": mark("Choose the column that holds the text; without it nothing can be imported."),
}
"""Fields without which there is nothing, and what is told where no column is chosen for one."""
_EXAMPLE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The beginning of a table: its columns, some rows, and the guessed mapping of our fields to its columns."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    guess: Mapping[str, str] = field(default_factory=dict)

    def example(self, column: str) -> str:
        """The first value in a column that is not empty, cut to a line."""
        if column not in self.header:
            return ""
        index = self.header.index(column)
        value = next((" ".join(row[index].split()) for row in self.rows if index < len(row) and row[index].strip()), "")
        return value if len(value) <= _EXAMPLE else value[: _EXAMPLE - 1] + "…"


def overrides(table: Table, columns: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """(field, column) pairs where the choice differs from the guess; "" where the reader wants no column for the field."""
    return tuple((name, column) for name, column in columns.items() if column != table.guess.get(name, ""))


def missing(columns: Mapping[str, str]) -> str:
    """Return the message about a required field without a column, or ""."""
    return next((words for name, words in NEEDED.items() if not columns.get(name, name)), "")


def doubled(columns: Mapping[str, str]) -> str:
    """A column that was chosen for two fields, or nothing."""
    used_columns = [column for column in columns.values() if column]
    return next((column for column in used_columns if used_columns.count(column) > 1), "")
