"""The files behind an import: a folder taken file by file, .gz opened everywhere, a cut-off download read as far as it goes."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, cast

from app.domain.progress import CancelToken
from app.errors import InputError
from app.translation import tr

HEAD_BYTES = 1 << 18
LONGEST_LINE = 1 << 26
_GZIP = b"\x1f\x8b"


@dataclass
class Source:
    """One file: where it is, the name it is reported under, once met what is wrong with its end (`damage`), and whom to ask
    during long reading whether to go on."""

    path: Path
    name: str
    damage: str = field(default="", compare=False)
    cancel: CancelToken = field(default_factory=CancelToken, compare=False)

    def open(self) -> BinaryIO:
        """The file's bytes, unpacked; a damaged .gz ends early and says so in `damage`. Raises InputError."""
        try:
            raw = self.path.open("rb")
        except OSError as error:
            raise unreadable(self.path, error) from error
        if raw.read(2) != _GZIP:
            raw.seek(0)
            return raw
        raw.seek(0)
        return cast(BinaryIO, io.BufferedReader(_Unpacked(raw, self), HEAD_BYTES))

    @cached_property
    def head(self) -> bytes:
        """The first bytes of the unpacked file, by which its format is recognised."""
        with self.open() as stream:
            return stream.read(HEAD_BYTES)

    @property
    def starts_as_json(self) -> bool:
        """Whether the first character that is no space opens a JSON object or list."""
        return decoded_head(self.head).lstrip()[:1] in (b"{", b"[")

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """(1-based number, line as bytes); of a line beyond the limit only the beginning comes, which then fails to parse."""
        with self.open() as stream:
            number = 0
            while line := stream.readline(LONGEST_LINE):
                number += 1
                yield number, line
                while not line.endswith(b"\n") and len(line) == LONGEST_LINE:
                    line = stream.readline(LONGEST_LINE)


def decoded_head(head: bytes) -> bytes:
    """A file's beginning as UTF-8 without byte order mark."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head[: len(head) // 2 * 2].decode("utf-16", errors="replace").encode("utf-8", errors="replace")
    return head.removeprefix(codecs.BOM_UTF8)


class _Unpacked(io.RawIOBase):
    """A gzip stream whose damage is recorded with its source instead of raised."""

    def __init__(self, raw: BinaryIO, source: Source) -> None:
        self._raw = raw
        self._gzip = gzip.GzipFile(fileobj=raw, mode="rb")
        self._source = source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        try:
            data = self._gzip.read1(len(buffer))
        except (EOFError, zlib.error, gzip.BadGzipFile):
            self._source.damage = tr("The file is cut off or damaged here; what follows could not be read. Download it again.")
            return 0
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._gzip.close()
        self._raw.close()
        super().close()


def files_of(path: Path, *, cancel: CancelToken | None = None) -> list[Source]:
    """The file itself, or the files of a folder in name order, hidden ones left out; `cancel` is asked during long reading.

    Raises InputError where there is nothing at this path.
    """
    token = cancel or CancelToken()
    if path.is_dir():
        found = sorted(file for file in path.rglob("*") if file.is_file() and not _hidden(file.relative_to(path)))
        return [Source(path=file, name=file.relative_to(path).as_posix(), cancel=token) for file in found]
    if not path.exists():
        message = tr("There is no file or folder {path}.", path=path)
        raise InputError("factchecks-not-found", message, hint=tr("Check the name, or choose the file in the window."))
    return [Source(path=path, name=path.name, cancel=token)]


def _hidden(path: Path) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in path.parts)


def unreadable(path: Path, error: OSError) -> InputError:
    """The error for a file that the system does not let us read."""
    return InputError(
        "factchecks-unreadable",
        tr("{name} cannot be opened: {reason}.", name=path.name, reason=error.strerror or error),
        hint=tr("Check that the file is there and that you may read it."),
    )
