"""From a path to bytes: missing, unreadable, too large, compressed; every fault with a stable code and one clear line."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

from app.domain.progress import CancelToken
from app.errors import InputError

MOST_BYTES = 256 * 1024 * 1024
_STEP = 1 << 20
_GZIP = b"\x1f\x8b"


def too_large() -> InputError:
    """The error for a file that is, or unpacks to, more than a document can be."""
    return InputError(
        "document-too-large",
        f"This file holds more than {MOST_BYTES // (1024 * 1024)} MB, which is more than a document can be.",
        hint="Split it, or save only its text.",
    )


def damaged(kind: str) -> InputError:
    """The error for a file that begins like its kind and then does not hold together."""
    return InputError(
        "document-damaged",
        f"This {kind} is damaged and cannot be read.",
        hint="Download or save it again, or open it in the program it was made with and save a copy.",
    )


def _unpacked(path: Path, cancel: CancelToken) -> bytes:
    parts, size = [], 0
    try:
        with gzip.open(path) as packed:
            while part := packed.read(_STEP):
                cancel.check()
                parts.append(part)
                size += len(part)
                if size > MOST_BYTES:
                    raise too_large()
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise damaged("compressed file") from error
    return b"".join(parts)


def _refuse_unusable(path: Path) -> None:
    if path.is_dir():
        raise InputError("document-unsupported", f"“{path.name}” is a folder, not a document.", hint="Choose a file in it.")
    if not path.exists():
        raise InputError("document-not-found", f"There is no file “{path}”.", hint="Check the name, or choose the file again.")
    if not path.is_file():
        raise InputError("document-unsupported", f"“{path.name}” is not an ordinary file.", hint="Choose a document.")
    if path.stat().st_size > MOST_BYTES:
        raise too_large()


def load(path: Path, *, cancel: CancelToken) -> tuple[bytes, str]:
    """The document's bytes, unpacked if gzipped, and its file name without `.gz`.

    Raises InputError: `document-not-found`, `document-unsupported`, `document-too-large`, `document-damaged`,
    `document-unreadable`.
    """
    try:
        _refuse_unusable(path)
        data = path.read_bytes()
        if data.startswith(_GZIP):
            data = _unpacked(path, cancel)
    except (OSError, ValueError) as error:
        raise InputError(
            "document-unreadable", f"The file “{path.name}” cannot be read: {_reason(error)}.", hint="Check that you may open it."
        ) from error
    name = path.name[:-3] if path.name.lower().endswith(".gz") else path.name
    return data, name


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror or "unknown reason").lower() if isinstance(error, OSError) else "its name holds characters no file name can"
