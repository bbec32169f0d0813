"""The name of a database's state: one row drawn by lot that every change draws anew, so that an index knows whether it is of these rows.

A counter would not tell a file that was put back from a copy and then changed otherwise.
"""

from __future__ import annotations

import sqlite3

from app.store.sqlite import Database
from app.store.stored_values import row_as

_DRAWN = "lower(hex(randomblob(16)))"


def add_state(database: Database) -> None:
    """The migration that gives a database its state."""
    database.create_table("state", {"name": str}, not_null={"name"})
    database.conn.execute(f"INSERT INTO state VALUES ({_DRAWN})")


def draw_state(connection: sqlite3.Connection) -> None:
    """An index of the rows as they were is out of date from here on."""
    connection.execute(f"UPDATE state SET name = {_DRAWN}")


def begin(connection: sqlite3.Connection) -> str:
    """Begin a read transaction; the name of the state that it sees."""
    connection.execute("BEGIN")
    (name,) = row_as(tuple[str], connection.execute("SELECT name FROM state").fetchone())
    return name
