"""What a folder of golden files holds, read by the program's own ports and, row by row, by SQLite alone: as values that JSON can keep."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from app.bootstrap.library_files import open_judgements, open_narratives, open_verifications
from app.bootstrap.projects import project_summary, read_project
from app.domain.evidence import EvidenceFilter
from app.domain.factcheck import FactCheckFilter
from app.domain.posts import PostFilter
from app.domain.progress import CancelToken, no_progress
from app.settings import load_settings
from app.store import language_overrides, open_evidence, open_library, open_posts
from app.store.database import connect
from tests.fakes.encoder import FakeEncoder

_NOT_OURS = {"_sqlite_migrations", "sqlite_sequence", "state", "meta"}
"""Tables whose rows name the current format, index and state, which change when a file is brought up to date."""


def no_cut(text: str, language: str) -> tuple[tuple[int, int], ...]:
    """A cutter of passages for evidence that is only read."""
    return ()


def plain(value: object) -> Any:
    """The value as JSON holds it."""
    return json.loads(msgspec.json.encode(value))


def factchecks_of(folder: Path) -> dict[str, Any]:
    """Fact-checks with their groups, languages given by hand, what two searches find, and what the index holds."""
    with closing(open_library(folder)) as library:
        page = library.search("", limit=1000)
        ids = [item.id for item in page.items]
        with closing(library.snapshot()) as snapshot:
            indexed = list(snapshot.ids)
        with closing(connect(folder / "library.db", read_only=True).conn) as connection:
            given = language_overrides.all_overrides(connection)
        return {
            "items": plain(library.get(sorted(ids))),
            "same_as": plain(library.same_as(sorted(ids))),
            "given": given,
            "found": {word: [item.id for item in library.search(word).items] for word in ("harbour", "水獭", "puente")},
            "of_publisher": [item.id for item in library.search("", among=FactCheckFilter(publisher="Golden Desk")).items],
            "indexed": indexed,
        }


def posts_of(folder: Path) -> dict[str, Any]:
    """Posts with their groups, edits of answers, what a search finds, and what the index holds."""
    with closing(open_posts(folder)) as posts:
        ids = _ids(folder / "posts.db", "post")
        with closing(posts.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())) as index:
            indexed = [post.id for post in index.posts(range(len(index)))]
        found = {word: [item.id for item in posts.search(word, among=PostFilter()).items] for word in ("bridge", "otters")}
        edits = plain(posts.all_edits())
        return {"items": plain(posts.get(ids)), "same_as": plain(posts.same_as(ids)), "edits": edits, "found": found, "indexed": indexed}


def evidence_of(folder: Path) -> dict[str, Any]:
    """Documents, passages, the list of sources, kept copies by their digests, what a search finds."""
    with closing(open_evidence(folder, cut=no_cut)) as evidence:
        items = evidence.get(_ids(folder / "evidence.db", "document"))
        with closing(evidence.index(encoder=FakeEncoder(), progress=no_progress, cancel=CancelToken())) as index:
            passages = plain(index.passages(range(len(index))))
        copies = {item.cached: hashlib.sha256((folder / item.cached).read_bytes()).hexdigest() for item in items.values() if item.cached}
        everything = EvidenceFilter(undated=True)
        found = [item.id for item in evidence.search("bridge crowns", among=everything).items]
        return {"items": plain(items), "passages": passages, "sources": plain(evidence.warnings()), "copies": copies, "found": found}


def kept_of(folder: Path) -> dict[str, Any]:
    """Verifications, judgements and narratives."""
    with closing(open_verifications(folder)) as verifications, closing(open_judgements(folder)) as judgements:
        summaries = verifications.summaries()
        found = {
            "summaries": plain(summaries),
            "verifications": plain(verifications.get([each.id for each in summaries])),
            "judgements": plain(judgements.all()),
        }
    with closing(open_narratives(folder)) as narratives:
        read, graph = narratives.read(), narratives.graph()
        judged = [[plain(pair), str(judgement)] for pair, judgement in read.judgements.items()]
        found["narratives"] = plain({**asdict(read), "places": asdict(read)["memberships"], "judgements": judged})
        found["graph"] = [
            list(graph.keys),
            graph.first_nodes.tolist(),
            graph.second_nodes.tolist(),
            [round(float(each), 4) for each in graph.similarities],
        ]
        found["earlier"] = plain(narratives.earlier(["golden-other"]))
    return found


def project_of(path: Path) -> dict[str, Any]:
    """All that a project holds, and what a list shows of it."""
    content, summary = read_project(path), project_summary(path)
    assert not summary.trouble and content.ranked is not None
    shown = {"title": summary.title, "acts": summary.acts, "reviewers": list(summary.reviewers)}
    return {"content": plain(asdict(content)), "manuscript": plain(content.manuscript()), "shown": shown}


def settings_of(path: Path) -> dict[str, Any]:
    """Every setting, and the keys of other versions."""
    found = load_settings(path)
    assert not found.notes
    return {"values": plain(found.values()), "unknown": plain(dict(found.unknown))}


def rows_of(folder: Path) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """Every row of every table of ours, by file and table; packed columns unpacked."""
    return {
        path.relative_to(folder).as_posix(): dict(_tables(path))
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".db", ".priorcheck")
    }


def _tables(path: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        virtual = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'")]
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        for name in names:
            if name in _NOT_OURS or name in virtual or any(name.startswith(f"{each}_") for each in virtual):
                continue
            rows = [{key: _value(row[key]) for key in row.keys()} for row in connection.execute(f'SELECT * FROM "{name}"')]  # noqa: SIM118
            yield name, sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))


def _value(value: object) -> object:
    if not isinstance(value, bytes):
        return value
    content = zlib.decompress(value)
    try:
        return json.loads(content)
    except ValueError:
        return hashlib.sha256(content).hexdigest()


def _ids(path: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [name for (name,) in connection.execute(f"SELECT id FROM {table} ORDER BY id")]


def contents(folder: Path) -> dict[str, Any]:
    """All of it."""
    library = folder / "library"
    return {
        "rows": rows_of(folder),
        "factchecks": factchecks_of(library),
        "posts": posts_of(library),
        "evidence": evidence_of(library),
        "kept": kept_of(library),
        "project": project_of(folder / "debate.priorcheck"),
        "settings": settings_of(folder / "home" / "config" / "settings.toml"),
        "adapted": factchecks_of(folder / "home" / "data" / "library"),
    }
