"""Cost of the integrity checks of a library of 19,250 fact-checks: at opening, at the first search, at a change."""

from __future__ import annotations

import random
import shutil
import statistics
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np

from app.domain.progress import CancelToken, Progress, no_progress
from app.ports import FloatMatrix, LibraryChange
from app.store import open_library, row_digests
from app.store.database import INDEX, meta
from app.store.files import check_digests, read_manifest
from app.store.generation import read_generation
from app.store.library import SqliteLibrary
from tests.benchmarks.table import Result
from tests.fakes.encoder import FakeEncoder
from tests.fakes.library_samples import sample

ROWS, ADDED = 19_250, 100
_DIMENSION, _BODY, _TIMES = 384, 600, 5


class _QuickEncoder(FakeEncoder):
    """Returns random unit vectors; their meaning is irrelevant here."""

    def encode(self, texts: list[str], *, progress: Progress = no_progress, cancel: CancelToken | None = None) -> FloatMatrix:  # type: ignore[override]
        vectors = np.random.default_rng(len(texts)).standard_normal((len(texts), _DIMENSION)).astype(np.float32)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Report processor time, since wall-clock time depends on other load."""
    library = work / "checking-library"
    shutil.rmtree(library, ignore_errors=True)
    rng = random.Random(1)
    words = [f"w{rng.randrange(10**6)}" for _ in range(60_000)]
    rows = [replace(sample(number), body=" ".join(rng.choices(words, k=_BODY))) for number in range(ROWS + ADDED)]
    with closing(open_library(library, create=True)) as opened:
        yield from _change(opened, rows)
        yield from _opening(opened)
        connection = opened._reader
        texts = _seconds(lambda: [row_digests.is_full_text_altered(connection, name, sizes=False) for name in ("fulltext", "letterpairs")])
        yield Result(name=f"checks: full text of {ROWS:,} fact-checks before the first search for the eye", value=f"{texts * 1000:.0f} ms")
        ids = [item.id for item in rows[:1_000]]
        with_check = _seconds(lambda: opened.get(ids))
        yield Result(name="checks: 1,000 fact-checks read with their digests compared", value=f"{with_check * 1000:.0f} ms")
        verified = _seconds(lambda: opened.verify(progress=no_progress, cancel=CancelToken()), times=1)
        yield Result(name=f"checks: `library verify` of {ROWS:,} fact-checks", value=f"{verified:.1f} s")


def _change(opened: SqliteLibrary, rows: list[object]) -> Iterator[Result]:
    encoder = _QuickEncoder(dimension=_DIMENSION)
    for part, name in ((rows[:ROWS], f"checks: import of {ROWS:,} fact-checks, digests included"), (rows[ROWS:], f"checks: {ADDED} added")):
        change = LibraryChange(upsert=part)  # type: ignore[arg-type]
        seconds = _seconds(
            lambda change=change: opened.apply(change, encoder=encoder, progress=no_progress, cancel=CancelToken()),  # type: ignore[misc]
            times=1,
        )
        yield Result(name=f"{name} (without encoding)", value=f"{seconds:.1f} s")


def _opening(opened: SqliteLibrary) -> Iterator[Result]:
    folder, expected = opened.path / INDEX / meta(opened._database, "generation"), meta(opened._database, "manifest")
    files = read_manifest(folder, expected=expected).files
    size = sum(record.size for record in files.values())
    read = _seconds(lambda: read_generation(folder, expected=expected))
    hashed = _seconds(lambda: check_digests(folder, files))
    crc = _seconds(lambda: [zlib.crc32((folder / name).read_bytes()) for name in files])
    yield Result(name=f"checks: opening the index of {ROWS:,} fact-checks ({size / 1e6:.0f} MB), unchecked", value=f"{read * 1000:.0f} ms")
    yield Result(name="checks: its digests (BLAKE2b), beside the loading of the models", value=f"{hashed * 1000:.0f} ms")
    yield Result(name="checks: the same by CRC-32, not taken", value=f"{crc * 1000:.0f} ms")


def _seconds(work: Callable[[], object], *, times: int = _TIMES) -> float:
    durations = []
    for _ in range(times):
        started = time.process_time()
        work()
        durations.append(time.process_time() - started)
    return statistics.median(durations)
