"""The files of one index generation: written with their digests, flushed to the disk, and verified when they are read."""

from __future__ import annotations

import hashlib
import os
import tokenize
from collections.abc import Mapping
from pathlib import Path
from threading import Event
from typing import Any, BinaryIO

import msgspec
import numpy as np

from app.decoding import DECODING_ERRORS
from app.errors import LibraryError
from app.file_replacement import flush_folder
from app.ports import ModelIdentity
from app.rights.permissions import set_permissions
from app.translation import mark, tr

MANIFEST = "manifest.json"
FORMAT = 1
REBUILD_HINT = mark("Run `priorcheck library rebuild` to make the index anew; the fact-checks themselves are in the database.")
_READ = 1 << 22


class FileRecord(msgspec.Struct, frozen=True):
    """Size in bytes and BLAKE2b digest (hex, 16 bytes) of one file."""

    size: int
    blake2b: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """Content of a generation, and the encoder that made its vectors. `others` are the same model on other devices or in other
    precisions, which made some of them."""

    format: int
    generation: str
    encoder: ModelIdentity
    others: tuple[ModelIdentity, ...] = ()
    dimension: int
    rows: int
    analysis: str
    kinds: dict[str, str]
    files: dict[str, FileRecord]


class _Digesting:
    """Writable file that computes its digest on the way."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.total = hashlib.blake2b(digest_size=16)

    def write(self, data: bytes) -> int:
        self.total.update(data)
        return self._file.write(data)


class FolderWriter:
    """Writer of the files of one new folder, with their digests. The folder above must exist: after a disk is unplugged, nothing is
    written to its empty mount point."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, FileRecord] = {}
        folder.mkdir()
        set_permissions(folder, like=folder.parent)

    def array(self, name: str, values: np.ndarray[Any, Any]) -> None:
        """Write an array as `name`, in numpy's format without pickle."""
        with self._begun(name) as file:
            digesting_file = _Digesting(file)
            np.lib.format.write_array(digesting_file, np.ascontiguousarray(values), allow_pickle=False)
            flush(file)
            self.files[name] = FileRecord(file.tell(), digesting_file.total.hexdigest())

    def json(self, name: str, value: object) -> None:
        """Write a value as JSON."""
        with self._begun(name) as file:
            file.write(msgspec.json.encode(value))
            flush(file)
        self.record(name)

    def record(self, name: str) -> None:
        """Add an existing file of the folder to the manifest."""
        path = self.folder / name
        set_permissions(path, like=self.folder)
        self.files[name] = FileRecord(path.stat().st_size, digest(path))

    def finish(self, manifest: Manifest) -> str:
        """Write the manifest last. Return its digest, which the database stores."""
        encoded = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
        with self._begun(MANIFEST) as file:
            file.write(encoded)
            flush(file)
        flush_folder(self.folder)
        return hashlib.blake2b(encoded, digest_size=16).hexdigest()

    def _begun(self, name: str) -> BinaryIO:
        """Create a file with the permissions of its folder."""
        file = (self.folder / name).open("wb")
        set_permissions(self.folder / name, like=self.folder)
        return file


def flush(file: BinaryIO | Any) -> None:
    """Flush a file to the disk."""
    file.flush()
    os.fsync(file.fileno())


def digest(path: Path, *, stop: Event | None = None) -> str:
    """Return the BLAKE2b digest of a file (16 bytes, hex); only of its beginning once `stop` is set."""
    total = hashlib.blake2b(digest_size=16)
    with path.open("rb") as file:
        while (block := file.read(_READ)) and not (stop is not None and stop.is_set()):
            total.update(block)
    return total.hexdigest()


def index_damaged(folder: Path, detail: str) -> LibraryError:
    """Build the error for a generation that is altered; the rows in the database are not affected."""
    message = tr("The search index {name} of the library is damaged: {reason}.", name=folder.name, reason=detail)
    return LibraryError("index-damaged", message, hint=tr(REBUILD_HINT))


def index_outdated(library: Path) -> LibraryError:
    """Build the error for an index that another version's text analysis made."""
    message = tr("The search index of {library} was made by another version of Priorcheck.", library=library)
    return LibraryError("index-outdated", message, hint=tr(REBUILD_HINT))


def read_manifest(folder: Path, *, expected: str) -> Manifest:
    """Read the manifest of a generation folder. Raises LibraryError `index-damaged` unless its digest is `expected` and all its
    files have their full size."""
    path = folder / MANIFEST
    try:
        encoded = path.read_bytes()
    except OSError as error:
        raise index_damaged(folder, tr("its manifest is missing")) from error
    if hashlib.blake2b(encoded, digest_size=16).hexdigest() != expected:
        raise index_damaged(folder, tr("its manifest was altered"))
    try:
        manifest = msgspec.json.decode(encoded, type=Manifest)
    except DECODING_ERRORS as error:
        raise index_damaged(folder, tr("its manifest cannot be read")) from error
    if manifest.format != FORMAT:
        raise index_damaged(folder, tr("it was written by another version of Priorcheck"))
    check_sizes(folder, manifest.files)
    return manifest


def check_sizes(folder: Path, files: Mapping[str, FileRecord]) -> None:
    """Raise LibraryError `index-damaged` unless all these files exist in full size."""
    for name, record in files.items():
        try:
            size = (folder / name).stat().st_size
        except OSError as error:
            raise index_damaged(folder, tr("{file} is missing", file=name)) from error
        if size != record.size:
            raise index_damaged(folder, tr("{file} is cut short or altered", file=name))


def check_digests(folder: Path, files: Mapping[str, FileRecord], *, stop: Event | None = None) -> None:
    """Raise LibraryError `index-damaged` if a file was altered. Return early once `stop` is set."""
    for name, record in files.items():
        try:
            same = digest(folder / name, stop=stop) == record.blake2b
        except OSError as error:
            raise index_damaged(folder, tr("{file} cannot be read", file=name)) from error
        if stop is not None and stop.is_set():
            return
        if not same:
            raise index_damaged(folder, tr("{file} was altered", file=name))


def altered_files(folder: Path, files: Mapping[str, FileRecord], *, leaving_out: str = "") -> list[str]:
    """Return the names of altered files; those whose name ends with `leaving_out` are skipped."""
    looked_at = {name: record for name, record in files.items() if not (leaving_out and name.endswith(leaving_out))}
    return [name for name, record in looked_at.items() if digest(folder / name) != record.blake2b]


# Errors of a damaged array. NumPy parses the header as a Python literal, which raises Python's own errors.
_ARRAY_ERRORS = (OSError, ValueError, TypeError, LookupError, OverflowError, MemoryError, SyntaxError, tokenize.TokenError)


def read_array(folder: Path, name: str) -> np.ndarray[Any, Any]:
    """Return an array, memory-mapped and read-only."""
    try:
        loaded = np.load(folder / name, mmap_mode="r", allow_pickle=False)
    except _ARRAY_ERRORS as error:
        raise index_damaged(folder, tr("{file} cannot be read", file=name)) from error
    return np.asarray(loaded)


def read_json(folder: Path, name: str) -> Any:
    """Read a JSON value."""
    try:
        return msgspec.json.decode((folder / name).read_bytes())
    except (OSError, *DECODING_ERRORS) as error:
        raise index_damaged(folder, tr("{file} cannot be read", file=name)) from error
