"""The content of small files that are loaded at once: query files, tables of ratings."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from app.errors import InputError
from app.paths import is_device, shortened
from app.translation import tr

# A million claims with their evidence fit in; a larger file is no list that somebody made to be worked through.
MAX_BYTES, MAX_LINE_BYTES = 256 << 20, 16 << 20
_LINE_CONTENT = re.compile(rb"[^\r\n]+")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def whole_content(path: Path) -> bytes:
    """Return the file's bytes, unpacked if it is a .gz, without byte order mark; UTF-16 (written by Windows tools) becomes UTF-8.

    Raises InputError if there is no such file, it cannot be read, the .gz is damaged, or it is too large.
    """
    try:
        if is_device(path):
            raise InputError("input-unreadable", tr("“{path}” is no ordinary file.", path=path), hint=tr("Check the file."))
        with path.open("rb") as stream:
            # One byte beyond the limit shows that the file is too large, without reading the rest.
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise InputError("input-not-found", tr("There is no file “{path}”.", path=shortened(path)), hint=tr("Check the name.")) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = tr("“{path}” cannot be read: {reason}.", path=shortened(path), reason=reason)
        raise InputError("input-unreadable", message, hint=tr("Check the file.")) from error
    if content[:2] == b"\x1f\x8b":
        content = _gunzip(path, content)
    if len(content) > MAX_BYTES:
        message = tr("“{path}” holds more than {size} MB.", path=path, size=MAX_BYTES >> 20)
        raise InputError("input-too-large", message, hint=tr("Split it into several files."))
    if content.startswith(_UTF16):
        # A lone surrogate in a damaged file must not stop the others, so both steps replace.
        content = content.decode("utf-16", "replace").encode("utf-8", "replace")
    return content.removeprefix(codecs.BOM_UTF8)


def content_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield (number from 1, line without its ending) of such a file; blank lines are left out.

    A line beyond the limit is cut, and then fails to parse. Raises InputError as `whole_content` does.
    """
    content = whole_content(path)
    number, end = 1, 0
    for line in _LINE_CONTENT.finditer(content):
        number += _count_line_endings(content, end, line.start())
        end = line.end()
        if line.group().strip():
            yield number, line.group()[:MAX_LINE_BYTES]


def _count_line_endings(content: bytes, start: int, end: int) -> int:
    """Count the line endings between `start` and `end`: Unix, Windows (two characters are one ending) and old Mac."""
    return content.count(b"\n", start, end) + content.count(b"\r", start, end) - content.count(b"\r\n", start, end)


def _gunzip(path: Path, content: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
            return packed.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        message = tr("“{path}” is cut off or damaged.", path=path)
        raise InputError("input-damaged", message, hint=tr("Copy or download it again.")) from error
