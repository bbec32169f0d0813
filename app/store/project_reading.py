"""Reads the content of a project file, which may come from a stranger: every value is checked, and sizes are limited."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice
from typing import TypeVar

import msgspec

from app.domain.document import Document, Sentence
from app.domain.keyed_document import KeyedDocument
from app.domain.project import ProjectContent
from app.domain.ranked import RankedSentence, RunRecord
from app.domain.review import ReviewOperation
from app.errors import InputError
from app.store.packing import Budget, TooLargeError, unpack
from app.store.stored_values import DamagedValue, reading_stored_values, row_as
from app.translation import tr

T = TypeVar("T")
_MAX_ACTS = 100_000
_MAX_MOVED = 500_000_000
# Limits for the sentences that all edits together pass over, and the code points that they copy: a few seconds of work each.
# 1,000 edits of a document of 10,000 sentences and a million letters stay a thousandth below.
_MAX_COPIED = 20_000_000_000
_POSITION = re.compile(r"[0-9]{1,9}")


class StoredSentence(msgspec.Struct, frozen=True):
    """A sentence, and the key that its marks are stored under."""

    key: str
    sentence: Sentence


def read_content(connection: sqlite3.Connection) -> ProjectContent:
    """Read a whole project. Raises DamagedValue, and sqlite3.Error where the file cannot be read."""
    try:
        with reading_stored_values():
            return _content(connection, Budget())
    except InputError as error:  # an edit of another document
        raise DamagedValue(error.message) from error


def _content(connection: sqlite3.Connection, budget: Budget) -> ProjectContent:
    notes = _notes(connection, budget)
    stored_sentences = _batches(connection, "sentences", list[StoredSentence], budget)
    document = msgspec.json.decode(notes["document"], type=Document)
    base = KeyedDocument(
        replace(document, sentences=tuple(item.sentence for item in stored_sentences)), tuple(item.key for item in stored_sentences)
    )
    _check_sentences(base)
    acts = tuple(_acts(connection, budget))
    _check_edits(base, acts)
    user_notes = {name.removeprefix("user:"): text for name, text in notes.items() if name.startswith("user:")}
    content = ProjectContent(base=base, acts=acts, position=min(_position(notes), len(acts)), notes=user_notes)
    _check_sentences(content.manuscript())
    if "run" not in notes:
        return content
    run = msgspec.json.decode(notes["run"], type=RunRecord)
    try:
        ranked = _batches(connection, "ranked", list[RankedSentence], budget)
    except TooLargeError:  # a damaged ranking can be computed again, and must not lose the decisions
        return content
    if any(result.sentence.index < 0 or not 0 <= result.probability <= 1 for result in ranked):
        raise ValueError(tr("a result belongs to no sentence"))
    if any(match.probability is not None and not 0 <= match.probability <= 1 for result in ranked for match in result.matches):
        raise ValueError(tr("a chance is not between 0 and 1"))
    return content.with_ranking(ranked, run)


def _notes(connection: sqlite3.Connection, budget: Budget) -> dict[str, str]:
    notes: dict[str, str] = {}
    with _rows(connection, "SELECT name, text FROM note") as rows:
        for row in rows:
            name, text = row_as(tuple[str, str], row)
            budget.take(text.encode())
            notes[name] = text
    return notes


def _position(notes: dict[str, str]) -> int:
    """Return how many of the acts are in effect; later ones were undone."""
    if not _POSITION.fullmatch(notes["position"]):
        raise ValueError(tr("the number of decisions is not a number"))
    return int(notes["position"])


def _acts(connection: sqlite3.Connection, budget: Budget) -> list[ReviewOperation]:
    with _rows(connection, "SELECT body FROM act ORDER BY number") as rows:
        acts = [unpack(body, ReviewOperation, budget) for (body,) in islice(rows, _MAX_ACTS)]
        if rows.fetchone() is not None:
            raise TooLargeError(tr("it holds more than Priorcheck can read"))
    return acts


def _batches(connection: sqlite3.Connection, table: str, kind: type[list[T]], budget: Budget) -> list[T]:
    items: list[T] = []
    with _rows(connection, f"SELECT body FROM {table} ORDER BY number") as rows:
        for (body,) in rows:
            items += unpack(body, kind, budget)
    return items


def _rows(connection: sqlite3.Connection, query: str) -> closing[sqlite3.Cursor]:
    """Run a query in a context that closes its cursor. After an error, the traceback would keep an open cursor, and so the file's lock."""
    return closing(connection.execute(query))


def _check_sentences(manuscript: KeyedDocument) -> None:
    """Raise ValueError unless the sentences are in order inside their document, each with a unique key."""
    length = len(manuscript.document.text)
    for index, sentence in enumerate(manuscript.document.sentences):
        if sentence.index != index or not 0 <= sentence.start <= sentence.end <= length:
            raise ValueError(tr("a sentence lies outside its document"))
    if len(set(manuscript.keys)) != len(manuscript.keys) or len(manuscript.keys) != len(manuscript.document.sentences):
        raise ValueError(tr("two sentences have one key"))


def _check_edits(base: KeyedDocument, acts: Sequence[ReviewOperation]) -> None:
    """Raise TooLargeError where the edits would take more than a few seconds; each passes over the whole document."""
    edits = [act.splice for act in acts if act.splice is not None]
    sentences = len(base.keys) + sum(len(edit.after) for edit in edits)
    letters = len(base.document.text) + sum(len(edit.text_after) for edit in edits)
    copying = sum(edit.text_before != edit.text_after for edit in edits)
    # Each edit passes over the whole document, in the window's process.
    if len(edits) * sentences > _MAX_MOVED or copying * letters > _MAX_COPIED:
        raise TooLargeError(tr("it holds more than Priorcheck can read"))
