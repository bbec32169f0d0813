"""A library with something in every file of it, everything that can be read of it, and ways to damage one file at one place."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from app.bootstrap.library_check import check_library, repair_library
from app.bootstrap.library_files import open_judgements, open_narratives, open_verifications
from app.bootstrap.open_libraries import OpenLibraries
from app.domain.answer_edits import AnswerEdit, EditKind
from app.domain.evidence import EvidenceFilter, SourceWarning
from app.domain.judgement import Judgement, JudgementChange, JudgementOperation, Pair, PairKind
from app.domain.narrative_operations import Naming, NarrativeOperation
from app.domain.posts import PostFilter
from app.domain.progress import CancelToken, no_progress
from app.domain.stored_verification import StoredVerification
from app.errors import LibraryError
from app.ports import Field, FoundNarratives, LibraryChange, NeighbourGraph
from app.store import open_evidence, open_library, open_posts
from tests.fakes.encoder import FakeEncoder
from tests.fakes.evidence_samples import by_line, document
from tests.fakes.library_samples import change, samples
from tests.fakes.post_samples import post
from tests.fakes.verifications import finished

QUESTION = "Who closed the bridges?"
DATABASES = ("library.db", "posts.db", "evidence.db", "verifications.db", "judgements.db", "narratives.db")
# SQLite's own notes, and the name of a state that is drawn by lot: another value of theirs changes nothing that is shown.
# Derived files that the program makes anew by itself, or when it is asked to index: that it will is told, and no fault.
_REMADE = ("makes it anew", "encoded again", "library index` makes")
HARMLESS_TABLES = ("_sqlite_migrations", "state", "idx__sqlite_migrations_migration_set_name")


def make_library(path: Path, *, count: int = 60) -> None:
    """Fact-checks in groups, one in a language given by hand, posts, evidence with kept copies, and all that people add."""
    grouped = [replace(item, id=f"again-{item.id}") for item in samples(3)]
    with closing(open_library(path, create=True)) as library:
        change(library, upsert=[*samples(count), *grouped])
        given = LibraryChange(upsert=samples(10, start=count), languages={"fc-00005": "de"})
        library.apply(given, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    with closing(open_posts(path, create=True)) as posts:
        posts.add([post(n) for n in range(count)], progress=no_progress, cancel=CancelToken())
        posts.keep_edits(QUESTION, [AnswerEdit(kind=EditKind.RENAME, answer="mayor", other="The mayor")])
        posts.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    with closing(open_evidence(path, cut=by_line, create=True)) as evidence:
        kept = [evidence.keep(document(n).text.encode(), suffix=".txt") for n in range(4)]
        items = [replace(document(n), cached=kept[n] if n < len(kept) else "") for n in range(count)]
        evidence.add(items, progress=no_progress, cancel=CancelToken())
        evidence.keep_warnings([SourceWarning(host="site1.example", kind="satire", note="jokes")])
        evidence.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    _people(path)


def _people(path: Path) -> None:
    with closing(open_verifications(path)) as verifications:
        days = [f"2026-11-2{n}" for n in range(5)]
        verifications.keep([StoredVerification(id=f"v{day}", verification=finished(), created=day, changed=day) for day in days])
    with closing(open_judgements(path)) as judgements:
        changes = [JudgementChange(Pair(kind=PairKind.CLAIM, query=f"q{n}", item="fc-00001"), None, Judgement.EXACT) for n in range(20)]
        judgements.keep(JudgementOperation(label="judge", who="Ada", at="2026-11-23", changes=tuple(changes)))
    with closing(open_narratives(path)) as narratives:
        graph = NeighbourGraph(
            keys=["factcheck:a", "factcheck:b"],
            digests=np.array([1, 2], np.uint64),
            first_nodes=np.array([0], np.int32),
            second_nodes=np.array([1], np.int32),
            similarities=np.array([0.9], np.float32),
        )
        places = {f"factcheck:{n}": "n-1" for n in range(40)}
        narratives.keep(FoundNarratives(state="1/x/-", encoder="x", graph=graph, narrative_of=places, repeats=[]))
        narratives.do(NarrativeOperation(label="Name", who="Ada", at="2026-11-23", names=(Naming("n-1", "", "Bridges"),)))


def read_all(path: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """All that is searched, shown and judged, by what it is called."""
    yield "fact-checks", lambda: _factchecks(path)
    yield "fact-checks ranked", lambda: _ranked(path)
    yield "posts", lambda: _posts(path)
    yield "evidence", lambda: _evidence(path)
    yield "verifications", lambda: _verifications(path)
    yield "judgements", lambda: _closing(open_judgements(path), lambda file: file.all())
    yield "narratives", lambda: _closing(open_narratives(path), lambda file: (repr(file.read()), repr(file.graph())))


def _closing(opened: object, read: Callable[..., object]) -> object:
    with closing(opened):  # type: ignore[type-var]
        return read(opened)


def _factchecks(path: Path) -> object:
    with closing(open_library(path)) as library:
        listed = library.search("", limit=1_000)
        found = [library.search(text, limit=1_000) for text in ("bridges", "mayor")]
        ids = [item.id for item in listed.items]
        return listed, found, library.get(ids), library.same_as(ids)


def _ranked(path: Path) -> object:
    with closing(open_library(path)) as library, closing(library.snapshot()) as snapshot:
        queries = FakeEncoder().encode(["The mayor closed bridges"], progress=no_progress, cancel=CancelToken())
        dense = [snapshot.vectors(field).search(queries, 20) for field in (Field.CLAIM, Field.TITLE)]
        words = [snapshot.lexical(field).search(["mayor bridges"], 20) for field in (Field.CLAIM, Field.TITLE, Field.BODY)]
        rows = range(len(snapshot.ids))
        shown = snapshot.factchecks(rows), snapshot.outlines(rows), snapshot.groups.tolist(), snapshot.published.tolist()
        return [(hits.rows.tolist(), hits.scores.tolist()) for hits in (*dense, *words)], shown


def _posts(path: Path) -> object:
    with closing(open_posts(path)) as posts:
        page = posts.search("", among=PostFilter(), limit=1_000)
        found = posts.search("bridges", among=PostFilter(), limit=1_000)
        ids = [item.id for item in page.items]
        with closing(posts.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())) as index:
            hits = index.lexical().search(["mayor bridges"], 20), index.vectors().search(index.vector_rows(np.arange(1)), 20)
            shown = index.posts(range(len(index)))
        return page, found, posts.get(ids), posts.edits_of(QUESTION), [hit.rows.tolist() for hit in hits], shown


def _evidence(path: Path) -> object:
    among = EvidenceFilter(undated=True)
    with closing(open_evidence(path, cut=by_line)) as evidence:
        page, found = evidence.search("", among=among, limit=1_000), evidence.search("bridges", among=among, limit=1_000)
        ids = [item.id for item in page.items]
        with closing(evidence.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())) as index:
            hits = index.lexical().search(["mayor bridges"], 20), index.vectors().search(index.vector_rows(np.arange(1)), 20)
            shown = index.passages(range(len(index)))
        return page, found, evidence.get(ids), evidence.warnings(), [hit.rows.tolist() for hit in hits], shown


def _verifications(path: Path) -> object:
    with closing(open_verifications(path)) as file:
        shown = file.summaries()
        return shown, file.get([each.id for each in shown])


@dataclass(frozen=True, slots=True)
class Damage:
    """What is done to which file: a byte at `offset` is changed by `flip`, or the file is cut there (0: deleted)."""

    file: str
    offset: int
    flip: int = 0
    what: str = ""

    def do(self, library: Path) -> None:
        path = library / self.file
        if self.what == "deleted":
            path.unlink()
            return
        content = bytearray(path.read_bytes())
        if self.flip:
            content[self.offset] ^= self.flip
        else:
            del content[self.offset :]
        path.write_bytes(content)


def damages(library: Path, *, seed: int, flips: int) -> list[Damage]:
    """`flips` changed bytes in each file and in each table and index of each database, a cut and a deletion of each file."""
    dice = random.Random(seed)
    found: list[Damage] = []
    for path in sorted(file for file in library.rglob("*") if file.is_file()):
        file = path.relative_to(library).as_posix()
        if file == "writer.lock" or path.name.startswith(".") or file.endswith("/writer.lock"):
            continue
        size = path.stat().st_size
        places = _places(path, dice, flips) if file in DATABASES else [(dice.randrange(size), "") for _ in range(flips)]
        found += [Damage(file, offset, 1 << dice.randrange(8), what) for offset, what in places]
        found += [Damage(file, dice.randrange(1, size), what="cut"), Damage(file, 0, what="deleted")]
    return found


def _places(database: Path, dice: random.Random, count: int) -> Iterator[tuple[int, str]]:
    """Bytes of cells that are in use, `count` of each table and index; pages and parts of pages that are free hold nothing."""
    content = database.read_bytes()
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT name, pgoffset, pgsize, pagetype FROM dbstat WHERE pagetype != 'overflow' ORDER BY name, pageno"
        pages: dict[str, list[tuple[int, int]]] = {}
        for name, offset, size, _ in connection.execute(query):
            if name not in HARMLESS_TABLES:
                pages.setdefault(name, []).append((offset, size))
    for name, held in pages.items():
        for _ in range(count):
            offset, size = dice.choice(held)
            used = list(_used(content, offset, size))
            if used:
                yield dice.choice(used), name


def _used(content: bytes, page: int, size: int) -> Iterator[int]:
    """The first bytes of each cell of a page: its head, and the beginning of what it holds."""
    head = page + (100 if page == 0 else 0)
    interior = content[head] in (2, 5)
    cells = int.from_bytes(content[head + 3 : head + 5])
    start = head + (12 if interior else 8)
    for cell in range(cells):
        at = page + int.from_bytes(content[start + 2 * cell : start + 2 * cell + 2])
        yield from range(at, min(at + 12, page + size))


def checked(library: Path) -> tuple[list[str], list[str]]:
    """What `library verify` finds wrong, and what it says is right."""
    opened = OpenLibraries()
    try:
        results = check_library(opened, library, progress=no_progress, cancel=CancelToken())
    finally:
        opened.close()
    said = [f"{result.name}: {result.detail} → {result.hint}" for result in results]
    return [line for line, result in zip(said, results, strict=True) if not result.ok], [
        line for line, result in zip(said, results, strict=True) if result.ok
    ]


def readings(library: Path) -> dict[str, str]:
    """Everything that can be read, as text; "refused: …" where the program says that it cannot be."""
    found = {}
    for name, read in read_all(library):
        try:
            found[name] = repr(read())
        except LibraryError as error:
            found[name] = f"refused: {error}"
    return found


def repaired(library: Path) -> list[str]:
    """`library rebuild`: what it says that it cannot repair."""
    opened = OpenLibraries()
    try:
        results = repair_library(opened, library, progress=no_progress, cancel=CancelToken())
        factchecks = None if any(result.name == "library: database" for result in results) else opened.existing_library(library)
        if factchecks is not None:
            factchecks.rebuild(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    except LibraryError as error:
        return [str(error)]
    finally:
        opened.close()
    return [f"{result.name}: {result.detail}" for result in results if not result.ok]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a damage: whether `verify` found it, which readings were other ones without a word, what `rebuild` said was left and
    what `verify` found after it, and which readings were then other ones although nothing was left."""

    found: bool
    silent: list[str]
    left: list[str]
    after: list[str]
    lost: list[str]


def outcome(damage: Damage, library: Path, work: Path, good: Mapping[str, str]) -> Outcome:
    """Do it to a copy of the library."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(library, work)
    damage.do(work)
    wrong, right = checked(work)
    assert not any("library verify" in line for line in wrong), "the hint goes in a circle"
    told = [*wrong, *(line for line in right if any(word in line for word in _REMADE))]
    used = readings(work)
    left = repaired(work)
    after, _ = checked(work)
    lost = [] if after else [name for name, text in readings(work).items() if text != good[name]]
    silent = [name for name, text in used.items() if text != good[name] and not text.startswith("refused")]
    return Outcome(found=bool(told) or used == dict(good), silent=silent, left=left, after=after, lost=lost)
