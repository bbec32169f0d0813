"""Schema of project files, as ordered migrations."""

from __future__ import annotations

from app.store import row_digests
from app.store.sqlite import Database, Migrations

APPLICATION_ID = 0x50524350
VERSION = 2
MIGRATIONS = Migrations("priorcheck-project")


def _tables(database: Database) -> None:
    """Create the tables: notes by name; compressed batches of sentences and of ranked sentences; the review's acts by number."""
    database.create_table("note", {"name": str, "text": str}, pk="name", not_null={"text"})
    for name in ("sentences", "ranked"):
        database.create_table(name, {"number": int, "body": bytes}, pk="number", not_null={"body"})
    database.create_table("act", {"number": int, "at": str, "who": str, "label": str, "body": bytes}, pk="number", not_null={"body"})


MIGRATIONS(name="1-project")(_tables)
MIGRATIONS(name="2-seals")(row_digests.create_table)
DIGESTED_TABLES = (
    row_digests.DigestedTable(name="note", columns=("name", "text"), key=("name",), label="name"),
    row_digests.DigestedTable(name="sentences", columns=("number", "body"), key=("number",), label="number"),
    row_digests.DigestedTable(name="ranked", columns=("number", "body"), key=("number",), label="number"),
    row_digests.DigestedTable(name="act", columns=("number", "at", "who", "label", "body"), key=("number",), label="label"),
)
