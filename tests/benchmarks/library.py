"""Building and growing the library of 19,250 PolitiFact fact-checks."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Iterator
from pathlib import Path

from app.paths import models_dir
from tests.benchmarks.command import run
from tests.benchmarks.table import Result

HELD_BACK = 100
_MADE_BY = "library-models.toml"


def library_path(work: Path) -> Path:
    """Return the path of the benchmark library, which all parts share."""
    return work / "library"


def ensure(data: Path, work: Path) -> Path:
    """Return the full library; build it if it is missing or was made by other models."""
    path, made_by = library_path(work), work / _MADE_BY
    if not (path / "library.db").is_file() or not made_by.is_file() or made_by.read_bytes() != _models():
        list(measure(data=data, work=work))
    return path


def _models() -> bytes:
    return (models_dir() / "manifest.toml").read_bytes()


def measure(*, data: Path, work: Path) -> Iterator[Result]:
    """Build from all but 100 rows, add those 100, and build once from everything."""
    source = data / "politifact" / "factchecks.jsonl.gz"
    rows = gzip.decompress(source.read_bytes()).splitlines(keepends=True)
    large_file, new_rows_file = work / "most.jsonl", work / "few.jsonl"
    large_file.write_bytes(b"".join(rows[:-HELD_BACK]))
    new_rows_file.write_bytes(b"".join(rows[-HELD_BACK:]))
    grown, full_library = work / "grown", library_path(work)
    for folder in (grown, full_library, work / "home-grown", work / "home-whole"):
        shutil.rmtree(folder, ignore_errors=True)
    built = run(["library", "import", source, "--library", full_library, "--quiet"], home=work / "home-whole")
    yield Result(
        name=f"library: build from {len(rows):,} fact-checks", value=f"{built.seconds:.0f} s", target="< 180 s", met=built.seconds < 180
    )
    (work / _MADE_BY).write_bytes(_models())
    yield Result(name="library: peak memory of that build", value=f"{built.megabytes:.0f} MB")
    run(["library", "import", large_file, "--library", grown, "--quiet"], home=work / "home-grown")
    added = run(["library", "import", new_rows_file, "--library", grown, "--quiet"], home=work / "home-grown")
    yield Result(
        name=f"library: add {HELD_BACK} fact-checks to {len(rows) - HELD_BACK:,}",
        value=f"{added.seconds:.2f} s",
        target="< 3 s",
        met=added.seconds < 3,
    )
    size = sum(file.stat().st_size for file in full_library.rglob("*") if file.is_file())
    yield Result(name="library: size on disk", value=f"{size / 1e6:.0f} MB")
