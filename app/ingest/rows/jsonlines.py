"""JSON Lines: one record a line; a broken line is one refused row, and reading continues."""

from __future__ import annotations

import codecs
import io
import json
from collections.abc import Iterator

import msgspec

from app.decoding import DECODING_ERRORS, JSON_ERRORS
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.sources import Source, limited_lines
from app.translation import tr

_decoder = msgspec.json.Decoder()


def decode(data: bytes | str) -> object:
    """Decode a JSON value. NaN, Infinity, lone surrogates and control characters inside strings are accepted; bytes that are not
    UTF-8 become replacement characters. Raises RowRefused."""
    try:
        # msgspec is fast and strict; what it refuses is tried again with the tolerant standard library.
        return _decoder.decode(data)
    except DECODING_ERRORS:
        pass
    try:
        value: object = json.loads(data.decode("utf-8", "replace") if isinstance(data, bytes) else data, strict=False)
    except JSON_ERRORS as error:
        raise RowRefused(_broken(error)) from error
    return value


def _broken(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return tr("The row is nested too deeply.")
    if isinstance(error, json.JSONDecodeError):
        reason = f"{error.msg[:1].lower()}{error.msg[1:]}"
        return tr("The row is not valid JSON ({reason} at character {number}).", reason=reason, number=error.pos + 1)
    return tr("The row is not valid JSON.")


def records(source: Source) -> Iterator[tuple[str, Record | RowRefused]]:
    """Yield ("line N", the line's object or the reason of its refusal) for every line that is not blank."""
    for number, line in _utf8_lines(source):
        if line.strip(b" \t\r\n\x00"):
            record = _record(line, source.longest_line)
            if isinstance(record, RowRefused) and source.damage and not line.endswith(b"\n"):
                # The half line at the end of a cut-off download is reported once, by the source's damage.
                return
            yield tr("line {number}", number=number), record


def too_long(longest: int) -> str:
    """Return the message for a line of more than `longest` bytes."""
    return tr("The line is longer than {size} MB.", size=longest >> 20)


def _record(line: bytes, longest: int) -> Record | RowRefused:
    if len(line) >= longest:
        return RowRefused(too_long(longest))
    try:
        value = decode(line)
    except RowRefused as refusal:
        return refusal
    return value if isinstance(value, dict) else RowRefused(tr("The line holds no JSON object."))


def _utf8_lines(source: Source) -> Iterator[tuple[int, bytes]]:
    if source.head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        # UTF-16 cannot be split at the byte of a line feed.
        with source.open() as stream, io.TextIOWrapper(stream, encoding="utf-16", errors="replace", newline="\n") as text:
            yield from ((number, line.encode()) for number, line in enumerate(limited_lines(text, source.longest_line), start=1))
        return
    for number, line in source.lines():
        yield number, line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
