"""Overviews of a library: publishers, ratings, duplicate groups."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from app.domain.factcheck import FactCheck
from app.domain.overview import DuplicateGroup, DuplicatePage, PublisherSummary, StoredRating
from app.domain.verdict import Verdict
from app.store.rows import FACTCHECK_COLUMNS, chunks, factcheck_of, placeholders
from app.store.stored_values import reading_stored_values, row_as

_GROUPS = "SELECT grouped, count(*) AS members, count(DISTINCT verdict) AS verdicts FROM factcheck GROUP BY grouped HAVING members > 1"


@reading_stored_values()
def publishers(connection: sqlite3.Connection) -> tuple[PublisherSummary, ...]:
    """Return every publisher, most fact-checks first; rows without a publisher have the name ""."""
    parts_of_publisher: dict[str, list[tuple[Verdict, int, str, str]]] = {}
    query = (
        "SELECT publisher, verdict, count(*), coalesce(min(nullif(published, '')), ''), max(published) FROM factcheck "
        "GROUP BY publisher, verdict"
    )
    for name, verdict, number, oldest, newest in row_as(list[tuple[str, str, int, str, str]], connection.execute(query).fetchall()):
        parts_of_publisher.setdefault(name, []).append((Verdict(verdict), number, oldest, newest))
    return tuple(
        sorted(
            (_summary(name, parts) for name, parts in parts_of_publisher.items()), key=lambda summary: (-summary.factchecks, summary.name)
        )
    )


def _summary(name: str, parts: Sequence[tuple[Verdict, int, str, str]]) -> PublisherSummary:
    return PublisherSummary(
        name=name,
        factchecks=sum(number for _, number, _, _ in parts),
        oldest=min((oldest for _, _, oldest, _ in parts if oldest), default=""),
        newest=max(newest for _, _, _, newest in parts),
        verdicts=tuple(sorted(((verdict, number) for verdict, number, _, _ in parts), key=lambda pair: list(Verdict).index(pair[0]))),
    )


@reading_stored_values()
def ratings(connection: sqlite3.Connection) -> tuple[StoredRating, ...]:
    """Return every rating of every publisher with its stored verdict and rule, most frequent first."""
    query = (
        "SELECT rating, publisher, verdict, rating_rule, count(*) AS total FROM factcheck GROUP BY rating, publisher, verdict, rating_rule "
        "ORDER BY total DESC, rating, publisher, verdict, rating_rule"
    )
    return tuple(
        StoredRating(rating=rating, publisher=publisher, verdict=Verdict(verdict), rule=rule, factchecks=total)
        for rating, publisher, verdict, rule, total in row_as(list[tuple[str, str, str, str, int]], connection.execute(query).fetchall())
    )


@reading_stored_values()
def duplicates(connection: sqlite3.Connection, *, offset: int, limit: int) -> DuplicatePage:
    """Return groups of more than one: first those whose verdicts differ, then the largest; members in id order."""
    total, disagreeing = connection.execute(f"SELECT count(*), coalesce(sum(verdicts > 1), 0) FROM ({_GROUPS})").fetchone()
    page = f"{_GROUPS} ORDER BY verdicts > 1 DESC, members DESC, grouped LIMIT ? OFFSET ?"
    heads = [row[0] for row in connection.execute(page, (limit, offset))]
    members = _members(connection, heads)
    return DuplicatePage(
        groups=tuple(DuplicateGroup(members=tuple(members[head])) for head in heads), total=int(total), disagreeing=int(disagreeing)
    )


def _members(connection: sqlite3.Connection, heads: Sequence[str]) -> dict[str, list[FactCheck]]:
    members: dict[str, list[FactCheck]] = {head: [] for head in heads}
    columns = ", ".join(FACTCHECK_COLUMNS)
    for chunk in chunks(heads):
        rows = connection.execute(f"SELECT grouped, {columns} FROM factcheck WHERE grouped IN ({placeholders(chunk)}) ORDER BY id", chunk)
        for head, *values in rows.fetchall():
            members[head].append(factcheck_of(values))
    return members
