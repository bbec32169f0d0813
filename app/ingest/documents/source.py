"""Load a document's bytes. Missing, unreadable, oversized or damaged files raise errors with stable codes."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

from app.domain.progress import CancelToken
from app.errors import InputError
from app.translation import mark, tr

MAX_BYTES = 256 * 1024 * 1024
# About five thousand pages. Until it is cut into sentences, every character costs time and memory several times over.
MAX_CHARACTERS, MAX_LINES = 10_000_000, 500_000
_CHUNK = 1 << 20
_GZIP_SIGNATURE = b"\x1f\x8b"
_DAMAGED = {
    "file": mark("This file is damaged and cannot be read."),
    "compressed file": mark("This compressed file is damaged and cannot be read."),
    "saved page": mark("This saved page is damaged and cannot be read."),
    "transcript in JSON": mark("This transcript in JSON is damaged and cannot be read."),
    "rich text file": mark("This rich text file is damaged and cannot be read."),
    "e-book": mark("This e-book is damaged and cannot be read."),
    "OpenDocument text": mark("This OpenDocument text is damaged and cannot be read."),
    "Word document": mark("This Word document is damaged and cannot be read."),
    "PDF": mark("This PDF is damaged and cannot be read."),
    "PDF file": mark("This PDF file is damaged and cannot be read."),
    "Word file": mark("This Word file is damaged and cannot be read."),
    "OpenDocument text file": mark("This OpenDocument text file is damaged and cannot be read."),
    "E-books file": mark("This E-books file is damaged and cannot be read."),
    "Rich text file": mark("This Rich text file is damaged and cannot be read."),
}


def too_large() -> InputError:
    """Return the error for a file that is, or unpacks to, more bytes than a document may have."""
    size = MAX_BYTES // (1024 * 1024)
    message = tr("This file holds more than {size} MB, which is more than a document can be.", size=size)
    return InputError("document-too-large", message, hint=tr("Split it, or save only its text."))


def too_long() -> InputError:
    """Return the error for a text with more characters or lines than a document may have."""
    message = tr("This document is longer than {count} million characters or half a million lines.", count=MAX_CHARACTERS // 1_000_000)
    return InputError("document-too-large", message, hint=tr("Split it, and open the parts one by one."))


def check_length(text: str) -> str:
    """Return the text unchanged. Raises InputError `document-too-large` if it is too long."""
    if len(text) > MAX_CHARACTERS or text.count("\n") > MAX_LINES:
        raise too_long()
    return text


def damaged(kind: str) -> InputError:
    """Return the error for a file that begins like its kind (a key of `_DAMAGED`) but is damaged."""
    hint = tr("Download or save it again, or open it in the program it was made with and save a copy.")
    return InputError("document-damaged", tr(_DAMAGED[kind]), hint=hint)


def _unpacked(path: Path, cancel: CancelToken) -> bytes:
    parts, size = [], 0
    try:
        with gzip.open(path) as packed:
            # In steps, so that a file that unpacks without end is noticed early.
            while part := packed.read(_CHUNK):
                cancel.check()
                parts.append(part)
                size += len(part)
                if size > MAX_BYTES:
                    raise too_large()
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise damaged("compressed file") from error
    return b"".join(parts)


def _refuse_unusable(path: Path) -> None:
    if path.is_dir():
        message = tr("“{name}” is a folder, not a document.", name=path.name)
        raise InputError("document-unsupported", message, hint=tr("Choose a file in it."))
    if not path.exists():
        message = tr("There is no file “{path}”.", path=path)
        raise InputError("document-not-found", message, hint=tr("Check the name, or choose the file again."))
    if not path.is_file():
        message = tr("“{name}” is not an ordinary file.", name=path.name)
        raise InputError("document-unsupported", message, hint=tr("Choose a document."))
    # Checked before any byte is read.
    if path.stat().st_size > MAX_BYTES:
        raise too_large()


def load(path: Path, *, cancel: CancelToken) -> tuple[bytes, str]:
    """Return the document's bytes, unpacked if gzipped, and its file name without `.gz`.

    Raises InputError: `document-not-found`, `document-unsupported`, `document-too-large`, `document-damaged`,
    `document-unreadable`.
    """
    try:
        _refuse_unusable(path)
        data = path.read_bytes()
        if data.startswith(_GZIP_SIGNATURE):
            data = _unpacked(path, cancel)
    except (OSError, ValueError) as error:
        message = tr("The file “{name}” cannot be read: {reason}.", name=path.name, reason=_reason(error))
        raise InputError("document-unreadable", message, hint=tr("Check that you may open it.")) from error
    name = path.name[:-3] if path.name.lower().endswith(".gz") else path.name
    return data, name


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        return error.strerror.lower() if error.strerror else tr("unknown reason")
    return tr("its name holds characters no file name can")


def unsupported(message: str, hint: str) -> InputError:
    """Return the error for a file of an unsupported kind."""
    return InputError("document-unsupported", message, hint=hint)


def spreadsheet() -> InputError:
    """Return the error for a workbook that cannot be read as a table."""
    return unsupported(tr("This file is a spreadsheet, which cannot be read as a document."), tr("Save its sheet as CSV and open that."))


def presentation() -> InputError:
    """Return the error for slides."""
    return unsupported(tr("This file is a presentation, which cannot be read as a document."), tr("Save it as PDF and open that."))
