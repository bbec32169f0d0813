"""Full-text search in documents, best matches first."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import date
from typing import Any

from app.domain.evidence import EvidenceDocument, EvidenceFilter, EvidencePage, site_address, source_address
from app.domain.sites import Sites
from app.store import facets
from app.store.analysis import unspaced
from app.store.evidence.schema import COLUMNS
from app.store.fulltext import match_expression
from app.store.rows import chunks, placeholders
from app.store.stored_values import reading_stored_values, row_as

DOCUMENT_COLUMNS = ", ".join(f"document.{name}" for name in COLUMNS)
_SHOWN = ", ".join("{text}" if name == "text" else f"document.{name}" for name in COLUMNS)
_BEGINNING = "substr(document.text, 1, 300)"
_FITTING = "snippet(words, 1, '', '', '…', 48)"
_BEST = "ORDER BY bm25(words, 4.0, 1.0, 2.0), document.row"
_LATEST = "ORDER BY document.published DESC, document.id"
_NOTHING = EvidencePage(items=(), total=0, passages={})


@reading_stored_values()
def document_of(values: Sequence[Any]) -> EvidenceDocument:
    """Build a document from the values of the schema's COLUMNS, in that order. Raises DamagedValue."""
    fields: dict[str, Any] = dict(zip(COLUMNS, row_as(tuple[str, ...], tuple(values)), strict=True))
    day, starts = fields["published"], fields["page_starts"]
    read = {"published": date.fromisoformat(day) if day else None, "page_starts": tuple(map(int, starts.split()))}
    return EvidenceDocument(**{**fields, **read})


@reading_stored_values()
def search(connection: sqlite3.Connection, text: str, *, among: EvidenceFilter, offset: int, limit: int) -> EvidencePage:
    """Return one page; typed text is taken as words and never as query syntax. Each document's text is shortened to its best
    passage, or to its beginning."""
    clean = facets.without_signs(text.encode("utf-8", "replace").decode().replace("\x00", " "))
    conditions, values = _among(among)
    if among.without_sites is not None:
        conditions.append(f"NOT {site_condition(connection, among.without_sites)}")
    table, text_sql, order = "document", _BEGINNING, _LATEST
    if clean.strip() and unspaced(clean):
        conditions += ["instr(document.text, ?)"] * len(clean.split())
        values += clean.split()
    elif clean.strip():
        expression = match_expression(clean)
        if not expression:
            return _NOTHING
        table, text_sql, order = "words CROSS JOIN document ON document.row = words.rowid", _FITTING, _BEST
        conditions.append("words MATCH ?")
        values.append(expression)
    filter_sql = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    total = connection.execute(f"SELECT count(*) FROM {table} {filter_sql}", values).fetchone()[0]
    query = f"SELECT {_SHOWN.format(text=text_sql)} FROM {table} {filter_sql} {order} LIMIT ? OFFSET ?"
    items = tuple(document_of(row) for row in connection.execute(query, (*values, limit, offset)).fetchall())
    return EvidencePage(items=items, total=int(total), passages=_passages(connection, [item.id for item in items]))


def _among(among: EvidenceFilter) -> tuple[list[str], list[str]]:
    """Return the SQL conditions of the filters, without words, and their parameters."""
    conditions: list[str] = [] if among.undated else ["document.published != ''"]
    values: list[str] = []
    if among.before:
        conditions.append("document.published < ?")  # "" (no date) sorts before every day
        values.append(among.before.isoformat())
    addresses = sorted(filter(None, map(source_address, among.without_urls)))
    for column, excluded in (("address", addresses), ("id", sorted(among.without_documents))):
        if excluded:
            conditions.append(f"document.{column} NOT IN ({placeholders(excluded)})")
            values += excluded
    return conditions, values


def site_condition(connection: sqlite3.Connection, sites: Sites) -> str:
    """Return the SQL condition that a document comes from one of these sites, for queries of this connection."""

    def listed(address: str, source: str) -> bool:
        return sites.has(site_address(address, source))

    connection.create_function("of_sites", 2, listed)
    return "of_sites(document.address, document.source)"


def _passages(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, int]:
    """Return the number of passages by document id."""
    counts: dict[str, int] = {}
    for chunk in chunks(ids):
        count_sql = "(SELECT count(*) FROM passage WHERE passage.document = document.row)"
        counts.update(connection.execute(f"SELECT id, {count_sql} FROM document WHERE id IN ({placeholders(chunk)})", chunk).fetchall())
    return counts
