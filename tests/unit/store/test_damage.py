"""Rows altered on disk: detected, never accepted by a later change, and right again after a new import."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app.bootstrap.library_check import check_library, readable_factchecks, repair_library
from app.bootstrap.open_libraries import OpenLibraries
from app.domain.evidence import EvidenceFilter
from app.domain.importing import CheckResult
from app.domain.posts import PostFilter
from app.domain.progress import CancelToken, no_progress
from app.errors import LibraryError
from app.store import open_evidence, open_library, open_posts, row_digests
from app.store.library import SqliteLibrary
from app.store.posts.library import SqlitePosts
from tests.fakes.encoder import FakeEncoder
from tests.fakes.evidence_samples import by_line, documents
from tests.fakes.library_samples import change, samples
from tests.fakes.post_samples import posts

COUNT = 40


def altered(file: Path, statement: str) -> None:
    """Change rows behind the program's back."""
    with closing(sqlite3.connect(file)) as connection, connection:
        assert connection.execute(statement).rowcount >= 1


def faults(path: Path) -> dict[str, str]:
    """Return the faults that `library verify` finds, by the name of the check."""
    return {result.name: result.detail for result in _results(path, check_library) if not result.ok}


def unrepairable(path: Path) -> dict[str, str]:
    """Return the faults that `library rebuild` cannot repair."""
    return {result.name: result.detail for result in _results(path, repair_library) if not result.ok}


def _results(path: Path, work: object) -> tuple[CheckResult, ...]:
    opened = OpenLibraries()
    try:
        results: tuple[CheckResult, ...] = work(opened, path, progress=no_progress, cancel=CancelToken())  # type: ignore[operator]
    finally:
        opened.close()
    return results


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SqliteLibrary]:
    with closing(open_library(tmp_path, create=True)) as opened:
        change(opened, upsert=samples(COUNT))
        yield opened


@pytest.fixture
def post_file(tmp_path: Path) -> Iterator[SqlitePosts]:
    with closing(open_posts(tmp_path, create=True)) as opened:
        opened.add(posts(COUNT), progress=no_progress, cancel=CancelToken())
        yield opened


@pytest.mark.parametrize("column", ["claim", "title", "rating", "verdict", "publisher", "published", "url", "note", "grouped", "cluster"])
def test_an_altered_field_of_a_fact_check_is_reported_and_refused(library: SqliteLibrary, column: str) -> None:
    value = "FALSE" if column == "verdict" else "2001-01-01" if column == "published" else "x"
    altered(library.path / "library.db", f"UPDATE factcheck SET {column} = '{value}' || '' WHERE id = 'fc-00007'")
    assert "fc-00007" in " ".join(faults(library.path).values())
    with pytest.raises(LibraryError) as raised:
        library.get(["fc-00007"])
    assert raised.value.code == "library-altered" and library.get(["fc-00008"])


def test_an_altered_body_is_reported_and_never_ranked(library: SqliteLibrary) -> None:
    altered(library.path / "library.db", "UPDATE body SET body = body || '.' WHERE row = 3")
    with closing(library.snapshot()) as snapshot, pytest.raises(LibraryError):
        snapshot.factchecks(range(COUNT))
    assert faults(library.path)["fact-checks"] == "altered: fc-00002"


