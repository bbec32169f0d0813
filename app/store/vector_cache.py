"""Cache of embeddings and scores by model and text; beyond its size limit the least recently used values are deleted.

Everything here can be computed again. Each value ends with a checksum over model, text and vector; a value that was altered on the
disk is discarded. A damaged file is replaced, and with a full disk or a busy file nothing is cached: the cache never makes an
analysis fail.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock

import numpy as np

from app.ports import FloatMatrix, Mask
from app.store.schema_check import AlteredFile, check_file, check_objects, harden, schema_of
from app.store.stored_values import is_damage

MAX_BYTES = 512 * 1024 * 1024
_KEEP = 0.8
_CHUNK = 500
_DAY = 86_400
_PASSING = ("locked", "busy", "is full", "readonly", "read-only", "unable to open", "i/o error", "Errno")
_CHECKSUM = 8
# The first format had no checksums. Its values are dropped, since they can be computed again.
_FORMAT = 2
_SCHEMA = """
PRAGMA auto_vacuum = INCREMENTAL;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = OFF;
CREATE TABLE IF NOT EXISTS vector (model TEXT NOT NULL, text BLOB NOT NULL, used INTEGER NOT NULL, value BLOB NOT NULL,
  PRIMARY KEY (model, text)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS vector_used ON vector (used);
"""


def open_vector_cache(path: Path, *, max_bytes: int = MAX_BYTES) -> SqliteVectorCache:
    """Return the cache in the file `path` (created with its folder when absent), with at most about `max_bytes` of vectors."""
    return SqliteVectorCache(Path(path), max_bytes=max_bytes)


class SqliteVectorCache:
    """VectorCache in one SQLite file; may be used from several threads and processes."""

    def __init__(self, path: Path, *, max_bytes: int) -> None:
        self._path = path
        self._max_bytes = max_bytes
        self._lock = Lock()
        self._connection: sqlite3.Connection | None = None

    def get(self, model: str, texts: Sequence[str]) -> tuple[FloatMatrix | None, Mask]:
        """Return (matrix (len(texts), d) with zero rows for missing texts, or None when all are missing; mask of the known texts)."""
        keys = [_key(text) for text in texts]
        with self._lock:
            stored_vectors = self._guarded_read(model, keys)
        is_known = np.array([key in stored_vectors for key in keys], np.bool_)
        if not is_known.any():
            return None, is_known
        dimension = max(len(value) for value in stored_vectors.values()) // 4
        matrix = np.zeros((len(texts), dimension), np.float32)
        for row, key in enumerate(keys):
            if is_known[row]:
                value = np.frombuffer(stored_vectors[key][: len(stored_vectors[key]) // 4 * 4], "<f4")
                is_known[row] = len(value) == dimension
                matrix[row] = value if is_known[row] else 0
        return matrix, is_known

    def put(self, model: str, texts: Sequence[str], vectors: FloatMatrix) -> None:
        """Store the rows of `vectors` for these texts."""
        now = int(time.time())
        values = np.ascontiguousarray(vectors, "<f4").reshape(len(texts), -1) if len(texts) else np.zeros((0, 1), "<f4")
        rows = [(model, key, now, _with_checksum(model, key, value.tobytes())) for key, value in zip(map(_key, texts), values, strict=True)]
        with self._lock:
            self._guarded_write(rows)

    def close(self) -> None:
        """Close the file; a later call opens it again."""
        with self._lock:
            self._drop_connection()

    def _guarded_read(self, model: str, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        try:
            return self._read(self._opened(), model, keys)
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
            self._handle_error(error)
        return {}

    def _guarded_write(self, rows: Sequence[tuple[str, bytes, int, bytes]]) -> None:
        try:
            self._write(self._opened(), rows)
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
            self._handle_error(error)

    def _handle_error(self, error: Exception) -> None:
        """Delete a damaged file; leave a busy, full or unwritable one as it is."""
        # Everything here can be computed again, so a damaged file is deleted. The cache never makes an analysis fail.
        if is_damage(error) or isinstance(error, AlteredFile) or not any(word in str(error) for word in _PASSING):
            self._delete_file()

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            check_file(self._path)
            connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False, timeout=2)
            try:
                harden(connection)
                check_objects(connection, schema_of(_SCHEMA), complete=False)  # another process may be creating it
                # Values of another format can be computed again.
                if connection.execute("PRAGMA user_version").fetchone()[0] != _FORMAT:
                    connection.executescript(f"DROP TABLE IF EXISTS vector; PRAGMA user_version = {_FORMAT};")
                connection.executescript(_SCHEMA)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _read(self, connection: sqlite3.Connection, model: str, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        vectors: dict[bytes, bytes] = {}
        stale: list[tuple[int, str, bytes]] = []
        now = int(time.time())
        unique = list(dict.fromkeys(keys))
        for start in range(0, len(unique), _CHUNK):
            part = unique[start : start + _CHUNK]
            query = f"SELECT text, value, used FROM vector WHERE model = ? AND text IN ({', '.join('?' * len(part))})"
            for text, value, last_used in connection.execute(query, (model, *part)):
                if (vector := _without_checksum(model, text, value)) is None:
                    continue
                vectors[text] = vector
                # A resolution of one day, so that most reads write nothing.
                if not isinstance(last_used, int) or last_used < now - _DAY:
                    stale.append((now, model, text))
        if stale:
            with suppress(sqlite3.OperationalError):
                self._mark_used(connection, stale)
        return vectors

    def _mark_used(self, connection: sqlite3.Connection, stale: Sequence[tuple[int, str, bytes]]) -> None:
        """Update the time of use."""
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("UPDATE vector SET used = ? WHERE model = ? AND text = ?", stale)

    def _write(self, connection: sqlite3.Connection, rows: Sequence[tuple[str, bytes, int, bytes]]) -> None:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT OR REPLACE INTO vector (model, text, used, value) VALUES (?, ?, ?, ?)", rows)
        pages, free_pages, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        used_bytes = (pages - free_pages) * size
        if used_bytes > self._max_bytes:
            total = connection.execute("SELECT count(*) FROM vector").fetchone()[0]
            self._forget(connection, int(total * (1 - _KEEP * self._max_bytes / used_bytes)) + 1)

    def _forget(self, connection: sqlite3.Connection, count: int) -> None:
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            oldest = "SELECT model, text FROM vector ORDER BY used, model, text LIMIT ?"
            connection.execute(f"DELETE FROM vector WHERE (model, text) IN ({oldest})", (count,))
        connection.execute("PRAGMA incremental_vacuum").fetchall()

    def _drop_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _delete_file(self) -> None:
        """Delete a file that cannot be read as a database; the next use creates a new one."""
        self._drop_connection()
        for suffix in ("", "-wal", "-shm"):
            with suppress(OSError):
                self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _with_checksum(model: str, key: bytes, vector: bytes) -> bytes:
    """Encode a vector with its checksum."""
    return vector + _checksum(model, key, vector)


def _without_checksum(model: str, key: bytes, value: object) -> bytes | None:
    """Decode a stored vector; None where its checksum is wrong."""
    if not isinstance(value, bytes):
        return None
    vector = value[:-_CHECKSUM]
    return vector if value[-_CHECKSUM:] == _checksum(model, key, vector) else None


def _checksum(model: str, key: bytes, vector: bytes) -> bytes:
    return hashlib.blake2b(key + model.encode() + vector, digest_size=_CHECKSUM).digest()
