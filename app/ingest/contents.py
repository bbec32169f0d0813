"""The content of a small file that is read whole: query files, tables of ratings."""

from __future__ import annotations

import codecs
import gzip
import zlib
from pathlib import Path

from app.errors import InputError
from app.paths import is_device, shortened
from app.translation import tr

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def whole_content(path: Path) -> bytes:
    """The file's bytes, unpacked where it is a .gz, without byte order mark; UTF-16 (as Windows tools write it) becomes UTF-8.

    Raises InputError when there is no such file, it cannot be read, or the .gz is damaged.
    """
    try:
        if is_device(path):
            raise InputError("input-unreadable", tr("“{path}” is no ordinary file.", path=path), hint=tr("Check the file."))
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise InputError("input-not-found", tr("There is no file “{path}”.", path=shortened(path)), hint=tr("Check the name.")) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = tr("“{path}” cannot be read: {reason}.", path=shortened(path), reason=reason)
        raise InputError("input-unreadable", message, hint=tr("Check the file.")) from error
    if content[:2] == b"\x1f\x8b":
        content = _unpacked(path, content)
    if content.startswith(_UTF16):
        content = content.decode("utf-16", "replace").encode("utf-8", "replace")
    return content.removeprefix(codecs.BOM_UTF8)


def _unpacked(path: Path, content: bytes) -> bytes:
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        message = tr("“{path}” is cut off or damaged.", path=path)
        raise InputError("input-damaged", message, hint=tr("Copy or download it again.")) from error
