"""Full-text search for users, with SQLite's FTS5. Typed text is taken as words and never as query syntax."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, replace
from typing import Any

from app.domain.factcheck import FactCheck, FactCheckFilter, FactCheckOrder, SortColumn
from app.domain.verdict import Verdict
from app.ports import SearchPage
from app.store import facets, letter_pairs
from app.store.analysis import STOP_WORDS, likely_function_words, unspaced
from app.store.rows import FACTCHECK_COLUMNS, chunks, factcheck_of, placeholders
from app.store.stored_values import reading_stored_values, row_as

_COLUMNS = ", ".join(f"factcheck.{name}" for name in FACTCHECK_COLUMNS)
_PASSAGE_WORDS = 24
_PASSAGE = 160
_BEFORE = 40
_INDEXED = frozenset({"publisher", "verdict", "language", "grouped"})
_NEWEST = "ORDER BY published DESC, id"
_VERDICTS = " ".join(f"WHEN '{verdict.value}' THEN {number}" for number, verdict in enumerate(Verdict))
# What rows are sorted by; an empty value comes last in both directions.
_SORTED_BY = {
    SortColumn.VERDICT: f"CASE factcheck.verdict {_VERDICTS} END",
    **{
        column: f"factcheck.{column.value} COLLATE NOCASE"
        for column in (SortColumn.CLAIM, SortColumn.PUBLISHER, SortColumn.LANGUAGE, SortColumn.RATING, SortColumn.CLAIMANT)
    },
    SortColumn.PUBLISHED: "factcheck.published",
}
_PAIRED = f"factcheck.row IN ({letter_pairs.MATCHING})"
_JOINED = "CROSS JOIN factcheck ON factcheck.row = fulltext.rowid"
_WHOLE_TEXT = "(claim || ' ' || title || ' ' || body)"
_LEAST_BEGINNING = 3
_LEAST_IN_LARGE = 4
_LARGE = 40_000
_MOST_RANKED = 3_000
# Most matches that are sorted by date. For more, the index in that order is walked until the page is full.
_MOST_SORTED = 5_000
_MARK = "\x02"
_TEXTS = 3  # claim, title and body
_PASSAGES = ", ".join(f"snippet(fulltext, {column}, '{_MARK}', '', '…', {_PASSAGE_WORDS})" for column in range(_TEXTS))
_NOTHING = SearchPage(items=(), total=0, passages={}, same_as={})


@dataclass(frozen=True, slots=True)
class _Part:
    """Offset and length of the requested page, and the order of all pages; "" is that of the best matches, or newest first."""

    offset: int
    limit: int
    chosen_order: str = ""

    @property
    def order(self) -> str:
        """The order where the matches have no ranks."""
        return self.chosen_order or _NEWEST


def match_expression(text: str, *, least: int = _LEAST_BEGINNING) -> str:
    """Return the full-text expression for typed words: each quoted and required, except stop words among others. The last may be
    the beginning of a word of at least `least` letters."""
    query_words = text.replace('"', " ").split()
    words = [word for word in query_words if any(letter.isalnum() for letter in word)]
    stops = STOP_WORDS | likely_function_words(text)
    content_words = [word for word in words if word.casefold() not in stops] or words
    if not content_words:
        return ""
    distinct_words = list(dict.fromkeys(content_words))
    last = content_words[-1]
    unfinished = last == query_words[-1] and not text[-1:].isspace() and _may_begin(last, least, stops) and last not in content_words[:-1]
    return " ".join(f'"{word}"' for word in distinct_words) + (" *" if unfinished else "")


def _may_begin(word: str, least: int, stops: Set[str]) -> bool:
    """Return True where a word may match longer words."""
    # Short beginnings in Latin letters would match nearly everything, and slowly.
    return (len(word) >= least or not word.isascii()) and word.casefold() not in stops


@reading_stored_values()
def search(
    connection: sqlite3.Connection, text: str, *, among: FactCheckFilter, order: FactCheckOrder, offset: int, limit: int
) -> SearchPage:
    """Return one page; passages are plain text."""
    columns = {"grouped" if name == "group" else name: value for name, value in asdict(among).items()}
    active = {name: value for name, value in columns.items() if value}
    part = _Part(offset, limit, _order_sql(order))
    clean = facets.without_signs(text.encode("utf-8", "replace").decode().replace("\x00", " "))
    if not clean.strip():
        return _newest_page(connection, active, part)
    # Scripts without spaces have no words to look up.
    if unspaced(clean):
        return _containing_page(connection, clean.split(), active, part)
    expression = match_expression(clean, least=_least_beginning(connection))
    return _matching_page(connection, expression, active, part) if expression else _NOTHING


def _order_sql(order: FactCheckOrder) -> str:
    if order.column is None:
        return ""
    name, value = f"factcheck.{order.column.value}", _SORTED_BY[order.column]
    is_empty = f"({name} IS NULL OR {name} = '')"
    return f"ORDER BY {is_empty}, {value} {'DESC' if order.descending else 'ASC'}, factcheck.published DESC, factcheck.id"


def _least_beginning(connection: sqlite3.Connection) -> int:
    """Return the fewest letters that may match the beginning of a word."""
    rows = connection.execute("SELECT max(row) FROM factcheck").fetchone()[0] or 0
    # In a large library three letters begin so many words that collecting their rows takes a third of a second.
    return _LEAST_IN_LARGE if rows > _LARGE else _LEAST_BEGINNING


def _filter_conditions(names: Iterable[str], *, use_index: bool) -> list[str]:
    """Return the SQL conditions of the filters. Unless `use_index`, they do not make SQLite walk in another order."""
    # The plus keeps SQLite from using a filter's index.
    return [f"{'' if use_index or name == 'grouped' else '+'}factcheck.{name} = ?" for name in names]


def _where(*conditions: str) -> str:
    return f"WHERE {' AND '.join(conditions)}" if conditions else ""


def _rows(connection: sqlite3.Connection, query: str, values: Iterable[Any]) -> list[int]:
    return [row for (row,) in connection.execute(query, tuple(values))]


def _number(connection: sqlite3.Connection, query: str, values: Iterable[Any]) -> int:
    return int(connection.execute(query, tuple(values)).fetchone()[0])


def _newest_page(connection: sqlite3.Connection, active: Mapping[str, str], part: _Part) -> SearchPage:
    """List without words, newest first."""
    total = _number(connection, f"SELECT count(*) FROM factcheck {_where(*_filter_conditions(active, use_index=True))}", active.values())
    # Walking the index of this order is faster than sorting a filter's matches; for counting it is the other way round.
    page = f"SELECT row FROM factcheck {_where(*_filter_conditions(active, use_index=False))} {part.order} LIMIT ? OFFSET ?"
    return _page_of_rows(connection, _rows(connection, page, (*active.values(), part.limit, part.offset)), total)


def _containing_page(connection: sqlite3.Connection, words: Sequence[str], active: Mapping[str, str], part: _Part) -> SearchPage:
    """Find texts that contain each of these words anywhere, newest first: scripts without spaces have no words to look up. Pairs of
    letters select the candidates; where a word is not decided by its pairs, the candidates' texts are searched."""
    expression = " AND ".join(filter(None, map(letter_pairs.expression, words)))
    inexact_words = [word for word in words if not letter_pairs.is_exact(word)]
    if not inexact_words:
        rows, total = _rows_by_pairs(connection, expression, active, part)
        return _page_of_rows(connection, rows, total, around_word=words[0])
    containment, patterns = zip(*map(_contains_condition, inexact_words), strict=True)
    filter_sql = _where(*([_PAIRED] if expression else []), *containment, *_filter_conditions(active, use_index=False))
    values = [*([expression] if expression else []), *(fragment for group in patterns for fragment in group), *active.values()]
    query = f"SELECT factcheck.row FROM factcheck JOIN body ON body.row = factcheck.row {filter_sql} {part.order}"
    matched_rows = _rows(connection, query, values)  # one pass over the texts also yields the total
    return _page_of_rows(connection, matched_rows[part.offset : part.offset + part.limit], len(matched_rows), around_word=words[0])


