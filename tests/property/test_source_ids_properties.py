"""Imports in any order, repeated and renamed: nothing is lost or doubled, and no source replaces another's items."""

from __future__ import annotations

import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.evidence import EvidenceDocument, ReadEvidence
from app.domain.factcheck import FactCheck, stable_id
from app.domain.importing import ReadPost, ReadRow
from app.domain.likeness import EvidenceKind, FactCheckKind, Item, ItemKind, PostKind
from app.domain.post import Post
from app.domain.progress import CancelToken, no_progress
from app.domain.source_ids import SourceIds
from app.ports import LibraryChange
from app.store import open_evidence, open_posts
from app.store.change_writing import write_change
from app.store.database import connect, prepare
from app.store.sqlite import Database
from tests.fakes.evidence_samples import by_line
from tests.fakes.held_ids import MemoryIds

PRODUCERS = ("Alpha Check", "Beta Facts", "")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Fact:
    """Content of a row; `file_id` is the id in its file, "" for a row without one."""

    source: int
    producer: str
    file_id: str
    words: str
    url: str

    @property
    def content(self) -> tuple[str, str, str]:
        """Return the fields that identify the row."""
        return self.producer, self.url, self.words


def words(number: int) -> str:
    """Return words that no other number has."""
    dice = random.Random(number)
    return " ".join("".join(dice.choices(LETTERS, k=7)) for _ in range(6))


@st.composite
def sources(draw: st.DrawFn, *, without_ids: bool = True) -> list[list[Fact]]:
    """Draw files that number their rows independently: ids collide, contents differ."""
    files: list[list[Fact]] = []
    number = 0
    for source in range(draw(st.integers(1, 4))):
        producer = draw(st.sampled_from(PRODUCERS))
        rows: list[Fact] = []
        for file_id in draw(st.lists(st.sampled_from(["1", "2", "3", "a", *([""] if without_ids else [])]), min_size=1, max_size=6)):
            number += 1
            page = draw(st.sampled_from(["", f"https://{source}.example/{number}", f"https://{source}.example/list"]))
            rows.append(Fact(source, producer, file_id, words(number), page))
        files.append(rows)
    return files


def factcheck(fact: Fact) -> FactCheck:
    name = fact.file_id or stable_id(publisher=fact.producer, url=fact.url, claim=fact.words)
    return FactCheck(id=name, claim=fact.words, publisher=fact.producer, url=fact.url)


def post_of(fact: Fact) -> Post:
    return Post(id=fact.file_id, text=fact.words, platform=fact.producer, url=fact.url)


def document_of(fact: Fact) -> EvidenceDocument:
    return EvidenceDocument(id=fact.file_id, text=fact.words, source=fact.producer, url=fact.url)


def identity_of(item: FactCheck | Post | EvidenceDocument) -> tuple[str, str, str]:
    """Return the identifying fields of an item."""
    if isinstance(item, FactCheck):
        return item.publisher, item.url, item.claim
    return (item.platform if isinstance(item, Post) else item.source), item.url, item.text


class ImportedItems(Generic[Item]):
    """Library in memory that files are imported into."""

    def __init__(self, kind: ItemKind[Item]) -> None:
        self.kind = kind
        self.items: dict[str, Item] = {}
        self.file_id: dict[str, str] = {}

    def take(self, name: str, rows: Iterable[Item]) -> None:
        """Import one file."""
        ids = SourceIds(self.kind, MemoryIds(self.items, self.file_id))
        for part in ids.parts(((name, row) for row in rows), size=100):
            assert len({item.id for item in part}) == len(part)
            self.items.update((item.id, item) for item in part)


KINDS: Sequence[tuple[Any, Any]] = (
    (FactCheckKind, factcheck),
    (PostKind, post_of),
    (EvidenceKind, document_of),
)


@pytest.mark.parametrize(("kind", "make"), KINDS)
@settings(max_examples=150, deadline=None)
@given(files=sources(without_ids=False), order=st.randoms(use_true_random=False))
def test_no_row_is_lost_or_doubled_in_any_order(
    kind: Callable[[], ItemKind[Any]],
    make: Callable[[Fact], Any],
    files: list[list[Fact]],
    order: random.Random,
) -> None:
    store: ImportedItems[Any] = ImportedItems(kind())
    imports = [*files, *files]
    order.shuffle(imports)
    for number, rows in enumerate(imports):
        store.take(f"{number}.csv", map(make, rows))  # each time under another name
    expected = {fact.content for rows in files for fact in rows}
    assert sorted(map(identity_of, store.items.values())) == sorted(expected)
    before = dict(store.items)
    for rows in files:
        store.take("again.csv", map(make, rows))
    assert store.items == before


@settings(max_examples=60, deadline=None)
@given(files=sources(), order=st.randoms(use_true_random=False), data=st.data())
def test_a_corrected_file_updates_its_own_rows_alone(files: list[list[Fact]], order: random.Random, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder, closing(connect(Path(folder) / "library.db", read_only=False).conn) as connection:
        prepare(Database(connection), Path(folder), read_only=False)
        order.shuffle(files)
        for number, rows in enumerate(files):
            take(connection, f"{number}.csv", rows)
        corrected = data.draw(st.sampled_from(files))
        changed = [replace(factcheck(fact), rating="Corrected", claimant="Somebody") for fact in corrected]
        counts = write_change(
            connection,
            LibraryChange(imported=[ReadRow("renamed.csv", "", item) for item in changed]),
            progress=no_progress,
            cancel=CancelToken(),
        )
        assert (counts.added, counts.changed, counts.unchanged) == (0, len(corrected), 0)
        stored = connection.execute("SELECT publisher, url, claim, rating FROM factcheck").fetchall()
        assert sorted(stored) == sorted(
            (*fact.content, "Corrected" if fact.source == corrected[0].source else "") for rows in files for fact in rows
        )


def take(connection: sqlite3.Connection, name: str, rows: Sequence[Fact]) -> None:
    """Import one file of fact-checks."""
    change = LibraryChange(imported=[ReadRow(name, "", factcheck(fact)) for fact in rows])
    write_change(connection, change, progress=no_progress, cancel=CancelToken())


@settings(max_examples=15, deadline=None)
@given(files=sources(without_ids=False), order=st.randoms(use_true_random=False))
def test_posts_and_evidence_on_the_disk_hold_every_row_once(files: list[list[Fact]], order: random.Random) -> None:
    expected = sorted(fact.content for rows in files for fact in rows)
    imports = [*files, *files]
    order.shuffle(imports)
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(open_posts(Path(folder), create=True)) as posts,
        closing(open_evidence(Path(folder), cut=by_line, create=True)) as evidence,
    ):
        for number, rows in enumerate(imports):
            posts.add_rows((ReadPost(f"{number}.csv", "", post_of(row)) for row in rows), progress=no_progress, cancel=CancelToken())
            read = (ReadEvidence(source=f"{number}.csv", row="", document=document_of(row)) for row in rows)
            evidence.add_rows(read, progress=no_progress, cancel=CancelToken())
        for library, query in (
            (posts, "SELECT platform, url, text FROM post"),
            (evidence, "SELECT source, url, text FROM document"),
        ):
            assert sorted(library._select(query)) == expected
            assert all(check.ok for check in library.verify(progress=no_progress, cancel=CancelToken()))
