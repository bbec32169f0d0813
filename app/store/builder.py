"""Builds a new generation from the rows of the database, and reuses what is still valid of the old generation."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.ports import Field, TextEncoder
from app.store import language_overrides
from app.store.analysis import ANALYSIS
from app.store.encoding import SideFile, encode_missing
from app.store.files import FORMAT, FolderWriter, Manifest
from app.store.generation import (
    DENSE,
    EXACT,
    HNSW,
    LEXICAL,
    FieldVectors,
    Generation,
    Rows,
    index_content,
    text_hash,
    write_postings,
    write_rows,
    write_vectors,
)
from app.store.hnsw_index import build_graph
from app.store.postings import Ints, Text, eager_scores, extended_postings, no_postings
from app.store.rows import chunks, placeholders
from app.store.stored_values import DamagedValue, exactly, reading_stored_values, row_as, rows_as
from app.store.vector_reuse import Reuse, field_vectors_of, reuse_of
from app.translation import tr

HNSW_ABOVE = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Name and folder of the new generation, the old one to extend, and the number of vectors above which HNSW is used."""

    name: str
    folder: Path
    old: Generation | None
    hnsw_above: int = HNSW_ABOVE


def build(
    connection: sqlite3.Connection, plan: Plan, *, encoder: TextEncoder, side: SideFile, progress: Progress, cancel: CancelToken
) -> str:
    """Build a generation from the rows that `connection` sees, including its own uncommitted ones. Return the manifest's digest.
    What is encoded now is encoded by `side.maker`. Raises EncoderChanged when the encoder changes on the way."""
    rows = read_rows(connection)
    sources = _sources(rows, plan.old)
    vectors, reuse = _vectors(connection, rows, plan.old, sources, encoder=encoder, side=side, progress=progress, cancel=cancel)
    writer = FolderWriter(plan.folder)
    write_rows(writer, rows)
    kinds = _save_vectors(writer, vectors, plan, reuse, cancel=cancel)
    _save_postings(writer, connection, rows, plan.old, sources, progress=progress, cancel=cancel)
    progress(ProgressUpdate(tr("Saving the index")))
    manifest = Manifest(
        format=FORMAT,
        generation=plan.name,
        encoder=reuse.makers[0],
        others=reuse.makers[1:] if any(field_vectors.makers is not None for field_vectors in vectors.values()) else (),
        dimension=encoder.dimension,
        rows=len(rows),
        analysis=ANALYSIS,
        kinds=kinds,
        files=writer.files,
    )
    return writer.finish(manifest)


@reading_stored_values()
def read_rows(connection: sqlite3.Connection) -> Rows:
    """Read the row table in canonical order: ascending id, by code point. Raises DamagedValue and sqlite3.Error."""
    bodies = connection.execute("SELECT count(*) FROM factcheck JOIN body ON body.row = factcheck.row").fetchone()[0]
    query = "SELECT id, content, published, publisher, grouped FROM factcheck ORDER BY id"
    records = row_as(list[tuple[str, str, str, str, str]], connection.execute(query).fetchall())
    if bodies != len(records):
        raise DamagedValue(tr("rows are missing, or there twice"))
    ids = tuple(row[0] for row in records)
    languages = language_overrides.all_overrides(connection)
    row_of_id = {name: number for number, name in enumerate(ids)}
    publishers = sorted({row[3] for row in records})
    publisher_code = {name: number for number, name in enumerate(publishers)}
    return Rows(
        ids=ids,
        content=np.array([index_content(row[1], languages.get(row[0])) for row in records], "S32"),
        published=np.array([date.fromisoformat(row[2]).toordinal() if row[2] else 0 for row in records], np.int32),
        groups=np.array([row_of_id.get(row[4], -1) for row in records], np.int32),
        publisher=np.array([publisher_code[row[3]] for row in records], np.int32),
        publishers=publishers,
    )


def _sources(rows: Rows, old: Generation | None) -> Ints:
    """Return for each row the old generation's row with the same id and content, or -1."""
    sources = np.full(len(rows), -1, np.int32)
    if old is None:
        return sources
    row_of_id = {name: row for row, name in enumerate(old.rows.ids)}
    old_rows = np.array([row_of_id.get(name, -1) for name in rows.ids], np.int32)
    same = old_rows >= 0
    same[same] = old.rows.content[old_rows[same]] == rows.content[same]
    sources[same] = old_rows[same]
    return sources


