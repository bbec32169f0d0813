"""Heads and their words on the disk: a folder `heads-<n>` that is written aside, and a manifest that is replaced to switch to it.

The manifest says which state of the posts the folder belongs to, and the digest of each of its files; all are checked when it is
opened, so that an altered file is never searched. Whatever is missing, altered or of other rules for words is made anew from the
posts. The folder before the current one stays until the next change, since another process may just be opening it.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from app.domain.progress import CancelToken, Progress, ProgressUpdate
from app.errors import LibraryError
from app.paths import flush_folder, replace_file
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
from app.store.postings import Ints, Postings, eager_scores, grown, no_postings
from app.store.posts.digests import places
from app.store.posts.heads import Heads, clean_texts, read_heads
from app.translation import tr

_FORMAT = 1
_ARRAYS = ("numbers", "names", "words", "days", "platform", "language")
_CODES = "codes.json"
_POSTINGS = "clean"
_NAME = "heads-{:06d}"


class HeadsManifest(msgspec.Struct, frozen=True, kw_only=True):
    """Which folder holds the heads of which state of the posts."""

    format: int
    folder: str
    state: str
    analysis: str
    files: dict[str, FileRecord]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedHeads:
    """Heads and their words, all read-only and safe to use from several threads."""

    manifest: HeadsManifest
    heads: Heads
    postings: Postings
    lexical: Bm25Index


def read_manifest(index: Path) -> HeadsManifest | None:
    """What the manifest says; None where there is none that can be read."""
    try:
        found = msgspec.json.decode((index / MANIFEST).read_bytes(), type=HeadsManifest)
    except (OSError, msgspec.DecodeError):
        return None
    return found if found.format == _FORMAT and found.analysis == ANALYSIS else None


def open_heads(index: Path, manifest: HeadsManifest) -> OpenedHeads | None:
    """The heads that the manifest names; None where a file of theirs is not what was written."""
    folder = index / manifest.folder
    try:
        check_sizes(folder, manifest.files)
        if altered_files(folder, manifest.files):
            return None
        heads, postings = _read_heads(folder), read_postings(folder, _POSTINGS)
        scores = read_array(folder, f"{_POSTINGS}.scores.npy")
    except (LibraryError, OSError):
        return None
    return OpenedHeads(manifest=manifest, heads=heads, postings=postings, lexical=Bm25Index(postings, scores))


def indexed_words(index: Path) -> Hashes | None:
    """The digests of the indexed heads' words alone, unchecked; None where nothing is indexed."""
    manifest = read_manifest(index)
    try:
        return read_array(index / manifest.folder, "words.npy") if manifest else None
    except LibraryError:
        return None


def _read_heads(folder: Path) -> Heads:
    codes = read_json(folder, _CODES)
    arrays = {name: read_array(folder, f"{name}.npy") for name in _ARRAYS}
    return Heads(**arrays, platforms=tuple(codes["platforms"]), languages=tuple(codes["languages"]))


def make_heads(
    index: Path, connection: sqlite3.Connection, *, state: str, old: OpenedHeads | None, progress: Progress, cancel: CancelToken
) -> OpenedHeads:
    """Write the heads that `connection` sees, in this `state`, and switch to them; words are read only of those that `old` lacks.

    The caller holds the library's lock. What was there before stays in use when this fails.
    """
    index.mkdir(exist_ok=True)
    before = read_manifest(index)
    number = 1 + max((int(found.name.split("-")[1]) for found in index.glob(f"heads-{'[0-9]' * 6}")), default=0)
    _remove_others(index, {before.folder} if before else set())
    folder = index / _NAME.format(number)
    try:
        writer = FolderWriter(folder)
        _write(writer, connection, old, progress=progress, cancel=cancel)
        flush_folder(folder)
        cancel.check()
        manifest = HeadsManifest(format=_FORMAT, folder=folder.name, state=state, analysis=ANALYSIS, files=writer.files)
        opened = open_heads(index, manifest)
        if opened is None:
            raise index_damaged(folder, tr("its files do not belong together"))
        replace_file(index / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return opened


def _remove_others(index: Path, keep: set[str]) -> None:
    for folder in index.glob("heads-*"):
        if folder.name not in keep:
            with suppress(OSError):
                shutil.rmtree(folder)


def _write(
    writer: FolderWriter, connection: sqlite3.Connection, old: OpenedHeads | None, *, progress: Progress, cancel: CancelToken
) -> None:
    heads = read_heads(connection, progress=progress, cancel=cancel)
    for name in _ARRAYS:
        writer.array(f"{name}.npy", getattr(heads, name))
    writer.json(_CODES, {"platforms": heads.platforms, "languages": heads.languages})
    sources = _sources(heads, old)
    fresh = np.flatnonzero(sources < 0).astype(np.int32)
    order = fresh[np.argsort(heads.numbers[fresh])]
    postings = grown(
        old.postings if old else no_postings(),
        sources=sources,
        fresh=_told(clean_texts(connection, heads.numbers[order]), len(order), progress),
        order=order,
        cancel=cancel,
    )
    cancel.check()
    progress(ProgressUpdate(tr("Saving the index")))
    write_postings(writer, _POSTINGS, postings, eager_scores(postings))


def _told(texts: Iterator[str], total: int, progress: Progress) -> Iterator[str]:
    for place, text in enumerate(texts):
        if place % 1000 == 0:
            progress(ProgressUpdate(tr("Indexing words"), place, total))
        yield text


def _sources(heads: Heads, old: OpenedHeads | None) -> Ints:
    """For each head the old row with the same id and words, or -1."""
    if old is None or not len(old.heads):
        return np.full(len(heads), -1, np.int32)
    found = places(heads.names, old.heads.names)
    # Different texts without a letter or digit have one digest.
    same = (found >= 0) & heads.words.any(axis=1) & (old.heads.words[found] == heads.words).all(axis=1)
    return np.where(same, found, -1).astype(np.int32)
