"""The values of a JSON document: one value, a list, or one value a line. Large or broken documents are read piecewise."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator, Sequence

from app.errors import InputError
from app.ingest.rows.jsonlines import decode, records
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.script_json import decode_lenient
from app.ingest.rows.sources import Source
from app.ingest.rows.text import decoded
from app.translation import mark, tr

_MAX_WHOLE_BYTES = 1 << 26
_MAX_DEPTH = 500


def values(source: Source, containers: Sequence[str] = ()) -> Iterator[tuple[str, object]]:
    """Yield (location, value or the reason of its refusal) for the elements of a list, the lines of JSON Lines, or the single
    value.

    A list that is broken in its middle gives the elements before the break. A document that is too large or broken is read from the
    first list named in `containers` that it holds. Raises InputError if nothing can be read.
    """
    with source.open() as stream:
        # Larger files are never held in memory as a whole.
        data = stream.read(_MAX_WHOLE_BYTES)
    if len(data) < _MAX_WHOLE_BYTES:
        try:
            value = decode(decoded(data))
        except RowRefused:
            value = None
        # JSON Lines are no single value and need no repair.
        if value is None and not _is_lines(source):
            value = _decode_concatenated(data.strip()) or _decode_repaired(data)
        if value is not None:
            yield from (
                ((tr("item {number}", number=number), item) for number, item in enumerate(value, start=1))
                if isinstance(value, list)
                else (("", value),)
            )
            return
    yield from _piecewise(source, data[: 1 << 16], containers)


def _is_lines(source: Source) -> bool:
    return not isinstance(next(records(source), ("", RowRefused("")))[1], RowRefused)


def _decode_repaired(data: bytes) -> object:
    """Decode a document written by hand, with comments and superfluous commas; None if it cannot be repaired."""
    text = decoded(data)
    try:
        return decode_lenient(text.decode("utf-8", "replace") if isinstance(text, bytes) else text)
    except RowRefused:
        return None


def _decode_concatenated(data: bytes) -> list[object]:
    """Return the values of a file to which several answers were appended; an empty list for any other file."""
    text = data.decode("utf-8", errors="replace").lstrip("\ufeff")
    decoder, decoded, offset = json.JSONDecoder(strict=False), list[object](), 0
    while offset < len(text):
        try:
            value, offset = decoder.raw_decode(text, offset)
        except (ValueError, RecursionError):
            return []
        decoded.append(value)
        while text[offset : offset + 1].isspace() or text[offset : offset + 1] == ",":
            offset += 1
    return decoded


def _piecewise(source: Source, head: bytes, containers: Sequence[str]) -> Iterator[tuple[str, object]]:
    """Yield element by element or line by line, for a document that is too large or broken as a whole."""
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
        yield from streamed(source, "item", mark("item {number}"))
        return
    if len(head.splitlines()) > 1 and _is_lines(source):
        yield from records(source)
        return
    container = next((name for name in containers if f'"{name}"'.encode() in head), None)
    if container is None:
        raise damaged_json(source)
    yield from streamed(source, f"{container}.item", mark("item {number}"))


def streamed(source: Source, prefix: str, label: str) -> Iterator[tuple[str, object]]:
    """Yield the elements of a list inside a JSON document of any size, by ijson's prefix. `label` names an element by its {number}.
    At a break, one refusal ends the stream.

    Raises InputError if the document is broken before the first element.
    """
    import ijson

    number = 0
    with source.open() as stream:
        stream.read(len(codecs.BOM_UTF8) if source.head.startswith(codecs.BOM_UTF8) else 0)
        elements = ijson.items(ijson.parse(_limited_depth(ijson.basic_parse(stream, use_float=True))), prefix)
        while True:
            try:
                value = next(elements)
            except StopIteration:
                return
            except (ijson.JSONError, UnicodeDecodeError):
                break
            number += 1
            yield tr(label, number=number), value
    if not number and not source.damage:
        raise damaged_json(source)
    if not source.damage:
        broken = tr("The file's JSON is broken here; nothing behind this place could be read.")
        yield tr(label, number=number + 1), RowRefused(broken)


def _limited_depth(events: Iterator[tuple[str, object]]) -> Iterator[tuple[str, object]]:
    """Yield the events unchanged. A document nested deeper than any export counts as broken: it would take memory with the square
    of its depth."""
    import ijson

    depth = 0
    for kind, value in events:
        depth += kind in ("start_map", "start_array")
        depth -= kind in ("end_map", "end_array")
        if depth > _MAX_DEPTH:
            raise ijson.JSONError("nested too deep")
        yield kind, value


def objects(value: object) -> list[Record]:
    """Return the value if it is an object, or the objects that it lists."""
    return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)]


def damaged_json(source: Source) -> InputError:
    """Return the error for a file that should be JSON and is not."""
    return InputError(
        f"{source.kind}-damaged",
        tr("{name} is damaged: its JSON cannot be read.", name=source.name),
        hint=tr("Download or export the file again."),
    )
