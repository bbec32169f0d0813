"""The files of an import: folders file by file, .gz opened everywhere, an incomplete download read as far as it goes."""

from __future__ import annotations

import codecs
import gzip
import io
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, AnyStr, BinaryIO, cast

from app.domain.progress import CancelToken
from app.errors import InputError
from app.translation import tr

HEAD_BYTES = 1 << 18
# A file may unpack to this many bytes, or to this many times its size if that is more. Genuine collections are packed five to thirty
# times.
SMALL_UNPACKED_BYTES, MAX_COMPRESSION_RATIO = 64 << 20, 100
MAX_LINE_BYTES = 1 << 26
_GZIP = b"\x1f\x8b"
_DAMAGE_ERRORS = (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile, tarfile.TarError, NotImplementedError)


@dataclass
class Source:
    """One file of an import.

    `name` is the name in reports. Once the file is read, `damage` says what is wrong with its end. `cancel` stops long reading.
    Error codes begin with `kind`; lines are cut after `longest_line` bytes; `member` opens the file if it is only a part of the one
    at `path`.
    """

    path: Path
    name: str
    damage: str = field(default="", compare=False)
    cancel: CancelToken = field(default_factory=CancelToken, compare=False)
    kind: str = field(default="factchecks", compare=False)
    # A factory, so that the limit is read when the source is made.
    longest_line: int = field(default_factory=lambda: MAX_LINE_BYTES, compare=False)
    member: Callable[[], BinaryIO] | None = field(default=None, compare=False)

    def open(self) -> BinaryIO:
        """Open the file, unpacked. A damaged .gz ends early and sets `damage`. Raises InputError."""
        try:
            raw = self.member() if self.member else self.path.open("rb")
            packed = raw.read(2) == _GZIP
            raw.seek(0)
        except (OSError, *_DAMAGE_ERRORS) as error:
            raise unreadable(Path(self.name) if self.member else self.path, error, kind=self.kind) from error
        if not packed and not self.member:
            return raw
        unpacked = gzip.GzipFile(fileobj=raw, mode="rb") if packed else cast(io.BufferedIOBase, raw)
        return cast(BinaryIO, io.BufferedReader(_Unpacked(raw, unpacked, self), HEAD_BYTES))

    @cached_property
    def head(self) -> bytes:
        """Return the first bytes of the unpacked file, from which its format is recognised."""
        with self.open() as stream:
            return stream.read(HEAD_BYTES)

    @property
    def starts_as_json(self) -> bool:
        """Return True if the first character after white space opens a JSON object or list."""
        return decoded_head(self.head).lstrip()[:1] in (b"{", b"[")

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield (1-based number, line as bytes). A line beyond the limit is cut, and then fails to parse."""
        with self.open() as stream:
            yield from enumerate(limited_lines(stream, self.longest_line), start=1)


def limited_lines(stream: IO[AnyStr], longest: int) -> Iterator[AnyStr]:
    """Yield the lines of a stream, each cut after `longest` bytes or characters."""
    ending = "\n" if isinstance(stream, io.TextIOBase) else b"\n"
    while line := stream.readline(longest):
        yield line
        # The rest of a line that was cut is skipped, not read as a line of its own.
        while len(line) == longest and line[-1:] != ending:
            line = stream.readline(longest)


def decoded_head(head: bytes) -> bytes:
    """Return a file's beginning as UTF-8 without byte order mark."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head[: len(head) // 2 * 2].decode("utf-16", errors="replace").encode("utf-8", errors="replace")
    return head.removeprefix(codecs.BOM_UTF8)


class _Unpacked(io.RawIOBase):
    """A compressed stream that records damage in its source instead of raising. Raises InputError if it unpacks beyond the limit."""

    def __init__(self, raw: BinaryIO, unpacked: io.BufferedIOBase, source: Source) -> None:
        self._bytes_left = max_unpacked_bytes(source.path)
        self._raw = raw
        self._unpacked = unpacked
        self._source = source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        try:
            # Everything up to the damage is still good, so the stream ends there.
            data = self._unpacked.read1(len(buffer))
        except _DAMAGE_ERRORS:
            self._source.damage = tr("The file is cut off or damaged here; what follows could not be read. Download it again.")
            return 0
        self._bytes_left -= len(data)
        if self._bytes_left < 0:
            raise unpacks_too_far(self._source)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._unpacked.close()
        self._raw.close()
        super().close()


def max_unpacked_bytes(path: Path) -> int:
    """Return the number of bytes that this file may unpack to."""
    try:
        return max(SMALL_UNPACKED_BYTES, MAX_COMPRESSION_RATIO * path.stat().st_size)
    except OSError:
        return SMALL_UNPACKED_BYTES


def unpacks_too_far(source: Source) -> InputError:
    """Return the error for a compressed file that unpacks to far more than any genuine one."""
    message = tr(
        "{name} unpacks to more than {ratio} times its size, which no genuine file does.", name=source.name, ratio=MAX_COMPRESSION_RATIO
    )
    return InputError(f"{source.kind}-too-large", message, hint=tr("Download it again from where it comes from."))


def files_of(path: Path, *, cancel: CancelToken | None = None, kind: str = "factchecks") -> list[Source]:
    """Return the file itself, or the files of a folder in name order without hidden ones. `cancel` is checked during long reading.

    Raises InputError if there is nothing at this path.
    """
    token = cancel or CancelToken()
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.is_file() and not _hidden(file.relative_to(path)))
        return [Source(path=file, name=file.relative_to(path).as_posix(), cancel=token, kind=kind) for file in files]
    if not path.exists():
        message = tr("There is no file or folder {path}.", path=path)
        raise InputError(f"{kind}-not-found", message, hint=tr("Check the name, or choose the file in the window."))
    # A file is opened at least twice, for its format and its rows, which no pipe allows.
    if not path.is_file():
        raise InputError(f"{kind}-unreadable", tr("“{path}” is no ordinary file.", path=path), hint=tr("Save it as a file first."))
    return [Source(path=path, name=path.name, cancel=token, kind=kind)]


def _hidden(path: Path) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in path.parts)


def unreadable(path: Path, error: Exception, *, kind: str = "factchecks") -> InputError:
    """Return the error for a file that the operating system refuses to open or read."""
    return InputError(
        f"{kind}-unreadable",
        tr("{name} cannot be opened: {reason}.", name=path.name, reason=getattr(error, "strerror", None) or error),
        hint=tr("Check that the file is there and that you may read it."),
    )
