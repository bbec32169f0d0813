"""Search for the eye: SQLite's full text, with whatever the user typed taken as words and never as syntax."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from app.domain.factcheck import FactCheck
from app.ports import SearchPage
from app.store.analysis import STOP_WORDS, unspaced
from app.store.rows import FACTCHECK_COLUMNS, chunks, factcheck_of, marks

_COLUMNS = ", ".join(f"factcheck.{name}" for name in FACTCHECK_COLUMNS)
_PASSAGE_WORDS = 24
_PASSAGE = 160
_BEFORE = 40
_OWN_INDEX = ("grouped",)
_WHOLE_TEXT = "(claim || ' ' || title || ' ' || body)"
_LEAST_BEGINNING = 3
_LEAST_IN_LARGE = 4
_LARGE = 40_000
_MOST_RANKED = 3_000


def match_expression(text: str, *, least: int = _LEAST_BEGINNING) -> str:
    """The words of `text`, each quoted, all required but for stop words beside others; the last may be the beginning of a word, from
    `least` letters on."""
    typed = text.replace('"', " ").split()
    words = [word for word in typed if any(letter.isalnum() for letter in word)]
    telling = [word for word in words if word.casefold() not in STOP_WORDS] or words
    if not telling:
        return ""
    unfinished = telling[-1] == typed[-1] and not text[-1:].isspace() and _may_begin(telling[-1], least)
    return " ".join(f'"{word}"' for word in telling) + (" *" if unfinished else "")


def _may_begin(word: str, least: int) -> bool:
    """Short beginnings in Latin letters would match nearly everything, slowly."""
    return (len(word) >= least or not word.isascii()) and word.casefold() not in STOP_WORDS


def search(connection: sqlite3.Connection, text: str, *, filters: Mapping[str, str], offset: int, limit: int) -> SearchPage:
    """One page; `filters` are column values that must be equal, "" for any. Passages are plain text."""
    active = {name: value for name, value in filters.items() if value}
    # The plus turns SQLite away from the index of one column: walking the one that is made for browsing is quicker.
    conditions = [f"{'' if name in _OWN_INDEX else '+'}factcheck.{name} = ?" for name in active]
    values = list(active.values())
    clean = text.encode("utf-8", "replace").decode().replace("\x00", " ")
    if not clean.strip():
        return _listed(connection, conditions, values, offset=offset, limit=limit)
    if unspaced(clean):
        words = clean.split()
        inside, sought = zip(*map(_inside, words), strict=True)
        sought_values = [each for group in sought for each in group]
        return _listed(connection, [*inside, *conditions], [*sought_values, *values], offset=offset, limit=limit, around=words[0])
    expression = match_expression(clean, least=_least_beginning(connection))
    if not expression:
        return SearchPage(items=(), total=0, passages={}, same_as={})
    return _found(connection, expression, conditions, values, offset=offset, limit=limit)


def _least_beginning(connection: sqlite3.Connection) -> int:
    """In a large library three letters begin so many words that gathering their rows takes a third of a second."""
    rows = connection.execute("SELECT max(row) FROM factcheck").fetchone()[0] or 0
    return _LEAST_IN_LARGE if rows > _LARGE else _LEAST_BEGINNING


def _inside(word: str) -> tuple[str, list[str]]:
    """The condition that a text holds this word anywhere, and its values; without letters that have cases, the quicker way to look."""
    if word.lower() == word.upper():
        return _any_text("instr({}, ?) > 0"), [word] * 3
    for sign in ("\\", "%", "_"):
        word = word.replace(sign, "\\" + sign)
    return _any_text("{} LIKE ? ESCAPE '\\'"), [f"%{word}%"] * 3


def _any_text(condition: str) -> str:
    return f"({' OR '.join(condition.format(name) for name in ('claim', 'title', 'body'))})"


def _listed(
    connection: sqlite3.Connection, conditions: Sequence[str], values: Sequence[str], *, offset: int, limit: int, around: str = ""
) -> SearchPage:
    """Newest first. Scripts without spaces have no words for the full-text index: there every text is looked through."""
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    source = "factcheck JOIN body ON body.row = factcheck.row" if around else "factcheck"
    ordered = f"SELECT factcheck.row FROM {source} {where} ORDER BY published DESC, id"
    if around:  # once through all texts finds the number as well
        found_rows = [row for (row,) in connection.execute(ordered, values)]
        total, rows = len(found_rows), found_rows[offset : offset + limit]
    else:
        total = connection.execute(f"SELECT count(*) FROM {source} {where}", values).fetchone()[0]
        rows = [row for (row,) in connection.execute(f"{ordered} LIMIT ? OFFSET ?", (*values, limit, offset))]
    text, start = (_WHOLE_TEXT, f"max(1, instr({_WHOLE_TEXT}, ?) - {_BEFORE})") if around else ("body", "1")
    query = f"SELECT factcheck.row, {_COLUMNS}, substr({text}, {start}, {_PASSAGE}) FROM factcheck JOIN body ON body.row = factcheck.row"
    found: dict[int, tuple[Any, ...]] = {}
    for part in chunks(rows):
        given = [*([around] if around else []), *part]
        for row, *shown in connection.execute(f"{query} WHERE factcheck.row IN ({marks(part)})", given):
            found[row] = tuple(shown)
    return _page(connection, [found[row] for row in rows], total)


def _found(
    connection: sqlite3.Connection, expression: str, conditions: Sequence[str], values: Sequence[str], *, offset: int, limit: int
) -> SearchPage:
    # The plus below keeps the words first; with the filters first, the full text would be asked anew for each of their rows.
    admitted = f"fulltext.rowid IN (SELECT row FROM factcheck WHERE {' AND '.join(conditions)})" if conditions else ""
    counted = f"SELECT count(*), {f'coalesce(sum({admitted}), 0)' if admitted else 'count(*)'} FROM fulltext WHERE fulltext MATCH ?"
    matching, total = connection.execute(counted, (*values, expression)).fetchone()
    where = f"fulltext MATCH ? AND +{admitted}" if admitted else "fulltext MATCH ?"
    passage = f"snippet(fulltext, -1, '', '', '…', {_PASSAGE_WORDS})"
    query = f"SELECT {_COLUMNS}, {passage} FROM fulltext CROSS JOIN factcheck ON factcheck.row = fulltext.rowid WHERE {where}"
    # Words that are nearly everywhere rank nothing and take long to do so: then the latest added come first.
    order = "rank" if matching <= _MOST_RANKED else "fulltext.rowid DESC"
    rows = connection.execute(f"{query} ORDER BY {order} LIMIT ? OFFSET ?", (expression, *values, limit, offset)).fetchall()
    return _page(connection, rows, total)


def _page(connection: sqlite3.Connection, rows: Sequence[Sequence[Any]], total: int) -> SearchPage:
    items: list[FactCheck] = []
    passages: dict[str, str] = {}
    for *values, passage in rows:
        items.append(factcheck_of(values))
        passages[values[0]] = " ".join(passage.split())
    same = same_as(connection, [item.id for item in items])
    return SearchPage(items=tuple(items), total=int(total), passages=passages, same_as={name: ids for name, ids in same.items() if ids})


def same_as(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each known id the other ids of its duplicate group, in id order."""
    heads: dict[str, str] = {}
    for part in chunks(dict.fromkeys(ids)):
        heads.update(connection.execute(f"SELECT id, grouped FROM factcheck WHERE id IN ({marks(part)})", part).fetchall())
    members: dict[str, list[str]] = {}
    for part in chunks(dict.fromkeys(heads.values())):
        found = connection.execute(f"SELECT grouped, id FROM factcheck WHERE grouped IN ({marks(part)}) ORDER BY id", part)
        for head, name in found.fetchall():
            members.setdefault(head, []).append(name)
    return {name: tuple(other for other in members.get(head, []) if other != name) for name, head in heads.items()}
