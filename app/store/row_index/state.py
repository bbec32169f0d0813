"""Random name of a database's state, replaced at every change, which shows an index whether it is up to date.

A counter would not suffice: a file that was restored from a copy and then changed differently would reuse its numbers.
"""

from __future__ import annotations

import sqlite3

from app.store.sqlite import Database
from app.store.stored_values import row_as

_DRAWN = "lower(hex(randomblob(16)))"


def add_state(database: Database) -> None:
    """Migration: give a database its state."""
    database.create_table("state", {"name": str}, not_null={"name"})
    database.conn.execute(f"INSERT INTO state VALUES ({_DRAWN})")


def renew_state(connection: sqlite3.Connection) -> None:
    """Replace the state, so that existing indexes are out of date."""
    connection.execute(f"UPDATE state SET name = {_DRAWN}")


def begin(connection: sqlite3.Connection) -> str:
    """Begin a read transaction and return the name of the state that it sees."""
    connection.execute("BEGIN")
    (name,) = row_as(tuple[str], connection.execute("SELECT name FROM state").fetchone())
    return name