def test_a_later_change_does_not_make_damage_look_right(library: SqliteLibrary) -> None:
    altered(library.path / "library.db", "UPDATE factcheck SET claim = 'Another claim' WHERE id = 'fc-00007'")
    change(library, upsert=samples(5, start=COUNT))
    assert faults(library.path)["fact-checks"] == faults(library.path)["rows"] == "altered: fc-00007"
    assert unrepairable(library.path) == {"fact-checks: contents": "altered: fc-00007"}
    library.rebuild(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    assert faults(library.path)["fact-checks"] == "altered: fc-00007"


def test_importing_again_repairs_it(library: SqliteLibrary) -> None:
    altered(library.path / "library.db", "UPDATE factcheck SET claim = 'Another claim' WHERE id = 'fc-00007'")
    assert change(library, upsert=samples(COUNT)).changed == 1
    assert faults(library.path) == {} and library.get(["fc-00007"])["fc-00007"] == samples(COUNT)[7]


def test_altered_posts_are_reported_and_repaired(post_file: SqlitePosts, tmp_path: Path) -> None:
    altered(tmp_path / "posts.db", "UPDATE post SET author = 'somebody' WHERE id = 'p0003'")
    with pytest.raises(LibraryError):
        post_file.search("", among=PostFilter(), limit=COUNT)
    post_file.set_language(["p0003"], "fr")
    assert faults(tmp_path) == {"posts: contents": "altered: p0003"} == unrepairable(tmp_path)
    post_file.add(posts(COUNT), progress=no_progress, cancel=CancelToken())
    assert faults(tmp_path) == {} and post_file.get(["p0003"])["p0003"].author == posts(4)[3].author


def test_groups_of_posts_are_rebuilt(post_file: SqlitePosts, tmp_path: Path) -> None:
    altered(tmp_path / "posts.db", "UPDATE post SET clean = 'other words', form = 'x', head = 0 WHERE id IN ('p0003', 'p0004')")
    assert faults(tmp_path) and unrepairable(tmp_path) == {} == faults(tmp_path)
    assert len(post_file.search("", among=PostFilter(), limit=COUNT).items) == COUNT


def test_passages_are_cut_again_and_copies_are_named(tmp_path: Path) -> None:
    with closing(open_evidence(tmp_path, cut=by_line, create=True)) as evidence:
        copy = evidence.keep(b"the page", suffix=".txt")
        items = [replace(document, cached=copy) for document in documents(5)]
        evidence.add(items, progress=no_progress, cancel=CancelToken())
        altered(tmp_path / "evidence.db", "UPDATE passage SET text = 'Something else.' WHERE row = 2")
        with pytest.raises(LibraryError), closing(_index(evidence)) as index:
            index.passages(range(len(index)))
        assert faults(tmp_path)
        evidence.close()
    opened = OpenLibraries()
    opened._evidence[(tmp_path.resolve(), False)] = open_evidence(tmp_path, cut=by_line)
    assert all(result.ok for result in repair_library(opened, tmp_path, progress=no_progress, cancel=CancelToken()))
    opened.close()
    assert faults(tmp_path) == {}
    (tmp_path / copy).write_bytes(b"the pace")
    assert faults(tmp_path).keys() == unrepairable(tmp_path).keys() == {"evidence: kept copies"}


def _index(evidence: object) -> object:
    return evidence.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())  # type: ignore[attr-defined]


def test_a_file_of_version_01_gets_its_digests_with_the_first_change(library: SqliteLibrary) -> None:
    with closing(sqlite3.connect(library.path / "library.db")) as connection, connection:
        connection.execute(f"DELETE FROM {row_digests.TABLE}")
        connection.execute("UPDATE factcheck SET claim = 'Another claim' WHERE id = 'fc-00007'")
    details = {result.name: result.detail for result in _results(library.path, check_library)}
    assert "without digests" in details["rows"] and details["fact-checks"] == "altered: fc-00007"
    change(library, upsert=samples(1, start=COUNT))
    assert faults(library.path)["rows"] == "altered: fc-00007", "what was altered before is not sealed as right"
    change(library, upsert=samples(COUNT))
    assert faults(library.path) == {}


def test_readable_rows_of_a_truncated_library_are_exported(library: SqliteLibrary, tmp_path: Path) -> None:
    change(library, upsert=[replace(item, body=item.body * 40) for item in samples(COUNT)])
    library.close()
    file = tmp_path / "library.db"
    content = file.read_bytes()
    file.write_bytes(content[: len(content) * 6 // 10])
    failures = [result for result in _results(tmp_path, check_library) if not result.ok]
    assert (
        failures
        and not any("library verify" in result.hint for result in failures)
        and any("library export" in result.hint for result in failures)
    )
    salvaged = readable_factchecks(tmp_path, cancel=CancelToken())
    originals = {item.id: item for item in samples(COUNT)}
    assert salvaged.left_out and all(item.claim == originals[item.id].claim for item in salvaged.items)


def test_a_file_that_is_gone_is_missed(post_file: SqlitePosts, tmp_path: Path) -> None:
    post_file.close()
    (tmp_path / "posts.db").unlink()
    assert faults(tmp_path) == {"posts.db": "missing"}
    with pytest.raises(LibraryError) as raised:
        open_posts(tmp_path)
    assert raised.value.code == "library-file-gone"


def test_only_intact_evidence_is_searched(tmp_path: Path) -> None:
    with closing(open_evidence(tmp_path, cut=by_line, create=True)) as evidence:
        evidence.add(documents(5), progress=no_progress, cancel=CancelToken())
        altered(tmp_path / "evidence.db", "UPDATE document SET published = '2020-01-09' WHERE id = 'd0001'")
        with pytest.raises(LibraryError):
            evidence.search("", among=EvidenceFilter(undated=True))
    assert faults(tmp_path) == {"evidence: contents": "altered: d0001"} == unrepairable(tmp_path)
