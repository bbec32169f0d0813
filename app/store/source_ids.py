"""Ids that sources gave to rows which the library stores under another id, because a row of another source already had theirs.

The table `own_id` has only such rows. Imports read it to recognise a row that is imported again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from app.store import row_digests
from app.store.sqlite import Database

OWN_ID = row_digests.DigestedTable(name="own_id", columns=("id", "own"), key=("id",), label="id")


def create_table(database: Database) -> None:
    """Migration: create the table, empty."""
    database.create_table("own_id", {"id": str, "own": str}, pk="id", not_null={"own"}).create_index(["own"])


def forget(connection: sqlite3.Connection, ids: Iterable[str]) -> None:
    """Forget the own ids of rows that are gone."""
    connection.executemany("DELETE FROM own_id WHERE id = ?", ((name,) for name in ids))


def forget_altered(connection: sqlite3.Connection) -> list[str]:
    """Remove rows that are not what was written, and return their labels: the next import of their source finds out anew."""
    labels = row_digests.altered_labels(connection, OWN_ID)
    connection.execute(f"DELETE FROM own_id WHERE {OWN_ID.is_altered_sql()}")
    return [f"own id of {label}" for label in (*labels, *row_digests.forget_missing(connection, OWN_ID))]
