"""Reading what a project file holds, within limits: whatever is no value of ours is said, and nothing of it is believed."""

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
from app.domain.manuscript import Manuscript
from app.domain.project import ProjectContent
from app.domain.ranked import RankedSentence, RunRecord
from app.domain.review import Act
from app.errors import InputError
from app.store.packing import Budget, TooLargeError, unpacked
from app.store.stored import DamagedValue, row_as, stored_values
from app.translation import tr

T = TypeVar("T")
_MOST_ACTS = 100_000
_MOST_MOVED = 500_000_000
_MOST_COPIED = 20_000_000_000
"""Sentences that all edits together pass over, and code points that they copy, a few seconds of work each: 1,000 edits of a document of
10,000 sentences and a million letters stay a thousandth below."""
_POSITION = re.compile(r"[0-9]{1,9}")


class StoredSentence(msgspec.Struct, frozen=True):
    """A sentence with the key that its marks are kept under."""

    key: str
    sentence: Sentence


def read_content(connection: sqlite3.Connection) -> ProjectContent:
    """All that a project holds. Raises DamagedValue, and sqlite3.Error where the file cannot be read."""
    try:
        with stored_values():
            return _content(connection, Budget())
    except InputError as error:  # an edit that is not of this document
        raise DamagedValue(error.message) from error


def _content(connection: sqlite3.Connection, budget: Budget) -> ProjectContent:
    notes = _notes(connection, budget)
    kept = _batches(connection, "sentences", list[StoredSentence], budget)
    document = msgspec.json.decode(notes["document"], type=Document)
    base = Manuscript(replace(document, sentences=tuple(each.sentence for each in kept)), tuple(each.key for each in kept))
    _check_sentences(base)
    acts = tuple(_acts(connection, budget))
    _check_edits(base, acts)
    own = {name.removeprefix("user:"): text for name, text in notes.items() if name.startswith("user:")}
    content = ProjectContent(base=base, acts=acts, position=min(_position(notes), len(acts)), notes=own)
    _check_sentences(content.manuscript())
    if "run" not in notes:
        return content
    run = msgspec.json.decode(notes["run"], type=RunRecord)
    try:
        ranked = _batches(connection, "ranked", list[RankedSentence], budget)
    except TooLargeError:  # it can be made again, and must not stand in the way of the decisions
        return content
    if any(each.sentence.index < 0 or not 0 <= each.probability <= 1 for each in ranked):
        raise ValueError(tr("a result belongs to no sentence"))
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
    """How many acts hold."""
    if not _POSITION.fullmatch(notes["position"]):
        raise ValueError(tr("the number of decisions is not a number"))
    return int(notes["position"])


def _acts(connection: sqlite3.Connection, budget: Budget) -> list[Act]:
    with _rows(connection, "SELECT body FROM act ORDER BY number") as rows:
        acts = [unpacked(body, Act, budget) for (body,) in islice(rows, _MOST_ACTS)]
        if rows.fetchone() is not None:
            raise TooLargeError(tr("it holds more than Priorcheck can read"))
    return acts


def _batches(connection: sqlite3.Connection, table: str, kind: type[list[T]], budget: Budget) -> list[T]:
    found: list[T] = []
    with _rows(connection, f"SELECT body FROM {table} ORDER BY number") as rows:
        for (body,) in rows:
            found += unpacked(body, kind, budget)
    return found


def _rows(connection: sqlite3.Connection, query: str) -> closing[sqlite3.Cursor]:
    """What a query finds, as a context: an error keeps what raised it, and an open statement would keep the file's lock."""
    return closing(connection.execute(query))


def _check_sentences(manuscript: Manuscript) -> None:
    """Do the sentences lie in their document, in their order, each under a key of its own? Raises ValueError."""
    length = len(manuscript.document.text)
    for place, sentence in enumerate(manuscript.document.sentences):
        if sentence.index != place or not 0 <= sentence.start <= sentence.end <= length:
            raise ValueError(tr("a sentence lies outside its document"))
    if len(set(manuscript.keys)) != len(manuscript.keys) or len(manuscript.keys) != len(manuscript.document.sentences):
        raise ValueError(tr("two sentences have one key"))


def _check_edits(base: Manuscript, acts: Sequence[Act]) -> None:
    """Can all edits be made in a few seconds? Each passes over the whole document. Raises TooLargeError."""
    edits = [act.splice for act in acts if act.splice is not None]
    sentences = len(base.keys) + sum(len(edit.after) for edit in edits)
    letters = len(base.document.text) + sum(len(edit.text_after) for edit in edits)
    copying = sum(edit.text_before != edit.text_after for edit in edits)
    if len(edits) * sentences > _MOST_MOVED or copying * letters > _MOST_COPIED:
        raise TooLargeError(tr("it holds more than Priorcheck can read"))
