"""Storage of rows and their postings: a folder `<kind>-<n>`, written aside, and a manifest that is replaced to switch to it.

The manifest names the state of the database that the folder belongs to, and the digest of each of its files; all are checked when
it is opened, so that an altered file is never searched. Whatever is missing, altered or of another text analysis is rebuilt from
the database. The previous folder stays until the next change, since another process may be opening it.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

import msgspec
import numpy as np

from app.decoding import DECODING_ERRORS
from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import LibraryError
from app.file_replacement import flush_folder, replace_file
from app.rights.permissions import make_folder
from app.store.analysis import ANALYSIS
from app.store.bm25_index import Bm25Index
from app.store.files import (
    MANIFEST,
    FileRecord,
    FolderWriter,
    altered_files,
    check_sizes,
    index_damaged,
    read_array,
    read_json,
)
from app.store.generation import Hashes, read_postings, write_postings
from app.store.permission_template import permission_template
from app.store.postings import Ints, Postings, Text, eager_scores, extended_postings, no_postings
from app.store.row_index.digests import matching_positions
from app.store.row_index.kind import IndexedRows, Kind, RowKind
from app.translation import tr

_FORMAT = 1
_CODES = "codes.json"
_POSTINGS = "clean"


class RowManifest(msgspec.Struct, frozen=True, kw_only=True):
    """The current folder, the state of the database that it belongs to, and the digests of its files."""

    format: int
    folder: str
    state: str
    analysis: str
    files: dict[str, FileRecord]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedRows(Generic[Kind]):
    """Rows and their postings, read-only and safe to use from several threads."""

    manifest: RowManifest
    rows: Kind
    postings: Postings
    lexical: Bm25Index


def read_manifest(index: Path) -> RowManifest | None:
    """Read the manifest; None where none can be read."""
    try:
        manifest = msgspec.json.decode((index / MANIFEST).read_bytes(), type=RowManifest)
    except (OSError, *DECODING_ERRORS):
        return None
    return manifest if manifest.format == _FORMAT and manifest.analysis == ANALYSIS else None


def open_rows(index: Path, manifest: RowManifest, kind: RowKind[Kind]) -> OpenedRows[Kind] | None:
    """Open the rows that the manifest names; None where one of their files was altered."""
    folder = index / manifest.folder
    try:
        check_sizes(folder, manifest.files)
        if altered_files(folder, manifest.files):
            return None
        rows, postings = _read_rows(folder, kind), read_postings(folder, _POSTINGS)
        scores = read_array(folder, f"{_POSTINGS}.scores.npy")
    except (LibraryError, OSError):
        return None
    return OpenedRows(manifest=manifest, rows=rows, postings=postings, lexical=Bm25Index(postings, scores))


def indexed_words(index: Path) -> Hashes | None:
    """Return only the digests of the indexed texts, without verifying the file; None where nothing is indexed."""
    manifest = read_manifest(index)
    try:
        return read_array(index / manifest.folder, "words.npy") if manifest else None
    except LibraryError:
        return None


def _read_rows(folder: Path, kind: RowKind[Kind]) -> Kind:
    codes = {name: tuple(names) for name, names in read_json(folder, _CODES).items()}
    return kind.make(**{name: read_array(folder, f"{name}.npy") for name in kind.arrays}, **codes)


def make_rows(
    index: Path,
    connection: sqlite3.Connection,
    kind: RowKind[Kind],
    *,
    state: str,
    old: OpenedRows[Kind] | None,
    progress: Progress,
    cancel: CancelToken,
) -> OpenedRows[Kind]:
    """Write the rows that `connection` sees, in this `state`, and switch to them; texts are analysed only where `old` lacks them.

    The caller holds the library's lock. After an error the previous folder stays in use.
    """
    make_folder(index, like=permission_template(index.parent), parents=False)
    before = read_manifest(index)
    number = 1 + max((int(generation.name.split("-")[1]) for generation in index.glob(f"{kind.folder}-{'[0-9]' * 6}")), default=0)
    # The folder in use stays: another process may be opening it.
    _remove_others(index, kind.folder, keep={before.folder} if before else set())
    folder = index / f"{kind.folder}-{number:06d}"
    try:
        writer = FolderWriter(folder)
        _write(writer, connection, kind, old, progress=progress, cancel=cancel)
        flush_folder(folder)
        cancel.check()
        manifest = RowManifest(format=_FORMAT, folder=folder.name, state=state, analysis=ANALYSIS, files=writer.files)
        opened_rows = open_rows(index, manifest, kind)
        if opened_rows is None:
            raise index_damaged(folder, tr("its files do not belong together"))
        replace_file(index / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1), like=index)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return opened_rows


def _remove_others(index: Path, name: str, *, keep: set[str]) -> None:
    for folder in index.glob(f"{name}-*"):
        if folder.name not in keep:
            with suppress(OSError):
                shutil.rmtree(folder)


def _write(
    writer: FolderWriter,
    connection: sqlite3.Connection,
    kind: RowKind[Kind],
    old: OpenedRows[Kind] | None,
    *,
    progress: Progress,
    cancel: CancelToken,
) -> None:
    rows = kind.read(connection, progress=progress, cancel=cancel)
    for name in kind.arrays:
        writer.array(f"{name}.npy", getattr(rows, name))
    writer.json(_CODES, {name: getattr(rows, name) for name in kind.codes})
    sources = _sources(rows, old)
    new_rows = np.flatnonzero(sources < 0).astype(np.int32)
    order = new_rows[np.argsort(rows.numbers[new_rows])]
    postings = extended_postings(
        old.postings if old else no_postings(),
        sources=sources,
        new_texts=_with_progress(kind.words_of(connection, rows.numbers[order]), len(order), progress),
        order=order,
        cancel=cancel,
    )
    cancel.check()
    progress(ProgressUpdate(tr("Saving the index")))
    write_postings(writer, _POSTINGS, postings, eager_scores(postings))


def _with_progress(texts: Iterator[Text], total: int, progress: Progress) -> Iterator[Text]:
    for index, text in enumerate(texts):
        if index % 1000 == 0:
            progress(ProgressUpdate(tr("Indexing words"), index, total))
        yield text


def _sources(rows: IndexedRows, old: OpenedRows[Kind] | None) -> Ints:
    """Return for each row the old row with the same id and words, or -1."""
    if old is None or not len(old.rows):
        return np.full(len(rows), -1, np.int32)
    old_rows = matching_positions(rows.names, old.rows.names)
    # All texts without a letter or digit have the same digest, so equal digests prove nothing there.
    same = (old_rows >= 0) & rows.words.any(axis=1) & (old.rows.words[old_rows] == rows.words).all(axis=1)
    return np.where(same, old_rows, -1).astype(np.int32)
