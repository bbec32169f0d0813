"""Languages that users set by hand on fact-checks.

The table `given_language` stores the language that such a fact-check was imported with, which is part of its content hash: the same
content is recognised when it is imported again, and keeps the language set by hand.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

from app.store.facets import FULLTEXT_ADD, FULLTEXT_DROP
from app.store.stored_values import row_as

_LANGUAGES = "SELECT id, language FROM factcheck WHERE id IN (SELECT id FROM given_language)"
_ROW = (
    "SELECT row, language, coalesce(imported, language) FROM factcheck LEFT JOIN given_language ON given_language.id = factcheck.id "
    "WHERE factcheck.id = ?"
)
_KEEP = "INSERT INTO given_language (id, imported) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET imported = excluded.imported"
_FORGET = "DELETE FROM given_language WHERE id = ?"


def all_overrides(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the languages set by hand, by id."""
    return dict(row_as(list[tuple[str, str]], connection.execute(_LANGUAGES).fetchall()))


def imported(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the languages that these fact-checks were imported with, by id."""
    return dict(row_as(list[tuple[str, str]], connection.execute("SELECT id, imported FROM given_language").fetchall()))


def set_languages(connection: sqlite3.Connection, languages: Mapping[str, str]) -> set[str]:
    """Set the languages of known ids. Return the ids whose language changed. Setting the imported language removes the entry."""
    changed: set[str] = set()
    for name, language in languages.items():
        record = connection.execute(_ROW, (name,)).fetchone()
        if record is None:
            continue
        row, before, source = record
        _note(connection, name, assigned=language, source=source)
        if before != language:
            # The language is a facet of the full text, whose entry is removed with the old value and added with the new one.
            connection.execute(FULLTEXT_DROP, (row,))
            connection.execute("UPDATE factcheck SET language = ? WHERE row = ?", (language, row))
            connection.execute(FULLTEXT_ADD, (row,))
            changed.add(name)
    return changed


def imported_with(connection: sqlite3.Connection, name: str) -> str:
    """Return the language that a known fact-check was imported with."""
    return str(connection.execute(_ROW, (name,)).fetchone()[2])


def language_after_update(connection: sqlite3.Connection, name: str, *, language: str) -> str:
    """Return the language of a fact-check whose content is being replaced: the one set by hand, or else the new content's
    `language`."""
    assigned = connection.execute(
        "SELECT language FROM factcheck JOIN given_language ON given_language.id = factcheck.id WHERE factcheck.id = ?", (name,)
    ).fetchone()
    if assigned is None:
        return language
    _note(connection, name, assigned=assigned[0], source=language)
    return str(assigned[0])


def forget(connection: sqlite3.Connection, names: Iterable[str]) -> None:
    """Remove the entries of deleted fact-checks."""
    connection.executemany(_FORGET, [(name,) for name in names])


def _note(connection: sqlite3.Connection, name: str, *, assigned: str, source: str) -> None:
    if assigned == source:
        connection.execute(_FORGET, (name,))
    else:
        connection.execute(_KEEP, (name, source))
