"""The cache of embeddings: keyed by model and text, bounded, and never a reason to fail."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from numpy.typing import NDArray

from app.store import open_vector_cache
from app.store import vector_cache as module
from app.store.vector_cache import SqliteVectorCache


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[SqliteVectorCache]:
    opened = open_vector_cache(tmp_path / "deeper" / "vectors.db")
    yield opened
    opened.close()


def vectors(count: int, *, seed: int = 0, dimension: int = 16) -> NDArray[np.float32]:
    return np.random.default_rng(seed).normal(size=(count, dimension)).astype(np.float32)


def texts(count: int, *, start: int = 0) -> list[str]:
    return [f"text {number}" for number in range(start, start + count)]


def altered(path: Path, change: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute(change).rowcount == 1


ONE = "WHERE text = (SELECT text FROM vector ORDER BY text LIMIT 1)"
FIRST_BYTE = "CAST(x'7f' || substr(value, 2) AS BLOB)"


@pytest.mark.parametrize("change", [
    f"UPDATE vector SET value = {FIRST_BYTE} {ONE}",
    f"UPDATE vector SET value = CAST(substr(value, 1, 4) || x'55' || substr(value, 6) AS BLOB) {ONE}",
    f"UPDATE vector SET value = substr(value, 1, 16) {ONE}",
    f"UPDATE vector SET value = 'text' {ONE}",
    f"UPDATE vector SET value = (SELECT value FROM vector ORDER BY text DESC LIMIT 1) {ONE}",
    f"UPDATE vector SET model = 'other' {ONE}",
    f"UPDATE vector SET used = 'long ago', value = {FIRST_BYTE} {ONE}",
])  # fmt: skip
def test_an_altered_value_counts_as_unknown(cache: SqliteVectorCache, change: str) -> None:
    cache.put("model", texts(5), vectors(5))
    cache.close()
    altered(cache._path, change)
    matrix, present = cache.get("model", texts(5))
    assert matrix is not None and present.sum() == 4 and np.array_equal(matrix[present], vectors(5)[present])
    assert not cache.get("other", texts(5))[1].any()


def test_values_of_the_first_format_are_dropped(cache: SqliteVectorCache) -> None:
    cache.put("model", texts(2), vectors(2))
    cache.close()
    with closing(sqlite3.connect(cache._path)) as connection:
        connection.execute("PRAGMA user_version = 0")
    assert not cache.get("model", texts(2))[1].any()
    cache.put("model", texts(2), vectors(2))
    assert cache.get("model", texts(2))[1].all()


def test_stored_vectors_round_trip(cache: SqliteVectorCache) -> None:
    cache.put("model", texts(1300), vectors(1300))
    matrix, present = cache.get("model", ["unknown", *reversed(texts(1300)), "text 5"])
    assert matrix is not None and matrix.dtype == np.float32
    assert present.tolist() == [False] + [True] * 1301 and not matrix[0].any()
    assert np.array_equal(matrix[1:1301], vectors(1300)[::-1]) and np.array_equal(matrix[-1], vectors(1300)[5])


def test_nothing_known(cache: SqliteVectorCache) -> None:
    matrix, present = cache.get("model", texts(3))
    assert matrix is None and present.tolist() == [False] * 3
    assert cache.get("model", [])[0] is None
    cache.put("model", [], np.zeros((0, 16), np.float32))


def test_models_do_not_share(cache: SqliteVectorCache) -> None:
    cache.put("one", texts(2), vectors(2))
    assert cache.get("two", texts(2))[0] is None
    cache.put("two", texts(2), vectors(2, seed=1))
    matrix, _ = cache.get("one", texts(2))
    assert matrix is not None and np.array_equal(matrix, vectors(2))


def test_a_new_value_replaces_the_old_one(cache: SqliteVectorCache) -> None:
    cache.put("model", ["a"], vectors(1))
    cache.put("model", ["a", "b"], vectors(2, seed=1))
    matrix, _ = cache.get("model", ["a", "b"])
    assert matrix is not None and np.array_equal(matrix, vectors(2, seed=1))


def test_scores_and_odd_texts(cache: SqliteVectorCache) -> None:
    odd = ["", "\x00", "\ud800", "é", "e\u0301"]
    cache.put("scorer", odd, np.arange(5, dtype=np.float32)[:, None])
    matrix, present = cache.get("scorer", odd)
    assert matrix is not None and present.all() and matrix[:, 0].tolist() == [0, 1, 2, 3, 4]


def test_it_survives_closing(cache: SqliteVectorCache) -> None:
    cache.put("model", texts(2), vectors(2))
    cache.close()
    assert cache.get("model", texts(2))[1].all()


@pytest.mark.parametrize("harm", ["garbage", "half", "other table"])
def test_a_damaged_file_is_rebuilt(tmp_path: Path, harm: str) -> None:
    file = tmp_path / "vectors.db"
    with closing(open_vector_cache(file)) as cache:
        cache.put("model", texts(500), vectors(500))
    if harm == "garbage":
        file.write_bytes(b"\x31" * 5000)
    elif harm == "half":
        file.write_bytes(file.read_bytes()[:8192] + b"\xff" * 8192)
    else:
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript("DROP TABLE vector; CREATE TABLE vector (something TEXT)")
    with closing(open_vector_cache(file)) as cache:
        cache.get("model", texts(500))
        cache.put("model", texts(3), vectors(3))
        cache.put("model", texts(3), vectors(3))
        matrix, present = cache.get("model", texts(3))
        assert matrix is not None and present.all() and np.array_equal(matrix, vectors(3))


def test_it_stays_small_and_forgets_the_oldest_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000_000.0]
    monkeypatch.setattr(module.time, "time", lambda: now[0])
    with closing(open_vector_cache(tmp_path / "vectors.db", max_bytes=400_000)) as cache:
        for day in range(40):
            now[0] += 90_000
            cache.put("model", texts(50, start=50 * day), vectors(50, seed=day, dimension=64))
            cache.get("model", texts(50))
        assert (tmp_path / "vectors.db").stat().st_size < 800_000
        assert cache.get("model", texts(50))[1].all(), "used every day"
        assert cache.get("model", texts(50, start=50 * 39))[1].all(), "put last"
        assert not cache.get("model", texts(50, start=50))[1].any(), "put first, never used"


def test_a_busy_or_unwritable_file_only_costs_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "vectors.db"
    with closing(open_vector_cache(file)) as cache:
        cache.put("model", texts(2), vectors(2))
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            cache.put("model", texts(2, start=5), vectors(2))
            assert cache.get("model", texts(2))[1].all()
    (tmp_path / "file").write_text("in the way")
    with closing(open_vector_cache(tmp_path / "file" / "vectors.db")) as cache:
        cache.put("model", texts(2), vectors(2))
        assert cache.get("model", texts(2))[0] is None


def test_threads_may_share_it(cache: SqliteVectorCache) -> None:
    def work(number: int) -> None:
        for _ in range(5):
            cache.put("model", texts(20, start=20 * number), vectors(20, seed=number))
            assert cache.get("model", texts(20, start=20 * number))[1].all()

    threads = [Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cache.get("model", texts(80))[1].all()
