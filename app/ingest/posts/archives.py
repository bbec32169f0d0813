"""Files of an import of posts: a file, a folder, or a platform's archive, whose parts are read without unpacking it.

Nothing is written to disk, so no part's name can lead out of a folder. A part that unpacks to far more than any text does is
refused.
"""

from __future__ import annotations

import io
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from app.domain.progress import CancelToken
from app.errors import InputError
from app.ingest.rows.sources import Source, files_of, unreadable
from app.translation import tr

KIND = "posts"
MAX_LINE_BYTES = 8 << 20
_ZIP = b"PK\x03\x04"
# A zip archive without parts begins with its end record.
_EMPTY_ZIP = b"PK\x05\x06"
_TAR_MARK = slice(257, 262)
_MAX_PARTS = 500_000
_MAX_UNCHECKED_BYTES = 100 << 20
_MAX_COMPRESSION_RATIO = 200
_READABLE_SUFFIX = re.compile(r"\.(?:json|jsonl|ndjson|csv|tsv|txt|js|gz)$", re.IGNORECASE)
# If an archive has one of these, no other of its files holds posts.
_POSTS_FILE = re.compile(r"(?:^|/)(?:tweets?(?:-part\d+)?\.js|outbox\.json|result\.json)$")
_ACCOUNT_FILE = re.compile(r"(?:^|/)account\.js$")
_DAMAGE_ERRORS = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, NotImplementedError, ValueError, RuntimeError)


def post_files(path: Path, cancel: CancelToken) -> tuple[list[Source], Source | None]:
    """Return the files with posts at this path, and the one that names the archive's owner, if there is one.

    Raises InputError if there is nothing, or an archive cannot be opened.
    """
    files: list[Source] = []
    for source in files_of(path, cancel=cancel, kind=KIND):
        source.longest_line = MAX_LINE_BYTES
        files += _parts(source) if _is_archive(source) else [source]
    account = next((source for source in files if _ACCOUNT_FILE.search(source.name)), None)
    main_files = [source for source in files if _POSTS_FILE.search(source.name)]
    if main_files and len(files) > 1:
        return main_files, account
    return files, account


def _is_archive(source: Source) -> bool:
    return source.head.startswith((_ZIP, _EMPTY_ZIP)) or source.head[_TAR_MARK] == b"ustar"


def _parts(source: Source) -> list[Source]:
    """Return the parts of an archive that may hold posts, or the file itself if it is a workbook."""
    try:
        if not source.head.startswith((_ZIP, _EMPTY_ZIP)):
            return _tar_parts(source)
        with zipfile.ZipFile(source.path) as archive:
            parts = archive.infolist()
    except OSError as error:
        raise unreadable(source.path, error, kind=KIND) from error
    except _DAMAGE_ERRORS as error:
        raise _damaged(source) from error
    # A workbook is a zip archive, too, and read as one table.
    names = {part.filename for part in parts}
    if "xl/workbook.xml" in names:
        return [source]
    if {"[Content_Types].xml", "mimetype"} & names:
        raise InputError(
            "posts-unsupported",
            tr("{name} is a document, not a collection of posts.", name=source.name),
            hint=tr("Choose a table, JSON, or the archive that a platform gave you."),
        )
    readable = [part for part in parts[:_MAX_PARTS] if not part.is_dir() and _may_hold_posts(part.filename)]
    for part in readable:
        _check(source, part)
    return [_part(source, part.filename, partial(_open_zipped, source.path, part.filename)) for part in readable]


def _may_hold_posts(name: str) -> bool:
    # Some programs write Windows separators.
    posix_path = PurePosixPath(name.replace("\\", "/"))
    return bool(_READABLE_SUFFIX.search(name)) and not any(
        component.startswith((".", "__MACOSX")) and component != ".." for component in posix_path.parts
    )


def _check(source: Source, part: zipfile.ZipInfo) -> None:
    """Raise InputError for a part that is encrypted, or whose declared size is out of proportion."""
    if part.flag_bits & 1:
        message = tr("{name} is protected with a password.", name=source.name)
        raise InputError("posts-password", message, hint=tr("Unpack it, and import the files in it."))
    if part.file_size > _MAX_UNCHECKED_BYTES and part.file_size > _MAX_COMPRESSION_RATIO * max(1, part.compress_size):
        raise InputError(
            "posts-unsupported",
            tr("{name} unpacks to far more than it could hold of posts.", name=source.name),
            hint=tr("Download the archive again from the platform itself."),
        )


def _part(source: Source, name: str, member: Callable[[], BinaryIO]) -> Source:
    return Source(
        path=source.path,
        name=f"{source.name}/{name}",
        cancel=source.cancel,
        kind=KIND,
        longest_line=MAX_LINE_BYTES,
        member=member,
    )


def _open_zipped(path: Path, name: str) -> BinaryIO:
    """Open a part of a zip file; the archive is closed with it. Raises OSError if it cannot be opened."""
    try:
        with zipfile.ZipFile(path) as archive:
            return cast(BinaryIO, archive.open(name))
    except _DAMAGE_ERRORS as error:
        raise OSError(str(error)) from error


def _tar_parts(source: Source) -> list[Source]:
    with tarfile.open(source.path) as archive:
        parts = [part for part in _limited_parts(archive, source.cancel) if part.isfile() and _may_hold_posts(part.name)]
        size = max(1, source.path.stat().st_size)
        if any(part.size > _MAX_UNCHECKED_BYTES and part.size > _MAX_COMPRESSION_RATIO * size for part in parts):
            raise _damaged(source)
    return [_part(source, part.name, partial(_open_tarred, source.path, part)) for part in parts]


def _limited_parts(archive: tarfile.TarFile, cancel: CancelToken) -> Iterator[tarfile.TarInfo]:
    for number, part in enumerate(archive):
        cancel.check()
        if number >= _MAX_PARTS:
            return
        yield part


def _open_tarred(path: Path, part: tarfile.TarInfo) -> BinaryIO:
    """Open a part of a tar file, which keeps the archive open while it is read. Raises OSError if it cannot be opened."""
    try:
        archive = tarfile.open(path)  # noqa: SIM115 - closed with the part
        opened = archive.extractfile(part)
    except _DAMAGE_ERRORS as error:
        raise OSError(str(error)) from error
    return cast(BinaryIO, _TarPart(archive, cast(io.BufferedReader, opened)))


class _TarPart(io.BufferedReader):
    """A part of a tar file that closes the archive when it is closed."""

    def __init__(self, archive: tarfile.TarFile, part: io.BufferedReader) -> None:
        super().__init__(cast(io.RawIOBase, part))
        self._archive = archive

    def close(self) -> None:
        super().close()
        self._archive.close()


def _damaged(source: Source) -> InputError:
    return InputError(
        "posts-damaged",
        tr("{name} is damaged: the archive cannot be opened.", name=source.name),
        hint=tr("Download it again, or unpack it and import the files in it."),
    )
