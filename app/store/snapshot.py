"""A pinned generation: its arrays are memory-mapped, its texts are read in a transaction that sees the same state."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from app.domain.factcheck import FactCheck
from app.ports import Field, FloatMatrix, IntMatrix, LexicalIndex, Mask, VectorIndex
from app.store import language_overrides, row_digests
from app.store.database import library_errors, refuse_altered
from app.store.generation import index_content
from app.store.generation_cache import OpenedGeneration
from app.store.rows import FACTCHECK_COLUMNS, chunks, factcheck_of, placeholders
from app.store.schema import FACTCHECK
from app.store.stored_values import reading_stored_values

_OUTLINE = f"SELECT {', '.join(FACTCHECK_COLUMNS)}, '' FROM factcheck"
_SELECT = f"SELECT {', '.join(FACTCHECK_COLUMNS)}, body FROM factcheck JOIN body ON body.row = factcheck.row"


class Snapshot:
    """LibrarySnapshot. Its connection holds an open read transaction, which SQLite's log keeps valid during writes."""

    def __init__(self, opened: OpenedGeneration, connection: sqlite3.Connection, path: Path) -> None:
        self._path = path
        self._generation = opened.generation
        self._connection = connection
        self._dense, self._lexical = opened.dense, opened.lexical

    @property
    def generation(self) -> str:
        """Name of the generation."""
        return self._generation.manifest.generation

    @property
    def encoder(self) -> str:
        """`ModelIdentity.key()` of the encoder that made the vectors."""
        return self._generation.manifest.encoder.key()

    @property
    def ids(self) -> Sequence[str]:
        """Ids by row."""
        return self._generation.rows.ids

    @property
    def published(self) -> NDArray[np.int32]:
        """Proleptic ordinals by row; 0 where the date is not known."""
        return self._generation.rows.published

    @property
    def groups(self) -> NDArray[np.int32]:
        """Duplicate group of each row, as the row of its smallest id."""
        return self._generation.rows.groups

    def vectors(self, field: Field) -> VectorIndex:
        """Return the dense index of CLAIM or TITLE."""
        return self._dense[field]

    def vector_rows(self, field: Field, rows: IntMatrix) -> FloatMatrix:
        """Return the stored unit vectors of these rows, shape (len(rows), dimension); zeros for an empty text."""
        return np.asarray(self._generation.vectors[field].vectors[np.asarray(rows, np.int64)], np.float32)

    def lexical(self, field: Field) -> LexicalIndex:
        """Return the BM25 index of CLAIM, TITLE or BODY."""
        return self._lexical[field]

    def factchecks(self, rows: Sequence[int]) -> list[FactCheck]:
        """Return the fact-checks at these rows with bodies, in the given order. Raises LibraryError `library-altered`."""
        factchecks = self._selected(_SELECT, rows)
        refuse_altered(self._path, [item.id for row, item in zip(rows, factchecks, strict=True) if self._is_altered(row, item)])
        return factchecks

    def outlines(self, rows: Sequence[int]) -> list[FactCheck]:
        """Return the fact-checks at these rows without bodies, in the given order. Raises LibraryError `library-altered`."""
        with library_errors(self._path):
            refuse_altered(self._path, row_digests.altered_among(self._connection, FACTCHECK, "id", [self.ids[row] for row in rows]))
        return self._selected(_OUTLINE, rows)

    def _is_altered(self, row: int, item: FactCheck) -> bool:
        """Return True where a fact-check differs from the one that was indexed."""
        imported = self._imported.get(item.id)
        content = item if imported is None else replace(item, language=imported)
        expected = index_content(content.content_hash(), None if imported is None else item.language)
        return bool(self._generation.rows.content[row] != expected)

    @cached_property
    def _imported(self) -> dict[str, str]:
        with library_errors(self._path):
            return language_overrides.imported(self._connection)

    def _selected(self, query: str, rows: Sequence[int]) -> list[FactCheck]:
        names = [self.ids[row] for row in rows]
        factchecks: dict[str, FactCheck] = {}
        with library_errors(self._path):
            for chunk in chunks(dict.fromkeys(names)):
                for *values, body in self._connection.execute(f"{query} WHERE id IN ({placeholders(chunk)})", chunk).fetchall():
                    factchecks[values[0]] = factcheck_of(values, body=body)
            with reading_stored_values():  # the index may name ids that the database lacks
                return [factchecks[name] for name in names]

    def allowed(
        self, *, published_before: date | None, include_publishers: Sequence[str], exclude_publishers: Sequence[str]
    ) -> Mask | None:
        """Return a mask of the rows that pass the filters; None when all do. A fact-check without a date does not pass a filter by
        date."""
        rows = self._generation.rows
        mask = np.ones(len(rows), np.bool_)
        if published_before is not None:
            mask &= (rows.published > 0) & (rows.published < published_before.toordinal())
        names = [name.casefold().strip() for name in rows.publishers]
        included = {name.casefold().strip() for name in include_publishers}
        excluded = {name.casefold().strip() for name in exclude_publishers}
        passing = np.array([(not included or name in included) and name not in excluded for name in names], np.bool_)
        mask &= passing[rows.publisher]
        return None if mask.all() else mask

    def close(self) -> None:
        """End the read transaction."""
        self._connection.close()

    def __enter__(self) -> Snapshot:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