def _texts(connection: sqlite3.Connection, rows: Rows, field: Field, row_numbers: NDArray[np.int64]) -> Iterator[Text]:
    """Yield (text, language) of a field at these rows in row order, without holding all of them in memory."""
    table = "factcheck" if field is not Field.BODY else "factcheck JOIN body ON body.row = factcheck.row"
    query = f"SELECT {field}, language FROM {table}"
    if len(row_numbers) == len(rows):
        yield from exactly(rows_as(tuple[str, str], connection.execute(f"{query} ORDER BY factcheck.id")), len(rows))
        return
    for chunk in chunks(rows.ids[row] for row in row_numbers.tolist()):
        records = connection.execute(f"{query} WHERE factcheck.id IN ({placeholders(chunk)}) ORDER BY factcheck.id", chunk)
        yield from exactly(row_as(list[tuple[str, str]], records.fetchall()), len(chunk))


def _vectors(
    connection: sqlite3.Connection,
    rows: Rows,
    old: Generation | None,
    sources: Ints,
    *,
    encoder: TextEncoder,
    side: SideFile,
    progress: Progress,
    cancel: CancelToken,
) -> tuple[dict[Field, FieldVectors], Reuse]:
    """Return the vectors of all rows, and what they take over: vectors of unchanged rows are copied, those of known texts looked up, the
    rest encoded once each."""
    reuse = reuse_of(old, encoder, side.maker, sources=sources)
    old_rows = reuse.copied_rows(sources)
    new_rows = np.flatnonzero(old_rows < 0)
    texts = {field: [text for text, _ in _texts(connection, rows, field, new_rows)] for field in DENSE}
    names = {field: [text_hash(text) for text in texts[field]] for field in DENSE}
    needed_texts = {name: text for field in DENSE for name, text in zip(names[field], texts[field], strict=True) if any(name)}
    known = reuse.known(needed_texts, encoder)
    missing = {name: text for name, text in needed_texts.items() if name not in known.vectors}
    if missing:
        known.vectors.update(encode_missing(missing, encoder=encoder, side=side, progress=progress, cancel=cancel))
        known.makers.update(dict.fromkeys(missing, reuse.new_maker))
    vectors = {field: field_vectors_of(reuse, field, old_rows, names[field], known, dimension=encoder.dimension) for field in DENSE}
    return vectors, reuse


def _save_vectors(
    writer: FolderWriter, vectors: Mapping[Field, FieldVectors], plan: Plan, reuse: Reuse, *, cancel: CancelToken
) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for field, field_vectors in vectors.items():
        kinds[field.value] = HNSW if int(field_vectors.present.sum()) > plan.hnsw_above else EXACT
        complete = field_vectors
        if kinds[field.value] == HNSW:
            name = f"{field}.hnsw"
            old = reuse.old if reuse.copied.any() else None
            can_grow = old is not None and old.manifest.kinds[field] == HNSW
            complete = build_graph(
                writer.folder / name,
                field_vectors,
                old=old.vectors[field] if old is not None and can_grow else None,
                old_graph=old.folder / name if old is not None and can_grow else None,
                cancel=cancel,
            )
            writer.record(name)
        write_vectors(writer, field, complete)
    return kinds


def _save_postings(
    writer: FolderWriter,
    connection: sqlite3.Connection,
    rows: Rows,
    old: Generation | None,
    sources: Ints,
    *,
    progress: Progress,
    cancel: CancelToken,
) -> None:
    usable = old if old is not None and old.manifest.analysis == ANALYSIS else None
    old_rows = sources if usable is not None else np.full_like(sources, -1)
    for step, field in enumerate(LEXICAL):
        progress(ProgressUpdate(tr("Indexing words"), step, len(LEXICAL)))
        before = usable.postings[field] if usable is not None else no_postings()
        new_texts = _texts(connection, rows, field, np.flatnonzero(old_rows < 0))
        postings = extended_postings(before, sources=old_rows, new_texts=new_texts, cancel=cancel)
        cancel.check()
        write_postings(writer, field, postings, eager_scores(postings))
