"""A library with content in every file, functions that read all of it, and ways to damage one file at one point."""

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
    """Make a library: fact-checks in groups, one with a language set by hand, posts, evidence with stored copies, and all user
    edits."""
    grouped = [replace(item, id=f"again-{item.id}") for item in samples(3)]
    with closing(open_library(path, create=True)) as library:
        change(library, upsert=[*samples(count), *grouped])
        with_language = LibraryChange(upsert=samples(10, start=count), languages={"fc-00005": "de"})
        library.apply(with_language, encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    with closing(open_posts(path, create=True)) as posts:
        posts.add([post(n) for n in range(count)], progress=no_progress, cancel=CancelToken())
        posts.keep_edits(QUESTION, [AnswerEdit(kind=EditKind.RENAME, answer="mayor", other="The mayor")])
        posts.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    with closing(open_evidence(path, cut=by_line, create=True)) as evidence:
        cached_files = [evidence.keep(document(n).text.encode(), suffix=".txt") for n in range(4)]
        items = [replace(document(n), cached=cached_files[n] if n < len(cached_files) else "") for n in range(count)]
        evidence.add(items, progress=no_progress, cancel=CancelToken())
        evidence.keep_warnings([SourceWarning(host="site1.example", kind="satire", note="jokes")])
        evidence.encode(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())
    _people_files(path)


def _people_files(path: Path) -> None:
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
        memberships = {f"factcheck:{n}": "n-1" for n in range(40)}
        narratives.keep(FoundNarratives(state="1/x/-", encoder="x", graph=graph, narrative_of=memberships, repeats=[]))
        narratives.do(NarrativeOperation(label="Name", who="Ada", at="2026-11-23", names=(Naming("n-1", "", "Bridges"),)))


def read_all(path: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """Return everything that is searched, shown and judged, by name."""
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
        listing = library.search("", limit=1_000)
        results = [library.search(text, limit=1_000) for text in ("bridges", "mayor")]
        ids = [item.id for item in listing.items]
        return listing, results, library.get(ids), library.same_as(ids)


def _ranked(path: Path) -> object:
    with closing(open_library(path)) as library, closing(library.snapshot()) as snapshot:
        queries = FakeEncoder().encode(["The mayor closed bridges"], progress=no_progress, cancel=CancelToken())
        dense = [snapshot.vectors(field).search(queries, 20) for field in (Field.CLAIM, Field.TITLE)]
        lexical_hits = [snapshot.lexical(field).search(["mayor bridges"], 20) for field in (Field.CLAIM, Field.TITLE, Field.BODY)]
        rows = range(len(snapshot.ids))
        outlines = snapshot.factchecks(rows), snapshot.outlines(rows), snapshot.groups.tolist(), snapshot.published.tolist()
        return [(hits.rows.tolist(), hits.scores.tolist()) for hits in (*dense, *lexical_hits)], outlines


def _posts(path: Path) -> object:
    with closing(open_posts(path)) as posts:
        page = posts.search("", among=PostFilter(), limit=1_000)
        results = posts.search("bridges", among=PostFilter(), limit=1_000)
        ids = [item.id for item in page.items]
        with closing(posts.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())) as index:
            hits = index.lexical().search(["mayor bridges"], 20), index.vectors().search(index.vector_rows(np.arange(1)), 20)
            indexed = index.posts(range(len(index)))
        return page, results, posts.get(ids), posts.edits_of(QUESTION), [hit.rows.tolist() for hit in hits], indexed


def _evidence(path: Path) -> object:
    among = EvidenceFilter(undated=True)
    with closing(open_evidence(path, cut=by_line)) as evidence:
        page, results = evidence.search("", among=among, limit=1_000), evidence.search("bridges", among=among, limit=1_000)
        ids = [item.id for item in page.items]
        with closing(evidence.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())) as index:
            hits = index.lexical().search(["mayor bridges"], 20), index.vectors().search(index.vector_rows(np.arange(1)), 20)
            indexed = index.passages(range(len(index)))
        return page, results, evidence.get(ids), evidence.warnings(), [hit.rows.tolist() for hit in hits], indexed


