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
from app.ports import Field, ModelIdentity, Successor, TextEncoder
from app.store import language_overrides
from app.store.analysis import ANALYSIS
from app.store.encoding import SideFile, Vector, encode_missing
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
    All its vectors are made by `side.maker`. Raises EncoderChanged when the encoder changes on the way."""
    rows = read_rows(connection)
    sources = _sources(rows, plan.old)
    vectors = _vectors(connection, rows, plan.old, sources, encoder=encoder, side=side, progress=progress, cancel=cancel)
    writer = FolderWriter(plan.folder)
    write_rows(writer, rows)
    kinds = _save_vectors(writer, vectors, plan, maker=side.maker, cancel=cancel)
    _save_postings(writer, connection, rows, plan.old, sources, progress=progress, cancel=cancel)
    progress(ProgressUpdate(tr("Saving the index")))
    manifest = Manifest(
        format=FORMAT,
        generation=plan.name,
        encoder=side.maker,
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
) -> dict[Field, FieldVectors]:
    """Return the vectors of all rows: those of unchanged rows are copied, those of known texts looked up, the rest encoded once
    each."""
    usable = old if old is not None and old.manifest.encoder == side.maker and old.manifest.dimension == encoder.dimension else None
    old_rows = sources if usable is not None else np.full_like(sources, -1)
    new_rows = np.flatnonzero(old_rows < 0)
    texts = {field: [text for text, _ in _texts(connection, rows, field, new_rows)] for field in DENSE}
    names = {field: [text_hash(text) for text in texts[field]] for field in DENSE}
    needed_texts = {name: text for field in DENSE for name, text in zip(names[field], texts[field], strict=True) if any(name)}
    vectors = _vectors_by_text(usable, needed_texts) if usable is not None else _vectors_shared_with(old, needed_texts, encoder)
    missing = {name: text for name, text in needed_texts.items() if name not in vectors}
    if missing:
        vectors.update(encode_missing(missing, encoder=encoder, side=side, progress=progress, cancel=cancel))
    old_vectors = usable.vectors if usable is not None else {}
    return {field: _field_vectors(old_vectors.get(field), old_rows, names[field], vectors, dimension=encoder.dimension) for field in DENSE}


def _vectors_shared_with(old: Generation | None, texts: Mapping[bytes, str], encoder: TextEncoder) -> dict[bytes, Vector]:
    """Return those vectors of another encoder's generation that are valid for this encoder, too."""
    if old is None or old.manifest.dimension != encoder.dimension or not isinstance(encoder, Successor):
        return {}
    old_encoder = old.manifest.encoder
    return {name: vector for name, vector in _vectors_by_text(old, texts).items() if encoder.keeps(old_encoder, texts[name])}


def _vectors_by_text(old: Generation | None, texts: Mapping[bytes, str]) -> dict[bytes, Vector]:
    """Return the old generation's vectors of these texts, whatever row or field they belonged to."""
    if old is None or not texts:
        return {}
    vectors: dict[bytes, Vector] = {}
    for field_vectors in old.vectors.values():
        packed = field_vectors.hashes.tobytes()
        for row in range(len(field_vectors.hashes)):
            name = packed[16 * row : 16 * row + 16]
            if name in texts:
                vectors[name] = field_vectors.vectors[row]
    return vectors


def _field_vectors(
    old: FieldVectors | None, sources: Ints, names: list[bytes], known_vectors: Mapping[bytes, Vector], *, dimension: int
) -> FieldVectors:
    new_rows = np.flatnonzero(sources < 0)
    if old is not None:
        vectors, hashes = old.vectors.take(sources, axis=0, mode="clip"), old.hashes.take(sources, axis=0, mode="clip")
    else:
        vectors, hashes = np.empty((len(sources), dimension), np.float32), np.empty((len(sources), 2), np.uint64)
    vectors[new_rows] = 0
    if len(new_rows):
        hashes[new_rows] = np.frombuffer(b"".join(names), np.uint64).reshape(-1, 2)
    for row, name in zip(new_rows.tolist(), names, strict=True):
        if name in known_vectors:
            vectors[row] = known_vectors[name]
    return FieldVectors(vectors=vectors, hashes=hashes)


def _save_vectors(
    writer: FolderWriter, vectors: Mapping[Field, FieldVectors], plan: Plan, *, maker: ModelIdentity, cancel: CancelToken
) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for field, field_vectors in vectors.items():
        kinds[field.value] = HNSW if int(field_vectors.present.sum()) > plan.hnsw_above else EXACT
        complete = field_vectors
        if kinds[field.value] == HNSW:
            name = f"{field}.hnsw"
            old = plan.old if plan.old is not None and plan.old.manifest.encoder == maker else None
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
