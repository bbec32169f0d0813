"""Identification of imported fact-checks among those of the library. A fact-check without an id from its source is also recognised
by publisher, address and claim, however these are written."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from app.domain.duplicates import MAX_CLAIMS_COMPARED, duplicate_key, near, normalise_claim
from app.domain.factcheck import FactCheck
from app.domain.likeness import has_stable_id
from app.domain.source_ids import HeldItem
from app.store.rows import FACTCHECK_COLUMNS, chunks, factcheck_of, placeholders
from app.store.stored_ids import StoredIds

_SELECT = f"SELECT row, {', '.join(FACTCHECK_COLUMNS)} FROM factcheck WHERE "
_OF_CLUSTER = "SELECT row, cluster, id, claim FROM factcheck WHERE cluster IN ({}) AND id GLOB 'fc-*'"

# Row number, id and claim.
_Stored = tuple[int, str, str]


class FactCheckIds(StoredIds[FactCheck]):
    """HeldItems over the fact-checks, without bodies."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection, "factcheck", self._selected)

    def candidates(self, rows: Sequence[FactCheck]) -> Iterator[HeldItem[FactCheck]]:
        """Yield the stored items with the rows' ids, and those with the same content as rows without an id from their source."""
        known_ids: set[str] = set()
        for existing in super().candidates(rows):
            known_ids.add(existing.item.id)
            yield existing
        yield from self._same_content([row for row in rows if row.id not in known_ids and has_stable_id(row)])

    def _selected(self, condition: str, values: Sequence[str]) -> Iterable[tuple[int, FactCheck]]:
        for row, *columns in self._connection.execute(_SELECT + condition, values).fetchall():
            yield row, factcheck_of(columns)

    def _same_content(self, rows: Sequence[FactCheck]) -> Iterator[HeldItem[FactCheck]]:
        of_cluster: dict[str, list[FactCheck]] = defaultdict(list)
        for row in rows:
            of_cluster[duplicate_key(publisher=row.publisher, url=row.url, claim=row.claim)].append(row)
        for chunk in chunks(of_cluster):
            stored: dict[str, list[_Stored]] = defaultdict(list)
            for number, cluster, name, claim in self._connection.execute(_OF_CLUSTER.format(placeholders(chunk)), chunk).fetchall():
                stored[cluster].append((number, name, claim))
            for cluster, cluster_rows in stored.items():
                yield from self._pairs(of_cluster[cluster], cluster_rows)

    def _pairs(self, rows: Sequence[FactCheck], stored: Sequence[_Stored]) -> Iterator[HeldItem[FactCheck]]:
        """Yield for each row the stored fact-checks of its cluster with the same claim, or else with similar ones."""
        by_claim: dict[str, list[_Stored]] = defaultdict(list)
        for record in stored:
            by_claim[normalise_claim(record[2])].append(record)
        is_comparable = max(len(rows), len(by_claim)) <= MAX_CLAIMS_COMPARED
        for row in rows:
            claim = normalise_claim(row.claim)
            same = by_claim.get(claim) or [
                record for text, records in by_claim.items() if is_comparable and near(claim, text) for record in records
            ]
            for existing in self.named([name for _, name, _ in same]):
                yield HeldItem(item=existing.item, source_id=row.id, just_added=existing.just_added)
