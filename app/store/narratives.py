"""The narratives of a library in one SQLite file next to its fact-checks: the results of the last run, and the users' changes."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from app.domain.judgement import Judgement, Pair, PairKind
from app.domain.narrative import NARRATIVES_FILE
from app.domain.narrative_operations import Membership, NarrativeOperation
from app.domain.repeat import Repeat
from app.ports import FoundNarratives, KeptNarratives, NeighbourGraph
from app.store import row_digests
from app.store.database import Format
from app.store.graph_encoding import decode_graph, encode_graph
from app.store.packing import Budget, pack, unpack
from app.store.rows import chunks, placeholders
from app.store.sidecar_database import SidecarDatabase
from app.store.sqlite import Database, Migrations
from app.store.stored_values import reading_stored_values
from app.translation import tr

FILE = NARRATIVES_FILE
APPLICATION_ID = 0x50524E52
VERSION = 2
MIGRATIONS = Migrations("priorcheck-narratives")
_PAIR = ("later", "earlier")
_REPEAT = row_digests.DigestedTable(name="repeat", columns=(*_PAIR, "days", "body"), key=_PAIR, label="later")
_JUDGEMENT = row_digests.DigestedTable(name="judgement", columns=(*_PAIR, "judgement"), key=_PAIR, label="later")
_NOTE = row_digests.DigestedTable(name="note", columns=("name", "text"), key=("name",), label="name")
_TABLES = (
    row_digests.DigestedTable(name="place", columns=("item", "narrative", "by_hand"), key=("item",), label="item"),
    row_digests.DigestedTable(name="name", columns=("narrative", "name"), key=("narrative",), label="narrative"),
    _REPEAT,
    _JUDGEMENT,
    row_digests.DigestedTable(name="act", columns=("number", "label", "body"), key=("number",), label="label"),
    _NOTE,
    row_digests.DigestedTable(name="graph", columns=("number", "body"), key=("number",), label="number"),
)
_FORMAT = Format(FILE, APPLICATION_ID, MIGRATIONS, VERSION, _TABLES, readable_from=1)


def _narratives(database: Database) -> None:
    """Create the tables of memberships, names given by users, repeats, judgements, operations by number, notes by name, and the
    graph as one value.

    `by_hand` is 1 where a user placed the item. The note "position" is the number of operations in effect.
    """
    memberships = database.create_table(
        "place", {"item": str, "narrative": str, "by_hand": int}, pk="item", not_null={"narrative", "by_hand"}
    )
    memberships.create_index(["narrative"])
    database.create_table("name", {"narrative": str, "name": str}, pk="narrative", not_null={"name"})
    pair = {"later": str, "earlier": str}
    database.create_table("repeat", {**pair, "days": int, "body": bytes}, pk=("later", "earlier"), not_null={"days", "body"})
    database.create_table("judgement", {**pair, "judgement": str}, pk=("later", "earlier"), not_null={"judgement"})
    database.create_table("act", {"number": int, "label": str, "body": bytes}, pk="number", not_null={"label", "body"})
    database.create_table("note", {"name": str, "text": str}, pk="name", not_null={"text"})
    database.create_table("graph", {"number": int, "body": bytes}, pk="number", not_null={"body"})


MIGRATIONS(name="1-narratives")(_narratives)
MIGRATIONS(name="2-seals")(row_digests.create_table)


class SqliteNarratives(SidecarDatabase):
    """Adapter of `app.ports.NarrativeFile` for the library in folder `path`; the file is created with the first results or
    operation."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, _FORMAT)

    def read(self) -> KeptNarratives:
        for table in _TABLES:
            self._check(table)
        notes = self._notes()
        undo, redo = self.labels()
        memberships = self._rows_as(tuple[str, str, int], "SELECT item, narrative, by_hand FROM place")
        budget = Budget()
        return KeptNarratives(
            state=notes.get("state", ""),
            encoder=notes.get("encoder", ""),
            memberships={item: Membership(narrative, bool(by_hand)) for item, narrative, by_hand in memberships},
            names=dict(self._rows_as(tuple[str, str], "SELECT narrative, name FROM name")),
            repeats=[self._repeat(body, budget) for (body,) in self._rows("SELECT body FROM repeat ORDER BY later, days DESC, earlier")],
            judgements=self._judgements(self._rows_as(tuple[str, str, str], "SELECT later, earlier, judgement FROM judgement")),
            remarks=tuple(filter(None, notes.get("remarks", "").split("\n"))),
            undo=undo,
            redo=redo,
        )

    def graph(self) -> NeighbourGraph:
        rows = self._rows("SELECT body FROM graph WHERE number = 1")
        if not rows:
            return NeighbourGraph()
        with self._reading():
            return decode_graph(rows[0][0])

    def keep(self, narratives: FoundNarratives) -> None:
        body = encode_graph(narratives.graph)
        repeats = [(repeat.later, repeat.earlier, repeat.days, pack(repeat)) for repeat in narratives.repeats]
        with self._change() as connection:
            connection.execute("DELETE FROM place WHERE by_hand = 0")
            connection.executemany("INSERT OR IGNORE INTO place VALUES (?, ?, 0)", narratives.narrative_of.items())
            connection.execute("DELETE FROM repeat")
            connection.executemany("INSERT INTO repeat VALUES (?, ?, ?, ?)", repeats)
            connection.execute("INSERT OR REPLACE INTO graph VALUES (1, ?)", (body,))
            _note(connection, state=narratives.state, encoder=narratives.encoder, remarks="\n".join(narratives.remarks))

    def do(self, act: NarrativeOperation) -> None:
        with self._change() as connection:
            with reading_stored_values():
                number = _position(connection) + 1
            connection.execute("DELETE FROM act WHERE number >= ?", (number,))
            connection.execute("INSERT INTO act VALUES (?, ?, ?)", (number, _plain(act.label), pack(act)))
            _note(connection, position=str(number))
            _apply(connection, act)

    def undo(self) -> NarrativeOperation | None:
        return self._step(-1)

    def redo(self) -> NarrativeOperation | None:
        return self._step(1)

    def labels(self) -> tuple[str, str]:
        with self._reading():
            position = _number(self._notes().get("position", "0"))
        query = "SELECT number, label FROM act WHERE number IN (?, ?)"
        labels = dict(self._rows_as(tuple[int, str], query, (position, position + 1)))
        return labels.get(position, ""), labels.get(position + 1, "")

    def earlier(self, ids: Sequence[str]) -> dict[str, tuple[Repeat, ...]]:
        repeats: dict[str, tuple[Repeat, ...]] = {}
        query = (
            "SELECT repeat.later, body, judgement FROM repeat LEFT JOIN judgement USING (later, earlier) "
            "WHERE repeat.later IN ({}) ORDER BY days DESC, repeat.earlier"
        )
        for table in (_REPEAT, _JUDGEMENT):
            self._check(table, "later", list(ids))
        for chunk in chunks(dict.fromkeys(ids)):
            for later, body, judgement in self._rows_as(tuple[str, bytes, str | None], query.format(placeholders(chunk)), chunk):
                repeats[later] = (*repeats.get(later, ()), _judged(self._repeat(body), judgement))
        return repeats

    def _step(self, step: int) -> NarrativeOperation | None:
        """Undo the operation before the position (-1), or redo the one after it (1)."""
        if self._opened() is None:
            return None
        with self._change() as connection:
            with reading_stored_values():
                position = _position(connection)
            rows = connection.execute("SELECT body FROM act WHERE number = ?", (position + (step > 0),)).fetchall()
            if not rows:
                return None
            act = self._unpacked(rows[0][0])
            act = act if step > 0 else act.inverse()
            _note(connection, position=str(position + step))
            _apply(connection, act)
            return act

    def _unpacked(self, body: bytes) -> NarrativeOperation:
        with self._reading():
            return unpack(body, NarrativeOperation)

    def _repeat(self, body: bytes, budget: Budget | None = None) -> Repeat:
        with self._reading():
            return unpack(body, Repeat, budget)

    def _judgements(self, rows: Iterable[tuple[str, str, str]]) -> dict[Pair, Judgement]:
        valid = set(Judgement)
        return {Pair(kind=PairKind.REPEAT, query=later, item=earlier): Judgement(value) for later, earlier, value in rows if value in valid}

    def _notes(self) -> dict[str, str]:
        self._check(_NOTE)
        return dict(self._rows_as(tuple[str, str], "SELECT name, text FROM note"))