def _rows_by_pairs(connection: sqlite3.Connection, expression: str, active: Mapping[str, str], part: _Part) -> tuple[list[int], int]:
    """Return the rows of one page and their total, where pairs of letters and filters decide the matches."""
    values = (*active.values(), expression)
    # The plus keeps SQLite from starting with the letter pairs: it walks the index of the filters or of the order and tests each row.
    by_filter_index = bool(active) and _INDEXED.issuperset(active)
    passing = _where(*_filter_conditions(active, use_index=by_filter_index), ("+" if by_filter_index else "") + _PAIRED)
    counted_sql = f"factcheck {passing}" if active else f"({letter_pairs.MATCHING})"
    total = _number(connection, f"SELECT count(*) FROM {counted_sql}", values)
    walks_index = by_filter_index or (not active and total > _MOST_SORTED)
    filter_sql = _where(*_filter_conditions(active, use_index=False), ("+" if walks_index else "") + _PAIRED)
    page = f"SELECT row FROM factcheck {filter_sql} {part.order} LIMIT ? OFFSET ?"
    return _rows(connection, page, (*values, part.limit, part.offset)), total


def _contains_condition(word: str) -> tuple[str, list[str]]:
    """Return the condition that a text contains this word anywhere, and its parameters. For letters without cases a faster
    comparison suffices."""
    if word.lower() == word.upper():
        return _any_text("instr({}, ?) > 0"), [word] * 3
    for sign in ("\\", "%", "_"):
        word = word.replace(sign, "\\" + sign)
    return _any_text("{} LIKE ? ESCAPE '\\'"), [f"%{word}%"] * 3


