"""The verifications of a library in one SQLite file next to its fact-checks: each as one value, with the columns that lists need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.domain.stored_verification import StoredVerification, VerificationSummary
from app.domain.verification import Veracity, Verification
from app.store import row_digests
from app.store.database import Format
from app.store.packing import pack, unpack
from app.store.sidecar_database import SidecarDatabase
from app.store.sqlite import Database, Migrations
from app.translation import tr

FILE = "verifications.db"
APPLICATION_ID = 0x50525646
VERSION = 2
MIGRATIONS = Migrations("priorcheck-verifications")
_SHOWN = ("id", "claim", "speaker", "label", "own", "created", "published")
_COLUMNS = (*_SHOWN, "changed", "body")
_TABLES = (row_digests.DigestedTable(name="verification", columns=_COLUMNS, key=("id",), label="claim"),)
_FORMAT = Format(FILE, APPLICATION_ID, MIGRATIONS, VERSION, _TABLES, readable_from=1)


def _verifications(database: Database) -> None:
    """Create the table; `label` is "" before there is one, `own` is 1 for a label set by a user."""
    columns = {**dict.fromkeys(_COLUMNS, str), "own": int, "body": bytes}
    table = database.create_table("verification", columns, pk="id", not_null=set(_COLUMNS))
    table.create_index(["created"])


MIGRATIONS(name="1-verifications")(_verifications)
MIGRATIONS(name="2-seals")(row_digests.create_table)


class SqliteVerifications(SidecarDatabase):
    """Adapter of `app.ports.VerificationFile` for the library in folder `path`; the file is created with the first verification.
    Raises LibraryError: `library-foreign`, `library-newer`, `library-outdated`, `library-damaged`, `library-read-only`,
    `library-busy`, `library-vanished`, `disk-full`. After an error the previous state is unchanged."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, _FORMAT)

    def summaries(self) -> tuple[VerificationSummary, ...]:
        query = f"SELECT {', '.join(_SHOWN)} FROM verification ORDER BY created DESC, id"
        rows = self._rows_as(tuple[str, str, str, str, int, str, str], query)
        altered = set(self._altered(*_TABLES))
        return tuple(_marked(_summary(row)) if row[1] in altered else _summary(row) for row in rows)

    def get(self, ids: Sequence[str]) -> dict[str, StoredVerification]:
        query = "SELECT id, created, changed, published, body FROM verification WHERE id = ?"
        self._check(*_TABLES, "id", list(ids))
        return {
            name: self._filed(row) for name in dict.fromkeys(ids) for row in self._rows_as(tuple[str, str, str, str, bytes], query, (name,))
        }

    def keep(self, items: Sequence[StoredVerification]) -> None:
        rows = [_row(item) for item in items]
        names = ", ".join(_COLUMNS)
        with self._change() as connection:
            connection.executemany(f"INSERT OR REPLACE INTO verification ({names}) VALUES ({', '.join('?' * len(_COLUMNS))})", rows)

    def delete(self, ids: Sequence[str]) -> int:
        if self._opened() is None:
            return 0
        with self._change() as connection:
            return connection.executemany("DELETE FROM verification WHERE id = ?", [(name,) for name in dict.fromkeys(ids)]).rowcount

    def _filed(self, row: tuple[str, str, str, str, bytes]) -> StoredVerification:
        name, created, changed, published, body = row
        with self._reading():
            verification = unpack(body, Verification)
        return StoredVerification(id=name, verification=verification, created=created, changed=changed, published=published)


def _marked(summary: VerificationSummary) -> VerificationSummary:
    """Mark the claim of an altered row, which may no longer be in the user's own words."""
    return replace(summary, claim=tr("(altered on the disk) {claim}", claim=summary.claim))


def _row(item: StoredVerification) -> tuple[object, ...]:
    summary = item.summary()
    texts = (summary.id, summary.claim, summary.speaker)
    claim = tuple(text.encode("utf-8", "replace").decode() for text in texts)
    label = summary.label.value if summary.label else ""
    return (*claim, label, int(summary.own), summary.created, summary.published, item.changed, pack(item.verification))


def _summary(row: tuple[Any, ...]) -> VerificationSummary:
    summary = VerificationSummary(id=row[0], claim=row[1], speaker=row[2], own=bool(row[4]), created=row[5], published=row[6])
    return replace(summary, label=Veracity(row[3])) if row[3] in set(Veracity) else summary
