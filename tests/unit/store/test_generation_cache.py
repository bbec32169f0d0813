"""The cached generation: the same object while nothing changes, opened and checked again after a change."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from app.errors import LibraryError
from app.ports import Field
from app.store import open_library
from app.store.database import INDEX
from app.store.library import SqliteLibrary
from tests.fakes.library_samples import change, samples

COUNT = 60


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SqliteLibrary]:
    with closing(open_library(tmp_path / "library", create=True, hnsw_above=10)) as library:
        change(library, upsert=samples(COUNT))
        yield library


def test_snapshots_share_what_was_opened(library: SqliteLibrary) -> None:
    with closing(library.snapshot()) as first, closing(library.snapshot()) as second:
        assert first.lexical(Field.CLAIM) is second.lexical(Field.CLAIM) and first.vectors(Field.CLAIM) is second.vectors(Field.CLAIM)
        assert [check.id for check in first.factchecks([3])] == [check.id for check in second.factchecks([3])]


def test_a_snapshot_keeps_its_generation_while_the_next_one_has_the_new(library: SqliteLibrary) -> None:
    with closing(library.snapshot()) as old:
        change(library, upsert=samples(5, start=COUNT))
        with closing(library.snapshot()) as new:
            assert (len(old.ids), len(new.ids)) == (COUNT, COUNT + 5)
            assert old.lexical(Field.CLAIM) is not new.lexical(Field.CLAIM)


def test_a_file_that_was_touched_is_looked_at_again(library: SqliteLibrary) -> None:
    library.snapshot().close()
    (folder,) = [path for path in (library.path / INDEX).iterdir() if (path / "manifest.json").is_file()]
    os.truncate(folder / "body.rows.npy", 100)
    with pytest.raises(LibraryError) as raised:
        library.snapshot()
    assert raised.value.code == "index-damaged"


def test_jobs_may_search_the_same_graph_at_once(library: SqliteLibrary) -> None:
    with closing(library.snapshot()) as snapshot:
        index = snapshot.vectors(Field.CLAIM)
        queries = snapshot.vector_rows(Field.CLAIM, np.arange(COUNT, dtype=np.int32))
        expected = {k: index.search(queries, k).rows.tolist() for k in (1, 4, 9)}
        with ThreadPoolExecutor(4) as pool:
            searches = list(pool.map(lambda k: (k, index.search(queries, k).rows.tolist()), [1, 4, 9] * 20))
    assert all(rows == expected[k] for k, rows in searches)