def _apply(connection: sqlite3.Connection, act: NarrativeOperation) -> None:
    for move in act.moves:
        if move.after.narrative or move.after.by_hand:
            connection.execute("INSERT OR REPLACE INTO place VALUES (?, ?, ?)", (move.item, move.after.narrative, int(move.after.by_hand)))
        else:
            connection.execute("DELETE FROM place WHERE item = ?", (move.item,))
    for name_change in act.names:
        if name_change.after:
            connection.execute("INSERT OR REPLACE INTO name VALUES (?, ?)", (name_change.narrative, _plain(name_change.after)))
        else:
            connection.execute("DELETE FROM name WHERE narrative = ?", (name_change.narrative,))
    for change in act.judgements:
        pair = (change.pair.query, change.pair.item)
        if change.after is None:
            connection.execute("DELETE FROM judgement WHERE later = ? AND earlier = ?", pair)
        else:
            connection.execute("INSERT OR REPLACE INTO judgement VALUES (?, ?, ?)", (*pair, change.after.value))


def _judged(repeat: Repeat, judgement: str | None) -> Repeat:
    return repeat if judgement is None or judgement not in set(Judgement) else replace(repeat, judgement=Judgement(judgement))


def _position(connection: sqlite3.Connection) -> int:
    rows = connection.execute("SELECT text FROM note WHERE name = 'position'").fetchall()
    return _number(rows[0][0]) if rows else 0


def _number(text: object) -> int:
    """Parse the number of operations in effect. Raises ValueError for anything else."""
    if not isinstance(text, str) or not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError(tr("the number of acts is not a number"))
    return int(text)


def _note(connection: sqlite3.Connection, **notes: str) -> None:
    connection.executemany("INSERT OR REPLACE INTO note VALUES (?, ?)", [(name, _plain(text)) for name, text in notes.items()])


def _plain(text: str) -> str:
    """Remove lone surrogates, which SQLite cannot store."""
    return text.encode("utf-8", "replace").decode()
