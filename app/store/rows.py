"""Fact-checks as database rows: writing changes inside the caller's transaction, reading them back, duplicate groups."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from typing import Any

from app.domain.duplicates import duplicate_key, group
from app.domain.factcheck import FactCheck
from app.domain.importing import ChangeCounts
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.domain.verdict import Verdict
from app.ports import LibraryChange
from app.store import given_languages, letter_pairs, row_digests
from app.store.facets import FULLTEXT_ADD, FULLTEXT_DROP
from app.store.schema import BODY, FACTCHECK
from app.store.stored_values import reading_stored_values, row_as
from app.translation import tr

_TEXTS = ("claim", "title", "rating", "rating_rule", "publisher", "claimant", "url", "language", "note")
FACTCHECK_COLUMNS = ("id", *_TEXTS, "verdict", "published", "claimed")
_WRITTEN = (*FACTCHECK_COLUMNS, "content", "cluster", "grouped")
_CHUNK = 500
_INSERT = f"INSERT INTO factcheck ({', '.join(_WRITTEN)}) VALUES ({', '.join('?' * len(_WRITTEN))})"
_UPDATE = f"UPDATE factcheck SET {', '.join(f'{name} = ?' for name in _WRITTEN)} WHERE row = ?"


def chunks(items: Iterable[Any], size: int = _CHUNK) -> Iterator[list[Any]]:
    """Lists of at most `size` items (SQLite limits the parameters of one statement)."""
    source = iter(items)
    while part := list(islice(source, size)):
        yield part


def marks(part: Sequence[object]) -> str:
    """The placeholders of an IN list."""
    return ", ".join("?" * len(part))


def storable(factcheck: FactCheck) -> FactCheck:
    """The same fact-check without code points that cannot be written as UTF-8 (lone surrogates become "?")."""
    texts: dict[str, Any] = {name: getattr(factcheck, name) for name in ("id", "body", *_TEXTS)}
    try:
        "".join(texts.values()).encode()
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
    """A fact-check from the values of `FACTCHECK_COLUMNS`, in that order. Raises DamagedValue."""
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
class _Known:
    row: int
    content: str


def write_change(connection: sqlite3.Connection, change: LibraryChange, *, progress: Progress, cancel: CancelToken) -> ChangeCounts:
    """Delete, insert and update rows, full text and groups; then give languages. The caller holds the transaction.

    An id that is both deleted and upserted is replaced. Of several upserts of one id the last one counts.
    """
    _begin(connection)
    incoming = {factcheck.id for factcheck in change.upsert}
    deleted = _delete(connection, [name for name in dict.fromkeys(change.delete) if name not in incoming])
    known = _known(connection, incoming)
    rows = [found.row for found in known.values()]
    altered = {int(key) for table in (FACTCHECK, BODY) for key in row_digests.altered_among(connection, table, "row", rows, label="row")}
    added: list[str] = []
    changed: set[str] = set()
    unchanged = 0
    for place, factcheck in enumerate(change.upsert):
        if place % _CHUNK == 0:
            cancel.check()
            progress(ProgressUpdate(tr("Writing fact-checks"), place, len(change.upsert)))
        clean = storable(factcheck)
        found = known.get(clean.id)
        if found is not None and clean.id in change.languages:  # that comes last, and is no part of the content
            clean = replace(clean, language=given_languages.imported_with(connection, clean.id))
        content = clean.content_hash()
        if found is None:
            known[clean.id] = _Known(_insert(connection, clean, content), content)
            added.append(clean.id)
        elif found.content == content and found.row not in altered:
            unchanged += 1
        else:
            _update(connection, clean, content, found)
            changed.add(clean.id)
            if found.row in altered:  # it was written whole, so that it is right again
                for table in (FACTCHECK, BODY):
                    row_digests.record_rows(connection, table, [found.row])
    changed |= given_languages.give(connection, change.languages) - set(added)
    if changed & {name for name, found in known.items() if found.row in altered}:
        refill_full_text(connection)
    _regroup(connection)
    grouped = _joined(connection, added)
    return ChangeCounts(added=len(added), changed=len(changed), unchanged=unchanged, deleted=deleted, grouped=grouped)


def _begin(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TEMP TABLE IF NOT EXISTS touched (cluster TEXT PRIMARY KEY)")
    connection.execute("DELETE FROM touched")


def _known(connection: sqlite3.Connection, ids: Iterable[str]) -> dict[str, _Known]:
    found: dict[str, _Known] = {}
    for part in chunks(sorted(ids)):
        for name, row, content in connection.execute(f"SELECT id, row, content FROM factcheck WHERE id IN ({marks(part)})", part):
            found[name] = _Known(row, content)
    return found


def _touch(connection: sqlite3.Connection, row: int) -> None:
    connection.execute("INSERT OR IGNORE INTO touched SELECT cluster FROM factcheck WHERE row = ?", (row,))


def _insert(connection: sqlite3.Connection, factcheck: FactCheck, content: str) -> int:
    row = int(connection.execute(_INSERT, _values(factcheck, content)).lastrowid or 0)
    connection.execute("INSERT INTO body (row, body) VALUES (?, ?)", (row, factcheck.body))
    connection.execute(FULLTEXT_ADD, (row,))
    letter_pairs.add(connection, row, factcheck.claim, factcheck.title, factcheck.body)
    _touch(connection, row)
    return row


def _update(connection: sqlite3.Connection, factcheck: FactCheck, content: str, known: _Known) -> None:
    _touch(connection, known.row)
    connection.execute(FULLTEXT_DROP, (known.row,))
    letter_pairs.drop(connection, known.row)
    language = given_languages.kept(connection, factcheck.id, language=factcheck.language)
    connection.execute(_UPDATE, (*_values(replace(factcheck, language=language), content), known.row))
    connection.execute("UPDATE body SET body = ? WHERE row = ?", (factcheck.body, known.row))
    connection.execute(FULLTEXT_ADD, (known.row,))
    letter_pairs.add(connection, known.row, factcheck.claim, factcheck.title, factcheck.body)
    _touch(connection, known.row)
    known.content = content


def _delete(connection: sqlite3.Connection, ids: Sequence[str]) -> int:
    found = _known(connection, ids)
    for known in found.values():
        _touch(connection, known.row)
        connection.execute(FULLTEXT_DROP, (known.row,))
        letter_pairs.drop(connection, known.row)
        connection.execute("DELETE FROM body WHERE row = ?", (known.row,))
        connection.execute("DELETE FROM factcheck WHERE row = ?", (known.row,))
    given_languages.forget(connection, found)
    return len(found)


def _regroup(connection: sqlite3.Connection) -> None:
    """Form the groups of every duplicate key that this change touched anew."""
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
    """Fill the full text anew: what it held of an altered row cannot be taken out by the row's words, which are others now."""
    connection.execute("INSERT INTO fulltext (fulltext) VALUES ('rebuild')")
    connection.execute("INSERT INTO letterpairs (letterpairs) VALUES ('delete-all')")
    letter_pairs.add_all(connection)


def regroup_all(connection: sqlite3.Connection) -> None:
    """Form all groups anew (inside the caller's transaction)."""
    _begin(connection)
    connection.execute("INSERT OR IGNORE INTO touched SELECT cluster FROM factcheck")
    _regroup(connection)


def _joined(connection: sqlite3.Connection, added: Sequence[str]) -> int:
    """How many of the added ids share a group with an id that was there before them."""
    heads: dict[str, str] = {}
    for part in chunks(added):
        heads.update(connection.execute(f"SELECT id, grouped FROM factcheck WHERE id IN ({marks(part)})", part))
    mine: dict[str, int] = {}
    for head in heads.values():
        mine[head] = mine.get(head, 0) + 1
    joined = 0
    for part in chunks(mine):
        for head, size in connection.execute(
            f"SELECT grouped, count(*) FROM factcheck WHERE grouped IN ({marks(part)}) GROUP BY grouped HAVING count(*) > 1", part
        ):
            joined += mine[head] if size > mine[head] else size - 1
    return joined
