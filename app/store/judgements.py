"""Judgements of pairs that belong to a library and to no project: an SQLite file next to its fact-checks, with a row for each pair
and reviewer."""

from __future__ import annotations

from pathlib import Path

from app.domain.judgement import Judgement, JudgementOperation, Pair, PairJudgement, PairKind
from app.store import row_digests
from app.store.database import Format
from app.store.sidecar_database import SidecarDatabase
from app.store.sqlite import Database, Migrations

FILE = "judgements.db"
APPLICATION_ID = 0x50524A47
VERSION = 2
MIGRATIONS = Migrations("priorcheck-judgements")
_KEY = ("kind", "query", "item", "who")
_COLUMNS = (*_KEY, "judgement", "at")
_TABLES = (row_digests.DigestedTable(name="judgement", columns=_COLUMNS, key=_KEY, label="query"),)
_FORMAT = Format(FILE, APPLICATION_ID, MIGRATIONS, VERSION, _TABLES, readable_from=1)


def _judgements(database: Database) -> None:
    """Create the table: a row for each pair and reviewer."""
    database.create_table("judgement", dict.fromkeys(_COLUMNS, str), pk=_KEY, not_null=set(_COLUMNS))


MIGRATIONS(name="1-judgements")(_judgements)
MIGRATIONS(name="2-seals")(row_digests.create_table)


class SqliteJudgements(SidecarDatabase):
    """Adapter of `app.ports.JudgementFile` for the library in folder `path`; the file is created with the first judgement."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, _FORMAT)

    def all(self) -> tuple[PairJudgement, ...]:
        query = f"SELECT {', '.join(_COLUMNS)} FROM judgement ORDER BY at, kind, query, item, who"
        rows = self._rows_as(tuple[str, str, str, str, str, str], query)
        self._check(*_TABLES)
        judgements, kinds = set(Judgement), set(PairKind)
        return tuple(
            PairJudgement(pair=Pair(kind=PairKind(kind), query=query, item=item), judgement=Judgement(judgement), who=reviewer, at=at)
            for kind, query, item, reviewer, judgement, at in rows
            if judgement in judgements and kind in kinds
        )

    def keep(self, act: JudgementOperation) -> None:
        deleted_keys = [_key(change.pair, act.who) for change in act.changes if change.after is None]
        records = [(*_key(change.pair, act.who), change.after.value, act.at) for change in act.changes if change.after is not None]
        if not records and self._opened() is None:
            return
        with self._change() as connection:
            connection.executemany(f"DELETE FROM judgement WHERE {' AND '.join(f'{name} = ?' for name in _KEY)}", deleted_keys)
            connection.executemany(f"INSERT OR REPLACE INTO judgement ({', '.join(_COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?)", records)


def _key(pair: Pair, reviewer: str) -> tuple[str, ...]:
    return tuple(_stored(text) for text in (pair.kind.value, pair.query, pair.item, reviewer))


def _stored(text: str) -> str:
    """Replace lone surrogates, which SQLite cannot store, by "?"."""
    return text.encode("utf-8", "replace").decode()
