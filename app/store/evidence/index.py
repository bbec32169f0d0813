"""The EvidenceIndex port: passages and vectors of one state of the evidence, pinned by a read transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np

from app.domain.evidence import EvidenceFilter, EvidencePassage, SourceWarning, passage_id, warning_of
from app.domain.sites import Sites
from app.ports import Mask
from app.store.database import library_errors
from app.store.evidence.rows import PassageRows
from app.store.evidence.schema import DOCUMENT, PASSAGE, WARNING
from app.store.evidence.searching import site_condition
from app.store.row_index.index_cache import PinnedIndex, PinnedState
from app.store.stored_values import reading_stored_values, row_as, rows_as

_TEXT_FIELDS = ("title", "source", "url", "medium", "published", "language", "cached")
_PASSAGES = (
    f"SELECT passage.row, id, start, end, page, passage.text, {', '.join(_TEXT_FIELDS)} "
    "FROM passage JOIN document ON document.row = passage.document WHERE passage.row IN ({marks})"
)
WARNINGS = "SELECT host, kind, note FROM warning ORDER BY host"


class SqliteEvidenceIndex(PinnedIndex[PassageRows]):
    """EvidenceIndex: BM25 over title and passage, cosine over passages, with the current list of sources."""

    def __init__(self, pinned: PinnedState[PassageRows]) -> None:
        super().__init__(pinned)
        with library_errors(pinned.path, file=pinned.file):
            self._warnings = tuple(
                SourceWarning(host=host, kind=kind, note=note)
                for host, kind, note in rows_as(tuple[str, str, str], pinned.connection.execute(WARNINGS))
            )
        self._check(WARNING, "host", [warning.host for warning in self._warnings])

    @property
    def generation(self) -> str:
        """Identifier made of the evidence's state, name and size of the vector file, and the list of sources if there is one."""
        if not self._warnings:
            return super().generation
        return f"{super().generation}-{hashlib.blake2b(repr(self._warnings).encode(), digest_size=6).hexdigest()}"

    def passages(self, rows: Sequence[int]) -> list[EvidencePassage]:
        """Return the passages at these rows, in the given order."""
        numbers = self._rows.numbers[list(rows)]
        self._check(PASSAGE, "row", numbers)
        with library_errors(self._pinned.path, file=self._pinned.file), reading_stored_values():
            passages = [self._passage(values) for values in self._values(numbers, _PASSAGES)]
        self._check(DOCUMENT, "id", [passage.document for passage in passages])
        return passages

    def allowed(self, among: EvidenceFilter) -> Mask | None:
        """Return a mask of the rows that pass the filter; None when all do."""
        mask = self._rows.allowed(among)
        on_sites = self._of_sites(among.without_sites) if among.without_sites else []
        if not on_sites:
            return mask
        is_off_site = ~np.isin(self._rows.numbers, on_sites)
        return is_off_site if mask is None else mask & is_off_site

    def _of_sites(self, sites: Sites) -> list[int]:
        """Return the numbers of the passages whose documents come from these sites."""
        connection = self._pinned.connection
        query = (
            f"SELECT passage.row FROM passage JOIN document ON document.row = passage.document WHERE {site_condition(connection, sites)}"
        )
        with library_errors(self._pinned.path, file=self._pinned.file), reading_stored_values():
            return [number for (number,) in rows_as(tuple[int], connection.execute(query))]

    def _passage(self, values: Sequence[Any]) -> EvidencePassage:
        name, start, end, page, text, *texts = row_as(
            tuple[str, int, int, int | None, str, str, str, str, str, str, str, str], tuple(values)
        )
        fields: dict[str, Any] = dict(zip(_TEXT_FIELDS, texts, strict=True))
        return EvidencePassage(
            id=passage_id(name, start, end),
            document=name,
            start=start,
            end=end,
            text=text,
            page=page,
            warning=warning_of(fields["url"], fields["source"], self._warnings),
            **{**fields, "published": date.fromisoformat(fields["published"]) if fields["published"] else None},
        )
