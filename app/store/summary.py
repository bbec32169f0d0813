"""Statistics of a library."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

import numpy as np

from app.domain.importing import LibraryStatistics
from app.errors import LibraryError
from app.store.database import INDEX, meta
from app.store.files import read_array, read_manifest
from app.store.generation import DENSE, HNSW, makers_file
from app.store.sqlite import Database
from app.store.stored_values import reading_stored_values, row_as


@reading_stored_values()
def statistics(database: Database, path: Path) -> LibraryStatistics:
    """Return counts, dates and sizes; an index that cannot be read is shown as "damaged"."""
    connection = database.conn
    rows, groups = connection.execute("SELECT count(*), count(DISTINCT grouped) FROM factcheck").fetchone()
    days = connection.execute("SELECT min(published), max(published) FROM factcheck WHERE published != ''").fetchone()
    oldest, newest = row_as(tuple[str | None, str | None], days)
    generation = meta(database, "generation")
    digest = meta(database, "manifest")
    kind, encoder = _index(path, generation, digest)
    return LibraryStatistics(
        path=str(path),
        factchecks=rows,
        groups=groups,
        generation=generation,
        index_kind=kind,
        encoder=encoder,
        size_bytes=_size(path),
        newest=newest or "",
        oldest=oldest or "",
        publishers=_counts(connection, "publisher"),
        verdicts=_counts(connection, "verdict"),
        languages=_counts(connection, "language"),
        years=_counts(connection, "substr(published, 1, 4)"),
        other_encoders=_other_encoders(path / INDEX / generation, digest) if encoder else (),
    )


def index_encoder(database: Database, path: Path) -> str:
    """Return the key of the encoder that made the current generation; "" where there is none that can be read."""
    return _index(path, meta(database, "generation"), meta(database, "manifest"))[1]


def _index(path: Path, generation: str, digest: str) -> tuple[str, str]:
    if not generation:
        return "", ""
    try:
        manifest = read_manifest(path / INDEX / generation, expected=digest)
    except LibraryError:
        return "damaged", ""
    return HNSW if HNSW in manifest.kinds.values() else "exact", manifest.encoder.key()


def _other_encoders(folder: Path, digest: str) -> tuple[tuple[str, int], ...]:
    """Return the keys of the manifest's other encoders, each with the number of rows that it encoded."""
    try:
        manifest = read_manifest(folder, expected=digest)
        makers = [read_array(folder, name) for field in DENSE if (name := makers_file(field)) in manifest.files]
    except LibraryError:
        return ()
    rows = np.bincount(np.max(makers, axis=0), minlength=1 + len(manifest.others)) if makers else np.zeros(1, np.int64)
    counts = zip(manifest.others, rows[1:].tolist(), strict=False)
    return tuple(sorted(((other.key(), count) for other, count in counts if count), key=lambda pair: (-pair[1], pair[0])))


def _counts(connection: sqlite3.Connection, column: str) -> tuple[tuple[str, int], ...]:
    query = f"SELECT {column} AS name, count(*) AS total FROM factcheck GROUP BY name ORDER BY total DESC, name"
    return tuple((str(name), int(total)) for name, total in connection.execute(query).fetchall())


def _size(path: Path) -> int:
    total = 0
    for file in path.rglob("*"):
        with suppress(FileNotFoundError):
            total += file.stat().st_size if file.is_file() else 0
    return total
