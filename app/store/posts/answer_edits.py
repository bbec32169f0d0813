"""Users' edits of the answers to questions, stored with the posts in their order."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from app.domain.answer_edits import AnswerEdit, EditKind, Side, question_key
from app.store import row_digests, source_ids
from app.store.posts.schema import MIGRATIONS
from app.store.sqlite import Database
from app.store.stored_values import reading_stored_values, row_as

_COLUMNS = ("kind", "answer", "other", "post", "side", "claim", "text")


def _labels(database: Database) -> None:
    """Create the table of edits by the question's key; `place` counts them from 0."""
    columns = {"question": str, "place": int, **dict.fromkeys(_COLUMNS, str)}
    database.create_table("ask_edit", columns, pk=("question", "place"), not_null=set(columns))


MIGRATIONS(name="3-labels")(_labels)
MIGRATIONS(name="4-seals")(row_digests.create_table)
MIGRATIONS(name="5-own-ids")(source_ids.create_table)

EDIT = row_digests.DigestedTable(name="ask_edit", columns=("question", "place", *_COLUMNS), key=("question", "place"), label="question")


def edits_of(connection: sqlite3.Connection, question: str) -> tuple[AnswerEdit, ...]:
    """Return the edits of a question, in the order they were made."""
    query = f"SELECT {', '.join(_COLUMNS)} FROM ask_edit WHERE question = ? ORDER BY place"
    return tuple(map(_edit, connection.execute(query, (stored_key(question),))))


def stored_key(question: str) -> str:
    """Return the key that a question's edits are stored under."""
    return _storable(question_key(question))


def all_edits(connection: sqlite3.Connection) -> tuple[AnswerEdit, ...]:
    """Return the edits of every question."""
    return tuple(map(_edit, connection.execute(f"SELECT {', '.join(_COLUMNS)} FROM ask_edit ORDER BY question, place")))


def keep_edits(connection: sqlite3.Connection, question: str, edits: Sequence[AnswerEdit]) -> None:
    """Replace the edits of a question, inside the caller's transaction."""
    key = stored_key(question)
    connection.execute("DELETE FROM ask_edit WHERE question = ?", (key,))
    rows = [(key, index, *(_storable(str(getattr(edit, name))) for name in _COLUMNS)) for index, edit in enumerate(edits)]
    connection.executemany(f"INSERT INTO ask_edit (question, place, {', '.join(_COLUMNS)}) VALUES ({', '.join('?' * 9)})", rows)


@reading_stored_values()
def _edit(row: Sequence[object]) -> AnswerEdit:
    kind, answer, other, post, side, claim, text = row_as(tuple[str, ...], tuple(row))
    return AnswerEdit(kind=EditKind(kind), answer=answer, other=other, post=post, side=Side(side), claim=claim, text=text)


def _storable(text: str) -> str:
    """Replace lone surrogates by "?", as in the posts."""
    return text.encode("utf-8", "replace").decode()
