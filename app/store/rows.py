"""Fact-checks as database rows: written inside the caller's transaction, read back, grouped with their duplicates."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from typing import Any

from app.domain.duplicates import duplicate_key, group
from app.domain.factcheck import FactCheck
from app.domain.verdict import Verdict
from app.store import language_overrides, letter_pairs, source_ids
from app.store.facets import FULLTEXT_ADD, FULLTEXT_DROP
from app.store.stored_values import reading_stored_values, row_as

_TEXTS = ("claim", "title", "rating", "rating_rule", "publisher", "claimant", "url", "language", "note")
FACTCHECK_COLUMNS = ("id", *_TEXTS, "verdict", "published", "claimed")
_WRITTEN = (*FACTCHECK_COLUMNS, "content", "cluster", "grouped")
CHUNK = 500
_INSERT = f"INSERT INTO factcheck ({', '.join(_WRITTEN)}) VALUES ({', '.join('?' * len(_WRITTEN))})"
_UPDATE = f"UPDATE factcheck SET {', '.join(f'{name} = ?' for name in _WRITTEN)} WHERE row = ?"


def chunks(items: Iterable[Any], size: int = CHUNK) -> Iterator[list[Any]]:
    """Yield lists of at most `size` items (SQLite limits the parameters of one statement)."""
    source = iter(items)
    while part := list(islice(source, size)):
        yield part


def placeholders(part: Sequence[object]) -> str:
    """Return the placeholders of an IN list."""
    return ", ".join("?" * len(part))


def storable(factcheck: FactCheck) -> FactCheck:
    """Replace lone surrogates by "?"."""
    texts: dict[str, Any] = {name: getattr(factcheck, name) for name in ("id", "body", *_TEXTS)}
    try:
        "".join(texts.values()).encode()
    # SQLite cannot store lone surrogates.
    except UnicodeEncodeError:
        return replace(factcheck, **{name: value.encode("utf-8", "replace").decode() for name, value in texts.items()})
    return factcheck


def _day(value: date | None) -> str:
    return value.isoformat() if value else ""


def _values(factcheck: FactCheck, content: str) -> tuple[str, ...]:
    texts = (getattr(factcheck, name) for name in _TEXTS)
    key = duplicate_key(publisher=factcheck.publisher, url=factcheck.url, claim=factcheck.claim)
    dates = (_day(factcheck.published), _day(factcheck.claimed))
    return (factcheck.id, *texts, factcheck.verdict.value, *dates, content, key, factcheck.id)


@reading_stored_values()
def factcheck_of(row: sqlite3.Row | Sequence[Any], *, body: str = "") -> FactCheck:
    """Build a fact-check from the values of `FACTCHECK_COLUMNS`, in that order. Raises DamagedValue."""
    name, claim, title, rating, rule, publisher, claimant, url, language, note, verdict, published, claimed, body = row_as(
        tuple[str, ...], (*row, body)
    )
    return FactCheck(
        id=name,
        claim=claim,
        title=title,
        body=body,
        rating=rating,
        verdict=Verdict(verdict),
        rating_rule=rule,
        publisher=publisher,
        claimant=claimant,
        published=date.fromisoformat(published) if published else None,
        claimed=date.fromisoformat(claimed) if claimed else None,
        url=url,
        language=language,
        note=note,
    )


@dataclass(slots=True)
class KnownRow:
    """Row number and content hash of a stored fact-check."""

    row: int
    content: str


def begin_groups(connection: sqlite3.Connection) -> None:
    """Start to record the duplicate keys that a change touches."""
    connection.execute("CREATE TEMP TABLE IF NOT EXISTS touched (cluster TEXT PRIMARY KEY)")
    connection.execute("DELETE FROM touched")


def known_rows(connection: sqlite3.Connection, ids: Iterable[str]) -> dict[str, KnownRow]:
    """Return the rows of those ids that are stored."""
    rows_by_id: dict[str, KnownRow] = {}
    for chunk in chunks(sorted(ids)):
        for name, row, content in connection.execute(f"SELECT id, row, content FROM factcheck WHERE id IN ({placeholders(chunk)})", chunk):
            rows_by_id[name] = KnownRow(row, content)
    return rows_by_id


def _touch(connection: sqlite3.Connection, row: int) -> None:
    connection.execute("INSERT OR IGNORE INTO touched SELECT cluster FROM factcheck WHERE row = ?", (row,))


def insert(connection: sqlite3.Connection, factcheck: FactCheck, content: str) -> int:
    """Insert a fact-check and return its row number."""
    row = int(connection.execute(_INSERT, _values(factcheck, content)).lastrowid or 0)
    connection.execute("INSERT INTO body (row, body) VALUES (?, ?)", (row, factcheck.body))
    connection.execute(FULLTEXT_ADD, (row,))
    letter_pairs.add(connection, row, factcheck.claim, factcheck.title, factcheck.body)
    _touch(connection, row)
    return row


def update(connection: sqlite3.Connection, factcheck: FactCheck, content: str, known_row: KnownRow) -> None:
    """Replace a fact-check; a language set by hand stays."""
    # Before and after the update, since the groups of both the old and the new duplicate key change.
    _touch(connection, known_row.row)
    # FTS5 needs the old texts to remove their entries.
    connection.execute(FULLTEXT_DROP, (known_row.row,))
    letter_pairs.drop(connection, known_row.row)
    language = language_overrides.language_after_update(connection, factcheck.id, language=factcheck.language)
    connection.execute(_UPDATE, (*_values(replace(factcheck, language=language), content), known_row.row))
    connection.execute("UPDATE body SET body = ? WHERE row = ?", (factcheck.body, known_row.row))
    connection.execute(FULLTEXT_ADD, (known_row.row,))
    letter_pairs.add(connection, known_row.row, factcheck.claim, factcheck.title, factcheck.body)
    _touch(connection, known_row.row)
    known_row.content = content


def delete(connection: sqlite3.Connection, ids: Sequence[str]) -> int:
    """Delete fact-checks and return how many existed."""
    rows_by_id = known_rows(connection, ids)
    for known_row in rows_by_id.values():
        _touch(connection, known_row.row)
        connection.execute(FULLTEXT_DROP, (known_row.row,))
        letter_pairs.drop(connection, known_row.row)
        connection.execute("DELETE FROM body WHERE row = ?", (known_row.row,))
        connection.execute("DELETE FROM factcheck WHERE row = ?", (known_row.row,))
    language_overrides.forget(connection, rows_by_id)
    source_ids.forget(connection, rows_by_id)
    return len(rows_by_id)


def regroup(connection: sqlite3.Connection) -> None:
    """Rebuild the group of every duplicate key that the change touched."""
    connection.execute("UPDATE factcheck SET grouped = id WHERE cluster IN (SELECT cluster FROM touched) AND grouped != id")
    query = (
        "SELECT cluster, id, claim FROM factcheck WHERE cluster IN (SELECT cluster FROM factcheck "
        "WHERE cluster IN (SELECT cluster FROM touched) GROUP BY cluster HAVING count(*) > 1)"
    )
    clusters: dict[str, dict[str, str]] = {}
    for cluster, name, claim in row_as(list[tuple[str, str, str]], connection.execute(query).fetchall()):
        clusters.setdefault(cluster, {})[name] = claim
    for claims in clusters.values():
        moved = [(head, name) for name, head in group(claims).items() if head != name]
        connection.executemany("UPDATE factcheck SET grouped = ? WHERE id = ?", moved)


def refill_full_text(connection: sqlite3.Connection) -> None:
    """Rebuild the full text. The entries of an altered row cannot be removed with its words, which are no longer those that were
    indexed."""
    connection.execute("INSERT INTO fulltext (fulltext) VALUES ('rebuild')")
    connection.execute("INSERT INTO letterpairs (letterpairs) VALUES ('delete-all')")
    letter_pairs.add_all(connection)


def regroup_all(connection: sqlite3.Connection) -> None:
    """Rebuild all groups, inside the caller's transaction."""
    begin_groups(connection)
    connection.execute("INSERT OR IGNORE INTO touched SELECT cluster FROM factcheck")
    regroup(connection)


def count_joined(connection: sqlite3.Connection, added: Sequence[str]) -> int:
    """Return how many of the added ids share a group with an id that was there before."""
    heads: dict[str, str] = {}
    for chunk in chunks(added):
        heads.update(connection.execute(f"SELECT id, grouped FROM factcheck WHERE id IN ({placeholders(chunk)})", chunk))
    added_in_group: dict[str, int] = {}
    for head in heads.values():
        added_in_group[head] = added_in_group.get(head, 0) + 1
    count = 0
    for chunk in chunks(added_in_group):
        for head, size in connection.execute(
            f"SELECT grouped, count(*) FROM factcheck WHERE grouped IN ({placeholders(chunk)}) GROUP BY grouped HAVING count(*) > 1", chunk
        ):
            count += added_in_group[head] if size > added_in_group[head] else size - 1
    return count
