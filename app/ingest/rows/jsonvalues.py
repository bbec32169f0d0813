"""The values of a JSON document: one value, a list of values, or one value a line; what is too large or broken, piece by piece."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator, Sequence

from app.errors import InputError
from app.ingest.rows.jsonlines import decode, records
from app.ingest.rows.outcomes import Record, RowRefused
from app.ingest.rows.script_json import lenient
from app.ingest.rows.sources import Source
from app.ingest.rows.text import decoded
from app.translation import mark, tr

_WHOLE = 1 << 26
_DEEPEST = 500


def values(source: Source, containers: Sequence[str] = ()) -> Iterator[tuple[str, object]]:
    """(place, value or the reason why there is none): the elements of a list, the lines of JSON Lines, or the one value.

    A list that is broken in its middle gives the elements before the break; a document that is too large or broken as a whole is read from
    the first of the lists named in `containers` that it holds. Raises InputError where nothing can be read.
    """
    with source.open() as stream:
        data = stream.read(_WHOLE)
    if len(data) < _WHOLE:
        try:
            value = decode(decoded(data))
        except RowRefused:
            value = None
        if value is None and not _is_lines(source):
            value = _concatenated(data.strip()) or _repaired(data)
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


def _repaired(data: bytes) -> object:
    """The value of a document written by hand, with comments and commas too many; None where no repair helps."""
    text = decoded(data)
    try:
        return lenient(text.decode("utf-8", "replace") if isinstance(text, bytes) else text)
    except RowRefused:
        return None


def _concatenated(data: bytes) -> list[object]:
    """The values of a file into which several answers were written one after the other; none where it is anything else."""
    text = data.decode("utf-8", errors="replace").lstrip("\ufeff")
    decoder, found, place = json.JSONDecoder(strict=False), list[object](), 0
    while place < len(text):
        try:
            value, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            return []
        found.append(value)
        while text[place : place + 1].isspace() or text[place : place + 1] == ",":
            place += 1
    return found


def _piecewise(source: Source, head: bytes, containers: Sequence[str]) -> Iterator[tuple[str, object]]:
    """Element by element or line by line, for what is too large or broken as a whole."""
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
        yield from streamed(source, "item", mark("item {number}"))
        return
    if len(head.splitlines()) > 1 and _is_lines(source):
        yield from records(source)
        return
    held = next((name for name in containers if f'"{name}"'.encode() in head), None)
    if held is None:
        raise damaged_json(source)
    yield from streamed(source, f"{held}.item", mark("item {number}"))


def streamed(source: Source, prefix: str, place: str) -> Iterator[tuple[str, object]]:
    """The elements of a list inside a JSON document of any size, by ijson's prefix; at a break, one refusal and the end.

    Raises InputError where the document is broken before the first element.
    """
    import ijson

    number = 0
    with source.open() as stream:
        stream.read(len(codecs.BOM_UTF8) if source.head.startswith(codecs.BOM_UTF8) else 0)
        found = ijson.items(ijson.parse(_not_too_deep(ijson.basic_parse(stream, use_float=True))), prefix)
        while True:
            try:
                value = next(found)
            except StopIteration:
                return
            except (ijson.JSONError, UnicodeDecodeError):
                break
            number += 1
            yield tr(place, number=number), value
    if not number and not source.damage:
        raise damaged_json(source)
    if not source.damage:
        broken = tr("The file's JSON is broken here; nothing behind this place could be read.")
        yield tr(place, number=number + 1), RowRefused(broken)


def _not_too_deep(events: Iterator[tuple[str, object]]) -> Iterator[tuple[str, object]]:
    """The same events; what is nested deeper than any export is broken, and would take memory with the square of its depth."""
    import ijson

    depth = 0
    for kind, value in events:
        depth += kind in ("start_map", "start_array")
        depth -= kind in ("end_map", "end_array")
        if depth > _DEEPEST:
            raise ijson.JSONError("nested too deep")
        yield kind, value


def objects(value: object) -> list[Record]:
    """The objects that a value is or lists."""
    return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)]


def damaged_json(source: Source) -> InputError:
    """The error for a file that is meant to be JSON and is not."""
    return InputError(
        f"{source.kind}-damaged",
        tr("{name} is damaged: its JSON cannot be read.", name=source.name),
        hint=tr("Download or export the file again."),
    )
