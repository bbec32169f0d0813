"""The tables of a project file, as ordered migrations."""

from __future__ import annotations

from app.store.sqlite import Database, Migrations

APPLICATION_ID = 0x50524350
VERSION = 1
MIGRATIONS = Migrations("priorcheck-project")


def _tables(database: Database) -> None:
    """Notes by name; batches of sentences and of ranked sentences, compressed; acts by their number."""
    database.create_table("note", {"name": str, "text": str}, pk="name", not_null={"text"})
    for name in ("sentences", "ranked"):
        database.create_table(name, {"number": int, "body": bytes}, pk="number", not_null={"body"})
    database.create_table("act", {"number": int, "at": str, "who": str, "label": str, "body": bytes}, pk="number", not_null={"body"})


MIGRATIONS(name="1-project")(_tables)