def _verifications(path: Path) -> object:
    with closing(open_verifications(path)) as file:
        summaries = file.summaries()
        return summaries, file.get([summary.id for summary in summaries])


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage to a file: the byte at `offset` is changed by `flip`, or the file is cut there (0: deleted)."""

    file: str
    offset: int
    flip: int = 0
    kind: str = ""

    def do(self, library: Path) -> None:
        path = library / self.file
        if self.kind == "deleted":
            path.unlink()
            return
        content = bytearray(path.read_bytes())
        if self.flip:
            content[self.offset] ^= self.flip
        else:
            del content[self.offset :]
        path.write_bytes(content)


def damages(library: Path, *, seed: int, flips: int) -> list[Damage]:
    """List the damages: `flips` changed bytes in each file and in each table and index of each database, one cut and one deletion
    of each file."""
    rng = random.Random(seed)
    planned: list[Damage] = []
    for path in sorted(file for file in library.rglob("*") if file.is_file()):
        file = path.relative_to(library).as_posix()
        if file == "writer.lock" or path.name.startswith(".") or file.endswith("/writer.lock"):
            continue
        size = path.stat().st_size
        targets = _used_cells(path, rng, flips) if file in DATABASES else [(rng.randrange(size), "") for _ in range(flips)]
        planned += [Damage(file, offset, 1 << rng.randrange(8), region) for offset, region in targets]
        planned += [Damage(file, rng.randrange(1, size), kind="cut"), Damage(file, 0, kind="deleted")]
    return planned


def _used_cells(database: Path, rng: random.Random, count: int) -> Iterator[tuple[int, str]]:
    """Yield bytes of cells in use, `count` of each table and index. Free pages and the free parts of pages are skipped."""
    content = database.read_bytes()
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT name, pgoffset, pgsize, pagetype FROM dbstat WHERE pagetype != 'overflow' ORDER BY name, pageno"
        pages: dict[str, list[tuple[int, int]]] = {}
        for name, offset, size, _ in connection.execute(query):
            if name not in HARMLESS_TABLES:
                pages.setdefault(name, []).append((offset, size))
    for name, page_list in pages.items():
        for _ in range(count):
            offset, size = rng.choice(page_list)
            used = list(_cell_starts(content, offset, size))
            if used:
                yield rng.choice(used), name


def _cell_starts(content: bytes, page: int, size: int) -> Iterator[int]:
    """Yield the first bytes of each cell of a page: its header and the beginning of its payload."""
    header_offset = page + (100 if page == 0 else 0)
    interior = content[header_offset] in (2, 5)
    cells = int.from_bytes(content[header_offset + 3 : header_offset + 5])
    start = header_offset + (12 if interior else 8)
    for cell in range(cells):
        cell_offset = page + int.from_bytes(content[start + 2 * cell : start + 2 * cell + 2])
        yield from range(cell_offset, min(cell_offset + 12, page + size))


def check(library: Path) -> tuple[list[str], list[str]]:
    """Return the failed and the passed lines of `library verify`."""
    opened = OpenLibraries()
    try:
        results = check_library(opened, library, progress=no_progress, cancel=CancelToken())
    finally:
        opened.close()
    lines = [f"{result.name}: {result.detail} → {result.hint}" for result in results]
    return [line for line, result in zip(lines, results, strict=True) if not result.ok], [
        line for line, result in zip(lines, results, strict=True) if result.ok
    ]


def readings(library: Path) -> dict[str, str]:
    """Return everything that can be read, as text; "refused: …" where the program refuses."""
    texts = {}
    for name, read in read_all(library):
        try:
            texts[name] = repr(read())
        except LibraryError as error:
            texts[name] = f"refused: {error}"
    return texts


def repaired(library: Path) -> list[str]:
    """Run `library rebuild` and return what it cannot repair."""
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
    """Result of one damage: whether `verify` detected it, readings that changed silently, what `rebuild` could not repair, what
    `verify` reports afterwards, and readings that still differ although `verify` reports nothing."""

    detected: bool
    silent: list[str]
    remaining: list[str]
    after: list[str]
    lost: list[str]


def apply_damage(damage: Damage, library: Path, work: Path, intact_readings: Mapping[str, str]) -> Outcome:
    """Apply the damage to a copy of the library."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(library, work)
    damage.do(work)
    wrong, right = check(work)
    assert not any("library verify" in line for line in wrong), "the hint goes in a circle"
    reported = [*wrong, *(line for line in right if any(word in line for word in _REMADE))]
    used = readings(work)
    repair = repaired(work)
    after, _ = check(work)
    lost = [] if after else [name for name, text in readings(work).items() if text != intact_readings[name]]
    silent = [name for name, text in used.items() if text != intact_readings[name] and not text.startswith("refused")]
    return Outcome(detected=bool(reported) or used == dict(intact_readings), silent=silent, remaining=repair, after=after, lost=lost)