def _any_text(condition: str) -> str:
    return f"({' OR '.join(condition.format(name) for name in ('claim', 'title', 'body'))})"


def _page_of_rows(connection: sqlite3.Connection, rows: Sequence[int], total: int, *, around_word: str = "") -> SearchPage:
    """Return the page with these rows in this order, each with the beginning of its body, or with the surroundings of a word."""
    text, start = (_WHOLE_TEXT, f"max(1, instr({_WHOLE_TEXT}, ?) - {_BEFORE})") if around_word else ("body", "1")
    query = f"SELECT factcheck.row, {_COLUMNS}, substr({text}, {start}, {_PASSAGE}) FROM factcheck JOIN body ON body.row = factcheck.row"
    columns_of_row: dict[int, tuple[Any, ...]] = {}
    for row_numbers in chunks(rows):
        parameters = [*([around_word] if around_word else []), *row_numbers]
        for row, *columns in connection.execute(f"{query} WHERE factcheck.row IN ({placeholders(row_numbers)})", parameters):
            columns_of_row[row] = tuple(columns)
    if missing := [row for row in rows if row not in columns_of_row]:
        raise sqlite3.DataError(f"row {missing[0]} is missing")
    return _page(connection, [columns_of_row[row] for row in rows], total)


def _matching_page(connection: sqlite3.Connection, expression: str, active: Mapping[str, str], part: _Part) -> SearchPage:
    fulltext_filters = {name: value for name, value in active.items() if name in facets.FACTCHECKS.columns}
    row_filters = {name: value for name, value in active.items() if name not in facets.FACTCHECKS.columns}
    # The plus keeps SQLite from starting with the rows, which would query the full text once for each of them.
    rest_sql = (
        f" AND +fulltext.rowid IN (SELECT row FROM factcheck {_where(*_filter_conditions(row_filters, use_index=True))})"
        if row_filters
        else ""
    )
    condition = f"fulltext MATCH ?{rest_sql}"
    values = (
        f"({expression}) AND {facets.FACTCHECKS.expression(fulltext_filters)}" if fulltext_filters else expression,
        *row_filters.values(),
    )
    total = _number(connection, f"SELECT count(*) FROM fulltext WHERE {condition}", values)
    if total <= part.offset:
        return replace(_NOTHING, total=total)
    query = f"SELECT {_COLUMNS}, {_PASSAGES} FROM fulltext {_JOINED} WHERE {condition}"
    # Ranking by words that occur nearly everywhere is slow and says nothing; then the latest added come first.
    is_ranked = total <= _MOST_RANKED and (not active or _are_rare(connection, expression))
    order = part.chosen_order or f"ORDER BY {'rank' if is_ranked else 'fulltext.rowid DESC'}"
    rows = connection.execute(f"{query} {order} LIMIT ? OFFSET ?", (*values, part.limit, part.offset)).fetchall()
    return _page(connection, [(*row[:-_TEXTS], _best_passage(row[-_TEXTS:])) for row in rows], total)


def _are_rare(connection: sqlite3.Connection, expression: str) -> bool:
    query = f"SELECT 1 FROM fulltext WHERE fulltext MATCH ? LIMIT {_MOST_RANKED + 1}"
    return _number(connection, f"SELECT count(*) FROM ({query})", (expression,)) <= _MOST_RANKED


def _best_passage(passages: Sequence[str]) -> str:
    """Return the passage with most of the marked words."""
    return max(passages, key=lambda passage: passage.count(_MARK)).replace(_MARK, "")


def _page(connection: sqlite3.Connection, rows: Sequence[Sequence[Any]], total: int) -> SearchPage:
    items: list[FactCheck] = []
    passages: dict[str, str] = {}
    for *values, passage in rows:
        items.append(factcheck_of(values))
        passages[values[0]] = " ".join(passage.split())
    same = same_as(connection, [item.id for item in items])
    return SearchPage(items=tuple(items), total=int(total), passages=passages, same_as={name: ids for name, ids in same.items() if ids})


@reading_stored_values()
def same_as(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return for each known id the other ids of its duplicate group, in id order."""
    heads: dict[str, str] = {}
    for chunk in chunks(dict.fromkeys(ids)):
        pairs = connection.execute(f"SELECT id, grouped FROM factcheck WHERE id IN ({placeholders(chunk)})", chunk).fetchall()
        heads.update(row_as(list[tuple[str, str]], pairs))
    members: dict[str, list[str]] = {}
    for chunk in chunks(dict.fromkeys(heads.values())):
        rows = connection.execute(f"SELECT grouped, id FROM factcheck WHERE grouped IN ({placeholders(chunk)}) ORDER BY id", chunk)
        for head, name in row_as(list[tuple[str, str]], rows.fetchall()):
            members.setdefault(head, []).append(name)
    return {name: tuple(other for other in members.get(head, []) if other != name) for name, head in heads.items()}
