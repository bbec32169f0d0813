"""An index generation in memory: rows, vectors and postings of one state of the library, mapped from its folder."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.ports import Field, FloatMatrix, Mask
from app.store.files import FolderWriter, Manifest, index_damaged, read_array, read_json, read_manifest
from app.store.postings import Floats, Ints, Longs, Postings
from app.translation import tr

DENSE = (Field.CLAIM, Field.TITLE)
LEXICAL = (Field.CLAIM, Field.TITLE, Field.BODY)
HNSW = "hnsw"
EXACT = "exact"

Hashes = NDArray[np.uint64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The row table in canonical order (ascending id). `content` holds content hashes, `publisher` indexes `publishers`."""

    ids: Sequence[str]
    content: NDArray[np.bytes_]
    published: Ints
    groups: Ints
    publisher: Ints
    publishers: Sequence[str]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldVectors:
    """Unit vectors by row (zeros for an empty text) and the hash of each row's text, (n, 2) uint64, zeros when empty.

    `labels` are the rows' numbers in the HNSW file, -1 for an empty text; None where search is exact. `makers` are the numbers of the
    encoders that computed the vectors: 0 for the manifest's `encoder`, then its `others`; None where all are 0.
    """

    vectors: FloatMatrix
    hashes: Hashes
    labels: Longs | None = None
    makers: NDArray[np.uint8] | None = None

    @property
    def present(self) -> Mask:
        """Mask of the rows that have a text."""
        return np.asarray(self.hashes.any(axis=1), np.bool_)


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """All arrays of a generation; `scores` are the precomputed BM25 scores of the postings."""

    folder: Path
    manifest: Manifest
    rows: Rows
    vectors: dict[Field, FieldVectors]
    postings: dict[Field, Postings]
    scores: dict[Field, Floats]


def text_hash(text: str) -> bytes:
    """Return a 16-byte hash of a text; zeros for a text without content."""
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest() if text.strip() else bytes(16)


def index_content(content: str, language: str | None) -> bytes:
    """Return the key that decides whether a row must be indexed again: its content hash, with the language set by hand."""
    if language is None:
        return content.encode()
    return hashlib.blake2b(f"{content}\x1f{language}".encode(), digest_size=16).hexdigest().encode()


def write_rows(writer: FolderWriter, rows: Rows) -> None:
    """Write the row table."""
    writer.json("rows.json", {"ids": rows.ids, "publishers": rows.publishers})
    for name in ("content", "published", "groups", "publisher"):
        writer.array(f"{name}.npy", getattr(rows, name))


def makers_file(field: Field) -> str:
    """Return the name of the file of a field's makers, which exists where a vector is not by the manifest's `encoder`."""
    return f"{field}.makers.npy"


def write_vectors(writer: FolderWriter, field: Field, vectors: FieldVectors) -> None:
    """Write a field's vectors (the HNSW file is written by its own module)."""
    writer.array(f"{field}.vectors.npy", vectors.vectors)
    writer.array(f"{field}.hashes.npy", vectors.hashes)
    if vectors.labels is not None:
        writer.array(f"{field}.labels.npy", vectors.labels)
    if vectors.makers is not None:
        writer.array(makers_file(field), vectors.makers)


def write_postings(writer: FolderWriter, field: str, postings: Postings, scores: Floats) -> None:
    """Write a field's postings and their scores."""
    writer.json(f"{field}.terms.json", postings.terms)
    for name in ("starts", "rows", "counts", "lengths"):
        writer.array(f"{field}.{name}.npy", getattr(postings, name))
    writer.array(f"{field}.scores.npy", scores)


def read_generation(folder: Path, *, expected: str) -> Generation:
    """Open a generation folder. Every file is opened now, so that a later removal of the folder does no harm.

    Raises LibraryError `index-damaged` when a file is missing, truncated or of a wrong shape. Digests are not checked here.
    """
    # Every file is opened now, so that a later removal of the folder does no harm.
    manifest = read_manifest(folder, expected=expected)
    rows = _read_rows(folder)
    postings = {field: read_postings(folder, field) for field in LEXICAL}
    generation = Generation(
        folder=folder,
        manifest=manifest,
        rows=rows,
        vectors={field: _read_vectors(folder, field, manifest) for field in DENSE},
        postings=postings,
        scores={field: read_array(folder, f"{field}.scores.npy") for field in LEXICAL},
    )
    _check_shapes(generation)
    return generation


def _read_rows(folder: Path) -> Rows:
    table = read_json(folder, "rows.json")
    arrays = {name: read_array(folder, f"{name}.npy") for name in ("content", "published", "groups", "publisher")}
    return Rows(ids=tuple(table["ids"]), publishers=tuple(table["publishers"]), **arrays)


def _read_vectors(folder: Path, field: Field, manifest: Manifest) -> FieldVectors:
    labels = read_array(folder, f"{field}.labels.npy") if manifest.kinds[field] == HNSW else None
    vectors, hashes = read_array(folder, f"{field}.vectors.npy"), read_array(folder, f"{field}.hashes.npy")
    makers = read_array(folder, makers_file(field)) if makers_file(field) in manifest.files else None
    return FieldVectors(vectors=vectors, hashes=hashes, labels=labels, makers=makers)


def read_postings(folder: Path, field: str) -> Postings:
    """Return a field's postings, memory-mapped."""
    arrays = {name: read_array(folder, f"{field}.{name}.npy") for name in ("starts", "rows", "counts", "lengths")}
    return Postings(terms=tuple(read_json(folder, f"{field}.terms.json")), **arrays)


def _check_shapes(generation: Generation) -> None:
    rows, manifest = len(generation.rows), generation.manifest
    counts = [manifest.rows, len(generation.rows.content), len(generation.rows.groups), len(generation.rows.published)]
    counts += [len(field_data.lengths) for field_data in generation.postings.values()]
    counts += [len(field_data.hashes) for field_data in generation.vectors.values()]
    shapes = {field_data.vectors.shape for field_data in generation.vectors.values()}
    if any(count != rows for count in counts) or shapes != {(rows, manifest.dimension)}:
        raise index_damaged(generation.folder, tr("its files do not belong together"))
